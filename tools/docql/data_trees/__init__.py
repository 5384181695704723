"""Reads data files (JSON, YAML, TOML) into values with lines, and finds values by JSONPath. Knows no index."""
