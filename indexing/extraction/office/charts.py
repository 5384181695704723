"""Charts as the table that they draw, from the values that are kept in the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lxml import etree

from ..xml_trees import attribute, child, local

_MOST_POINTS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, read."""

    title: str
    headers: list[str]
    rows: list[list[str]]
    """One for each category: its name, and a value for each series."""


def read_chart(root: etree._Element | None) -> Chart | None:
    """None for a part that is no chart, or keeps no values."""
    chart = child(root, "chart")
    if root is None or chart is None:
        return None
    series = list(root.iter("{*}ser"))
    names = [" ".join(_points(child(one, "tx")).values()) for one in series]
    values = [_points(child(one, "val")) or _points(child(one, "yVal")) for one in series]
    categories: dict[int, str] = {}
    for one in series:
        categories = categories or _points(child(one, "cat")) or _points(child(one, "xVal"))
    places = sorted({place for found in values for place in found})[:_MOST_POINTS]
    if not places:
        return None
    title = child(chart, "title")
    shown = "".join(found.text or "" for found in title.iter("{*}t")) if title is not None else ""
    rows = [[categories.get(place, str(place + 1)), *(found.get(place, "") for found in values)] for place in places]
    return Chart(shown, ["", *names] if any(names) else [], rows)


def _points(element: etree._Element | None) -> dict[int, str]:
    """Place to value, of the values kept beside a reference."""
    found: dict[int, str] = {}
    for point in element.iter("{*}pt") if element is not None else ():
        place, value = attribute(point, "idx"), child(point, "v")
        if place.isdecimal() and value is not None:
            found[int(place)] = value.text or ""
    if not found and element is not None:
        text = next((inner.text or "" for inner in element if local(inner) == "v"), "")
        return {0: text} if text else {}
    return found
