"""In an index that was refreshed, base and differences are two tables: a query looks both up, and reads neither."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from citeline.indexing.stores.overlay import DELTA_NAME
from citeline.indexing.stores.structure_reader import StructureReader
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.query import query
from tests.indexing.small_index import build_small, current_generation, open_small

QUERIES = (
    '$.code.functions[?(@.name=="part_3")]',
    '$.code.function("part_3").callers()',
    '$.code.function("part_3").callees()',
    '$.code.function("part_3").tests()',
    '$.code.function("part_3").references()',
    '$.code.function("run").parents()',
    '$.code.class("Box_3").members()',
    '$.code.class("Box_3").parents()',
    '$.toc[?(@.title=="Part 3")].outline()',
    '$.content.heading("Part 3")',
    '$.content.heading("Part 3").source()',
    '$.code.class("Box_3").outline()',
    "$.code.classes[:5]",
)
_WHOLE = re.compile(r"SCAN b\b|MATERIALIZE (?:nodes|edges|chunks|documents|refs)\b")


def write(root: Path, number: int, comment: str = "") -> None:
    then = number + 1
    (root / f"part_{number}.py").write_text(
        f"from part_{then} import Box_{then}, part_{then}\n{comment}\n\n"
        f"class Box_{number}(Box_{then}):\n    def run(self):\n        return part_{number}()\n\n\n"
        f"def part_{number}():\n    return part_{then}()\n"
    )
    (root / f"part_{number}.md").write_text(f"# Part {number}\n\nAbout `part_{number}`.\n\n## More\n\nAnd more.\n")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tree, its index that was refreshed, and one that was built from scratch."""
    place = tmp_path_factory.mktemp("refreshed")
    root = place / "tree"
    root.mkdir()
    for number in range(20):
        write(root, number)
    build_small(root, place / "home")
    write(root, 3, "# a word")
    write(root, 4, "# another word")
    assert build_small(root, place / "home").outcome == "updated"
    assert (current_generation(root, place / "home") / DELTA_NAME).exists()
    build_small(root, place / "fresh")
    return place


def found(corpus: Corpus, text: str) -> list[tuple[str, int, str]]:
    items = query(corpus, text).items
    return [(item.path, item.line, str(sorted(item.values.items()))) for item in items]


def test_queries_over_names_read_no_table_from_end_to_end(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plans: list[tuple[str, str]] = []
    plainly = StructureReader.rows

    def rows(reader: StructureReader, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        plan = plainly(reader, f"EXPLAIN QUERY PLAN {sql}", parameters)
        plans.extend((sql, row[3]) for row in plan)
        return plainly(reader, sql, parameters)

    with closing(open_small(place / "tree", place / "home")) as index:
        corpus = Corpus(index.structure, index.tree)
        for text in ("$.links[:1]", "$.content.all()[:1]"):  # what they make of all documents is made once
            query(corpus, text)
        monkeypatch.setattr(StructureReader, "rows", rows)
        assert not [text for text in QUERIES if not query(corpus, text).items and ".tests" not in text]
    assert plans and not [sql for sql, step in plans if _WHOLE.match(step)]


@pytest.mark.parametrize("text", [*QUERIES, '$.content.grep("more")', "$.content.all()", "$.links", "$.toc", "$.files"])
def test_a_refreshed_index_answers_as_one_built_from_scratch(place: Path, text: str) -> None:
    with (
        closing(open_small(place / "tree", place / "home")) as refreshed,
        closing(open_small(place / "tree", place / "fresh")) as fresh,
    ):
        ours, theirs = (found(Corpus(index.structure, index.tree), text) for index in (refreshed, fresh))
    assert ours == theirs
