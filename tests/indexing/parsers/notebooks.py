"""Notebooks for tests, written as Jupyter writes them: one line of a cell a line, keys sorted, one space deep."""

from __future__ import annotations

import json
from typing import Any


def cell(kind: str, text: str, *outputs: dict[str, Any], name: str = "") -> dict[str, Any]:
    """A cell of format 4, with an id as it has from 4.5 on."""
    found: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": text.splitlines(True)}
    return {**found, "execution_count": 1, "outputs": list(outputs)} if kind == "code" else found


def printed(text: str) -> dict[str, Any]:
    """What a cell has printed."""
    return {"name": "stdout", "output_type": "stream", "text": text.splitlines(True)}


def notebook(*cells: dict[str, Any], language: str = "python", **more: Any) -> str:
    """The file."""
    metadata = {"kernelspec": {"language": language, "name": "k"}, "language_info": {"name": language}}
    whole = {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5, **more}
    return json.dumps(whole, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def from_script(script: str) -> str:
    """The notebook of a script: cells begin with `--- markdown`, `--- code` or `--- prints` (of the cell above)."""
    cells: list[dict[str, Any]] = []
    for part in script.split("--- ")[1:]:
        kind, _, text = part.partition("\n")
        if kind == "prints":
            cells[-1]["outputs"].append(printed(text))
        else:
            cells.append(cell(kind, text.removesuffix("\n")))
    return notebook(*cells)
