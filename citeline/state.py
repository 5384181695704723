"""The typed state of the machine: plain JSON values, one writer or one reducer a key.

Plain values because Studio and the SDK put plain dicts here anyway and checkpoints must load everywhere.
LangGraph ignores defaults on a TypedDict, so nodes read with `.get`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, get_args

from typing_extensions import TypedDict

from .model import NodeKind
from .read import Read

Status: TypeAlias = Literal["answered", "partial", "not_found"]
Unchanged: TypeAlias = Literal["unchanged", "moved", "edited", "stale", "deleted"]
Supports: TypeAlias = Literal["supported", "place", "partly", "not_shown", "contradicted"]
"""Best first. `supported` is proved: by a quotation, or by a typed fact. `place`: the lines are the right ones, and
what the sentence says about them is neither proved nor contradicted."""
SUPPORTS: Final[tuple[Supports, ...]] = get_args(Supports)
CARRIES: Final = frozenset[Supports](("supported", "place", "partly"))
"""Verdicts with which a claim stays in an answer."""
Grade: TypeAlias = Literal["enough", "too_little", "too_much", "nothing"]
Style: TypeAlias = Literal["code", "prose", "mixed"]
"""Which ranking suits a question."""
Chat: TypeAlias = Literal["greeting", "thanks", "farewell", "help", "empty"]
"""What a message is that asks nothing about the sources."""


class Plan(TypedDict):
    """What plan_intent decided."""

    intent: Literal["search", "chat"]
    mode: Literal["pipeline", "explore"]
    why: str
    max_rounds: int
    """Rounds of searching at most."""
    budget_s: float
    """Seconds that the steps may use together."""
    style: NotRequired[Style]
    """As a person wants it ranked; absent, what the channels find decides."""
    chat: NotRequired[Chat]
    """Which reply suits, when the intent is `chat`."""
    actions: NotRequired[list[str]]
    """Names of the actions that the person asks for beside an answer."""
    domains: NotRequired[list[str]]
    """Names of the sources that are searched first; all when absent or empty."""
    asked: NotRequired[str]
    """The question with the parts that ask for them, or that say which sources to search."""


class Queries(TypedDict):
    """The question in the forms that the channels search with; empty string = that form does not exist."""

    english: str
    original: str
    hypothetical: str
    names: NotRequired[list[str]]
    """Names that a model expects the answer under."""
    words: NotRequired[list[str]]
    """Words that a model expects beside them."""


class Keywords(TypedDict):
    """Search words by level of freedom; a widening round searches one level further."""

    exact: list[str]
    parts: list[str]
    related: list[str]


class ChannelHit(TypedDict):
    """A chunk as one channel found it; lists are best first."""

    chunk_id: int
    score: float
    """On the channel's own scale; only its order is compared between channels."""
    why: str


class PackedColumns(TypedDict):
    """All that one channel has found, far beyond the hits that are shown, packed as `retrieval/columns.py` reads it."""

    signal: str
    shown: int
    """How many of its chunks are shown in `rankings`: what is missing there has been taken away."""
    generation: str
    """Of the index; in another one the channel is asked again."""
    sizes: dict[str, int]
    zeros: dict[str, float]
    data: str


class Candidate(TypedDict):
    """A chunk after fusion, with its rank in every channel that found it (1-based)."""

    chunk_id: int
    score: float
    channels: dict[str, int]


class PassageRef(TypedDict):
    """A chunk that claims may be taken from; the text stays in the index."""

    chunk_id: int
    score: float
    """The chunk's own; only compared within one question."""
    chance: NotRequired[float]
    """That it answers, if one of those that were read does; unknown of what others than the ranker have placed."""
    kept: NotRequired[bool]
    """Whether the filter has left it in the evidence: where somebody takes it out there, no claim is made of it."""


class Evidence(TypedDict):
    """One chunk chosen for the answer; ids are 1-based and stable within a run."""

    id: int
    chunk_id: int
    path: str
    start_line: int
    """1-based, inclusive."""
    end_line: int
    page: int | None
    place: NotRequired[str]
    """Where a person finds it, in a document with pages: `page 3`, `slide 2`, `sheet Costs, B6:F7`."""
    kind: str
    name: str
    qualified_name: str
    language: str
    text: str
    sha256: str
    """Of the cited lines joined with LF, UTF-8."""
    score: float
    relevance: float
    """0-10; the filter keeps 5 and more."""
    channels: dict[str, int]
    features: dict[str, float]


