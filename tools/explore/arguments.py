"""What a model fills in, one class a tool; descriptions are what it reads about each field."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Arguments(BaseModel):
    """A misspelt field is told, not ignored: the call would mean something else without it."""

    model_config = ConfigDict(extra="forbid")


class RetrieveArguments(Arguments):
    """Of `retrieve_documents`."""

    query: str = Field(min_length=1, description="A question, or words that the place may use.")
    limit: int = Field(default=6, ge=1, le=20, description="Pieces at most.")
    under: str = Field(default="", description="Only files below this folder.")


class FilterArguments(Arguments):
    """Of `filter_documents`."""

    pieces: list[int] = Field(default_factory=list, description="Numbers of pieces; empty means all so far.")
    question: str = Field(default="", description="What they are measured against; empty means the person's question.")
    threshold: float = Field(default=5.0, ge=0, le=10, description="Least relevance, of 10.")


class ChunkArguments(Arguments):
    """Of `chunk_documents`."""

    file: str = Field(description="Id or path of a file.")
    first: int = Field(default=1, ge=1, description="Line to begin at.")


class AnswerArguments(Arguments):
    """Of `generate_answer`."""

    pieces: list[int] = Field(
        default_factory=list, max_length=12, description="Numbers; empty means the most relevant."
    )
    question: str = Field(default="", description="What to answer; empty means the person's question.")


class SearchArguments(Arguments):
    """Of `search_sources`."""

    pattern: str = Field(min_length=1, description="The exact text, or a regular expression (RE2).")
    regex: bool = Field(default=False, description="Whether the pattern is a regular expression.")
    ignore_case: bool = Field(default=False, description="Whether capitals do not matter.")
    under: str = Field(default="", description="Only files below this folder, or one file.")


class VisualizeArguments(Arguments):
    """Of `visualize_relevance`."""

    pieces: list[int] = Field(default_factory=list, description="Numbers of pieces; empty means all so far.")
    question: str = Field(default="", description="What they are measured against; empty means the person's question.")


class QueryArguments(Arguments):
    """Of `query_docql`."""

    query: str = Field(min_length=1, description='Such as $.code.class("Session").members() or $.toc[?(@.level<=2)].')
    max_items: int = Field(default=12, ge=1, le=40, description="Items at most.")


class ReadArguments(Arguments):
    """Of `read_lines`."""

    file: str = Field(description="Id or path of a file.")
    first: int = Field(ge=1, description="First line.")
    last: int = Field(ge=1, description="Last line; 80 lines at most.")


class WalkArguments(Arguments):
    """Of `walk_graph`: a piece or a name, not both."""

    piece: int | None = Field(default=None, description="Number of a piece.")
    name: str = Field(default="", description="Name of a definition or a heading.")
    direction: Literal["out", "in", "both"] = Field(
        default="both", description="out: what it calls, inherits, links to; in: who calls it, links to it."
    )
