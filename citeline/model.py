"""The document model: what every room means by a document, a node, an edge, a chunk and a span.

One model for everything: a Markdown heading and a Python class are both a `Node`, so the same query finds both.
All lines are 1-based and inclusive. All paths are POSIX and relative to their source's root.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal, NewType, TypeAlias

from .dataclass import dataclass
from .pages import Pages

ChunkId = NewType("ChunkId", int)
"""63-bit hash of path, text and occurrence: an edit elsewhere in the file does not change it."""
DocumentId = NewType("DocumentId", int)
NodeId = NewType("NodeId", int)

Format: TypeAlias = Literal["code", "prose", "data", "text"]
"""`code` has a symbol tree, `prose` a heading tree, `data` is configuration or records, `text` is anything else."""

NodeKind: TypeAlias = Literal[
    "file",
    "heading",
    "module",
    "class",
    "interface",
    "struct",
    "enum",
    "trait",
    "type",
    "function",
    "method",
    "constructor",
    "field",
    "constant",
    "codeblock",
    "table",
    "frontmatter",
    "term",
    "api",
]
TYPE_KINDS: frozenset[NodeKind] = frozenset({"class", "interface", "struct", "enum", "trait", "type", "module"})
CALLABLE_KINDS: frozenset[NodeKind] = frozenset({"function", "method", "constructor"})
VALUE_KINDS: frozenset[NodeKind] = frozenset({"field", "constant"})
DEFINITION_KINDS: frozenset[NodeKind] = TYPE_KINDS | CALLABLE_KINDS | VALUE_KINDS
OR: str = " or "
AND: str = " and "
"""Between the paths in a qualifier, or a type, of which the code does not tell one."""
MAYBE: str = f"{OR}?"
"""Ends the qualifier of what is called, or not: something else may be held where it is."""
MADE: str = "#{}"
"""Ends the qualifier of a type that a literal makes a value of, Go's `Type{…}`, where `Type(value)` converts one."""
TAKEN: str = "="
"""Begins the qualifier of a function that was taken out of an object: `const { run } = make()`."""
LEADS: str = "*"
"""Attribute of a block for a type: the type that a value of it leads to, whose members it has too (`Deref`)."""
HANDS_ON: str = "&"
"""Attribute of a block for a reference or box: it likely hands on to what is behind that."""
PAIRED: str = "[1]"
"""Step of a path: the value beside a key or a number where a collection is gone through, or the second part of each."""
BESIDE: str = "[1_]"
"""Step of a path: the second part of one that a collection has been gone through for, or the value beside a key."""
RECEIVED: str = "[0]"
"""Step of a path: what comes out of a channel that is gone through, where other collections give a key or a number."""
TAKES_ONE: frozenset[str] = frozenset({PAIRED, BESIDE, RECEIVED})
SEVERAL: str = "<>"
"""Attribute of a block for a generic trait, of which a type may have several."""
PROSE_ENTITY_KINDS: frozenset[NodeKind] = frozenset({"term", "api"})
"""What prose defines: terms of a glossary, and endpoints such as `GET /users/{id}`. Only the query language sees them:
chunking, linking and ranking go by sections."""

EdgeKind: TypeAlias = Literal["contains", "calls", "imports", "inherits", "references", "links_to", "mentions", "tests"]

