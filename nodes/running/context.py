"""What a run is given: a `Context` of scalars that the server shows as a form, and the `Resources` behind it.

A store or a clock in the context would break its JSON schema, so nodes look resources up here by their context.
`graph/resources.py` installs the factory that opens real ones; a test installs its own, or hands them in with `using`.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, UsageError
from citeline.settings import Settings

if TYPE_CHECKING:
    from citeline.indexing.reader import Index
    from citeline.tools.actions.registry import ActionRegistry
    from citeline.tools.models.models import Models

_KEPT: Final = 16
"""Resources remembered for runs that are under way; a run that was paused for longer starts on the newest index."""


class Context(BaseModel):
    """What one run may choose; zero or empty means: as configured (`CITELINE_*`, else the built-in default)."""

    model_config = ConfigDict(frozen=True)

    repo: str = Field(default="", description="Folder to answer about; empty means the current directory.")
    top_k: int = Field(default=0, ge=0, le=100, description="Hits kept after ranking; 0: as configured (10).")
    evidence_k: int = Field(default=0, ge=0, le=50, description="Chunks given to the answer; 0: as configured (6).")
    max_rounds: int = Field(default=0, ge=0, le=10, description="Rounds of searching at most; 0: as configured (3).")
    budget_s: float = Field(default=0.0, ge=0, description="Seconds for one question; 0: as configured (30).")
    mode: Literal["", "auto", "pipeline", "explore"] = Field(
        default="", description="How far a question is looked into; empty: as configured (auto)."
    )
    no_model: bool = Field(default=False, description="Never ask a model in this run, even if one is configured.")
    sources: str = Field(default="", description="Sources to search, separated by commas; empty: as configured (all).")
    where: str = Field(
        default="", description="Documents to search, as in author=Ines && modified>=2025; empty: as configured (all)."
    )
    review: str = Field(
        default="",
        description="Stop for a person at `plan`, `evidence`, `answer`, separated by commas; empty: as configured.",
    )
    yes: str = Field(default="", description="Names of actions that are run without asking, separated by commas.")
    asks: bool = Field(default=True, description="Stop for a person's yes before an action; off: it stays a proposal.")

    _given: Resources | None = PrivateAttr(default=None)
    """What a run from Python was handed; no part of the schema."""

    @classmethod
    def of(cls, runtime: object) -> Context:
        """The context of a node's runtime, whatever put it there.

        No runtime or no context gives the defaults. A parent graph hands its own context object to our nodes as it
        is: its `citeline` attribute or key is used when there is one, else those with the names of our fields.
        Raises UsageError when such a value is out of range.
        """
        given = getattr(runtime, "context", None)
        nested = given.get("citeline") if isinstance(given, Mapping) else getattr(given, "citeline", None)
        found = given if nested is None else nested
        if isinstance(found, cls):
            return found
        return cls.from_values(found if isinstance(found, Mapping) else _attributes(found, cls.model_fields))

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Context:
        """A context from those of the values that are ours and not None. Raises UsageError when one is out of range."""
        chosen = {name: values[name] for name in cls.model_fields if values.get(name) is not None}
        try:
            return cls(**chosen)
        except ValidationError as error:
            problem = error.errors()[0]
            raise UsageError(
                f"{'.'.join(map(str, problem['loc']))} = {problem['input']!r}: {problem['msg']}",
                remedy="choose another value; a host graph whose own context has a field of that name can put a "
                "citeline.Context into a field `citeline` beside it",
            ) from error

    @property
    def approved(self) -> frozenset[str]:
        """The names in `yes`."""
        return frozenset(name.strip() for name in self.yes.split(",")) - {""}

    def carrying(self, resources: Resources) -> Context:
        """The same context for a run that shall work with these resources and look none up."""
        copied = self.model_copy()
        copied._given = resources
        return copied

    def apply(self, settings: Settings) -> Settings:
        """The settings with this context's own choices in place of theirs; the same object when it has none."""
        names = (
            "top_k",
            "evidence_k",
            "max_rounds",
            "budget_s",
            "mode",
            "review",
            "sources",
            "where",
            "no_model",
        )
        chosen = {name: value for name in names if (value := getattr(self, name))}
        return settings.model_copy(update=chosen) if chosen else settings


def _attributes(found: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(found, name, None) for name in names}


@dataclass(frozen=True, slots=True)
class Resources:
    """What the steps of a run work with."""

    index: Index
    settings: Settings
    """Effective: the context's choices are in."""
    clock: Callable[[], float] = time.perf_counter
    """Seconds, monotonic; only differences mean anything."""
    models: Models | None = None
    """Chat models by role, when there are any."""
    actions: ActionRegistry | None = None
    """What may be proposed; None: what is registered in this process."""
    began: float | None = None
    """On the clock, when the question was asked; None: when its first step begins."""
    stale: str = ""
    """How the folder differs from the index, where somebody has looked and left it so."""


Factory: TypeAlias = Callable[[Context], Resources]
"""Opens the newest resources for a context, or returns them when they are open; called once a run."""


class _Registry:
    def __init__(self) -> None:
        self.lock = Lock()
        self.factory: Factory | None = None
        self.open: OrderedDict[tuple[Context, str], Resources] = OrderedDict()

    def remember(self, context: Context, resources: Resources) -> None:
        with self.lock:
            key = (context, resources.index.generation)
            self.open[key] = resources
            self.open.move_to_end(key)
            while len(self.open) > _KEPT:
                self.open.popitem(last=False)


_REGISTRY: Final = _Registry()
_GIVEN: ContextVar[Resources | None] = ContextVar("citeline_resources", default=None)


def set_factory(factory: Factory | None) -> Factory | None:
    """Install what opens resources and forget the open ones; returns the factory that was there."""
    with _REGISTRY.lock:
        previous, _REGISTRY.factory = _REGISTRY.factory, factory
        _REGISTRY.open.clear()
    return previous


@contextmanager
def using(resources: Resources) -> Iterator[None]:
    """Inside the block, runs work with these resources instead of looking theirs up; threads and tasks inherit it."""
    token = _GIVEN.set(resources)
    try:
        yield
    finally:
        _GIVEN.reset(token)


def resources_for(context: Context, *, generation: str = "") -> Resources:
    """The resources of a context: of that generation while it is still open, else the newest.

    A run names the generation that it began with, so an index that is published meanwhile does not change the ground
    under it. Raises what opening and building an index raise.
    """
    given = context._given or _GIVEN.get()
    if given is not None:
        return replace(given, settings=context.apply(given.settings))
    with _REGISTRY.lock:
        factory = _REGISTRY.factory
        found = _REGISTRY.open.get((context, generation)) if generation else None
    if found is not None:
        return found
    if factory is None:
        raise CitelineError(
            "nothing opens resources for the steps of a run",
            remedy="import citeline.graph.resources, or use `set_factory` or `using` of citeline.nodes.running.context",
        )
    opened = factory(context)
    _REGISTRY.remember(context, opened)
    return opened


def describe(resources: Resources) -> dict[str, Any]:
    """name, generation and commit of the index, as the state and the printed answer carry them."""
    return dict(resources.index.identity())
