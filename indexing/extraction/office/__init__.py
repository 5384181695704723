"""Reads documents and slides of Office, and the packages that they are."""
