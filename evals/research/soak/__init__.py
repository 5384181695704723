"""Whether an index stays right while it is written: many readers beside a writer, and writers killed at any moment."""
