"""What each part of the retrieval is worth: the same questions with one part switched off at a time."""
