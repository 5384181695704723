"""Finds passwords, keys and tokens in text and puts a marker in their place; never moves a line.

    mask_lines      the lines of a file with `[secret:aws-key]` where a key stood
    holds_marker    whether a text is one that was masked

What counts as a secret is decided by detect-secrets, which is asked about lines that may hold one. Offline: its
verification of a found secret, which would send it to the vendor, is never used.
"""

from .masking import PartsOfText, holds_marker, mask_lines

__all__ = ["PartsOfText", "holds_marker", "mask_lines"]
