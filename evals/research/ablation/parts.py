"""The parts of the retrieval that can be switched off, in one visible table.

There is no setting for any of them: nobody should run without. So they are taken away where they are defined, for the
length of a block.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

from citeline.graph.build import build_graph
from citeline.state import Queries
from citeline.tools.question.question import Question
from citeline.tools.retrieval.channels import CHANNELS
from citeline.tools.retrieval.ranking import CHUNK_WEIGHTS, feature_weights
from citeline.tools.retrieval.results import rank

_RETRIEVAL: Final = "citeline.tools.retrieval"

FEATURE_GROUPS: Final = {
    "words": ("bm_max", "bm_top3", "bm_file", "coh", "rrf"),
    "meaning": ("emb_max", "emb_top3", "emb_hdr", "emb_file"),
    "path": (
        *("stem_cov", "stem_q", "stem_eq", "stem_eq_symbol", "stem_pre", "dir_q", "par_eq"),
        *("stem_part", "stem_syn"),
    ),
    "definitions": ("def_f1", "def_ident", "def_ident_symbol", "def_join", "def_join_symbol", "def_word", "name_cov"),
    "graph": ("inimp", "indeg", "pr", "nb_imp_in", "nb_ref_in", "nb_imp_out", "nb_ref_out"),
    "standing back": ("is_test", "is_ex", "is_compat", "is_vendor", "is_internal"),
}
"""As `docs/ranking.md` groups them."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A name of a module and what stands there while the part is off."""

    module: str
    name: str
    off: Any


@dataclass(frozen=True, slots=True)
class Part:
    """Something that can be switched off."""

    kind: str
    name: str
    switches: tuple[Switch, ...]


@contextmanager
def without(part: Part) -> Iterator[None]:
    """The part is off within the block; runs of other threads miss it too."""
    before = [(import_module(one.module), one.name) for one in part.switches]
    kept = [getattr(module, name) for module, name in before]
    try:
        for one, (module, name) in zip(part.switches, before, strict=True):
            setattr(module, name, one.off)
        yield
    finally:
        for (module, name), value in zip(before, kept, strict=True):
            setattr(module, name, value)


def parts() -> list[Part]:
    """All of them, in the order of the table."""
    return [
        *(_channel(channel.name) for channel in CHANNELS),
        *(_features(name, group) for name, group in FEATURE_GROUPS.items()),
        _chunk_part("words", ("signals", "LEXICAL_WEIGHT"), own=0),
        _chunk_part("meaning", ("signals", "DENSE_WEIGHT"), own=1),
        _chunk_part("title", own=2),
        _chunk_part("definitions", *(("definitions", f"{one}_WEIGHT") for one in ("IDENTIFIER", "JOINED", "WORD"))),
        _part("order", "files with their places", (f"{_RETRIEVAL}.search", "rank_files", rank)),
        _part(
            "order",
            "types first",
            *((f"{_RETRIEVAL}.definitions", f"{one}_VALUE", 1.0) for one in ("CALLABLE", "OTHER")),
        ),
        _part("order", "fee of the next chunk", (f"{_RETRIEVAL}.ranking", "NEXT_CHUNK_FEE", 0.0)),
        _part("order", "near-duplicates dropped", (f"{_RETRIEVAL}.results", "NEAR_DUPLICATE", 1.1)),
        _style("prose has its own mode", "code"),
        _style("code has its own mode", "prose"),
        _part(
            "question",
            "words of other languages translated",
            (f"{_RETRIEVAL}.query", "translate", _untranslated),
            ("citeline.nodes.translate_query", "translate", _untranslated),
        ),
        _part(
            "question",
            "parts and related words",
            *((f"{_RETRIEVAL}.query", f"{one}_WEIGHT", 0.0) for one in ("PART", "RELATED")),
        ),
    ]


def _part(kind: str, name: str, *switches: tuple[str, str, Any]) -> Part:
    return Part(kind, name, tuple(Switch(*one) for one in switches))


def _channel(name: str) -> Part:
    left = tuple(channel for channel in CHANNELS if channel.name != name)
    machine = _lazily(lambda: build_graph(left, whole=True))
    # A run that needs nothing of LangGraph walks the table of channels itself.
    run = (("citeline.graph.run", "_machine", machine), ("citeline.graph.run", "CHANNELS", left))
    return _part("channel", name, *run, (f"{_RETRIEVAL}.channels", "CHANNELS", left))


def _features(name: str, features: Collection[str]) -> Part:
    left = {feature: weight for feature, weight in feature_weights().items() if feature not in features}
    return _part("file features", name, (f"{_RETRIEVAL}.ranking", "feature_weights", lambda *own: left))


def _chunk_part(name: str, *weights: tuple[str, str], own: int | None = None) -> Part:
    """Without the weights by which chunks become candidates, and that of their own score which stands at `own`."""
    switches = [(f"{_RETRIEVAL}.{module}", weight, 0.0) for module, weight in weights]
    if own is None:
        return _part("chunk score", name, *switches)
    left = tuple(0.0 if place == own else weight for place, weight in enumerate(CHUNK_WEIGHTS))
    return _part("chunk score", name, *switches, (f"{_RETRIEVAL}.ranking", "CHUNK_WEIGHTS", left))


def _style(name: str, always: str) -> Part:
    def chosen(*_: object) -> str:
        return always

    return _part("order", name, *((f"{_RETRIEVAL}.{module}", "style_of", chosen) for module in ("search", "gathered")))


def _lazily(make: Callable[[], Any]) -> Callable[[], Any]:
    """Made when it is first asked for, then kept."""
    made: list[Any] = []

    def get() -> Any:
        if not made:
            made.append(make())
        return made[0]

    return get


def _untranslated(question: Question) -> Queries:
    return {"english": question.text, "original": question.text, "hypothetical": ""}
