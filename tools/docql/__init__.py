"""DocQL: documents and code, queried by their structure."""
