"""A question as it was read, once: plain JSON values, as the state holds them."""

from __future__ import annotations

from typing_extensions import TypedDict


class ReadName(TypedDict):
    """A name that a question mentions."""

    text: str
    kind: str
    """path, option, symbol, proper or word."""
    mark: str
    """What is written around it: code, quotes or none."""


class ReadSaid(TypedDict):
    """One thing that the words of a wish say."""

    kind: str
    """date, time, zone, minutes, attendee, place, what, title, topic, subject, or other."""
    values: list[str]
    """As an action takes it; several where it can be read in several ways, none where it is left open."""
    text: str
    """The words."""


class ReadWish(TypedDict):
    """An action that is wanted beside an answer."""

    action: str
    clause: str
    """The words that ask for it."""
    arguments: list[ReadSaid]
    """What these words say explicitly."""


class ReadFrame(TypedDict):
    """A line of a file that a pasted stack trace names."""

    path: str
    line: int
    names: list[str]
    """What stands beside it, such as the function."""


class Read(TypedDict):
    """The question as it was read once; `citeline.tools.question` makes it."""

    text: str
    """On one line, without what only asks for an action or names a source."""
    language: str
    english: str
    own: list[str]
    unread: list[str]
    names: list[ReadName]
    quoted: list[str]
    """What it quotes or pastes."""
    pasted: list[str]
    """Its sentences that may be messages without any mark."""
    intents: list[str]
    """The most likely first."""
    parts: list[str]
    cues: list[str]
    """Signs beside what it asks for: newest, flow, changes, how_to …"""
    about: str
    """The one name that all of it is about; else empty."""
    records: list[str]
    """Records that it names, like `PR-4827`."""
    renamed: str
    """It in the words that the project's lexicon has for its own; else empty."""
    frames: list[ReadFrame]
    """Lines of files that it pastes, the newest call first."""
    chances: dict[str, float]
    """How likely each intent is."""
    chat: str
    """Which reply suits when nothing about the sources is asked; else empty."""
    sources: list[str]
    wishes: list[ReadWish]
    asked: str
    """All of it."""
