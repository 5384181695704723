"""What is trained and measured by us alone: outside of what a user of Citeline runs."""
