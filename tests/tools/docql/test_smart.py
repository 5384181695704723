"""Words instead of a query: what is said about hits that may have nothing to do with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.handle import IndexHandle

from .fuzz_index import small_index


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    with small_index(tmp_path_factory.mktemp("smart")) as opened:
        yield opened


def test_words_that_stand_nowhere_are_told(handle: IndexHandle) -> None:
    (note,) = handle.query("zzqxv blorp").notes
    assert note.startswith("none of the words stands here")


@pytest.mark.parametrize("words", ["retry the request", "timeout", "安装", "parse_body zzqxv"])
def test_words_that_stand_somewhere_need_no_note(words: str, handle: IndexHandle) -> None:
    found = handle.query(words)
    assert found.total and found.notes == ()


@pytest.mark.parametrize("words", ["", "  ", "\n"])
def test_no_words_are_an_error_that_says_what_to_give(words: str, handle: IndexHandle) -> None:
    with pytest.raises(DocQLError, match="there is no query") as refused:
        handle.query(words)
    assert refused.value.remedy


def test_sql_is_searched_for_and_told_how_to_ask(handle: IndexHandle) -> None:
    found = handle.query("select title from headings where level = 2")
    assert found.total and any("$.entities[?(" in note for note in found.notes)


@pytest.mark.parametrize("words", ["select the best from all", "selector of a thing", "select * from " + "x" * 400])
def test_words_that_are_no_sql_have_no_note_about_it(words: str, handle: IndexHandle) -> None:
    assert not any("SQL" in note for note in handle.query(words).notes)
