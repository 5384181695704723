"""DocQL in the hands of a model: what it is told, what comes back, and how much."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool

import citeline
from citeline.tools.docql.language.catalog import FUNCTIONS, context_names
from citeline.tools.docql.parser import parse, plan
from citeline.tools.docql.query import AskedFiles, query
from citeline.tools.docql.result import DocQLResult
from citeline.tools.docql.tool import DESCRIPTION, MAX_CHARS, docql_tool

from .corpora import corpus_of

FILES: dict[str, str | bytes] = {
    "guide.md": "# Guide\n\n## Install\n\nRun it.\n\n"
    + "".join(f"## Part {n}\n\n{'word ' * 500}\n\n" for n in range(300)),
    "app.py": "class Session:\n    def send(self):\n        return retry()\n\n\ndef retry():\n    return 1\n",
    "data.json": json.dumps({"deep": [{"key " * 20: "value " * 50} for _ in range(500)]}, indent=1),
    "odd.json": json.dumps({f"key {number}": number for number in range(20_000)}, indent=1),
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AskedFiles]:
    with corpus_of(tmp_path_factory.mktemp("asked"), FILES) as corpus:
        yield AskedFiles(corpus, ())


@pytest.fixture
def tool(index: AskedFiles) -> BaseTool:
    return docql_tool(index)


def called(tool: BaseTool, **arguments: Any) -> ToolMessage:
    """As a graph calls it."""
    message = tool.invoke({"type": "tool_call", "id": "1", "name": tool.name, "args": arguments})
    assert isinstance(message, ToolMessage)
    return message


def queries_in(text: str) -> list[str]:
    """Everything from `$.` to the white space behind it; white space inside of brackets and quotes belongs to it."""
    inside = r"""\[(?:[^\]"]|"[^"]*")*\]|\((?:[^)"]|"[^"]*")*\)"""
    return [found.rstrip(".,;:)") if found.count("(") < found.count(")") else found for found in
            re.findall(rf"\$\.(?:{inside}|[\w.])+", text)]  # fmt: skip


def test_every_query_of_the_description_is_right() -> None:
    queries = queries_in(DESCRIPTION)
    assert len(queries) > 20 and any("&&" in text for text in queries)
    for text in queries:
        plan(parse(text.rstrip(".")))


def test_the_description_names_everything_that_a_model_needs() -> None:
    for name in context_names():
        assert f"$.{name}" in DESCRIPTION
    for function in FUNCTIONS:
        if "entities" in function.on:
            assert f".{function.name}()" in DESCRIPTION


def test_the_description_has_less_than_600_tokens() -> None:
    # A tokenizer of a chat model (cl100k) makes 446 of what this counts as more: six letters or two marks are one.
    assert len(re.findall(r"[A-Za-z]{1,6}|[0-9]{1,3}|[^A-Za-z0-9\s]{1,2}", DESCRIPTION)) < 600


def test_an_answer_is_the_printed_form(tool: BaseTool, index: AskedFiles) -> None:
    message = called(tool, query='$.code.class("Session").members()')
    assert message.status == "success"
    assert json.loads(str(message.content)) == index.query('$.code.class("Session").members()').to_json()


@pytest.mark.parametrize("query", ["$.toc[?(@.titel==1)]", "$.nope", "$", "$.data.$[", '$.content.grep("(")'])
def test_a_wrong_query_comes_back_as_content_with_a_right_one(query: str, tool: BaseTool) -> None:
    message = called(tool, query=query)
    assert message.status == "error"
    error = json.loads(str(message.content))["error"]
    assert error["message"] and error["example"]
    assert called(tool, query=error["example"]).status == "success"


@pytest.mark.parametrize("arguments", [{}, {"query": "$.toc", "max_items": 0}, {"query": "$.toc", "max_items": "many"}])
def test_wrong_arguments_come_back_as_content(arguments: dict[str, Any], tool: BaseTool) -> None:
    message = called(tool, **arguments)
    assert message.status == "error"
    assert json.loads(str(message.content))["error"]["type"] == "type"


@pytest.mark.parametrize(
    "query",
    ["$.content.chunks()", "$.toc", "$.data.deep", "$.data", "$.structure", "part word", "$.nope[" + "x" * 50_000,
     '$.toc[?(@.title != "' + "x" * 15_000 + '")][*][*][*]', '$.content.grep("word")', "$.content.chunks().source()"],
)  # fmt: skip
@pytest.mark.parametrize("max_items", [1, 20, 200])
def test_no_answer_is_longer_than_promised(query: str, max_items: int, tool: BaseTool) -> None:
    content = str(called(tool, query=query, max_items=max_items).content)
    assert len(content) <= MAX_CHARS
    printed = json.loads(content)
    if "files" in printed:
        items = sum(map(len, printed["files"].values()))
        assert printed["shown"] == items and printed["truncated"] == (items < printed["total"])


def test_what_is_cut_is_told(tool: BaseTool) -> None:
    texts = str(called(tool, query="$.content.chunks()", max_items=20).content)
    assert "more characters]" in texts
    lists = json.loads(str(called(tool, query="$.data.deep").content))
    assert "more" in json.dumps(lists["files"]["data.json"][0]["value"][-1], ensure_ascii=False)


@pytest.mark.parametrize(
    "query", ["$.toc" + " " * 100_000, "$.toc[?" + "(" * 10_000 + "@.level==1" + ")" * 10_000 + "]", "(" * 10_000]
)
def test_an_enormous_query_comes_back_as_a_short_answer(query: str, tool: BaseTool) -> None:
    message = called(tool, query=query)
    assert len(str(message.content)) <= MAX_CHARS
    assert message.status == ("error" if query.startswith("$") else "success")


@pytest.mark.timeout(120)
def test_no_pattern_hangs(tool: BaseTool) -> None:
    for asked in ('$.content.grep("(wo*r*d*)+x$")', '$.content.chunks()[?(@.text =~ "(w+|o+)*(r+d+)*!$")]'):
        assert json.loads(str(called(tool, query=asked).content))["kind"] == "empty"


def test_what_has_gone_and_what_is_broken_is_told_to_the_model(tmp_path: Path) -> None:
    files = {"a.md": "# A\n", "b.md": "---\ntitle: [x\n---\n# B\n"}
    with corpus_of(tmp_path, files) as corpus:
        (corpus.root / "a.md").unlink()
        tool = docql_tool(AskedFiles(corpus, ()))
        assert json.loads(str(called(tool, query="$.toc").content))["stale"] == {"a.md": "deleted"}
        error = json.loads(str(called(tool, query="$.frontmatter").content))["error"]
        assert error["type"] == "file" and "b.md: front matter is not valid YAML: line" in error["message"]


def test_paths_that_are_no_text_can_be_sent(tmp_path: Path) -> None:
    with corpus_of(tmp_path, {"a\udcff.md": "# A\n"}) as corpus:
        str(called(docql_tool(AskedFiles(corpus, ())), query="$.toc").content).encode()


def test_an_index_of_any_kind_can_be_asked(tool: BaseTool, index: AskedFiles) -> None:
    class Fixed:
        def query(self, text: str, *, limit: int) -> DocQLResult:
            return query(index.corpus, "$.toc[0]", limit=limit)

    assert "Guide" in called(docql_tool(Fixed(), name="ask"), query="anything").content
    assert docql_tool(Fixed(), name="ask").name == "ask" and tool.name == "query_docql"


def test_the_face_has_the_tool_and_imports_langchain_only_for_it() -> None:
    assert citeline.docql_tool is docql_tool
    script = "import sys, citeline; citeline.index; print('langchain_core' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
