"""Measures quality and speed. Never imported by the product."""
