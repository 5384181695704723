"""Questions that ask for a list: who calls, inherits from, imports or uses a thing, and what it calls or depends on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from citeline.indexing.reader import Index
from citeline.model import DEFINITION_KINDS, EdgeKind, StoredNode
from citeline.state import Claim, Evidence
from citeline.text import fold, unique

from ...citations.passage import last_part
from ...question.language import language_of
from ..writing.citing import Citations
from .edges import EdgeRelation, EdgeTeller

MAX_LISTED: Final = 20
"""Claims: as many as one screen holds. A longer list is for the query language."""
_MAX_NAMESAKES: Final = 8
"""Definitions of one name; with more, the name says nothing."""

Direction: TypeAlias = Literal["in", "out"]
_CALLS: Final[tuple[EdgeKind, ...]] = ("calls",)
_INHERITS: Final[tuple[EdgeKind, ...]] = ("inherits",)
_IMPORTS: Final[tuple[EdgeKind, ...]] = ("imports",)
_ANY: Final[tuple[EdgeKind, ...]] = ("calls", "inherits", "imports", "references")

_NAME = r"[`'\"]?(?P<name>(?a:[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|/|-)[\w$]+)*))(?:\(\))?[`'\"]?"
"""ASCII only, or a Chinese or Japanese question without blanks would be one name."""
_KIND = r"(?:the |a )?(?:function |method |class |module |file |type |interface )?"
_WHO = r"(?:who|what|which(?: \w+)?)(?: else)?(?: (?:all|directly))?"
_ZH_WHO = r"(?:谁|什么地方|什么|哪里|哪儿|(?:哪些|哪个)(?:函数|方法|类|模块|文件|代码|地方|接口)?)"
_DE = r"(?:(?:die|der|das|den|dem) )?(?:(?:funktion|methode|klasse|modul|datei|typ|schnittstelle) )?" + _NAME
_ES = r"(?:(?:el|la) )?(?:(?:función|método|clase|módulo|archivo|fichero|tipo|interfaz) )?" + _NAME
_JA = _NAME + r"(?: ?(?:クラス|関数|メソッド|モジュール|型))?"
_JA_WHICH = r"(?:関数|メソッド|クラス|箇所|場所|コード|の)?は?(?:どれ|どこ|何|誰)?(?:です)?か?"
_LOOKS_LIKE_PATH: Final = re.compile(r"[/.]|::")
_ASKED: Final[tuple[tuple[Direction, tuple[EdgeKind, ...], tuple[str, ...]], ...]] = (
    (
        "in",
        _CALLS,
        (
            rf"{_WHO} (?:calls?|invokes?|is calling) {_KIND}{_NAME}",
            rf"(?:(?:list|show|find|what are|who are) )?(?:all )?(?:the )?(?:callers|call sites)"
            rf" (?:of|for) {_KIND}{_NAME}",
            rf"where (?:is|does) {_KIND}{_NAME} (?:get )?(?:called|invoked)(?: from)?",
            rf"{_ZH_WHO} ?(?:会|在|直接)?调用(?:了|到|过)? ?{_NAME}",
            rf"{_NAME} ?(?:会)?(?:在|被)? ?{_ZH_WHO} ?(?:被)?(?:里)?调用(?:了|过)?",
            rf"{_NAME} ?的?(?:调用者|调用方)(?:是|有)?{_ZH_WHO}?",
            rf"(?:誰が|何が|どこで|どこから) ?{_JA} ?(?:を|は|が)?(?:呼び出し|呼ん|呼ば)[ぁ-ん]*",
            rf"{_JA} ?(?:は|を|が)?(?:どこ|誰|何)(?:から|で|が|に)?(?:呼び出さ|呼ば|呼ん|呼び出し)[ぁ-ん]*",
            rf"{_JA} ?を呼(?:び出す|び出している|ぶ|んでいる){_JA_WHICH}",
            rf"{_JA} ?の呼び出し元(?:は(?:どれ|どこ|何|誰)(?:です)?か?)?",
            rf"wer ruft {_DE} auf",
            rf"welche \w+ rufen {_DE} auf",
            rf"(?:wo|von wo|woher|von wem) wird {_DE} aufgerufen",
            rf"qui[eé]n(?:es)? (?:llaman?|invocan?)(?: al?)? {_ES}",
            rf"qu[eé] (?:\w+ )?(?:llaman?|invocan?) al? {_ES}",
            rf"(?:desde |en )?d[oó]nde se (?:llama|invoca)(?: al?)? {_ES}",
        ),
    ),
    (
        "out",
        _CALLS,
        (
            rf"what (?:(?:functions|methods|else) )?does {_KIND}{_NAME} (?:call|invoke)",
            rf"which (?:functions|methods) (?:does|are called by) {_KIND}{_NAME}(?: call)?",
            rf"(?:the )?callees of {_KIND}{_NAME}",
            rf"{_NAME} ?(?:里|内部|中)?(?:都)?调用(?:了)?(?:什么|哪些(?:函数|方法)?)",
            rf"{_JA} ?(?:は|が) ?(?:何|どの(?:関数|メソッド))を(?:呼び出|呼ん)[ぁ-ん]*",
            rf"(?:was|welche \w+) ruft {_DE} auf",
            rf"qu[eé] (?:\w+ )?(?:llama|invoca) {_ES}",
        ),
    ),
    (
        "in",
        _INHERITS,
        (
            rf"{_WHO} (?:inherits? from|extends?|subclass(?:es)?|implements?|derives? from) {_KIND}{_NAME}",
            rf"(?:(?:what|which|who) are )?(?:the |all )?(?:subclasses|implementations|implementers|children)"
            rf" of {_KIND}{_NAME}",
            rf"{_ZH_WHO} ?(?:继承|实现)(?:自|了)? ?{_NAME}",
            rf"{_NAME} ?(?:的|有)?(?:哪些|什么)?(?:子类|派生类|实现类)(?:有|是)?{_ZH_WHO}?",
            rf"{_JA} ?を(?:継承|実装)(?:する|している|した)(?:クラス|もの|の)?は?(?:何|どれ|どのクラス)?(?:です)?か?",
            rf"(?:wer|was) (?:erbt von|implementiert) {_DE}",
            rf"welche \w+ (?:erben von|implementieren) {_DE}",
            rf"qui[eé]n(?:es)? (?:heredan? de|implementan?) {_ES}",
            rf"qu[eé] \w+ (?:heredan de|implementan) {_ES}",
        ),
    ),
    (
        "out",
        _INHERITS,
        (
            rf"what does {_KIND}{_NAME} (?:inherit from|extend|subclass|implement|derive from)",
            rf"(?:what (?:is|are) )?(?:the )?(?:base classe?s?|superclasse?s?|parent class) of {_KIND}{_NAME}",
            rf"{_NAME} ?(?:继承|实现)(?:自|了)?(?:谁|什么|哪个类?|哪些类?|哪些接口)",
            rf"{_NAME} ?的(?:父类|基类)(?:有|是)?{_ZH_WHO}?",
            rf"{_JA} ?(?:は|が) ?(?:何|どのクラス)を(?:継承|実装)[しす][ぁ-ん]*",
            rf"von (?:was|wem|welcher klasse) erbt {_DE}",
            rf"de (?:qu[eé]|qui[eé]n)(?: clase)? hereda {_ES}",
        ),
    ),
    (
        "in",
        _IMPORTS,
        (
            rf"{_WHO} (?:imports?|requires?|includes?) {_KIND}{_NAME}",
            rf"where is {_KIND}{_NAME} (?:imported|required|included)",
            rf"{_ZH_WHO} ?(?:导入|引入|引用|import)(?:了)? ?{_NAME}",
            rf"{_NAME} ?(?:在|被)? ?{_ZH_WHO} ?(?:被)?(?:导入|引入|引用)(?:了)?",
        ),
    ),
    (
        "out",
        _IMPORTS,
        (
            rf"what (?:(?:modules|files) )?does {_KIND}{_NAME} (?:import|require|include)",
            rf"{_NAME} ?(?:导入|引入)(?:了)?(?:什么|哪些(?:模块|文件)?)",
        ),
    ),
    (
        "in",
        _ANY,
        (
            rf"{_WHO} (?:uses?|depends? on|relies on) {_KIND}{_NAME}",
            rf"where is {_KIND}{_NAME} used",
            rf"(?:the )?(?:usages?|users|dependents) of {_KIND}{_NAME}",
            rf"{_ZH_WHO} ?(?:会|在)?(?:使用|用到|用|依赖)(?:了|到|于)? ?{_NAME}",
            rf"{_NAME} ?(?:在|被)? ?{_ZH_WHO} ?(?:被)?(?:使用|用到|依赖)(?:了)?",
            rf"{_JA} ?(?:は|を)?(?:どこ|誰|何)(?:で|が)(?:使わ|使っ|使用し|使用さ|利用さ)[ぁ-ん]*",
            rf"{_JA} ?を使(?:う|っている){_JA_WHICH}",
            rf"wo wird {_DE} (?:verwendet|benutzt|genutzt|gebraucht)",
            rf"wer (?:verwendet|benutzt|nutzt|braucht) {_DE}",
            rf"welche \w+ (?:verwenden|benutzen|nutzen|brauchen) {_DE}",
            rf"d[oó]nde se (?:usa|utiliza) {_ES}",
            rf"qui[eé]n(?:es)? (?:usan?|utilizan?) {_ES}",
            rf"qu[eé] \w+ (?:usan|utilizan) {_ES}",
        ),
    ),
    (
        "out",
        _ANY,
        (
            rf"what does {_KIND}{_NAME} (?:depend on|use|rely on|need)",
            rf"(?:what are )?(?:the )?dependencies of {_KIND}{_NAME}",
            rf"{_NAME} ?(?:依赖|使用|用到)(?:了|于)?(?:什么|哪些\w*)",
            rf"{_JA} ?(?:は|が) ?(?:何|どの\w+)(?:を|に)(?:使[いうっ]|使用|利用|依存)[ぁ-ん]*",
            rf"(?:was|welche \w+) (?:verwendet|benutzt|nutzt|braucht) {_DE}",
            rf"qu[eé] (?:\w+ )?(?:usa|utiliza) {_ES}",
            rf"de qu[eé] depende {_ES}",
        ),
    ),
)
_PATTERNS: Final[tuple[tuple[Direction, tuple[EdgeKind, ...], re.Pattern[str]], ...]] = tuple(
    (direction, kinds, re.compile(pattern, re.IGNORECASE))
    for direction, kinds, patterns in _ASKED
    for pattern in patterns
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as claims, each with a citation of its own."""

    claims: list[Claim]
    evidence: list[Evidence]
    more: int
    """Others that were found and not listed."""


