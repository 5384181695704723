"""Defects of the language that ours continues: each test holds that one of them is none of ours.

Those of the ranking of keyword searches and of a model's loop are tested where these are.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.query import query

from .corpora import corpus_of

_FILES = {
    "auth/app.py": "def login(user):\n    return check(user)\n\n\ndef check(user): ...\n",
    "auth/lib.rs": "pub struct Token { id: u32 }\npub enum Kind { A }\npub fn issue() -> Token { Token { id: 1 } }\n",
    "auth/main.go": "package auth\n\ntype Session struct{}\n\nfunc (s *Session) End() {}\n",
    "auth/view.ts": "export const show = (user: string): string => user;\nexport interface View { user: string }\n",
    "guide.md": (
        "---\ntitle: Guide\n---\n# 认证\n\none\n\n## 登录\n\ntwo\n\n# Usage\n\n## Example\n\nthree `timeout`\n\n"
        "## Example\n\nfour\n\n~~~js\n# no heading\n~~~\n\n````md\n```js\ninner\n```\n````\n\n"
        "a | b\n--|--\n1 | x \\| y\n"
    ),
    "glossary.md": "# Glossary\n\nToken\n: What a login gives.\n\n## GET /users/{id}\n\nOne user.\n",
    "note.txt": "\n\nonly text, timeout 30\n",
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    with corpus_of(tmp_path_factory.mktemp("ancestor"), _FILES) as corpus:
        yield corpus


def names(corpus: Corpus, text: str) -> list[str]:
    return [item.values["name"] for item in query(corpus, text).items]


def test_d2_contains_is_a_word_of_the_language(corpus: Corpus) -> None:
    assert names(corpus, '$.toc[?(@.title contains "usa")]') == ["Usage"]


def test_d3_a_function_is_found_by_its_name_in_every_language(corpus: Corpus) -> None:
    for name in ("login", "issue", "End", "show"):
        assert names(corpus, f'$.code.function("{name}")') == [name]


def test_d4_an_error_is_an_error_and_no_empty_result(corpus: Corpus) -> None:
    for text in ("$.toc[?(@.level==1]", "$.tocs", "$.toc[?(@.level==1x)]", "$.toc[?(@.titel==1)]", "$"):
        with pytest.raises(DocQLError):
            query(corpus, text)


def test_d6_entities_of_prose_exist(corpus: Corpus) -> None:
    assert names(corpus, '$.entities[?(@.type=="API")]') == ["GET /users/{id}"]
    assert names(corpus, '$.entities[?(@.type=="Term")]') == ["Token"]


def test_d7_chinese_and_equal_headings_have_sections_and_anchors_of_their_own(corpus: Corpus) -> None:
    items = query(corpus, '$.content.chunks()[?(@.path=="guide.md" && @.level>0)]').items
    assert len({item.values["anchor"] for item in items}) == len(items) == 5
    assert [word for word in ("one", "two", "three", "four") for item in items if word in item.values["text"]] == [
        *("one", "two", "three", "four")
    ]


def test_d8_a_chapter_has_its_subsections(corpus: Corpus) -> None:
    (item,) = query(corpus, '$.content.chapter("2")[?(@.path=="guide.md")]').items
    assert "three" in item.values["text"] and "four" in item.values["text"]


def test_d9_heading_looks_at_titles_and_grep_at_bodies_by_a_pattern(corpus: Corpus) -> None:
    assert names(corpus, '$.content.heading("timeout")') == []
    assert names(corpus, '$.content.grep("time.?out")') == ["Example", "note.txt"]
    assert names(corpus, '$.content.chunks()[?(@.text contains "timeout")]') == ["Example", "note.txt"]


def test_d11_front_matter_of_all_files_comes(corpus: Corpus) -> None:
    assert [item.values["title"] for item in query(corpus, "$.frontmatter").items] == ["Guide"]


def test_d12_a_star_behind_a_filter_adds_nothing(corpus: Corpus) -> None:
    found = query(corpus, "$.toc[?(@.level==1)][*]")
    assert [item.values["level"] for item in found.items] == [1] * 3


def test_d13_lines_count_from_one_and_blank_lines_count(corpus: Corpus) -> None:
    toc = query(corpus, '$.toc[?(@.title=="Usage")]').items[0]
    chunk = query(corpus, '$.content.heading("Usage")').items[0]
    assert (toc.line, chunk.line) == (12, 12)
    (text,) = query(corpus, '$.content.chunks()[?(@.path=="note.txt")]').items
    assert text.values["text"].split("\n").index("only text, timeout 30") + text.line == 3
    assert query(corpus, "$.content.codeblock").items[0].line == 22


def test_d14_rust_go_and_typescript_have_types_and_functions(corpus: Corpus) -> None:
    assert set(names(corpus, "$.code.classes")) == {"Token", "Kind", "Session", "View"}
    assert set(names(corpus, "$.code.functions")) == {"login", "check", "issue", "End", "show"}
    assert names(corpus, '$.files[?(@.path=="auth/app.py")].outline()') == ["login", "check"]
    assert names(corpus, '$.files[?(@.path=="auth/app.py")].outline()[?(@.title startsWith "login")]') == ["login"]


def test_d15_tilde_and_nested_fences_escaped_pipes_and_tables_without_outer_pipes(corpus: Corpus) -> None:
    codes = [item.values["code"] for item in query(corpus, "$.content.codeblock").items]
    assert codes == ["# no heading", "```js\ninner\n```"]
    (table,) = query(corpus, "$.content.table").items
    assert (table.values["headers"], table.values["rows"]) == (["a", "b"], [["1", "x | y"]])


def test_d16_numbers_compare_as_numbers_patterns_end_and_s_counts(corpus: Corpus) -> None:
    assert names(corpus, "$.toc[?(@.level==1.0)]") == names(corpus, "$.toc[?(@.level==1)]")
    assert names(corpus, "$.toc[?(@.line>9 && @.line<13)]") == ["Usage"]
    assert query(corpus, '$.content.grep("(o+|n)+e$")').total == 1
    assert names(corpus, "$.content.grep(/three.*timeout.$/s)") == ["Example"]
    with pytest.raises(DocQLError):
        query(corpus, '$.content.grep("")')


def test_d17_a_name_is_not_found_by_its_package(corpus: Corpus) -> None:
    assert query(corpus, '$.code.query("auth")').total == 0
    assert names(corpus, '$.entities[?(@.package=="auth" && @.type=="struct")]') == ["Session"]
