"""Decides what a question needs: a search in the style that suits it, or only a reply."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_args

from citeline.errors import UsageError
from citeline.state import Plan, RAGState, StateUpdate
from citeline.text import identifiers_in, unique
from citeline.tools.actions import known_actions
from citeline.tools.evidence.definition_asked import definitions_asked
from citeline.tools.evidence.fencing import DATA_RULE, fence_text, new_marker
from citeline.tools.evidence.term_weights import chunks_with
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.schemas import PlanReply
from citeline.tools.question.clean import MAX_QUESTION, clean_question, cut_question, respelled
from citeline.tools.question.cues import Cue
from citeline.tools.question.follow_up import Before, followed
from citeline.tools.question.intents import INTENTS
from citeline.tools.question.planned import with_planned
from citeline.tools.question.question import Question, Wish
from citeline.tools.question.read import read
from citeline.tools.question.sources import sources_named
from citeline.tools.question.wishes import said_in, wishes_in
from citeline.tools.retrieval.project_lexicon import lexicon_of
from citeline.tools.searched import chosen_sources
from citeline.visible import one_line

from .running.context import describe
from .running.model_steps import step_with_model
from .running.steps import Run
from .running.threads import to_thread

if TYPE_CHECKING:
    from citeline.tools.models.role import ModelRun

_BLANK: Final[dict[str, Any]] = {
    "round": 0,
    "level": 0,
    "rewrites": 0,
    "candidates": [],
    "evidence": [],
    "closest": [],
    "context": [],
    "passages": [],
    "claims": [],
    "more": [],
    "basis": "",
    "not_stated": "",
    "signals": {},
    "alone": False,
    "answers": None,
    "missing_names": [],
    "unanswered": [],
    "sufficient": None,
    "missing": "",
    "explored": False,
    "actions": [],
    "again": False,
    "answer": "",
}
"""A thread keeps its state: without these, the last question's answer would lie under the new one."""


_PROMPT: Final = load_prompt("citeline.nodes", "plan_intent")
_OUTPUT_TOKENS: Final = 400
_CHOICE: Final = 2
"""Sources from which on there is one."""
_EARLIER: Final = 6
"""Messages of a conversation that a question can still refer to."""
_EARLIER_CHARS: Final = 800
"""Of each."""


def _as_it_stands(state: RAGState, run: Run) -> StateUpdate:
    return _planned(followed(asked(state), Before.of_messages(_said_before(state))), state, run)