class Verdicts(TypedDict):
    """What was checked about one citation of one claim."""

    resolves: bool
    unchanged: Unchanged
    supports: Supports
    basis: str
    """fact, quote or names; empty when nothing was checkable."""
    why: str
    moved_to: NotRequired[list[int]]
    """[start_line, end_line] when `unchanged` is `moved`."""


class Fact(TypedDict):
    """What a claim states. Its sentence is rendered from this, in the language of the question, and never read back."""

    relation: str
    """The key of its sentence in the `[answer]` table of each language: `calls`, `value`, `cell` …"""
    subject: str
    object: str
    condition: NotRequired[str]
    """Under which it holds, as the source spells it."""
    kind: NotRequired[NodeKind]
    """Of the definition that `defined` is about."""


class Claim(TypedDict):
    """One sentence of the answer with the ids of its evidence."""

    text: str
    evidence: list[int]
    fact: NotRequired[Fact]
    """What the sentence was rendered from; absent where somebody else wrote it, such as a model."""
    features: NotRequired[dict[str, float]]
    """What the ranker of claims knew of the lines, where it chose them."""
    quote: NotRequired[str]
    """Source text quoted verbatim in the claim, shown as a block."""
    verdicts: NotRequired[dict[str, Verdicts]]
    """By evidence id, as text because JSON keys are."""


class Answers(TypedDict):
    """Whether the answer as a whole answers the question; it may not while every citation is right."""

    verdict: Literal["yes", "partly", "not_stated"]
    why: str
    opening: NotRequired[str]
    """What is said before the claims: that nothing states it, that a name is absent, or that they may not answer."""


class Usage(TypedDict, total=False):
    """What a run has cost so far; reducers add."""

    model_calls: int
    input_tokens: int
    output_tokens: int
    usd: float
    seconds: float
    retrievals: int


class Degradation(TypedDict):
    """A step that did less than it could, and why."""

    step: str
    # `from` is a keyword, hence the functional field name in JSON only.
    source: str
    to: str
    why: str


class Looked(TypedDict):
    """Where a run has searched: shown with `not_found`."""

    round: int
    keywords: list[str]
    channels: dict[str, int]
    """Hits per channel."""


class MissingName(TypedDict):
    """A name of the question that the sources neither define nor mention."""

    name: str
    """As it was asked."""
    nearest: list[str]
    """What they hold that is called most like it, best first; may be empty."""


class ArgumentSource(TypedDict):
    """Where an argument of an action, or a part of it, comes from."""

    kind: Literal["question", "citation", "default", "action", "person", "model"]
    """`action`: the action works it out itself; `model`: neither question nor answer says so."""
    text: str
    """The words of the question, the cited line, or what is to be said of a value that a model made up."""
    place: NotRequired[str]
    """Of a citation: `path:line`."""
    evidence: NotRequired[int]
    """Of a citation: its number in the answer."""


class ArgumentChoice(TypedDict):
    """One of several values that an argument may have."""

    value: Any
    """Plain JSON."""
    sources: list[ArgumentSource]


class ActionCall(TypedDict):
    """Something with a side effect that a run would do, and what became of it."""

    name: str
    arguments: dict[str, Any]
    """Plain JSON values, as the person is shown them."""
    sources: NotRequired[dict[str, list[ArgumentSource]]]
    """By argument; a date and a time may come from two places."""
    choices: NotRequired[dict[str, list[ArgumentChoice]]]
    """By argument that is not decided: a person chooses, and gives it with the yes."""
    unused: NotRequired[list[str]]
    """Words of the wish that no argument holds."""
    status: Literal["proposed", "approved", "declined", "done", "failed"]
    told: str
    """What was done, or why not."""
    id: NotRequired[str]
    """Of this proposal; another run that proposes the same has another one."""
    as_proposed: NotRequired[str]
    """Digest of it when it was proposed: one that differs was edited since."""
    yes: NotRequired[str]
    """Digest of what the person has said yes to: nothing else is run."""


def add_by_key(left: Mapping[str, Any] | None, right: Mapping[str, Any] | None) -> dict[str, Any]:
    """Sum of both, key by key, as of times that steps take in the rounds of a loop; independent of order."""
    total = dict(left or {})
    for key, value in (right or {}).items():
        total[key] = total.get(key, 0) + value
    return total


def merge_rankings(
    left: dict[str, list[ChannelHit]] | None, right: dict[str, list[ChannelHit]] | None
) -> dict[str, list[ChannelHit]]:
    """Later rounds replace a channel's ranking; None forgets all of them."""
    return {} if right is None else {**(left or {}), **right}


