"""Files are chosen by who wrote them and when; a day that nobody wrote down is that of the file."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator

import docx
import pytest

from citeline.indexing.reader import Index
from citeline.tools.docql.evaluation.corpus import Corpus
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.query import query
from citeline.tools.documents.about import about_document, day_of, looks_like_date
from tests.indexing.extraction import mail_files, sheet_files
from tests.indexing.small_index import build_small, open_small

_TEXTS = {
    "policy.md": "---\ntitle: Leave\nauthor: [Ana, Ben]\nupdated: 2026-03-05\n---\n\n# Leave\n",
    "post.md": "---\ndate: 2025-11-02T08:00:00Z\nauthor: Cy\n---\n\n# Post\n",
    "plain.py": "x = 1\n",
    "quay.rst": (
        ".. a comment\n\nQuay\n====\n\n:Authors: - Eve Dock <eve@example.org>\n          - Finn Pier\n"
        ":Date: 4 March 2024\n:Version: 2\n\nIt is long.\n"
    ),
    "lock.adoc": (
        "= Lock\nGail Reed <gail@example.org>; Hugh Wall\nv1.2, March 5, 2023\n:keywords: water\n\nIt is deep.\n"
    ),
    "mast.rst": ".. meta::\n   :keywords: wood\n\nMast\n====\n\n:Author: Jo Spar\n:Version: 7\n\nIt is high.\n",
    "note.org": "#+TITLE: Log\n#+AUTHOR: Quinn Log\n#+DATE: <2022-02-03 Thu>\n* Log\nIt is thick.\n",
    "tide.md": "+++\nauthor = 'Kit Ebb'\ndate = 2022-05-06\nrelease = '8.0'\n[params]\nkind = 'low'\n+++\n# Tide\n",
    "rope.md": "% Rope\n% Lee Knot; Max Turn\n% May 7, 2022\n\nIt is long.\n",
    "sail.docbook": (
        "<?xml version='1.0'?>\n<!DOCTYPE article PUBLIC 'x' 'y'>\n<article xmlns='http://docbook.org/ns/docbook'>\n"
        "<info><title>Sail</title><author><personname><firstname>Ned</firstname> <surname>Reef</surname></personname>\n"
        "<email>ned@example.org</email></author><pubdate>2022-08-09</pubdate><releaseinfo>9.1</releaseinfo></info>\n"
        "<para>By an <author>Other</author>, &copy; 1999.</para></article>\n"
    ),
    "buoy.html": (
        "<html><head><title>Buoy</title><meta name='version' content='4.2'><script type='application/ld+json'>"
        '{"@graph": [{"@type": "Organization", "name": "Port"}, {"author": [{"name": "Pat O&#039;Buoy"}],'
        ' "datePublished": "2022-10-11T10:00:00Z"}]}</script></head><body><h1>Buoy</h1><p>Red.</p></body></html>\n'
    ),
    "page.html": (
        "<html><head><title>Gate</title><meta name='Author' content='Dee Moor'><meta property='article:author' "
        "content='https://example.org/dee'><meta property='article:modified_time' content='2024-07-08T10:00:00Z'>"
        "</head><body><h1>Gate</h1><p>Open.</p></body></html>\n"
    ),
}


_OLD = {"tide.md", "rope.md", "sail.docbook", "buoy.html"}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("about")
    root = folder / "tree"
    root.mkdir()
    for name, text in _TEXTS.items():
        (root / name).write_text(text)
    (root / "budget.xlsx").write_bytes(sheet_files.budget())
    (root / "offer.eml").write_bytes(mail_files.offer())
    letter = docx.Document()
    letter.core_properties.author, letter.core_properties.version = "Ida Quay", "3.1"
    letter.core_properties.created = letter.core_properties.modified = datetime.datetime(2026, 8, 1)
    letter.add_paragraph("The quay is long.")
    letter.save(str(root / "letter.docx"))
    os.utime(root / "plain.py", (1_700_000_000, 1_700_000_000))
    build_small(root, folder / "home")
    opened = open_small(root, folder / "home")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("condition", "paths"),
    [
        ('@.modified >= "2026-03-05" && @.modified < "2026-03-06"', {"policy.md"}),
        ('@.modified == "2023-11-14"', {"plain.py"}),
        ('@.modified < "2026"', {"plain.py", "post.md", "page.html", "quay.rst", "lock.adoc", "note.org", *_OLD}),
        ("@.modified =~ /^2025-11/", {"post.md"}),
        ('@.author contains "ben"', {"policy.md"}),
        ('@.author == "Ines Marques"', {"budget.xlsx"}),
        ('@.title == "Leave"', {"policy.md"}),
        ('@.author == "Dee Moor" && @.modified == "2024-07-08"', {"page.html"}),
        ('@.title contains "budget"', {"budget.xlsx"}),
        ('@.created > "2025-11-01" && @.created <= "2025-11-02"', {"post.md"}),
        ('@.author == "Eve Dock, Finn Pier" && @.created == "2024-03-04"', {"quay.rst"}),
        ('@.author == "Gail Reed, Hugh Wall" && @.modified == "2023-03-05"', {"lock.adoc"}),
        ('@.author == "Jo Spar" && @.version == "7"', {"mast.rst"}),
        ('@.created == "2022-02-03"', {"note.org"}),
        ('@.author == "Kit Ebb" && @.created == "2022-05-06" && @.version == "8.0"', {"tide.md"}),
        ('@.author == "Lee Knot, Max Turn" && @.created == "2022-05-07" && @.title == "Rope"', {"rope.md"}),
        ('@.author == "Ned Reef" && @.created == "2022-08-09" && @.version == "9.1"', {"sail.docbook"}),
        ('@.title == "Sail"', {"sail.docbook"}),
        ('@.author == "Pat O\'Buoy" && @.created == "2022-10-11" && @.version == "4.2"', {"buoy.html"}),
        ("@.author == null", {"plain.py"}),
        ('@.version == "1.2"', {"lock.adoc"}),
        ('@.version == "3.1" && @.author == "Ida Quay"', {"letter.docx"}),
        ('@.created && @.path endsWith ".eml"', {"offer.eml"}),
    ],
)
def test_files_are_chosen_by_what_they_say_about_themselves(index: Index, condition: str, paths: set[str]) -> None:
    corpus = Corpus(index.structure, index.root)
    found = query(corpus, f"$.files[?({condition})]")
    assert {item.path for item in found.items} == paths
    in_python = query(corpus, f'$.files[?(({condition}) && !(@.directory == "no such folder"))]')
    assert {item.path for item in in_python.items} == paths


def test_front_matter_is_compared_by_its_dates(index: Index) -> None:
    corpus = Corpus(index.structure, index.root)
    assert {item.path for item in query(corpus, '$.frontmatter[?(@.updated > "2026-01-01")]').items} == {"policy.md"}
    with pytest.raises(DocQLError, match="is a date"):
        query(corpus, '$.files[?(@.modified > "yesterday")]')


def test_the_heads_of_rst_and_asciidoc_are_front_matter(index: Index) -> None:
    corpus = Corpus(index.structure, index.root)
    shown = {item.path: dict(item.values) for item in query(corpus, "$.frontmatter").items}
    assert shown["quay.rst"]["version"] == "2"
    assert shown["lock.adoc"]["keywords"] == "water"
    assert shown["tide.md"] == {"author": "Kit Ebb", "date": "2022-05-06", "release": "8.0", "params": {"kind": "low"}}
    assert shown["rope.md"]["author"] == ["Lee Knot", "Max Turn"]


def test_what_a_file_prints_says_when_it_changed(index: Index) -> None:
    corpus = Corpus(index.structure, index.root)
    (shown,) = query(corpus, '$.files[?(@.path == "policy.md")]').to_json()["files"]["policy.md"]
    assert (shown["title"], shown["author"], shown["modified"]) == ("Leave", "Ana, Ben", "2026-03-05")


@pytest.mark.parametrize("front", [{"date": 7}, {"author": None, "modified": "next week"}, {"date": ["x"]}, {"By": ""}])
def test_what_is_no_date_and_no_name_says_nothing(front: dict[str, object]) -> None:
    about = about_document(front)
    assert (about.author, about.created, about.modified) == ("", "", "")


def test_times_that_no_calendar_has_do_no_harm() -> None:
    assert (day_of(0), day_of(2**80)) == ("1970-01-01", "")
    assert not any(map(looks_like_date, ("2026-1-1", "2026-13", "2026-00", "2026-01-32")))
    assert looks_like_date("2026-01-01T00:00:00Z")


def test_a_day_with_an_ordinal_is_a_day() -> None:
    assert about_document({"date": "March 15th, 2026"}).created == "2026-03-15"


@pytest.mark.parametrize(
    "author", ['{"name": "Ida Berg", "url": "https://example.org"}', ['{"name": "Ida Berg"}'], "Ida Berg"]
)
def test_an_author_that_is_a_map_has_a_name(author: object) -> None:
    assert about_document({"author": author}).author == "Ida Berg"