@step_with_model("planner", _PROMPT, twin=_as_it_stands, first=True, spares_answer=True)
async def plan_intent(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
    """Clean the question, cut it if it is huge, and choose between search and reply.

    An action that is asked for beside the answer is planned, and its part of the question is not searched for.
    With a model, what was said before is put into a question that refers to it, small talk is told from questions in
    any language, and the sources are chosen that an answer may lie in. Without a conversation, several sources, or
    actions that only a model can tell from a question, there is nothing that a model could add.
    """
    question = asked(state)
    earlier = _conversation(state)
    actions = known_actions(run.resources.actions)
    sources = run.index.tree.sources if not run.settings.sources else ()
    if not earlier and len(sources) < _CHOICE and all(action.wanted is not None for action in actions):
        return await to_thread(_planned, question, state, run)
    # Earlier answers quote sources, and what a source is about may be written by a stranger.
    marker = new_marker()
    conversation = fence_text(earlier, marker, what="conversation")
    described = "\n".join(f"{source.name}: {source.about}" for source in sources)
    messages = _PROMPT.render(
        name=one_line(run.index.name),
        data_rule=DATA_RULE,
        conversation=conversation,
        question=cut_question(question),
        sources=fence_text(described, marker, what="sources"),
        actions="; ".join(f"{action.name}: {action.description}" for action in actions) or "none",
        intents=", ".join(INTENTS),
        cues=", ".join(get_args(Cue)),
    )
    reply = await model.ask(messages, PlanReply, max_output_tokens=_OUTPUT_TOKENS)
    whole = cut_question(reply.question.strip()) or question
    update = await to_thread(_planned, whole, state, run)
    if chosen := [action.name for action in actions if action.name in reply.actions]:
        known = update["plan"].get("actions", [])
        update["plan"] = {**update["plan"], "actions": unique([*known, *chosen]), "asked": question}
        # Only a model has told them, so nothing tells which words are theirs.
        more = [Wish(name, "", tuple(said_in(question))).to_json() for name in chosen if name not in known]
        update["read"] = {**update["read"], "wishes": [*update["read"]["wishes"], *more]}
    names = {source.name for source in sources}
    if named := [name for name in unique(reply.domains) if name in names]:
        update["plan"] = {**update["plan"], "domains": named}
    read_anew = with_planned(
        Question.from_json(cast(Any, update["read"]), lambda: read(whole)),
        intents=reply.intents,
        names=reply.names,
        about=reply.about,
        parts=reply.parts,
        cues=reply.cues,
    )
    update["read"] = read_anew.to_json()
    if not reply.needs_search and not identifiers_in(question) and update["plan"]["intent"] == "search":
        update["plan"] = {**update["plan"], "intent": "chat", "why": "no search: small talk", "chat": "help"}
    return update


def _conversation(state: RAGState) -> str:
    """What was said before the question; empty when nothing was."""
    said = _said_before(state)[-_EARLIER:]
    return "\n".join(f"{_SPEAKER[speaker]}: {text[:_EARLIER_CHARS]}" for speaker, text in said)


def _said_before(state: RAGState) -> list[tuple[str, str]]:
    """The speaker, `human` or `ai`, and the text of each message before the question."""
    messages = [message for message in state.get("messages") or [] if getattr(message, "type", "") in ("human", "ai")]
    if messages and messages[-1].type == "human":
        messages = messages[:-1]
    return [(message.type, str(message.text)) for message in messages]


_SPEAKER: Final = {"human": "Person", "ai": "Citeline"}


def _planned(asked_for: str, state: RAGState, run: Run) -> StateUpdate:
    if run.resources.stale:
        run.degrade(source="the folder as it is", to="the folder as it was indexed", why=run.resources.stale)
    for notice in run.index.notices:
        run.degrade(source="the current index", to="an earlier one", why=notice)
    question = clean_question(asked_for)
    if len(question) > MAX_QUESTION:
        run.degrade(
            source=f"question of {len(question)} characters",
            to=f"{MAX_QUESTION} of them, its beginning and its end",
            why="a question is searched for by its words, and more of them only blur it",
        )
        question = clean_question(cut_question(asked_for))
    lexicon = lexicon_of(run.index, run.settings.lexicon)
    actions = known_actions(run.resources.actions)
    wished = wishes_in(question, {action.name: action.wanted for action in actions if action.wanted is not None})
    wishes, rest = wished.wishes, wished.rest
    if read(question, lexicon).language == "en":
        # What is to be done is done with the words that were said: a title, an address.
        rest, meant = respelled(rest, partial(chunks_with, run.index))
        question = question if wishes else rest
        for typed, word in meant.items():
            run.degrade(source=typed, to=word, why="no text here has the first word")
    whole = question
    domains, rest = sources_named([source.name for source in run.index.tree.sources], rest)
    plan = _plan(read(rest, lexicon), run)
    if domains and plan["intent"] == "search":
        plan = {**plan, "domains": domains, "asked": question}
        question = rest
    if wishes and plan["intent"] == "search":
        plan = {**plan, "actions": [wish.action for wish in wishes], "asked": plan.get("asked", question)}
        question = rest
    pasted = read(asked_for, lexicon)  # its line ends tell where a message ends
    alone = read(question, lexicon)
    said = replace(
        alone,
        names=pasted.names if pasted.frames else alone.names,
        quoted=pasted.quoted,
        frames=pasted.frames,
        sources=tuple(domains),
        wishes=wishes,
        asked=whole,
    )
    update: StateUpdate = {"question": question, "read": said.to_json(), "plan": plan, "index": describe(run.resources)}
    # What an earlier run of the thread was sent back with is over.
    return {**_BLANK, **update, "sent_back": state.get("sent_back", []) if state.get("again") else []}


def asked(state: RAGState) -> str:
    """The question, or what the person said last when the conversation ends with that.

    Raises UsageError for a question that is no text: a server takes whatever it is sent.
    """
    messages = state.get("messages") or []
    if messages and getattr(messages[-1], "type", "") == "human":
        return str(messages[-1].text)
    question: object = state.get("question") or ""
    if not isinstance(question, str):
        raise UsageError(
            f"question = {question!r}: this is no text", remedy='give {"question": "…"}, or messages that end with one'
        )
    return question


def _plan(question: Question, run: Run) -> Plan:
    chosen_sources(run.index, run.settings)  # raises for a source that is not there and a filter that is wrong
    plan: Plan = {
        "intent": "search",
        "mode": _mode(question, run),
        "why": "",
        "max_rounds": run.settings.max_rounds,
        "budget_s": run.budget_s,
    }
    chat = question.chat
    # `get` is a word that says nothing, and here perhaps a function; of an empty folder no question is to blame.
    unread = not run.index.manifest.counts.get("chunks")
    if chat is not None and not (chat == "empty" and (unread or definitions_asked(run.index, question))):
        return {**plan, "intent": "chat", "why": f"no search: {chat}", "chat": chat}
    return {**plan, "why": "searched in the sources"}


def _mode(question: Question, run: Run) -> Literal["pipeline", "explore"]:
    """What the settings say; else to explore what asks for a way through several places, if a model can."""
    chosen = run.settings.mode
    if chosen != "auto":
        return chosen
    has_planner = run.resources.models is not None and run.resources.models.planner is not None
    asks = has_planner and not run.settings.no_model and "flow" in question.cues
    return "explore" if asks else "pipeline"
