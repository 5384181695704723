"""Asking from the page: each run as it goes on, and the answers that were given before, with what was asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, fields
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

from pydantic import TypeAdapter, ValidationError

from citeline.dataclass import dataclass
from citeline.errors import UsageError
from citeline.graph.events import AnyEvent, CompletionEvent, ErrorEvent, ProgressEvent, StepEndEvent, StepStartEvent
from citeline.graph.pauses import Decide, Pause
from citeline.graph.run import Options, run_with_events
from citeline.tools.handle import IndexHandle

from ..history import Asked
from ..json_schemas import AnswerJson
from .shelf import Shelved

Kept: TypeAlias = Mapping[str, Any]
"""An answer as `citeline ask --format json` prints it, with what decided it (`decided`) and what was said before it in
the same conversation (`earlier`: `question` and `answer`, oldest first)."""
_EARLIER: Final = 8
"""Turns of a conversation that are kept with its last."""
_PLANNED: Final = ("intent", "mode", "why")
_HITS: Final = 5
_WORDS: Final = 20
_PIECE: Final = ("chunk_id", "path", "start_line", "end_line", "name", "relevance", "channels")


class Runs(Protocol):
    """Runs on one index."""

    def newest(self, count: int) -> Sequence[Asked]:
        """The last questions."""
        ...

    def answer(self, run: str) -> Kept | None:
        """The answer of a run; None when it is not known, or not done."""
        ...

    def ask(self, question: str, *, after: str = "", piece: int | None = None) -> Iterator[tuple[str, Any]]:
        """What happens: each `step`, what it `told`, at the end the `answer` with the id of its run before it.

        `after`: the run that the question goes on from. `piece`: the chunk that alone shall be used. Raises
        CitelineError where the run cannot end.
        """
        ...


@dataclass(frozen=True)
class OwnRuns:
    """Runs in this process, kept beside the index."""

    shelved: Shelved

    def newest(self, count: int) -> Sequence[Asked]:
        """Each question once."""
        return self.shelved.history.newest(count)

    def answer(self, run: str) -> Kept | None:
        """As it was kept; None, too, for what a version has kept that gave it another shape."""
        kept = self.shelved.history.answer(run)
        with suppress(ValidationError):
            _shape().validate_python(kept)
            return kept
        return None

    def ask(self, question: str, *, after: str = "", piece: int | None = None) -> Iterator[tuple[str, Any]]:
        """In the thread that asks for the next part."""
        earlier = conversation(self.answer(after))
        said = [
            {"role": role, "content": one[key]}
            for one in earlier
            for role, key in (("user", "question"), ("assistant", "answer"))
        ]
        options: Options = {"earlier": said, "settings": self.shelved.settings}
        if piece is not None:
            options |= {"review": ["evidence"], "decide": only(piece)}
        decided = Decided()
        index = IndexHandle(self.shelved.index(), self.shelved.settings)
        for event in run_with_events(question, index, **options):
            yield from told(event)
            match event:
                case ErrorEvent():
                    raise event.error
                case StepEndEvent():
                    decided.take(event.step, event.changed)
                case CompletionEvent():
                    answer = event.answer.to_json() | {"decided": decided.to_json(), "earlier": earlier}
                    yield "answer", (self.shelved.history.add(answer), answer)
                case _:
                    pass


@cache
def _shape() -> TypeAdapter[AnswerJson]:
    return TypeAdapter(AnswerJson)


def told(event: AnyEvent) -> Iterable[tuple[str, str]]:
    """What a reader is told of an event while they wait."""
    match event:
        case StepStartEvent():
            yield "step", event.step
        case ProgressEvent():
            yield "told", event.text
        case _:
            pass


def conversation(before: Kept | None) -> list[dict[str, str]]:
    """What was said up to and with an answer that a question goes on from."""
    if before is None:
        return []
    last = {"question": before["question"], "answer": before["answer"]}
    return [*before.get("earlier", ()), last][-_EARLIER:]


@dataclass(slots=True)
class Decided:
    """Filled by the steps of one run, and kept with its answer."""

    plan: Mapping[str, str] = field(default_factory=dict)
    searched: dict[str, Any] = field(default_factory=dict)
    """What was searched with: `text`, and `words`."""
    found: dict[str, int] = field(default_factory=dict)
    """Channel to how many of its chunks travel in the state."""
    hits: dict[str, list[Mapping[str, Any]]] = field(default_factory=dict)
    """Channel to the first of them, `chunk_id` and `why`."""
    pieces: list[Mapping[str, Any]] = field(default_factory=list)
    """What the answer was made from, best first, each with its place in every channel that found it."""

    def take(self, step: str, changed: Mapping[str, Any]) -> None:
        """Keep what a step has decided; a later round takes the place of an earlier one."""
        if "plan" in changed:
            self.plan = {name: str((changed["plan"] or {}).get(name, "")) for name in _PLANNED}
        if text := (changed.get("queries") or {}).get("english"):
            self.searched["text"] = str(text)
        if words := (changed.get("keywords") or {}).get("exact"):
            self.searched["words"] = [str(word) for word in words[:_WORDS]]
        for channel, hits in (changed.get("rankings") or {}).items():
            self.found[channel] = len(hits)
            self.hits[channel] = [{"chunk_id": hit["chunk_id"], "why": str(hit["why"])} for hit in hits[:_HITS]]
        if step == "assemble_context":
            self.pieces = [{name: piece[name] for name in _PIECE} for piece in changed.get("context", ())]

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {one.name: getattr(self, one.name) for one in fields(self)}  # `asdict` copies it all


def only(chunk: int) -> Decide:
    """What decides, where a run asks for a review of the evidence, that one piece alone is used."""

    def decide(pause: Pause) -> Mapping[str, Any]:
        # The page gives nobody's yes: an action that is asked for beside the answer is not run.
        return only_reply(chunk, pause.shown) if pause.kind == "evidence" else {"approve": False}

    return decide


def only_reply(chunk: int, shown: Mapping[str, Any]) -> Mapping[str, Any]:
    """The reply to a review of the evidence. Raises UsageError where the piece is not in it."""
    ids = [piece["id"] for piece in shown["evidence"] if piece["chunk_id"] == chunk]
    if not ids:  # an empty list means all of them
        raise UsageError("this piece is not found any more: its file has changed", remedy="ask again without it")
    return {"only": ids}
