"""Hits of a search as a person reads them in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from citeline.pages import lines_of
from citeline.visible import one_line

from .counts import counted
from .render import MARGIN, item_snippet, place_link, words_to_mark

_NAMED = 3
"""Definitions that are named of a place with many."""
_OF_MEANING = frozenset({"dense_english", "dense_hyde", "headings"})
"""Channels that find what is close in meaning, whatever its words."""


def render_hits(result: Mapping[str, Any], console: Console) -> None:
    """The ranked files: the best place of each, why it is there, its first lines, and where else to look in it."""
    hits: Sequence[Mapping[str, Any]] = result["hits"]
    if not hits:
        asked = result.get("query", "").strip()
        nothing = "Nothing matches." if asked else "Nothing was asked: name a file, a symbol or a behaviour."
        console.print(nothing, style="yellow")
    elif all(channel in _OF_MEANING for hit in hits for channel in hit["channels"]):
        console.print("No word of the question occurs; closest in meaning:", style="yellow")
    marked = words_to_mark(result.get("query", ""))
    for number, hit in enumerate(hits, start=1):
        where = place_link(hit, console, "bold cyan")
        title = Text.assemble((f"{number:>2}. ", "dim"), where, (_named(hit), "magenta"))
        channels = "  ".join(f"{name} #{rank}" for name, rank in hit["channels"].items())
        title.append(f"  {channels}", style="dim")
        console.print(title, soft_wrap=True)
        item_snippet(hit, console, 6, marked=marked, telling=True)
        if hit["also"]:
            label = Text(f"{MARGIN}also ", style="dim")
            console.print(
                label + Text(" · ", style="dim").join(_further(other, hit) for other in hit["also"]), soft_wrap=True
            )
    console.print(Text(f"{counted(len(hits), 'hit')} · {sum(result['timings_ms'].values()):.0f} ms", style="dim"))


def _named(hit: Mapping[str, Any]) -> str:
    """What a place is called; where it holds several definitions, the first of them."""
    if hit["kind"] != "file" and (name := hit["qualified_name"] or hit["name"]):
        return f"  {one_line(name)}"
    first, more = hit["definitions"][:_NAMED], hit["definitions"][_NAMED:]
    return f"  {one_line(', '.join(first))}{' …' if more else ''}" if first else ""


def _further(place: Mapping[str, Any], hit: Mapping[str, Any]) -> Text:
    """Its lines, and its name where it is another one than the hit's: of a section without those above it."""
    name = "" if _named(place) == _named(hit) else f"  {_named(place).strip().rpartition(' › ')[2]}".rstrip()
    return Text.assemble((lines_of(place), "cyan"), (name, "magenta"))
