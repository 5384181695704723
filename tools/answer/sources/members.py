"""All members of what code lists: an enum, a union, a constant list, a run of constants.

The list is told where its name is what is asked for; a sentence beside it has the same words and names one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, islice
from math import log
from operator import itemgetter
from typing import Final

from tree_sitter import Node

from citeline.data_files import shipped_table, shipped_terms
from citeline.dataclass import dataclass
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.model import TYPE_KINDS, VALUE_KINDS, StoredChunk, StoredNode
from citeline.patterns import re
from citeline.text import fold, split_identifier, stem, terms, terms_of

from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..draft import Draft
from ..overview.facts import project_names
from ..reading.syntax import Source, ancestors, is_called, source_of, text_of
from .listed import MOST, Item, code_near, is_text, listed_drafts, unquoted, words_beside

_LEAST: Final = 3
"""Members from which on they are a list."""
_MOST_OWNERS: Final = 3
"""Types of one name whose fields are told."""
_HELD: Final = 0.75
"""Share of the words of the question that the list, its owner and its path must have."""
_OWN: Final = 0.6
"""Share of the words of its name that must be asked for: `DIRTY_STATES` are not the states."""
_MOST_WORDS: Final = 8
"""Words that the name of a type has."""
_MOST_TERMS: Final = 3 * _MOST_WORDS
"""Of such a name: a word may be taken apart."""
_PLURAL: Final = 2
"""Letters at most that a plural has more: `providers`, `classes`."""
_GAP: Final = 12
"""Lines of comment between two constants of a run."""
_SIMPLE: Final = 0.8
"""Share of the children of a list that are names or literals."""
_LONGEST: Final = 60
_CONSTANT: Final = re.compile(r"\s*[A-Z\d_]+\s*=|.*\b(?:static|const|final|Final|readonly|ClassVar)\b")
"""A line that sets what stands beside what each object has, where its name is in capital letters."""
_ENUM_BASE: Final = re.compile(r"\b\w*(?:Enum|Flag)\b")
_MADE: Final = re.compile(r"[^=!<>]=\s*(?:new\s+)?(?:[\w$]+(?:\.|::))*(?P<maker>[A-Za-z_$][\w$]*)\(")
"""What a value is made by."""
_UNION: Final = "union_type"
_LISTS: Final = re.compile(
    r"array(?:_expression|_initializer|_literal|_creation_expression)?|list(?:_literal)?|tuple(?:_expression)?|set|object|hash"
    r"|dictionary|(?:composite|collection|map|set_or_map)_literal|initializer_list|subscript|argument_list|arguments|union_type"
)
_MAKES_LIST: Final = re.compile(r"(?:.*\.)?(?:of|ofEntries|asList|listOf|setOf|arrayOf|mapOf|NewSet|Sets?\.New)")
_NAMED: Final = ("name", "left", "key", "pattern", "property")
_UNFIELDED: Final = "const_element"
"""Its first child is its name, which no field says."""
_PAIR: Final = re.compile(r"pair|keyed_element|.*_pair|property|field_initializer|method_definition|map_entry")
_PATH: Final = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*|-?\d[\w.]*|:\w+")
_WRAPS: Final = re.compile(r"(?:array_)?element(?:_initializer)?|literal_(?:element|type)|case_pattern")
_WRAPPED: Final = 5
"""Syntax nodes between a list and what it is assigned to."""
_STATEMENTS: Final = frozenset({"expression_statement", "statement"})
_ADDS: Final = re.compile(
    r"(?:[\w$]+(?:\.|->|::))*(?P<name>[A-Za-z_$][\w$]*)(?:\.|->)(?:add|append|push|push_back|insert|put)"
    r"\((?P<item>\"[^\"]*\"|'[^']*'|-?\d[\w.]*)(?:,[^()]*)?\);?"
)
"""A call that adds a literal to what is named before it."""
_ADDED: Final = 160
"""Bytes of such a statement."""


@dataclass(frozen=True, slots=True)
class Listing:
    """Members that stand together, with what says what they are."""

    subject: str
    """The name of the enum or the constant; the file of a run of constants."""
    named: frozenset[str]
    """Terms of its own name."""
    around: frozenset[str]
    """Of the definition that it stands in."""
    items: tuple[Item, ...]
    is_filled: bool = False
    """Whether they are added one by one, below where it is made."""

    def worth(self, asked: Collection[str], path: Collection[str], said: Collection[str]) -> float:
        """How well it is what is asked for; 0 where it is something else. `said`: names of several words that the
        question has as they are, folded: `which mutation types can a callback get` has all of `MutationType`.
        """
        named = self.named - _row("kinds").difference(asked) or self.named  # `NodeStateType` has the states of a node
        said_so = named.intersection(asked)
        in_one_word = _in_one_word if _row("states").isdisjoint(said_so) else frozenset
        sought, called = in_one_word(asked), in_one_word(named)
        held = in_one_word({*self.named, *self.around, *path, *self.alike})
        share = 1.0 if fold(self.subject) in said else len(held & sought) / len(sought)
        own = len(called & sought) / max(len(called), 1)
        if share < _HELD or own < _OWN:
            return 0.0
        return share + own + 0.5 * len(said_so) / len(asked) + 0.1 * log(len(self.items))

    @property
    def alike(self) -> frozenset[str]:
        """Terms that all members have."""
        return frozenset.intersection(*(frozenset(terms(one.text)) for one in self.items))


def member_drafts(
    index: Index, question: Question, chunks: Sequence[StoredChunk], sources: Collection[str] = ()
) -> tuple[list[Draft], int]:
    """The list that is asked for, a draft for each passage that holds some of it, and how many are not told."""
    asked = listed_terms(index, question)
    if not asked:
        return [], 0
    found: list[tuple[float, Source, Listing]] = []
    said = _names_said(question, least=2)
    corpus = corpus_of(index)
    states = _row("states")
    for source in code_near(index, asked | (states if asked & states else set()), chunks, sources):
        path = terms(source.document.path)
        worths = ((one.worth(asked, path, said), one) for one in listings_of(source))
        found += [
            (worth, source, one)
            for worth, one in worths
            if worth and not corpus.is_tested(int(source.document.id), one.items[0].line)
        ]
    if not found:
        return [], 0
    _, source, best = max(found, key=lambda one: (one[0], one[1].document.pagerank))
    known = {*best.named, *best.around, *best.alike, *(states if states & best.named else ())}
    if any(term in terms(item.text) for item in best.items for term in asked - known):
        return [], 0  # one of them is asked for, and not all
    told = listed_drafts(index, source, "members", best.subject, best.items[:MOST])
    return list(told), max(0, len(best.items) - MOST)


def owned_drafts(index: Index, question: Question, sources: Collection[str] = ()) -> tuple[list[Draft], int]:
    """What a type has that the question names, where nothing but that is asked: its fields, or the members of an enum
    inside of it for one of the states that it can be in. As `member_drafts` gives it.
    """
    held = _held(question)
    said = terms_of(question.english_words) & held  # also words that ask, as `contain` does
    asked = (listed_terms(index, question) | said) - _row("types")
    if not 0 < len(asked) <= _MOST_TERMS or asked.isdisjoint(held | _row("states") | _row("values")):
        return [], 0
    corpus = corpus_of(index)
    found: list[tuple[tuple[bool, float], Source, str, list[Item]]] = []
    for node in index.structure.nodes_folded(list(_names_said(question))):
        rest = asked.difference(terms(node.name))
        is_other = node.kind not in TYPE_KINDS or not rest or corpus.path_terms(int(node.document)).is_aside
        source = None if is_other or not index.is_in(node.path, sources) else source_of(index, int(node.document))
        if source is not None and (owner := _owner(source, node, rest, held)) is not None:
            worth = (node.qualified_name == node.name, source.document.pagerank)
            found.append((worth, source, owner.qualified_name, _held_by(source, owner)))
    found = [one for one in found if one[-1]]
    if not found:
        return [], 0
    outer = [one for one in found if one[0][0]] or found
    outer = sorted(outer, key=itemgetter(0), reverse=True)[:_MOST_OWNERS]
    lists = (listed_drafts(index, source, "members", subject, items[:MOST]) for _, source, subject, items in outer)
    return [*chain.from_iterable(lists)], sum(max(0, len(items) - MOST) for *_, items in outer)


def _held_by(source: Source, owner: StoredNode) -> list[Item]:
    """What a type declares and what its methods set of it, each at its first line; of an enumeration its values."""
    from ..reading.attributes import attributes_set  # few questions ask for fields

    kind = "constant" if owner.kind == "enum" else "field"
    found = {one.name: one.start_line for one in source.nodes if one.parent == owner.id and one.kind == kind}
    for name, line in () if _is_enum(owner) else attributes_set(source, owner):
        found[name] = min(found.get(name, line), line)
    own = [name for name in found if not name.isupper() or not _CONSTANT.match(source.lines[found[name] - 1])] or found
    return [Item(name, found[name]) for name in sorted(own, key=found.__getitem__)]


def _held(question: Question) -> frozenset[str]:
    """Terms by which a question asks for all that a type has: none of `how do I store a Cart`, `who keeps a Cart`."""
    verbs, words = _row("verbs"), [word.lower() for word in question.english_words]
    if not question.asks_for("list", "definition") and not set(words[:1]) <= {*_plain_row("openers")}:
        return frozenset()
    at = max((at for at, word in enumerate(words) if not verbs.isdisjoint(terms(word))), default=None)
    if at is not None and words[at] not in _plain_row("verbs"):
        return frozenset()  # it is kept, or something keeps it
    if at is not None and not terms_of(words[at + 1 :]) <= _row("fields") | _row("types"):
        return frozenset()
    is_listed = at is not None or question.asks_for("list")
    return _row("fields") | verbs | (_row("things") if is_listed else frozenset())


def _is_enum(node: StoredNode) -> bool:
    """Whether a type is an enumeration, by its kind or its base."""
    return node.kind == "enum" or _ENUM_BASE.search(node.signature) is not None


def _owner(source: Source, node: StoredNode, rest: Set[str], held: Set[str]) -> StoredNode | None:
    """The type whose values are asked for by what the question has beside the name of one."""
    if _is_enum(node):
        return node if rest <= held | _row("values") | _row("types") | _row("fields") else None
    if rest <= held:
        return node
    inner = [one for one in source.nodes if one.kind == "enum" and one.parent == node.id]
    states = [one for one in inner if rest <= _row("states") and not _row("states").isdisjoint(terms(one.name))]
    return states[0] if len(states) == 1 else None


_row: Final = partial(shipped_terms, "citeline.tools.answer.sources", "members.toml")


def _in_one_word(found: Collection[str]) -> frozenset[str]:
    """The terms with one in place of those for what something is in: the states of a job are a `JobStatus`."""
    states = _row("states")
    return frozenset(found) if states.isdisjoint(found) else frozenset(found) - states | {min(states)}


def _plain_row(row: str) -> Collection[str]:
    table: Mapping[str, Collection[str]] = shipped_table("citeline.tools.answer.sources", "members.toml")
    return table[row]


def listed_terms(index: Index, question: Question) -> frozenset[str]:
    """The terms that say what is listed."""
    beside = {stem(word) for word in words_beside()} | terms_of(project_names(index))
    asked = [word for word in question.english_words if not is_asking(word)]
    return terms_of(asked) - beside


def types_called(index: Index, question: Question) -> list[str]:
    """Types that are called like what is listed, those with most of the words first: `NotificationProvider`."""
    listed = listed_terms(index, question)
    if not 0 < len(listed) <= _MOST_TERMS:
        return []
    called = _names_said(question, listed)  # `providers` is no word of `listed`
    nodes = [node for node in index.structure.nodes_folded(list(called)) if node.kind in TYPE_KINDS]
    return sorted({node.name for node in nodes}, key=lambda name: (-called[fold(name)], name))


def _names_said(question: Question, held: Set[str] = frozenset(), least: int = 1) -> dict[str, int]:
    """Neighbouring words of a question that hold some terms, as the names that they may be, folded and without the
    plural, each with how many there are.
    """
    words = [word for word in question.english_words if terms(word) and (least > 1 or not is_asking(word))]
    runs = [words[at : at + size] for size in range(least, _MOST_WORDS + 1) for at in range(len(words) - size + 1)]
    called = {fold("".join(run)): len(run) for run in runs if held <= set(terms(" ".join(run)))}
    return called | {name[:-cut]: size for name, size in called.items() for cut in range(1, _PLURAL + 1)}


@cache_per_object
def listings_of(source: Source) -> tuple[Listing, ...]:
    """All lists of a document; read once while the document is in memory."""
    return (*_of_nodes(source), *_of_syntax(source))


def _of_nodes(source: Source) -> Iterator[Listing]:
    """Enums, and neighbouring values that are called alike or made by one function."""
    by_parent: dict[int, list[StoredNode]] = {}
    for node in source.nodes:
        if node.kind in VALUE_KINDS:
            by_parent.setdefault(int(node.parent or 0), []).append(node)
    parents = {int(node.id): node for node in source.nodes}
    for identity, nodes in by_parent.items():
        parent = parents.get(identity)
        is_type = parent is not None and parent.kind in TYPE_KINDS
        if parent is not None and is_type and _is_enum(parent):
            nodes = [node for node in nodes if node.kind == "constant" or parent.kind != "enum"]
            if found := _listing(source, parent.name, parent.start_line, [Item(n.name, n.start_line) for n in nodes]):
                yield found
            continue
        # The constants of SQL are indexes, which list nothing.
        constants = [node for node in nodes if node.kind == "constant" and source.document.language != "sql"]
        called = ((" ".join([_shared(run), _type_of(source, run[0])]), run) for run in _runs(constants))
        made = () if is_type else _made_alike(source, nodes)  # what a type has is told of the type
        for named, run in chain(called, made):
            items = [Item(node.name, node.start_line) for node in run]
            if found := _listing(source, source.document.path, run[0].start_line, items, named=named):
                yield found


def _made_alike(source: Source, nodes: Sequence[StoredNode]) -> Iterator[tuple[str, list[StoredNode]]]:
    """Values one below the other that one function makes, with its name."""
    by_line = sorted(nodes, key=lambda node: node.start_line)
    return ((maker, [*run]) for maker, run in groupby(by_line, partial(_maker_of, source)) if maker)


def _maker_of(source: Source, node: StoredNode) -> str:
    """The function whose result a value is, by its last name: `started = signals.signal("started")`."""
    made = _MADE.search(source.lines[node.start_line - 1])
    return made["maker"] if made else ""


def _runs(nodes: Sequence[StoredNode]) -> Iterator[list[StoredNode]]:
    """Constants one below the other whose names begin, or end, with the same word."""
    for word_at in (0, -1):

        def key(node: StoredNode, at: int = word_at) -> str:
            return (split_identifier(node.name) or [node.name])[at].lower()

        for _, same in groupby(sorted(nodes, key=lambda node: node.start_line), key):
            run: list[StoredNode] = []
            for node in same:
                if run and node.start_line - run[-1].end_line > _GAP:
                    yield run
                    run = []
                run.append(node)
            yield run


def _shared(run: Sequence[StoredNode]) -> str:
    """The words that the names of a run begin or end with."""
    parts = [split_identifier(node.name) for node in run]
    found: list[str] = []
    for turned in (parts, [one[::-1] for one in parts]):
        for same in zip(*turned, strict=False):
            if len({word.lower() for word in same}) > 1:
                break
            found.append(same[0])
    return " ".join(found)


def _type_of(source: Source, node: StoredNode) -> str:
    """The type that the first constant of a run is declared with: `Quick Mode = iota`."""
    line = source.lines[node.start_line - 1].partition("=")[0]
    beside = [word for word in re.findall(r"[A-Z]\w+", line) if word != node.name]
    return beside[-1] if beside else ""


def _of_syntax(source: Source) -> Iterator[Listing]:
    waiting = [source.root] if source.root is not None else []
    filled: dict[str, list[Item]] = {}
    while waiting:
        node = waiting.pop()
        waiting.extend(node.named_children)
        if is_called(node.type, _LISTS) and (name := _name_of(node)):
            if (found := _listing(source, name, node.start_point.row + 1, _items(node))) is not None:
                yield found
        elif added := _added(node):
            filled.setdefault(added[0], []).append(added[1])
    for name, items in filled.items():
        if (found := _listing(source, name, items[0].line, items)) is not None:
            yield replace(found, is_filled=True)


def _added(node: Node) -> tuple[str, Item] | None:
    """What a statement adds to a list, with the name of that: `STATES.add("57P01")`."""
    is_short = node.type in _STATEMENTS and node.end_byte - node.start_byte < _ADDED
    if not is_short or (found := _ADDS.fullmatch(text_of(node))) is None:
        return None
    return found["name"], Item(unquoted(found["item"]), node.start_point.row + 1)


def _name_of(node: Node) -> str:
    """What a list is assigned to, through calls and conversions that only wrap it."""
    inside = node.parent
    if node.type in ("argument_list", "arguments") and inside is not None:
        if not _MAKES_LIST.fullmatch(text_of(inside).partition("(")[0]):
            return ""
        inside = inside.parent
    if node.type == "subscript" and not text_of(node).startswith(("Literal[", "typing.Literal[", "t.Literal[")):
        return ""
    for around in islice(ancestors(inside), _WRAPPED):
        if is_called(around.type, _LISTS) and around.type not in ("argument_list", "arguments"):
            return ""
        name = next((one for field in _NAMED if (one := around.child_by_field_name(field)) is not None), None)
        if name is None and around.type == _UNFIELDED:
            name = around.named_children[0]
        if name is not None and name.end_byte <= node.start_byte:
            found = _PATH.findall(text_of(name))
            return found[-1] if found else ""
        if around.type in ("call", "new_expression") and around.child_by_field_name("arguments") is None:
            return ""
    return ""


def _items(node: Node) -> list[Item]:
    """The members of a list; none where they are more than names and literals."""
    if node.type == _UNION:
        children = list(_leaves(node))
    else:
        inner = (one for one in node.named_children if "initializer" in one.type and not is_called(one.type, _WRAPS))
        body = node.child_by_field_name("body") or next(inner, node)
        children = [one for one in body.named_children if "comment" not in one.type]
        children = children[1:] if node.type == "subscript" else children
    items = [item for one in children if (item := _item(one)) is not None]
    return items if len(items) >= max(_LEAST, _SIMPLE * len(children)) else []


def _leaves(union: Node) -> Iterator[Node]:
    for child in union.named_children:
        if child.type == _UNION:
            yield from _leaves(child)
        elif "comment" not in child.type:
            yield child


def _item(node: Node) -> Item | None:
    while is_called(node.type, _WRAPS):
        if not node.named_children:
            return None
        node = node.named_children[0]
    if is_called(node.type, _PAIR) and node.named_children:
        key = node.child_by_field_name("key") or node.child_by_field_name("name") or node.named_children[0]
        return _item(key)
    if node.type in ("tuple", "tuple_expression", "array") and node.named_children:
        return _item(node.named_children[0]) if is_text(node.named_children[0]) else None
    text = text_of(node).strip()
    if is_text(node):
        text = unquoted(text)
    elif not _PATH.fullmatch(text):
        return None
    return Item(text, node.start_point.row + 1) if 0 < len(text) <= _LONGEST else None


def _listing(source: Source, subject: str, line: int, items: Sequence[Item], *, named: str = "") -> Listing | None:
    unique: dict[str, Item] = {}
    for item in sorted(items, key=lambda one: one.line):
        if item.text.strip("_"):
            unique.setdefault(item.text, item)
    if len(unique) < _LEAST:
        return None
    owner = source.enclosing(line)
    around = owner.qualified_name if owner is not None and owner.name not in {subject, *unique} else ""
    # Not `loglevel` beside its parts, nor the kind of `CardKind`: how much of a name is asked for counts.
    words = split_identifier(named or subject)
    own = frozenset(terms(" ".join([word for word in words if not is_asking(word)] or words)))
    return Listing(subject, own, frozenset(terms(around)), tuple(unique.values()))
