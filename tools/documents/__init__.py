"""What documents say about themselves: their authors, and dates as people write them."""
