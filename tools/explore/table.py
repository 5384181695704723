"""The tools by name, and the one way to call them with what a model wrote."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pydantic import ValidationError

from citeline.dataclass import dataclass
from citeline.errors import EmbeddingError, StorageError, VectorServerError, nearest

from ..docql.language.errors import DocQLError
from ..evidence.fencing import DATA_RULE, fence_text, new_marker
from ..question.read import read
from ..retrieval.project_lexicon import lexicon_of
from ..tables import Column, Lines, TableEntry, TableQueryError, TableResult
from ..tables import query_tables as ask_tables
from ..tables.guard import Limits
from . import arguments as of
from .arguments import TablesArguments
from .desk import Desk, ToolError
from .finding import docql_mistake, query_docql, retrieve_documents, search_sources
from .judging import filter_documents, generate_answer, visualize_relevance
from .reading import chunk_documents, read_lines, walk_graph
from .showing import MAX_LINE, joined

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

    from ..handle import IndexHandle

_MOST_LISTED: Final = 20
_MOST_COLUMNS: Final = 12
_LIMITS: Final = Limits(seconds=3.0, memory_bytes=128 * 1024 * 1024)


def query_tables(desk: Desk, asked: TablesArguments) -> str:
    """Tables of the documents (Markdown, HTML, CSV, sheets, …) asked in SQL: counts, sums, comparisons, joins, and rows
    by their values. Call it without `sql` first: that lists the tables with their columns. Only SELECT.
    """
    if not asked.sql.strip():
        return _listed(desk, asked.about)
    try:
        result = ask_tables(desk.tables, asked.sql, limit=asked.max_rows, limits=_LIMITS)
    except TableQueryError as error:
        raise ToolError(f"{error.message}; {error.hint}") from None
    if not result.rows:
        names = ", ".join(table.entry.name for table in result.tables)
        raise ToolError(f"no row of {names or 'any table'} is like that: loosen the WHERE, or look at a few rows first")
    return joined(_shown(desk, result))


def _listed(desk: Desk, about: str) -> str:
    found = desk.tables.like(about)
    if not found:
        every = len(desk.tables.entries)
        raise ToolError(
            f"none of the {every} tables is about {about!r}: use fewer words" if every else "no tables here"
        )
    rows = [f"{len(found)} tables"]
    for entry in found[:_MOST_LISTED]:
        table = desk.tables.load(entry)
        columns = ", ".join(map(_told, table.columns[:_MOST_COLUMNS]))
        more = f", {len(table.columns) - _MOST_COLUMNS} more" if len(table.columns) > _MOST_COLUMNS else ""
        (number,) = _numbers(desk, entry)
        mark = f"[{number}] " if number else ""
        rows.append(f"{mark}{entry.name}  {entry.path}:{entry.line}-{entry.end_line}, {table.row_count} rows")
        rows.append(f"    {columns}{more}")
    if len(found) > _MOST_LISTED:
        rows.append(f"… {len(found) - _MOST_LISTED} more: choose some with `about`")
    return joined(rows)


def _shown(desk: Desk, result: TableResult) -> list[str]:
    rows = [" | ".join(result.columns)]
    for row, cited in zip(result.rows, result.cites, strict=True):
        marks = "".join(f"[{number}]" for number in _pieces(desk, cited))
        cells = " | ".join("" if value is None else " ".join(str(value).split())[:MAX_LINE] for value in row)
        rows.append(f"  {marks} {cells}  ({', '.join(map(str, cited))})" if cited else f"  {cells}")
    if result.truncated:
        rows.append(f"… more than {len(result.rows)} rows: narrow it, or count and sum them in SQL")
    return rows + [f"note: {note}" for note in result.notes]


def _pieces(desk: Desk, cited: Sequence[Lines]) -> list[int]:
    """Numbers of the pieces that hold the lines."""
    documents = {path: desk.index.structure.document(path) for path in {place.path for place in cited}}
    places = [(document.id, place.line) for place in cited if (document := documents[place.path]) is not None]
    found = desk.put_places(places, channel="query_tables")
    return list(dict.fromkeys(number for number in found if number is not None))


def _numbers(desk: Desk, entry: TableEntry) -> list[int | None]:
    return desk.put_places([(entry.document, entry.line)], channel="query_tables")


def _told(column: Column) -> str:
    return f"{column.name} {column.type}{f' in {column.unit}' if column.unit else ''}"


MAX_CHARS: Final = 4_000
"""Of a result, some 1,000 tokens: an exploration reads a dozen of them again with each turn."""
_MAX_ERROR: Final = 600
_MAX_NAME: Final = 60
# What a query can run into, and stores and models that fail: the next call may do. A damaged index is not among them.
_SURVIVABLE: Final = (ValueError, RecursionError, OSError, EmbeddingError, StorageError, VectorServerError)


Function: TypeAlias = Callable[[Desk, Any], str]


@dataclass(frozen=True, slots=True)
class Tool:
    """A function of a desk and its arguments."""

    function: Function
    arguments: type[of.Arguments]

    @property
    def name(self) -> str:
        """What it is called by."""
        return self.function.__name__

    @property
    def description(self) -> str:
        """What it is for: the function's docstring."""
        return " ".join((inspect.getdoc(self.function) or "").split())


