"""Asking from the page: each run as it goes on, and the answers that were given before, with what was asked first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

from pydantic import TypeAdapter, ValidationError

from citeline.graph.events import AnyEvent, CompletionEvent, ErrorEvent, ProgressEvent, StepEndEvent, StepStartEvent
from citeline.graph.run import Options, run_with_events
from citeline.tools.handle import IndexHandle

from ..history import Asked
from ..json_schemas import AnswerJson
from .decided import Decided, only
from .shelf import Shelved

Kept: TypeAlias = Mapping[str, Any]
"""An answer as `citeline ask --format json` prints it, with what decided it (`decided`) and what was said before it in
the same conversation (`earlier`: `question` and `answer`, oldest first)."""
_EARLIER: Final = 8
"""Turns of a conversation that are kept with its last."""


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
