"""Every query in `queries/*.md` gives what stands below it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from citeline.tools.docql.evaluation.corpus import Corpus

from .corpora import open_corpus
from .query_files import FOLDER, QueryExample, answer, read_parts

_FILES = sorted(FOLDER.glob("*.md"))
_EXAMPLES = [
    pytest.param(path.stem, place, example, id=f"{path.name}:{example.line} {example.query[:60]}")
    for path in _FILES
    for place, part in enumerate(read_parts(path))
    for example in part.examples
]


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, int], Corpus]]:
    with ExitStack() as opened:
        found: dict[tuple[str, int], Corpus] = {}
        for path in _FILES:
            for place, part in enumerate(read_parts(path)):
                folder = tmp_path_factory.mktemp(path.stem) / "files"
                for name, content in part.files.items():
                    file = folder / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content)
                found[path.stem, place] = opened.enter_context(open_corpus(folder))
        yield found


@pytest.mark.parametrize(("name", "place", "example"), _EXAMPLES)
def test_query(name: str, place: int, example: QueryExample, corpora: dict[tuple[str, int], Corpus]) -> None:
    assert answer(corpora[name, place], example) == example.expected


def test_every_file_has_queries() -> None:
    assert _FILES
    for path in _FILES:
        assert all(part.examples for part in read_parts(path)), path.name


def test_files_are_read_as_they_are_described(tmp_path: Path) -> None:
    text = (
        "# A\n```md a.md crlf bom\nx\n```\n```md b.md open\ny\n```\n```docql limit=3 trace\n$.toc\n```\n```\nz\n```\n"
    )
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    (part,) = read_parts(path)
    assert part.files == {"a.md": b"\xef\xbb\xbfx\r\n", "b.md": b"y"}
    assert part.examples == [QueryExample("A", "$.toc", "z", 8, 3, frozenset({"trace"}))]
