"""docutils, hardened: reads reStructuredText with the directives and roles of Sphinx, and opens no file and no address.

Directives and roles that nobody knows are kept: what stands in them is read like any text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import Any, ClassVar, Final, TypeAlias

from docutils import nodes, utils
from docutils.frontend import Values, get_default_settings
from docutils.parsers.rst import Directive, Parser, directives, states
from docutils.parsers.rst.directives.tables import CSVTable, ListTable, RSTTable
from docutils.statemachine import State

from ..inline import shorten

SPAN: Final = "citeline-span"
"""Attribute of what a directive makes: the first and last line of the directive."""
_CODE: Final = frozenset({"code", "code-block", "sourcecode", "parsed-literal", "ipython", "prompt", "testcode"})
_LISTINGS: Final = frozenset({"productionlist", "math", "raw", "graphviz", "uml", "mermaid", "doctest", "testsetup"})
"""Their content is no reStructuredText."""
_PATHS: Final = frozenset({"include", "literalinclude", "figure", "drawio-image", "download"})
_KEPT: Final = frozenset({"replace", "unicode", "role", "default-role", "image"})
"""Of docutils, and harmless: they change how the rest of the file reads."""
_DESCRIBES: Final = re.compile(
    r"(?:\w+:)?(?:auto)?(?:function|method|class|attribute|data|module|exception|staticmethod|classmethod|decorator"
    r"|property|member|type|struct|macro|enum|var)$"
)
_ENTRY: Final = re.compile(r"(?P<text>\S.*?)\s*<(?P<target>[^<>\s]+)>$")
_ROLE_TARGET: Final = re.compile(r"(?P<text>.*?)\s*<(?P<target>[^<>]+)>$", re.DOTALL)
_MAX_LINE: Final = 1_000_000
_TableNode: TypeAlias = nodes.table | nodes.system_message
_PATCHING: Final = Lock()


def parse_markup(text: str) -> nodes.document:
    """The tree as the parser makes it: no transform has run, so references are still by name.

    Raises RecursionError for nesting that is deeper than a stack, and whatever docutils raises.
    """
    document = utils.new_document("text", _settings())
    with _lenient():
        Parser(inliner=_inliner()).parse(text, document)
    for message in list(document.findall(nodes.system_message)):
        message.parent.remove(message)  # what docutils says of the text is no part of it
    return document


@cache
def _settings() -> Values:
    """Made once, by a parser of options that takes as long as a short document; nothing here changes them."""
    settings = get_default_settings(Parser)
    settings.file_insertion_enabled = False
    settings.raw_enabled = False
    settings.report_level = settings.halt_level = 5
    settings.warning_stream = False
    settings.line_length_limit = _MAX_LINE
    settings.syntax_highlight = "none"
    return settings


@contextmanager
def _lenient() -> Iterator[None]:
    """Our directives in the place of docutils', which has no other way in for names that are not known beforehand, and
    our nested machines.
    """
    with _PATCHING:
        before = directives.directive, states.RSTState.nested_sm
        directives.directive = _directive  # type: ignore[assignment]  # takes any language module
        states.RSTState.nested_sm = _Machine
        try:
            yield
        finally:
            directives.directive, states.RSTState.nested_sm = before


class _States(dict[str, "State[list[str]]"]):
    """The states of a machine by their names, each made when it is first entered: a list enters two of sixteen."""

    def __init__(self, machine: states.NestedStateMachine, classes: Iterable[type[State[list[str]]]]) -> None:
        super().__init__()
        self._machine = machine
        self._classes = {one.__name__: one for one in classes}

    def __missing__(self, name: str) -> State[list[str]]:
        state = self[name] = self._classes[name](self._machine, self._machine.debug)
        if getattr(self._machine, "memo", None) is not None:  # it runs already
            state.runtime_init()
        return state


class _Machine(states.NestedStateMachine):
    def add_states(self, state_classes: Iterable[type[State[list[str]]]]) -> None:
        self.states = _States(self, state_classes)


def _directive(name: str, language: Any, document: nodes.document) -> tuple[type[Directive] | None, list[Any]]:
    lower = name.lower()
    if lower in _KEPT:
        return _ORIGINAL(name, language, document)
    if lower in _TABLES:
        return _TABLES[lower], []
    return (_Listing if lower in _CODE | _LISTINGS else _Container), []


_ORIGINAL: Final = directives.directive


def _inliner() -> states.Inliner:
    inliner = states.Inliner()
    # Not a subclass: docutils makes its patterns from the attributes of the object's own class.
    inliner.interpreted = _interpreted  # type: ignore[method-assign]
    implicit = inliner.implicit_inline

    def addresses(text: str, line: int) -> list[nodes.Text]:
        # What docutils looks for are addresses, letter by letter: neither kind is without these.
        return implicit(text, line) if ":" in text or "@" in text or not text else [nodes.Text(text)]

    inliner.implicit_inline = addresses  # type: ignore[assignment, method-assign]
    return inliner


def _interpreted(
    rawsource: str, text: str, role: str, lineno: int
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """Roles become `inline` nodes with what they name; none is looked up, and none runs."""
    written = utils.unescape(text, restore_backslashes=False)
    match = _ROLE_TARGET.match(written)
    shown, target = (match["text"], match["target"]) if match else (written, written)
    return [nodes.inline(rawsource, shown, role=role.lower(), target=target, explicit=bool(match))], []


class _Spanning(Directive):
    """Knows which lines it stands on."""

    def _span(self) -> tuple[int, int]:
        return self.lineno, self.lineno + self.block_text.rstrip().count("\n")


class _Loose(_Spanning):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    # Any option is allowed; it must not be empty, or docutils looks for none.
    option_spec: ClassVar[Any] = defaultdict(lambda: directives.unchanged, {"name": directives.unchanged})


class _Listing(_Loose):
    """Text that is kept as it is; of code, with its language."""

    def run(self) -> Sequence[nodes.Node]:
        name = self.name.lower()
        argument = self.arguments[0] if self.arguments else ""
        language = argument.split()[0].lower() if argument and name in _CODE else "" if name in _CODE else name
        code = "\n".join(self.content) or (argument if name == "math" else "")
        return [nodes.literal_block(code, code, language=language, **{SPAN: self._span()})] if code else []


class _Container(_Loose):
    """Whatever else: its argument is text, its content is read, and what it names or points at is noted."""

    def run(self) -> Sequence[nodes.Node]:
        name = self.name.lower()
        container = nodes.container(self.block_text, directive=name, **{SPAN: self._span()})
        argument = self.arguments[0] if self.arguments else ""
        if name == "toctree":
            container += self._entries()
            return [container]
        if argument and name in _PATHS:
            shown = self.options.get("alt") or self.options.get("caption") or ""
            container += self._link(argument.split()[0], str(shown), self.lineno)
        elif argument and _DESCRIBES.match(name):
            container += [_named(line, self.lineno + at) for at, line in enumerate(argument.splitlines())]
        elif argument:
            found, _ = self.state.inline_text(argument, self.lineno)
            paragraph = nodes.paragraph(argument, "", *found)
            paragraph.line = self.lineno
            container += paragraph
        if self.content and name not in {"include", "literalinclude", "only-raw"}:
            self.state.nested_parse(self.content, self.content_offset, container)
        return [container]

    def _entries(self) -> list[nodes.Node]:
        """Of a table of contents: one link for each line."""
        found: list[nodes.Node] = []
        for at, line in enumerate(self.content):
            entry = line.strip()
            if not entry or entry == "self":
                continue
            match = _ENTRY.match(entry)
            shown, target = (match["text"], match["target"]) if match else ("", entry)
            found.append(self._link(target, shown, self.content_offset + 1 + at))
        return found

    def _link(self, target: str, shown: str, line: int) -> nodes.Node:
        link = nodes.reference("", shorten(shown) or target, refuri=target)
        link.line = line
        return link


def _named(signature: str, line: int) -> nodes.Node:
    """What a directive describes, as the role would name it: the name up to its arguments."""
    name = re.split(r"[\s(\[:]", signature.strip(), maxsplit=1)[0]
    node = nodes.inline(signature, name, role="describes", target=name, explicit=False)
    node.line = line
    return node


class _Table(_Spanning, RSTTable):
    def run(self) -> Sequence[_TableNode]:
        return _spanned(super().run(), self._span())


class _ListTable(_Spanning, ListTable):
    def run(self) -> Sequence[_TableNode]:
        return _spanned(super().run(), self._span())


class _CSVTable(_Spanning, CSVTable):
    def run(self) -> Sequence[_TableNode]:
        if {"file", "url"} & set(self.options):
            return []  # whatever its name points at, nothing is opened
        return _spanned(super().run(), self._span())


def _spanned(found: Sequence[_TableNode], span: tuple[int, int]) -> Sequence[_TableNode]:
    for node in found:
        if isinstance(node, nodes.table):
            node[SPAN] = span
    return found


_TABLES: Final[dict[str, type[Directive]]] = {"table": _Table, "list-table": _ListTable, "csv-table": _CSVTable}
