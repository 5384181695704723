"""Labelled lines at the top of a text say who wrote it and when; further down they are text like any other."""

from __future__ import annotations

import json
import time

import pytest

from citeline.indexing.parsers.markdown import parse_markdown
from citeline.indexing.parsers.markup.man_reading import parse_man
from citeline.indexing.parsers.text import parse_text

from .examples import source_of


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("# Attic\n\nAuthor: Bo Lind\nDate: 2020-03-04\n\nText.", {"author": "Bo Lind", "created": "2020-03-04"}),
        ("Stairs\n\nAuthor: Bo Lind\nVersion: 2\n\nText.", {"author": "Bo Lind", "version": "2"}),
        (
            "Attic\n=====\n\n**Written by:** [Bo](bo.md)\n**Last updated**: March 5, 2023  \n",
            {"author": "Bo", "modified": "March 5, 2023"},
        ),
        ("# Use SQLite\n\n- Status: accepted\n- Date: 2024-01-02<br>\n\nText.", {"created": "2024-01-02"}),
        ("# 屋顶\n作者：王小明\n日期：2019年3月4日\n\n瓦片。", {"author": "王小明", "created": "2019年3月4日"}),
        ("# Dach\n\nVerfasserin: Ida Berg\nStand: 4. März 2023\n", {"author": "Ida Berg", "modified": "4. März 2023"}),
        (
            "# Attic\n\n**Author:** Bo Lind | **Date:** 2020-03-04 · **Version:** 2\n\nText.",
            {"author": "Bo Lind", "created": "2020-03-04", "version": "2"},
        ),
        ("# Attic\n\nAuthors: Bo Lind · Ida Berg | Cy Lee\n", {"author": "Bo Lind · Ida Berg | Cy Lee"}),
        (
            "# Attic\n\n| Author | Bo Lind |\n| --- | --- |\n| Floors | 2 |\n| Last updated | 2020-03-04 |\n\nText.",
            {"author": "Bo Lind", "modified": "2020-03-04"},
        ),
        ("# Security\n\n| Version | Supported |\n| --- | --- |\n| 2.0 | yes |\n", {}),
        ("# Attic\n\nIt is full of boxes.\n\nAuthor: Bo Lind\n", {}),
        ("# Requests\n\nContent-Type: text/plain\nHost: example.org\n", {}),
        ("", {}),
    ],
)
def test_facts_are_read_from_labelled_lines_at_the_top(text: str, facts: dict[str, str]) -> None:
    assert parse_markdown(source_of(text, "note.md")).nodes[0].data == facts
    assert parse_text(source_of(text, "note.txt"), "text").nodes[0].data == facts


def test_padding_in_a_labelled_line_is_one_blank() -> None:
    """A line of two columns took seconds: each way to share its blanks out was tried."""
    padded = f"# Attic\n\nAuthor: Bo{' ' * 1000}Lind\nNote: v{' ' * 1000}{'x' * 210}\n"
    assert parse_markdown(source_of(padded, "note.md")).nodes[0].data == {"author": "Bo Lind"}


def test_front_matter_alone_speaks_where_there_is_some() -> None:
    parsed = parse_markdown(source_of("---\nauthor: Ida\n---\n# Roof\n\nAuthor: Bo\n", "note.md"))
    assert parsed.nodes[0].data == {}


@pytest.mark.parametrize(
    ("head", "data", "title"),
    [
        (
            '+++\ntitle = "Roofs"\nauthor = "Bo"\ndate = 2020-03-04\n# a comment\n[params]\nkind = "flat"\n+++\n',
            {"title": "Roofs", "author": "Bo", "date": "2020-03-04", "params": '{"kind": "flat"}'},
            "Roofs",
        ),
        (
            "% Roofs\n  of slate\n% Bo Lind; Ida Berg\n  Cy Lee\n% March 4, 2020\n",
            {"title": "Roofs of slate", "author": ["Bo Lind", "Ida Berg", "Cy Lee"], "date": "March 4, 2020"},
            "Roofs of slate",
        ),
        ("% Roofs\n", {"title": "Roofs"}, "Roofs"),
    ],
)
def test_front_matter_of_hugo_and_pandoc(head: str, data: dict[str, object], title: str) -> None:
    """The release notes of a DNS server had neither title nor day, and a comment in their head was a heading."""
    parsed = parse_markdown(source_of(f"{head}\n## Slate\n\nText.\n", "note.md"))
    front = next(node for node in parsed.nodes if node.kind == "frontmatter")
    assert (front.data, parsed.title) == (data, title)
    assert (front.start_line, front.end_line) == (1, head.count("\n"))
    headings = [(node.name, node.start_line) for node in parsed.nodes if node.kind == "heading"]
    assert headings == [("Slate", head.count("\n") + 2)]


