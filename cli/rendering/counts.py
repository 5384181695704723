"""Numbers of things in words."""

from __future__ import annotations

from collections.abc import Mapping


def counted(number: int, noun: str, nouns: str = "") -> str:
    """`1 hit`, `2 hits`; the plural is given where an s does not make it."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def content(counts: Mapping[str, int]) -> str:
    """What is in an index, in numbers; of an empty one what to do."""
    if not counts["documents"]:
        return "no file to search: name the folder that holds them; `citeline status` lists what is left out, and why"
    return " · ".join(
        (
            counted(counts["documents"], "file"),
            counted(counts["chunks"], "chunk"),
            counted(counts["nodes"], "symbol or heading", "symbols and headings"),
            counted(counts["edges"], "edge"),
        )
    )
