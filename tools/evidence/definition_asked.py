"""Questions that name one definition: where it is, what it is, what it does. The name decides, not the ranking."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from citeline.indexing.reader import Index
from citeline.model import CALLABLE_KINDS, TYPE_KINDS, StoredNode
from citeline.text import fold

from ..citations.passage import last_part
from ..question.ordinary import is_ordinary
from ..retrieval.paths import read_path

_MOST: Final = 2
"""Definitions of one name that are told; with more the name says too little, and the ranking chooses."""
# ASCII only, or a Chinese or Japanese question without blanks would be one name.
_NAME: Final = r"[`'\"]?(?P<name>(?a:[A-Za-z_$][\w$]*(?:(?:\.|::|#|->)[\w$]+)*))(?:\(\))?[`'\"]?"
_KIND: Final = r"(?:(?:the|a|an) )?(?:(?:function|method|class|module|type|interface|struct|trait|enum|constant) )?"
_KIND_DE: Final = r"(?:(?:die|der|das|eine?) )?(?:(?:funktion|methode|klasse|modul|typ|konstante|schnittstelle) )?"
_KIND_ES: Final = r"(?:(?:el|la|una?) )?(?:(?:función|método|clase|módulo|tipo|constante|interfaz) )?"
_KIND_CJK: Final = r"(?: ?(?:クラス|関数|メソッド|型|モジュール|类|函数|方法|接口|模块))?"
"""In Chinese and Japanese it stands behind the name."""
_MARKED: Final = re.compile(
    r"[`'\"]|\(\)|\b(?:function|method|class|constant|defined|declared|implemented|does)\b|定义|声明|定義"
    r"|\b(?:funktion|methode|klasse|definiert|macht|función|método|clase|define|definid[oa]|hace)\b"
    r"|クラス|関数|メソッド|类|函数|方法",
    re.IGNORECASE,
)
"""Says that a word is a name: `what does get do` is asked of a function."""
_NAMED_TYPES: Final = TYPE_KINDS - {"type"}
_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        _NAME,
        rf"where (?:is|are|does) {_KIND}{_NAME}(?: (?:class|function|method))?"
        r"(?: (?:defined|declared|implemented|located|live))?",
        rf"what (?:is|are|does) {_KIND}{_NAME}(?: (?:do|for|mean|about))?",
        rf"(?:show|explain|describe)(?: me)? {_KIND}{_NAME}",
        rf"(?:the )?definition of {_KIND}{_NAME}",
        rf"{_NAME}{_KIND_CJK} ?(?:是)?(?:在)?(?:哪里|哪儿|哪)(?:里)?(?:被)?(?:定义|实现|声明)?(?:的)?",
        rf"{_NAME}{_KIND_CJK} ?(?:是(?:什么|做什么的?|干什么的?)|有什么用|的(?:作用|定义)(?:是什么)?)",
        rf"(?:什么是|解释(?:一下)?|介绍(?:一下)?) ?{_NAME}",
        rf"{_NAME}{_KIND_CJK} ?(?:は|って)?どこ(?:に|で)?(?:定義|実装)?"
        r"(?:され|あ[るり])*(?:てい(?:る|ます)|ます|です)?の?か?",
        rf"{_NAME}{_KIND_CJK} ?(?:とは|って|は何)(?:何|なん)?(?:です|でしょう|をします|をする)?の?か?",
        rf"wo (?:ist|wird|steht|liegt) {_KIND_DE}{_NAME}(?: (?:definiert|deklariert|implementiert|zu finden))?",
        rf"was (?:ist|macht|tut|bedeutet) {_KIND_DE}{_NAME}",
        rf"(?:zeige?|erklär[e']?|beschreibe?)(?: mir)? {_KIND_DE}{_NAME}",
        rf"wo(?:für|zu) (?:ist|dient|gibt es) {_KIND_DE}{_NAME}(?: (?:gut|da))?",
        rf"d[oó]nde (?:est[aá]|se (?:define|declara|implementa|encuentra)) (?:definid[oa] )?{_KIND_ES}{_NAME}"
        r"(?: definid[oa])?",
        rf"qu[eé] (?:es|hace|significa) {_KIND_ES}{_NAME}",
        rf"(?:mu[eé]stra|expl[ií]ca|descr[ií]be)(?:me)? {_KIND_ES}{_NAME}",
        rf"para qu[eé] sirve {_KIND_ES}{_NAME}",
    )
)


def name_asked(question: str) -> str:
    """The name that a question is about; empty when it asks for more than one definition."""
    bare = question.strip().strip("¿?？.。!！ ")
    return next((found["name"] for pattern in _PATTERNS if (found := pattern.fullmatch(bare))), "")


def definitions_asked(index: Index, question: str, sources: Collection[str] = ()) -> list[StoredNode]:
    """What the question asks for by name: at most two definitions that are called so, tests only if they alone are.

    Types and functions called exactly so, or else a top-level constant. A plain word may be no name at all: of
    `what is a blueprint` only a type is meant, however it is capitalised, and no test. Empty for a question about
    anything else, and for a name that many have. With `sources` only theirs count.
    """
    name = name_asked(question)
    return definitions_called(index, name, question, sources) if name else []


def definitions_called(
    index: Index, name: str, question: str, sources: Collection[str] = (), *, most: int = _MOST
) -> list[StoredNode]:
    """The same for a name that stands anywhere in a question; empty where more than `most` are called so."""
    called = last_part(name)
    namesakes = [n for n in index.structure.nodes_folded([fold(called)]) if index.is_in(n.path, sources)]
    if _is_plain(name, question):
        found = [node for node in namesakes if node.kind in _NAMED_TYPES and not read_path(node.path).is_test]
    else:
        exact = [n for n in namesakes if n.name == called and fold(n.qualified_name).endswith(fold(name))]
        named = [node for node in exact if node.kind in TYPE_KINDS | CALLABLE_KINDS]
        constants = [node for node in exact if node.kind == "constant" and node.qualified_name == called]
        kinds = (named, constants)
        found = next(filter(None, ([n for n in kind if not read_path(n.path).is_test] for kind in kinds)), named)
    # A class inside another, or a method, is seldom what a bare name means when something stands on its own.
    outer = [node for node in found if node.qualified_name == node.name] or found
    return sorted(outer, key=lambda node: (node.path, node.start_line)) if len(outer) <= most else []


def _is_plain(name: str, question: str) -> bool:
    """Whether the name is an ordinary word that nothing marks as a name."""
    ordinary = name.isalpha() and name.islower() and len(name) > 1 and is_ordinary(name)
    return ordinary and _MARKED.search(question) is None
