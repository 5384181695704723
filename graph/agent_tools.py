"""An index as tools for an agent of any framework: plain functions with types and docstrings, or LangChain tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from citeline.errors import CitelineError
from citeline.pages import place
from citeline.tools.compact import verification_text
from citeline.tools.docql.tool import fitting
from citeline.tools.evidence.fencing import DATA_RULE, fence_text, new_marker
from citeline.tools.handle import IndexHandle
from citeline.tools.retrieval.search import hit_to_json
from citeline.tools.verify.verification import verify_draft

from .answer_text import answer_as_markdown
from .run import ask as ask_index

if TYPE_CHECKING:
    from langchain_core.tools import BaseTool

_MOST_TOKENS: Final = 2_000
"""Of verdicts: what is wrong comes first."""


@overload
def as_tools(index: IndexHandle, kind: Literal["langchain"] = ...) -> list[BaseTool]: ...
@overload
def as_tools(index: IndexHandle, kind: Literal["functions"]) -> list[Callable[..., str]]: ...
def as_tools(index: IndexHandle, kind: Literal["langchain", "functions"] = "langchain") -> list[Any]:
    """`ask`, `search`, `query` and `verify` over one index, as LangChain tools or as functions for every framework.

    They return text and never raise for what a model writes: a mistake is answered with what to write instead.
    What they quote may be written by anybody: it stands between markers, without secrets. Raises ValueError for
    another `kind`. The index must stay open as long as they are used.
    """
    if kind not in ("langchain", "functions"):
        raise ValueError(f"kind = {kind!r}: there are 'langchain' and 'functions'")

    def ask(question: str, where: str = "") -> str:
        """Answer a question about the code and documents; every sentence cites checked lines.

        `where`: only documents that say so of themselves, `author=Ines && modified>=2025`.
        """
        return _told(lambda: answer_as_markdown(ask_index(question, index, where=where, no_model=True).to_json()))

    def search(query: str, top_k: int = 5, where: str = "") -> str:
        """Find the files and lines that a question or some words are about, best first; `where` as for `ask`."""
        return _told(
            lambda: "\n\n".join(_hit(hit_to_json(hit)) for hit in index.search(query, top_k=top_k, where=where))
        )

    def query(docql: str) -> str:
        """Ask by structure, in DocQL, e.g. `$.code.function("name").callers()` or `$.toc[?(@.level<=2)]`."""
        return _told(lambda: fitting(index.query(docql)))

    def verify(text: str) -> str:
        """Check the `path:line` citations of your draft before you show it; a verdict for each."""
        return _told(lambda: verification_text(verify_draft(index.reader, text), max_tokens=_MOST_TOKENS))

    functions: list[Callable[..., str]] = [ask, search, query, verify]
    if kind == "functions":
        return functions
    from langchain_core.tools import StructuredTool

    return [
        StructuredTool.from_function(one, name=f"citeline_{one.__name__}", description=f"{one.__doc__} {DATA_RULE}")
        for one in functions
    ]


def _told(find: Callable[[], str]) -> str:
    try:
        return fence_text(find() or "nothing found", new_marker(), what="result")
    except CitelineError as error:
        return f"error: {error}; {error.remedy}"


def _hit(hit: dict[str, Any]) -> str:
    return f"{place(hit)}\n{hit['text']}"
