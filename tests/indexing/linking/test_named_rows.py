"""References are read in the order of what they name, in memory or by way of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.linking import named_rows

from .corpus import LinkedCorpus

_FILES = {
    "a.py": "class Shape:\n    def draw(self): ...\n\n\ndef make() -> Shape:\n    return Shape()\n",
    "b.py": "from a import Shape, make\n\n\nclass Box(Shape): ...\n\n\ndef go():\n make().draw()\n Box().draw()\n",
}


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_a_table_gives_what_memory_gives(at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LinkedCorpus(tmp_path, _FILES) as corpus:
        documents = [one for (one,) in corpus.connection.execute("SELECT id FROM documents")]
        found = []
        for in_memory in (100, 3):
            monkeypatch.setattr(named_rows, "_IN_MEMORY", in_memory)
            groups = [*named_rows.every_by_target(corpus.connection, documents, at_once=at_once)]
            assert max(map(len, groups)) <= at_once
            found.append([row for group in groups for row in group])
        assert [row[3] for row in found[0]] == [row[3] for row in found[1]] == sorted(row[3] for row in found[0])
        assert sorted(map(tuple, found[0])) == sorted(map(tuple, found[1]))
        assert len(found[0]) == 6
