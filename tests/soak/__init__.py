"""Whether an index stays right while it is written: many readers beside a writer, writers and merges that are ended."""
