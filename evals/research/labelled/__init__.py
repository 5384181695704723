"""Questions about public repositories with the lines that answer them; docs/labelled.md tells how they were made."""
