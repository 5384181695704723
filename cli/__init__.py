"""The terminal: commands, rendering, progress. Holds no logic that a library user would miss."""
