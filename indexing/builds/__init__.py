"""Builds and updates an index: reads files in processes, fills a generation, publishes it."""
