"""One open index answers any number of threads at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from citeline.indexing.stores.structure_reader import StructureReader
from citeline.settings import Settings
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.query import query
from citeline.tools.handle import IndexHandle, index, open_index

from .corpora import build_store, write_files

_QUERIES = (
    "$.toc",
    "$.content.chunks()",
    "$.content.chunks()[0:3]",
    '$.content.grep("e")',
    '$.content.grep("e\\s")',
    '$.content.chapter("1")',
    "$.links",
    '$.links[?(@.kind!="web")]',
    "$.frontmatter",
    "$.entities[?(@.name =~ /e/)]",
    '$.entities[?(@.name contains "e")].references()',
    "$.files",
    "$.structure",
    "$.data.a",
)
_THREADS = 8


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    folder = tmp_path_factory.mktemp("threads")
    files = {
        "a.md": "---\ntitle: A\n---\nbefore\n# Here\n[there](b.md#there) [x](https://e.org)\n",
        "b.md": "# There\n## See\n`call_me`\n",
        "c.py": "def call_me(): ...\n\n\ndef seen(): call_me()\n",
        "d.json": '{"a": 1}\n',
    }
    write_files(folder / "files", files)
    settings = Settings(home=folder / "home")
    index(folder / "files", settings=settings).close()
    with open_index(folder / "files", settings=settings) as opened:
        yield opened


def test_eight_threads_ask_a_fresh_index_at_once(handle: IndexHandle) -> None:
    barrier = Barrier(_THREADS)

    def ask(number: int) -> dict[str, object]:
        barrier.wait()
        order = _QUERIES[number % 3 :] + _QUERIES[: number % 3]
        return {text: handle.query(text).to_json() for _ in range(3) for text in order}

    with ThreadPoolExecutor(_THREADS) as pool:
        answers = list(pool.map(ask, range(_THREADS)))
    assert all(answer == answers[0] for answer in answers)
    assert all(handle.query(text).total for text in _QUERIES)


def test_each_first_use_may_be_the_first_of_many(tmp_path: Path) -> None:
    write_files(tmp_path / "files", {"a.md": "x\n# A\n[a](#a)\n", "b.py": "class B: ...\n"})
    build_store(tmp_path / "files", tmp_path / "structure.db")
    for text in ("$.content.chunks()", "$.links", '$.toc[?(@.title contains "a")]', '$.content.grep("a")'):
        with closing(StructureReader(tmp_path / "structure.db")) as structure:
            corpus, barrier = Corpus(structure, tmp_path), Barrier(_THREADS)

            def ask(_: int, text: str = text, corpus: Corpus = corpus, barrier: Barrier = barrier) -> int:
                barrier.wait()
                return query(corpus, text).total

            with ThreadPoolExecutor(_THREADS) as pool:
                assert len(set(pool.map(ask, range(_THREADS)))) == 1
