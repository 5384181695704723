"""Looks further than one search can: a model calls tools until the evidence is judged to be enough."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Final, TypeVar

from citeline.dataclass import dataclass
from citeline.state import Evidence, PassageRef, RAGState, StateUpdate
from citeline.tools.evidence.fencing import DATA_RULE, fence, fence_text, new_marker
from citeline.tools.evidence.filter import keep_present, keep_relevant
from citeline.tools.evidence.relevance_asked import Scored, ask_relevance, beginning
from citeline.tools.explore import TOOLS, Desk, call
from citeline.tools.explore.judging import most_relevant
from citeline.tools.explore.table import Result
from citeline.tools.models.failures import ModelFailedError
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.turns import MAX_CALLS, Offer, Talk, take_turn
from citeline.tools.question.read import question_of
from citeline.tools.retrieval.project_lexicon import lexicon_of
from citeline.tools.searched import chosen_sources
from citeline.visible import one_line

from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

T = TypeVar("T")

SHARE: Final = 0.7
"""Of the seconds left; the answer has the others."""
_THRESHOLD: Final = 5.0
_MAX_TURNS: Final = 10
_MAX_FRUITLESS: Final = 2
"""Turns in a row of nothing but calls that fail or were made before: the model goes round in circles."""
_FIRST: Final = 3
"""Of the first hits: what they point to is looked at in any case."""
_MAX_GRADED: Final = 16
"""Pieces that are judged; an answer is made from about half a dozen."""
_ADDED: Final = 4
"""Pieces that the twin adds."""
_MAX_MISSING: Final = 300
_SHOWN_LINES: Final = 12
_OUTPUT_TOKENS: Final = 700
_NUMBER: Final = re.compile(r"\[(\d{1,6})\]")
_PROMPT: Final = load_prompt("citeline.nodes", "explore")
_GRADING: Final = load_prompt("citeline.nodes", "filter_documents")
_OFFERS: Final = tuple(Offer(tool.name, tool.description, tool.arguments) for tool in TOOLS.values())


def most_excerpts(first: int) -> int:
    """Excerpts in one call of a model at most, if the search has found `first`."""
    # What the first hits point to comes beside the results of a turn's calls, and is told once.
    return first + _MAX_TURNS * MAX_CALLS + 1


def _along_the_graph(state: RAGState, run: Run) -> StateUpdate:
    """The first pieces, what they point to if it is about the question, then the others."""
    found = run.within(lambda: _with_what_it_points_to(state, run), source="exploration", to="what the search found")
    if found is None:
        return {"explored": True}
    return {"explored": True, "evidence": found, "passages": _with_explored(state, found)}


def _with_explored(state: RAGState, evidence: Sequence[Evidence]) -> list[PassageRef]:
    """The passages with those of the evidence that the search had not found, which are as good as its best."""
    passages = state.get("passages", [])
    known = {one["chunk_id"] for one in passages}
    best = max((one["score"] for one in passages), default=1.0)
    explored = dict.fromkeys(piece["chunk_id"] for piece in evidence if piece["chunk_id"] not in known)
    added: list[PassageRef] = [{"chunk_id": chunk, "score": best, "kept": True} for chunk in explored]
    return [*passages, *added]


def _with_what_it_points_to(state: RAGState, run: Run) -> list[Evidence]:
    desk, first = _laid_out(state, run)
    _follow_first(desk, first)
    known = set(first)
    relevant = [piece for piece in most_relevant(desk, [], desk.question) if piece["relevance"] >= _THRESHOLD]
    reached = [piece for piece in keep_present(desk.question, relevant) if piece["id"] not in known][:_ADDED]
    had = [desk.pieces[number] for number in first]
    return [*had[:_FIRST], *reached, *had[_FIRST:]]


@step_with_model("planner", _PROMPT, twin=_along_the_graph, spares_answer=True, share=SHARE)
async def explore(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """More evidence for the question, the most relevant first, with whether it suffices and what it misses.

    Ends when a grading calls the evidence sufficient, or when nothing new comes; the model's own word ends nothing.
    Whatever the model does, what the first hits point to has been looked at. The twin only does that.
    """
    desk, first = await _in_time(lambda: _laid_out(state, run), run, model)
    looking = _Looking(desk, first, run, model)
    try:
        scored = await looking.look()
    except ModelFailedError as failure:
        if len(desk.pieces) == len(first):
            raise  # nothing has come of it
        run.degrade(
            source="exploration",
            to=f"its first {len(desk.answered)} calls",
            why=failure.why,
            budget=failure.kind == "budget",
        )
        judged = await to_thread(run.within, looking.by_words, source="what was explored", to="what the search found")
        if judged is None:
            return {"explored": True}
        scored = judged
    if scored.sufficient is False:
        run.degrade(source="all of the evidence", to="what was found", why=f"missing: {scored.missing or 'not said'}")
    found = [
        piece for piece in scored.evidence if run.index.is_in(piece["path"], chosen_sources(run.index, run.settings))
    ]
    evidence = keep_relevant(sorted(found, key=lambda piece: -piece["relevance"]), _THRESHOLD)
    return {
        "explored": True,
        "evidence": evidence,
        "passages": _with_explored(state, evidence),
        "sufficient": scored.sufficient,
        "missing": scored.missing,
    }


def _laid_out(state: RAGState, run: Run) -> tuple[Desk, list[int]]:
    """A desk with what the search has found, and its numbers."""
    lexicon, sources = lexicon_of(run.index, run.settings.lexicon), chosen_sources(run.index, run.settings)
    desk = Desk(run.index, question_of(state), lexicon=lexicon, sources=sources)
    return desk, desk.put(state.get("evidence", []))


def _follow_first(desk: Desk, first: list[int]) -> None:
    """Look at what the first hits point to, where nobody has."""
    for number in desk.unfollowed(first[:_FIRST]):
        call(desk, "walk_graph", {"piece": number, "direction": "out"})


async def _in_time(read: Callable[[], T], run: Run, model: ModelRun) -> T:
    """What reading the index gives, in a thread that is left behind when the seconds for models are over.

    Raises ModelFailedError then, and when the index cannot be read.
    """

    def within() -> tuple[T] | None:
        return run.within(lambda: (read(),), source="exploration", to="what was found", limit_s=model.left_s())

    found = await to_thread(within)
    if found is None:
        raise ModelFailedError("budget" if model.left_s() <= 0 else "reply", "the index did not answer in time")
    return found[0]


@dataclass(slots=True)
class _Looking:
    """One exploration."""

    desk: Desk
    first: list[int]
    run: Run
    model: ModelRun
    named: list[int] = field(default_factory=list)
    """Pieces that the model has named as needed."""

    async def look(self) -> Scored:
        """Turn by turn until the evidence suffices or nothing new comes. Raises ModelFailedError."""
        talk = await _in_time(self._begin, self.run, self.model)
        graded_at, fruitless = 0, 0
        scored: Scored | None = None
        for _ in range(_MAX_TURNS):
            turn = await take_turn(self.model, talk, max_output_tokens=_OUTPUT_TOKENS)
            results = [await self._call(asked.name, asked.arguments) for asked in turn.calls]
            talk.answer(turn, [_fence(result.text) for result in results])
            self.named = [int(number) for number in _NUMBER.findall(turn.text)] or self.named
            fruitless = 0 if any(result.ok for result in results) else fruitless + 1
            if turn.calls and fruitless < _MAX_FRUITLESS:
                continue
            if pointed := await self._follow():
                talk.tell(pointed)
                continue
            # It was told what is missing, and nothing has come of it: then that is searched for as it was said.
            idle = scored is not None and len(self.desk.pieces) == graded_at
            if scored is not None and idle and not await self._search(scored.missing):
                return scored
            graded_at = len(self.desk.pieces)
            scored = await self._grade()
            if scored.sufficient is not False:
                return scored
            talk.tell(_go_on(scored.missing))
        self.run.degrade(source="exploration", to=f"{_MAX_TURNS} turns of it", why="the model would not end")
        await self._follow()
        return await self._grade()

    def by_words(self) -> Scored:
        """The pieces as they are judged without a model, those that the first hits point to among them."""
        _follow_first(self.desk, self.first)
        return Scored(keep_present(self.desk.question, most_relevant(self.desk, [], self.desk.question)), None, "")

    def _begin(self) -> Talk:
        shown = [beginning(self.desk.shown(number), _SHOWN_LINES) for number in self.first]
        (_, system), (_, user) = _PROMPT.render(
            name=one_line(self.run.index.name),
            data_rule=DATA_RULE,
            question=self.desk.question.text,
            sources=fence(shown, new_marker()) or "Nothing.",
        )
        talk = Talk(system, _OFFERS, native=self.model.model.calls_tools)
        talk.tell(user)
        return talk

    async def _call(self, name: str, arguments: object) -> Result:
        given = arguments if isinstance(arguments, str | dict) else {}
        self.run.tell(tool=name, arguments=given if isinstance(given, dict) else {"text": given})
        result = await _in_time(lambda: call(self.desk, name, given), self.run, self.model)
        self.run.tell(tool=name, result=result.text)
        return result

    async def _follow(self) -> str:
        """What the first hits point to, where the model has not looked; empty when it has."""
        shown: list[str] = []
        for number in await _in_time(lambda: self.desk.unfollowed(self.first[:_FIRST]), self.run, self.model):
            result = await self._call("walk_graph", {"piece": number})
            shown += [result.text] if result.ok else []
        return f"Look at what these point to before you end:\n{_fence(chr(10).join(shown))}" if shown else ""

    async def _search(self, missing: str) -> bool:
        """Whether a search for what is missing brings new pieces."""
        before = len(self.desk.pieces)
        if not missing:
            return False
        await self._call("retrieve_documents", {"query": missing[:_MAX_MISSING]})
        return len(self.desk.pieces) > before

    async def _grade(self) -> Scored:
        known = await _in_time(lambda: most_relevant(self.desk, [], self.desk.question), self.run, self.model)
        by_number = {piece["id"]: piece for piece in known}
        # Named by the model, then what the search put first, then what looks most like the question.
        order = dict.fromkeys([*self.named, *self.first[:_FIRST], *by_number])
        chosen = [by_number[number] for number in order if number in by_number][:_MAX_GRADED]
        return await ask_relevance(
            self.model,
            _GRADING,
            chosen,
            index=self.run.index,
            question=self.desk.question,
            otherwise={piece["id"]: piece["relevance"] for piece in chosen},
        )


def _go_on(missing: str) -> str:
    told = f" It misses: {missing}." if missing else ""
    return f"Whoever judges the pieces does not find all that the answer needs.{told} Look for that, in another way."


def _fence(text: str) -> str:
    return fence_text(text, new_marker(), what="result")