_EVERY: Final = (
    Tool(retrieve_documents, of.RetrieveArguments),
    Tool(search_sources, of.SearchArguments),
    Tool(walk_graph, of.WalkArguments),
    Tool(read_lines, of.ReadArguments),
    Tool(chunk_documents, of.ChunkArguments),
    Tool(query_docql, of.QueryArguments),
    Tool(query_tables, of.TablesArguments),
    Tool(filter_documents, of.FilterArguments),
    Tool(visualize_relevance, of.VisualizeArguments),
    Tool(generate_answer, of.AnswerArguments),
)
TOOLS: Final[Mapping[str, Tool]] = {tool.name: tool for tool in _EVERY}
"""In the order in which a model is shown them."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call came to."""

    text: str
    """May quote sources: whoever hands it to a model fences it."""
    ok: bool = True
    """False: the text says what to change."""


def call(desk: Desk, name: str, arguments: Mapping[str, Any] | str) -> Result:
    """Call a tool; what is wrong with a call is its result, and never raised.

    The same call, its defaults filled in, is answered once: its result would be the same.
    """
    name = name[:_MAX_NAME]
    tool = TOOLS.get(name)
    if tool is None:
        near = nearest(name, TOOLS)
        return _wrong(f"there is no tool {name!r}: {f'take {near}' if near else 'there are ' + ', '.join(TOOLS)}")
    try:
        filled = tool.arguments.model_validate(_as_object(arguments))
    except ToolError as error:
        return _wrong(str(error))
    except ValidationError as error:
        return _wrong(_explained(tool, error))
    key = _key(desk, name, filled)
    if (earlier := desk.answered.get(key)) is not None:
        told = f"this is call {earlier + 1} again, and its result stands above: change the arguments or the tool"
        return Result(told, ok=False)
    desk.answered[key] = len(desk.answered)
    try:
        return Result(_fitting(tool.function(desk, filled)))
    except DocQLError as error:
        return _wrong(docql_mistake(error))
    except ToolError as error:
        return _wrong(str(error))
    except _SURVIVABLE as error:
        return _wrong(f"{name} cannot do this ({type(error).__name__}: {error}): take other words, or another tool")


def explore_tools(index: IndexHandle, question: str = "") -> list[BaseTool]:
    """LangChain tools around one desk, for an agent of your own: `explore_tools(citeline.index("path"))`.

    The numbers of pieces are valid in all of them. A tool never raises for what a model writes: the message says what
    to change, and has the status `error`. Results quote files that anyone may have written: they stand between
    markers, without secrets, and the descriptions say what that means. `question` is what relevance is measured
    against by default.
    """
    from langchain_core.tools import StructuredTool, ToolException

    lexicon = lexicon_of(index.reader, index.settings.lexicon)
    desk = Desk(index.reader, read(question, lexicon), lexicon=lexicon)
    one_at_a_time = Lock()

    def as_langchain(tool: Tool) -> BaseTool:
        def run(**values: Any) -> str:
            with one_at_a_time:  # agents call several tools side by side
                result = call(desk, tool.name, values)
            shown = fence_text(result.text, new_marker(), what="result")
            if not result.ok:
                raise ToolException(shown)
            return shown

        return StructuredTool.from_function(
            run,
            name=tool.name,
            description=f"{tool.description} {DATA_RULE}",
            args_schema=tool.arguments,
            handle_tool_error=True,
            handle_validation_error=lambda error: _explained(tool, error),
        )

    return [as_langchain(tool) for tool in TOOLS.values()]


def _key(desk: Desk, name: str, filled: of.Arguments) -> str:
    # "All pieces so far" are others when there are more.
    pieces = f" of {len(desk.pieces)}" if getattr(filled, "pieces", None) == [] else ""
    return f"{name} {filled.model_dump_json()}{pieces}"


def _wrong(text: str) -> Result:
    return Result(text[:_MAX_ERROR], ok=False)


def _as_object(arguments: Mapping[str, Any] | str) -> Mapping[str, Any]:
    if not isinstance(arguments, str):
        return arguments
    try:
        found = json.loads(arguments or "{}", strict=False)
    except (ValueError, RecursionError) as error:
        raise ToolError(f"the arguments are no complete JSON: {error}; send the whole object again") from None
    if not isinstance(found, dict):
        raise ToolError('the arguments are no JSON object: send one such as {"query": "…"}')
    return found


def _explained(tool: Tool, error: Any) -> str:
    """`error` is of pydantic, of either of its versions."""
    problems = "; ".join(f"{'.'.join(map(str, one['loc'])) or 'arguments'}: {one['msg']}" for one in error.errors())
    fields = ", ".join(
        f"{name}{'' if field.is_required() else '?'}" for name, field in tool.arguments.model_fields.items()
    )
    return f"{problems}. {tool.name} takes {fields}"


def _fitting(text: str) -> str:
    if len(text) <= MAX_CHARS:
        return text
    kept = text[:MAX_CHARS].rpartition("\n")[0] or text[:MAX_CHARS]
    return f"{kept}\n… cut after {MAX_CHARS} characters: ask for less"