def test_what_only_looks_like_such_front_matter_is_text() -> None:
    for text in ("+++\ntitle = 1\n", "%d is a number\n", "+++ b/file\n+++\n"):
        parsed = parse_markdown(source_of(f"{text}\n# Roof\n", "note.md"))
        assert [node.kind for node in parsed.nodes] == ["file", "heading"]
    broken = parse_markdown(source_of("+++\ntitle =\n+++\n\n# Roof\n", "note.md"))
    assert (broken.title, broken.note[:32]) == ("Roof", "front matter is not valid TOML: ")


@pytest.mark.parametrize("head", ["---\na: {}\n---\n", "+++\na = {}\n+++\n"])
def test_a_huge_number_ends_nothing(head: str) -> None:
    """One page with ten thousand digits of hexadecimal ended the whole index: Python writes no such number."""
    for value in (f"0x{'f' * 10_000}", f"[0x{'f' * 10_000}]"):
        parsed = parse_markdown(source_of(head.format(value) + "# Roof\n", "note.md"))
        assert parsed.title == "Roof" and "not valid" in parsed.note
        assert json.dumps([node.data for node in parsed.nodes])
    parsed = parse_markdown(source_of(head.format(2**63) + "# Roof\n", "note.md"))
    assert next(node.data for node in parsed.nodes if node.kind == "frontmatter") == {"a": str(2**63)}


@pytest.mark.parametrize(
    "text", [f"{'a.' * 50_000}b = 1", f"{'a.' * 200}b = 1", f"a = [{'1,' * 6_000}]", f"a = '{'b' * 30_000}'"]
)
def test_front_matter_in_toml_has_the_limits_of_yaml(text: str) -> None:
    """A key of 100,000 characters took 26 s."""
    started = time.process_time()
    parsed = parse_markdown(source_of(f"+++\n{text}\n+++\n# Roof\n", "note.md"))
    assert time.process_time() - started < 5
    assert (parsed.title, parsed.note[:39]) == ("Roof", "front matter is not valid TOML: more th")


def test_facts_of_other_markup() -> None:
    """`--where author=Bo` found no paper in LaTeX, no page of a manual and no note of Org."""
    latex = "% \\author{Nobody}\n\\title{Attics}\n\\author{Bo Lind \\and Ida Berg}\\date{2020-03-04}\n"
    paper = parse_text(source_of(latex, "a.tex"), "latex")
    assert paper.nodes[0].data == {"author": "Bo Lind, Ida Berg", "created": "2020-03-04"}
    assert paper.title == "Attics"
    org = "#+TITLE: Attics\n#+AUTHOR: Bo Lind\n#+DATE: 2020-03-04\n* Attics\nText.\n"
    note = parse_text(source_of(org, "a.org"), "org")
    assert (note.title, note.nodes[0].data) == ("Attics", {"author": "Bo Lind", "created": "2020-03-04"})


@pytest.mark.parametrize(
    ("head", "facts"),
    [
        ('.TH ATTIC 1 "2020\\-03\\-04" "attic 2.1" "House Manual"', {"created": "2020-03-04", "version": "2.1"}),
        ('.\\" A licence.\n.TH ATTIC 1 "" "GNU attic"', {}),
        (".Dd March 4, 2020\n.Dt ATTIC 1", {"created": "March 4, 2020"}),
        (
            ".Dd March 4, 2020\n.Dt ATTIC 1\n.Sh AUTHORS\n.An -nosplit\n.An Ida Berg Aq Mt ida@example.org ,\n"
            '.An "Bo Lind" Ns ,\n.An Cy \\fIÉtier\\fP',
            {"created": "March 4, 2020", "author": "Ida Berg, Bo Lind, Cy Étier"},
        ),
    ],
)
def test_day_and_version_of_a_manual_page(head: str, facts: dict[str, str]) -> None:
    assert parse_man(source_of(f"{head}\n.SH NAME\nattic\n", "attic.1")).nodes[0].data == facts
