from __future__ import annotations

import pytest

from citeline.indexing.embedding.page_words import words_about
from citeline.indexing.embedding.sparse import Averages, count_terms, encode_chunks
from citeline.model import Chunk, ChunkKind
from citeline.text import term_id, terms

HEAD = "---\ntitle: Paid parental leave\nkeywords: maternity, paternity\nlayout: page\n---\nLeave of absence"


def prose(text: str, line: int = 1, kind: ChunkKind = "prose") -> Chunk:
    return Chunk(kind, line, line + text.count("\n"), text, "", "", 0)


def weights(path: str, *chunks: Chunk, word: str) -> list[float]:
    (key,) = map(term_id, terms(word))
    vectors = encode_chunks(count_terms(path, chunks), Averages(body=5.0))
    return [dict(zip(one.indices.tolist(), one.values.tolist(), strict=True)).get(key, 0.0) for one in vectors]


def test_a_passage_is_found_by_the_keywords_of_its_page() -> None:
    """Who asked for maternity leave found the head of the page and none of what it says."""
    passage = prose("You are entitled to 12 weeks.", 20)
    assert weights("leave.md", prose(HEAD), passage, word="maternity")[1] > 0
    assert weights("leave.md", passage, word="maternity") == [0]


def test_keywords_count_more_than_words_of_the_title() -> None:
    chunks = prose(HEAD), prose("You may.", 20)
    keyword, title = (weights("leave.md", *chunks, word=word)[1] for word in ("paternity", "parental"))
    assert keyword > title > 0


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("---\ntags: [a1,\n  b2]\nlayout: c3\n  d4\n---\ntitle: e5", ["[a1,", "b2]"]),
        ("---\nredirect_from:\n- /a1/\n- /b2/\norder: 3\n---", ["", "- /a1/", "- /b2/"]),
        ("+++\ntitle = 'a1'\nweight = 2\n+++\n", ["'a1'"]),
        ("title: a1\n---\n", []),
        ("text\n---\ntitle: a1\n---", []),
    ],
)
def test_what_a_page_says_of_itself_stands_in_its_front_matter(head: str, said: list[str]) -> None:
    assert [one.text.strip() for one in words_about([prose(head)])] == said


def test_code_and_later_chunks_say_nothing_of_a_page() -> None:
    assert words_about([prose(HEAD, kind="code")]) == words_about([prose(HEAD, 5)]) == []


def test_a_description_of_many_words_is_cut() -> None:
    long = prose("---\ndescription: " + " ".join(f"word{number}" for number in range(5_000)) + "\n---")
    assert len(encode_chunks(count_terms("a.md", [long, prose("x", 9)]), Averages())[1].indices) < 100