@dataclass(frozen=True, slots=True)
class ListAsked:
    """Which edges at which name a question wants listed."""

    direction: Direction
    """`in`: edges that end there."""
    kinds: tuple[EdgeKind, ...]
    name: str


def read_list_question(question: str) -> ListAsked | None:
    """What a question wants listed; None when it asks for anything else."""
    bare = question.strip().strip("¿?？.。!！ ")
    for direction, kinds, pattern in _PATTERNS:
        found = pattern.fullmatch(bare)
        if found:
            return ListAsked(direction, kinds, found["name"])
    return None


def list_claims(
    index: Index, question: str, evidence: Sequence[Evidence], sources: Collection[str] = ()
) -> Listed | None:
    """The list that a question asks for; None when it asks for none, or the index has nothing to put on it.

    With `sources` only what their files say is listed.
    """
    asked = read_list_question(question)
    nodes = _named(index, asked.name, asked.kinds) if asked else []
    if asked is None or not nodes:
        return None
    citations = Citations(index, evidence, language_of(question))
    teller = EdgeTeller(index, citations, {})
    find = teller.incoming if asked.direction == "in" else teller.outgoing
    relations = [relation for node in nodes for relation in find(node, *asked.kinds)]
    relations = _whole_files([relation for relation in relations if index.is_in(relation[1].path, sources)])
    more = _say(citations, teller, relations, asked.direction)
    return Listed(citations.claims, citations.added, more) if citations.claims else None