def latest_by_key(left: dict[str, Any] | None, right: dict[str, Any] | None) -> dict[str, Any]:
    """Later values replace earlier ones, key by key."""
    return {**(left or {}), **(right or {})}


def add_messages(left: Any, right: Any) -> Any:
    """LangGraph's own message reducer, imported late: this module is read by commands that need no LangGraph."""
    from langgraph.graph.message import add_messages as merge

    return merge(left or [], right or [])


def append(left: list[Any] | None, right: list[Any] | None) -> list[Any]:
    """Concatenate; None starts again."""
    return [] if right is None else [*(left or []), *right]


class RAGState(TypedDict, total=False):
    """Everything a run knows."""

    question: str
    messages: Annotated[list[Any], add_messages]
    plan: Plan
    read: Read
    queries: Queries
    keywords: Keywords
    level: int
    """Keyword levels in use, 1 to 3."""
    round: int
    rankings: Annotated[dict[str, list[ChannelHit]], merge_rankings]
    """The first hits of each channel, which a person may change; the others follow in `columns`."""
    columns: Annotated[dict[str, PackedColumns], latest_by_key]
    looked: Annotated[list[Looked], append]
    style: Style
    """Which ranking suits the question, by what the channels have found; written by fuse_rankings."""
    candidates: list[Candidate]
    evidence: list[Evidence]
    """Ranked; written by rerank, thinned by filter_documents, numbered by assemble_context."""
    closest: list[Evidence]
    """The best of what filter_documents saw, kept or not: shown when the run refuses."""
    context: list[Evidence]
    """What the answer is made from; check_citations narrows it before a second try."""
    sufficient: bool | None
    """Whether a model takes the evidence for enough; None when none was asked, or did not say."""
    missing: str
    """What it misses."""
    explored: bool
    """Whether explore has looked further than the search."""
    grade: Grade
    grade_score: float
    """0-1: how much the evidence looks like an answer; compared with `evidence_floor`."""
    passages: list[PassageRef]
    """The chunks, best first, that a model-free answer takes its lines from; more and smaller than the evidence."""
    alone: bool
    """A person has chosen the pieces that alone shall be used: nothing is looked up beside them."""
    claims: list[Claim]
    more: list[Claim]
    """Further claims, shown on request."""
    basis: str
    """What the first claim rests on besides words, such as a cell or the graph; empty for none."""
    not_stated: str
    """Why nothing answers, where a step knows."""
    signals: dict[str, float]
    """What tells whether the answer is full, `full`: the chance of it (`ranking/stated.py`); empty where nobody knows,
    as of sentences that a model wrote."""
    answers: Answers | None
    """Whether the claims answer the question; None where nothing is claimed."""
    answer: str
    status: Status
    unanswered: list[str]
    """Parts of a question of several for which nothing was found: told below the answer to the others."""
    missing_names: list[MissingName]
    """Symbols, files, options and products of the question that the index does not know: told before any answer."""
    actions: list[ActionCall]
    again: bool
    """Whether a person has asked anew at a review."""
    sent_back: list[str]
    """What replies at reviews have sent the run back with: another question, or nothing for changed sentences."""
    rewrites: int
    usage: Annotated[Usage, add_by_key]
    timings: Annotated[dict[str, float], add_by_key]
    channel_seconds: Annotated[dict[str, float], latest_by_key]
    """Of the last round; the channels run side by side, so fuse_rankings charges the longest."""
    prompts: Annotated[dict[str, str], latest_by_key]
    """Digest of the prompt of each step that has asked a model."""
    endpoints: Annotated[dict[str, str], latest_by_key]
    """Host, or host and model, to the kind of the last failure, where it is not worth asking again in this run; see
    `FailureKind`. Empty once it has answered."""
    degradations: Annotated[list[Degradation], append]
    index: dict[str, str]
    """name, generation and commit of the index that answered."""


class RAGOutput(TypedDict, total=False):
    """What of the state a host graph gets: the result. A key of the host's called like any other stays the host's."""

    messages: Annotated[list[Any], add_messages]
    status: Status
    answer: str
    answers: Answers | None
    claims: list[Claim]
    evidence: list[Evidence]
    actions: list[ActionCall]


StateUpdate: TypeAlias = dict[str, Any]
"""What a node returns: only the keys that it changes. LangGraph checks them against RAGState."""