ChunkKind: TypeAlias = Literal["code", "prose", "text", "data"]
Scalar: TypeAlias = str | int | float | bool | None
SAMPLE: Final = "a sample: "
"""Begins the note of a file of which only the first lines are read."""
NodeData: TypeAlias = Mapping[str, Scalar | list[str] | list[int] | list[list[str]]]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file as read from disk and decoded; parsers and the chunker see only this."""

    path: str
    lines: tuple[str, ...]
    """Without their terminators. Only LF, CRLF and CR end a line, as in editors; form feed and U+2028 do not. Of a
    notebook what each line of its JSON says, blank where that is nothing; of a document without lines those that
    `indexing.extraction` gives it."""
    sha256: str
    """Of the bytes on disk, in hex."""
    size_bytes: int
    mtime_ns: int
    encoding: str = "utf-8"
    """Empty for a document that is no text."""
    newline: Literal["\n", "\r\n", "\r", "mixed", ""] = "\n"
    note: str = ""
    """What of the file is not in `lines`; empty when it is read whole."""

    @property
    def text(self) -> str:
        """The lines joined with LF: line numbers in here are line numbers on disk."""
        return "\n".join(self.lines)

    def slice(self, start_line: int, end_line: int) -> str:
        """The text of the lines, both ends included, joined with LF."""
        return "\n".join(self.lines[start_line - 1 : end_line])


@dataclass(frozen=True, slots=True)
class Node:
    """One place in a document's tree. Node 0 of every document is the file itself."""

    kind: NodeKind
    name: str
    """For a heading its title, for a table its caption or first header, for a code block its language, for an
    endpoint method and path."""
    qualified_name: str
    """Dotted path of names inside the document, the file's own name left out: `Outer.inner`."""
    start_line: int
    end_line: int
    parent: int | None
    """Position of the parent in `ParsedDocument.nodes`; None only for node 0. Parents come before children."""
    level: int = 0
    """Heading level 1-6; for symbols the nesting depth, 0 at the top of the file."""
    signature: str = ""
    """The definition up to its body, white space collapsed, decorators left out."""
    docstring: str = ""
    """Documentation comment or docstring, comment markers removed."""
    anchor: str = ""
    """For headings: `#slug`, unique in its document."""
    page: int | None = None
    """The page, slide or sheet that it begins on, or the cell of a notebook; counted from 1."""
    data: NodeData = field(default_factory=dict)
    """Kind-specific. Heading: `anchors`, ids that HTML gives it besides its own. Table: `headers`, `rows`, `row_lines`
    (the line that each row begins on), `caption` when there is one, `within` for one in a cell of another: the row and
    column of that cell. Code block: `language`, `fence` (`fenced`,
    `indented`, `cell`, `directive` or `pre`), `info` (everything behind the fence), `code` where the lines alone do not
    give it. Endpoint: `method` and `path`. Front matter: its keys. File: `page_lines`, where each of its pages begins,
    with `page_kind`, and `page_numbers` and `page_names` where they say more; of HTML its sections with anchors."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Something a node names but the parser cannot resolve alone; `linking` turns it into an `Edge`."""

    source: int
    """Position of the naming node in `ParsedDocument.nodes`."""
    kind: EdgeKind
    target: str
    """calls, inherits, references, mentions: the last name (`b` of `a.b()`). imports: the module or path as
    written. links_to: the link's destination as written."""
    line: int
    qualifier: str = ""
    """What stands before the name: `a` of `a.b()`; for imports the imported name, if any. links_to: the text that
    the reader sees, on one line and at most 200 characters: an image's alternative text, the label of a definition, of
    a bare address the address."""


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A file's tree and what it mentions, before anything is known about other files."""

    path: str
    format: Format
    language: str
    """Lower-case name as in `languages.py` (`python`, `markdown`); `text` when nothing is known."""
    title: str
    nodes: tuple[Node, ...]
    references: tuple[Reference, ...] = ()
    identifiers: frozenset[str] = frozenset()
    """Identifiers of four letters or more that code uses anywhere, for file-level references."""
    note: str = ""
    """Why the document was read as plain text, or partly; shown by `status`."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit of retrieval: whole lines of one file. Never loses a line, never invents one."""

    kind: ChunkKind
    start_line: int
    end_line: int
    text: str
    """Exactly the file's lines, joined with LF; the breadcrumb is not in it."""
    breadcrumb: str
    """`path › Class.method` or `path › Title › Subtitle`: embedded in front of the text, never cited."""
    scope: str
    """Qualified name of what encloses the chunk, without the path; empty at the top of the file."""
    node: int
    """Position in `ParsedDocument.nodes` of the node that the chunk is mainly about."""
    definitions: tuple[str, ...] = ()
    """Names defined on the chunk's own lines, in order."""
    told: str = ""
    """What is embedded instead of the text, where that is rows of a wide or long table, or HTML; empty for the text."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A resolved relation between two nodes of the index."""

    source: NodeId
    kind: EdgeKind
    target: NodeId
    line: int
    """Where the source names the target."""
    weight: float = 1.0

    @property
    def is_certain(self) -> bool:
        """Whether the code tells it: nothing else can be meant, and the owner of what is named is not guessed."""
        return self.weight >= 1.0


@dataclass(frozen=True, slots=True)
class Span:
    """What a citation points at; anchored by content, not by line numbers."""

    path: str
    start_line: int
    end_line: int
    sha256: str
    """Of the cited lines joined with LF, UTF-8, in hex."""
    page: int | None = None


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as the index knows it."""

    id: DocumentId
    path: str
    language: str
    format: Format
    title: str
    sha256: str
    size_bytes: int
    line_count: int
    importers: int
    """Files that import this one."""
    users: int
    """Files that use a name defined here."""
    pagerank: float
    """On the file reference graph, times the number of files: 1.0 is average."""
    note: str = ""
    source: str = ""
    """Name of the source that it belongs to; empty without one."""


@dataclass(frozen=True, slots=True)
class StoredNode:
    """A node as the index knows it, with the path of its document."""

    id: NodeId
    document: DocumentId
    path: str
    language: str
    kind: NodeKind
    name: str
    qualified_name: str
    start_line: int
    end_line: int
    parent: NodeId | None
    level: int
    signature: str
    docstring: str
    anchor: str
    page: int | None = None


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as the index knows it, with the document and node that it belongs to."""

    id: ChunkId
    document: DocumentId
    path: str
    language: str
    kind: ChunkKind
    start_line: int
    end_line: int
    text: str
    breadcrumb: str
    scope: str
    definitions: tuple[str, ...]
    node: NodeId
    node_kind: NodeKind
    name: str
    qualified_name: str
    pages: Pages | None = None
    """Of its document, where that has pages."""


@dataclass(frozen=True, slots=True, repr=False)
class Hit:
    """One ranked result of a search, with the reasons for its rank."""

    chunk: StoredChunk
    score: float
    """Comparable only within one search; higher is better."""
    channels: Mapping[str, int]
    """Channel name to 1-based rank in that channel."""
    features: Mapping[str, float]
    """Every ranking feature, before weighting: what `why` shows."""
    also: tuple[StoredChunk, ...] = ()
    """Further places of the same file, best first, where a search gives files."""

    def __repr__(self) -> str:
        return f"<Hit {self.chunk.path}:{self.chunk.start_line}-{self.chunk.end_line} score {self.score:.3f}>"

    @property
    def places(self) -> tuple[StoredChunk, ...]:
        """All that the hit shows, best first."""
        return (self.chunk, *self.also)
