"""What a model fills in, one class a tool; descriptions are what it reads about each field."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

MAX_TEXT: Final = 1_000
"""Of a query, a pattern or a path: what follows takes time that grows faster than its length."""
_MAX_NUMBER: Final = 10_000_000
_MOST_PIECES: Final = 200

Text = Annotated[str, Field(max_length=MAX_TEXT)]
Number = Annotated[int, Field(ge=1, le=_MAX_NUMBER)]
Pieces = Annotated[list[Number], Field(max_length=_MOST_PIECES)]


class Arguments(BaseModel):
    """A misspelt field is told, not ignored: the call would mean something else without it."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _is_text(cls, given: Any) -> Any:
        """No file holds a zero byte or half a character, and some libraries break on them."""
        for name, value in given.items() if isinstance(given, dict) else ():
            if isinstance(value, str) and not is_text(value):
                raise ValueError(f"{str(name)[:40]!r} holds a character that is in no text: leave it out")
        return given


class RetrieveArguments(Arguments):
    """Of `retrieve_documents`."""

    query: Text = Field(min_length=1, description="A question, or words that the place may use.")
    limit: int = Field(default=6, ge=1, le=20, description="Pieces at most.")
    under: Text = Field(default="", description="Only files below this folder.")


class FilterArguments(Arguments):
    """Of `filter_documents`."""

    pieces: Pieces = Field(default_factory=list, description="Numbers of pieces; empty means all so far.")
    question: Text = Field(default="", description="What they are measured against; empty means the person's question.")
    threshold: float = Field(default=5.0, ge=0, le=10, description="Least relevance, of 10.")


class ChunkArguments(Arguments):
    """Of `chunk_documents`."""

    file: Text = Field(description="Id or path of a file.")
    first: Number = Field(default=1, description="Line to begin at.")


class AnswerArguments(Arguments):
    """Of `generate_answer`."""

    pieces: list[Number] = Field(
        default_factory=list, max_length=12, description="Numbers; empty means the most relevant."
    )
    question: Text = Field(default="", description="What to answer; empty means the person's question.")


class SearchArguments(Arguments):
    """Of `search_sources`."""

    pattern: Text = Field(min_length=1, description="The exact text, or a regular expression (RE2).")
    regex: bool = Field(default=False, description="Whether the pattern is a regular expression.")
    ignore_case: bool = Field(default=False, description="Whether capitals do not matter.")
    under: Text = Field(default="", description="Only files below this folder, or one file.")


class VisualizeArguments(Arguments):
    """Of `visualize_relevance`."""

    pieces: Pieces = Field(default_factory=list, description="Numbers of pieces; empty means all so far.")
    question: Text = Field(default="", description="What they are measured against; empty means the person's question.")


class QueryArguments(Arguments):
    """Of `query_docql`."""

    query: Text = Field(min_length=1, description='Such as $.code.class("Session").members() or $.toc[?(@.level<=2)].')
    max_items: int = Field(default=12, ge=1, le=40, description="Items at most.")


class TablesArguments(Arguments):
    """Of `query_tables`."""

    sql: Text = Field(default="", description="One SELECT in SQLite's SQL; empty lists the tables.")
    about: Text = Field(default="", description="Without `sql`: words of the tables to list.")
    max_rows: int = Field(default=20, ge=1, le=50, description="Rows at most.")


class ReadArguments(Arguments):
    """Of `read_lines`."""

    file: Text = Field(description="Id or path of a file.")
    first: Number = Field(description="First line.")
    last: Number = Field(description="Last line; 80 lines at most.")


class WalkArguments(Arguments):
    """Of `walk_graph`: a piece or a name, not both."""

    piece: Number | None = Field(default=None, description="Number of a piece.")
    name: Text = Field(default="", description="Name of a definition or a heading.")
    direction: Literal["out", "in", "both"] = Field(
        default="both", description="out: what it calls, inherits, links to; in: who calls it, links to it."
    )


def is_text(value: str) -> bool:
    """Whether a text could stand in a file: without zero bytes and lone surrogates."""
    return "\0" not in value and not any("\ud800" <= character <= "\udfff" for character in value)
