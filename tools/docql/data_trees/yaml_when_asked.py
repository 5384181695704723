"""YAML without loading its library for who only may have to read some: .015 s of each question."""

from __future__ import annotations

from .data_places import DataTree


def read_yaml(text: str) -> DataTree:
    """The document, or the list of all when there are several. Raises BrokenDataError."""
    from . import data_yaml

    return data_yaml.read_yaml(text)
