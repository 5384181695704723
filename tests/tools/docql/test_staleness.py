"""Files that change or go after they were indexed are named; names of files may be as odd as they like."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.query import open_files, query

from .corpora import corpus_of

_FILES = {"a.md": "# A\n", "b.md": "# B\n", "c.py": "def c(): ...\n"}


def _stale(corpus: Corpus, text: str) -> dict[str, str]:
    return dict(query(corpus, text).stale)


def test_nothing_is_stale_at_first(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        for text in ("$.toc", "$.files", "$.structure", "$.entities"):
            assert _stale(corpus, text) == {}


def test_a_changed_file_is_named(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        (corpus.root / "a.md").write_text("# Another\n", encoding="utf-8")
        assert _stale(corpus, "$.toc") == {"a.md": "changed"}
        assert query(corpus, "$.toc").to_json()["stale"] == {"a.md": "changed"}


def test_a_change_that_keeps_the_size_is_noticed(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        (corpus.root / "a.md").write_text("# Z\n", encoding="utf-8")
        assert _stale(corpus, "$.toc") == {"a.md": "changed"}


def test_a_file_that_was_only_touched_is_as_it_was(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        os.utime(corpus.root / "a.md", ns=(0, 0))
        assert _stale(corpus, "$.toc") == {}


@pytest.mark.parametrize("text", ["$.toc", "$.files", "$.structure"])
def test_a_deleted_file_is_named(text: str, tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        (corpus.root / "b.md").unlink()
        assert _stale(corpus, text) == {"b.md": "deleted"}


def test_a_folder_in_the_place_of_a_file_is_a_change(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        (corpus.root / "b.md").unlink()
        (corpus.root / "b.md").mkdir()
        assert set(_stale(corpus, "$.toc")) == {"b.md"}


def test_when_the_whole_tree_has_gone_results_still_come(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        corpus.root.rename(tmp_path / "elsewhere")
        found = query(corpus, "$.toc")
        assert (found.total, dict(found.stale)) == (2, {"a.md": "deleted", "b.md": "deleted"})


def test_only_files_that_are_shown_are_looked_at(tmp_path: Path) -> None:
    with corpus_of(tmp_path, _FILES) as corpus:
        (corpus.root / "a.md").unlink()
        assert _stale(corpus, '$.toc[?(@.title=="B")]') == {}


_NAMES = [
    "with space.md",
    "文档.md",
    "new\nline.md",
    "q'uo\"te.md",
    "per%cent_.md",
    "caf\udce9.md",
    "back\\slash.md",
    "-dash.md",
    "a.md",
]


@pytest.mark.parametrize("name", _NAMES)
def test_a_file_is_found_by_its_name(name: str, tmp_path: Path) -> None:
    files = {other: f"# {number}\n" for number, other in enumerate(_NAMES)}
    with corpus_of(tmp_path, files) as corpus:
        asked = name.replace('"', '\\"')
        found = query(corpus, f'$.toc[?(@.path=="{asked}")]')
        assert [item.path for item in found.items] == [name]
        assert found.items[0].values["title"] == str(_NAMES.index(name))
        assert json.loads(json.dumps(found.to_json()))["total"] == 1
        assert not found.stale
        (corpus.root / name).unlink()
        assert _stale(corpus, f'$.files[?(@.path=="{asked}")]') == {name: "deleted"}


def test_odd_names_stand_in_the_tree(tmp_path: Path) -> None:
    with corpus_of(tmp_path, dict.fromkeys(_NAMES, "# A\n")) as corpus:
        printed = query(corpus, "$.structure").to_json()["structure"]
        assert sorted(printed["paths"]) == sorted(_NAMES)


def test_a_title_that_no_query_can_say_is_no_query_to_ask_next(tmp_path: Path) -> None:
    with corpus_of(tmp_path, {"a.md": "# Ends with \\\\\n", "b\\": "text\n"}) as corpus:
        assert query(corpus, "$.toc").items[0].values["title"].endswith("\\")
        for text in ("$.toc", "$.files", "$.content.chunks()", '$.toc[?(@.title=="End with")]'):
            assert not any("Ends" in following for following in query(corpus, text).next)


def test_a_field_too_long_for_csv_ends_the_table(tmp_path: Path) -> None:
    with corpus_of(tmp_path, {"a.csv": 'a,b\n1,2\n"' + "never closed,\n" * 20_000}) as corpus:
        (table,) = query(corpus, "$.content.table").items
        assert (table.values["rows"], table.values["rowCount"]) == ([["1", "2"]], 1)


def test_files_of_no_index_are_asked_alike(tmp_path: Path) -> None:
    for name, text in _FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "empty.md").touch()
    with open_files([tmp_path / name for name in (*_FILES, "empty.md")], max_file_bytes=1_000) as asked:
        assert [item.path for item in asked.query("$.toc").items] == ["a.md", "b.md"]
        assert asked.query("c").items[0].path == "c.py"
        assert len(asked.notes) == 1 and "empty.md is left out" in asked.notes[0]


def test_files_that_cannot_be_asked_are_told_by_name(tmp_path: Path) -> None:
    (tmp_path / "guide.md").touch()
    (tmp_path / "big.md").write_text("# A\n" * 1_000, encoding="utf-8")
    for path, message in (
        (tmp_path / "giude.md", "does not exist"),
        (tmp_path, "is a folder"),
        (tmp_path / "guide.md", "guide.md is left out"),
        (tmp_path / "big.md", "big.md is left out"),
    ):
        with pytest.raises(DocQLError, match=message) as caught, open_files([path], max_file_bytes=1_000):
            pass
        assert caught.value.kind == "file" and caught.value.hint