def _whole_files(relations: Sequence[EdgeRelation]) -> list[EdgeRelation]:
    """Without the imports of single names from a file whose import is listed: one line says both."""
    files = {(source.id, target.document) for _, source, target in relations if target.kind == "file"}
    return [
        (edge, source, target)
        for edge, source, target in relations
        if edge.kind != "imports" or target.kind == "file" or (source.id, target.document) not in files
    ]


def _say(citations: Citations, teller: EdgeTeller, relations: Iterable[EdgeRelation], direction: Direction) -> int:
    """Say one edge for each pair of ends; returns how many further pairs there are."""
    said: set[tuple[int, int]] = set()
    left: set[int] = set()
    for edge, source, target in relations:
        pair = (source.id, target.id)
        if pair in said:
            continue
        if len(citations.claims) < MAX_LISTED:
            if teller.say(edge, source, target):
                said.add(pair)
        else:
            left.add(source.id if direction == "in" else target.id)
    return len(left - {ends[0 if direction == "in" else 1] for ends in said})


def _named(index: Index, name: str, kinds: Sequence[EdgeKind]) -> list[StoredNode]:
    """What a name may mean: the definitions that it spells out in full, or else all of that last name; files too."""
    structure = index.structure
    found = [node for node in structure.nodes_folded([fold(last_part(name))]) if node.kind in DEFINITION_KINDS]
    whole = [node for node in found if fold(node.qualified_name).endswith(fold(name))]
    exact = [node for node in whole or found if last_part(name) == node.name]
    chosen = exact or whole or found
    if "imports" in kinds and (not chosen or _LOOKS_LIKE_PATH.search(name)):
        chosen = [*_files(index, name), *chosen]
    return chosen if len(chosen) <= _MAX_NAMESAKES else []


def _files(index: Index, name: str) -> list[StoredNode]:
    """File nodes of the paths that a name means: `helpers.py`, `src/flask/helpers.py` or `flask.helpers`."""
    wanted = unique([f"/{name.lower()}", f"/{name.lower().replace('.', '/')}"])
    ids = [
        document.id
        for document in index.structure.documents()
        if any(_is_path(f"/{document.path.lower()}", tail) for tail in wanted)
    ]
    nodes = (node for document in ids[:_MAX_NAMESAKES] for node in index.structure.nodes_of(document))
    return [node for node in nodes if node.kind == "file"]


def _is_path(path: str, tail: str) -> bool:
    return path.endswith(tail) or path.rpartition(".")[0].endswith(tail)
