"""What only says a name, or that an option prints the help, begins no answer."""

from __future__ import annotations

from time import process_time

import pytest

from citeline.tools.answer.compose import compose
from citeline.tools.answer.reading.lines import read_line
from citeline.tools.answer.reading.says_nothing import introduces, is_directive
from citeline.tools.evidence.evidence import evidence_from_hits, passage_refs
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..conftest import Indexed


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("csvclean - csvclean Documentation", True),
        ("csvclean \\- csvclean 1.5 Documentation", True),
        ("du - manual page for du 9.4", True),
        ("csvclean - csvclean 文档", True),
        ("`orte` – Handbuch für orte", True),
        ("csvclean - finds the errors of a CSV file", False),
        ("csvclean - user guide", False),  # of what is said elsewhere
        ("user: user", False),  # a setting
        ("* user - user", False),
        ("`port` - port 8080", False),  # what the default is
    ],
)
def test_a_description_that_repeats_its_name_says_nothing(text: str, names: bool) -> None:
    assert read_line(text).names is names


@pytest.mark.parametrize(
    ("text", "helps"),
    [
        ("  -h, --help            show this help message and exit", True),
        ("show this help message and exit", True),
        ("-h, --help", True),
        ("  --help  Show this message and exit.", True),
        ("  -h, --help   help for csvclean", True),
        ("Print help (see a summary with '-h')", True),
        ("* `-h`, `--help`: Muestra este mensaje de ayuda", True),
        ("-h, --help 显示帮助信息", True),
        ("usage: csvclean [-h] [--dry-run]", False),
        ("--help-topics  list what a page of the manual is about", False),
        ("-h  print sizes that a person can read, as the help says", False),
        ("The help desk opens at nine.", False),
        ("# Help", False),
        ("Usage", False),
    ],
)
def test_an_option_that_prints_the_help_says_nothing(text: str, helps: bool) -> None:
    assert read_line(text).helps is helps


MANUAL = """.TH "CSVCLEAN" "1"
.SH NAME
csvclean \\- csvclean Documentation
.SH DESCRIPTION
Reports and fixes the common errors of a CSV file.
.SH OPTIONS
.TP
.B \\-h, \\-\\-help
show this help message and exit
.TP
.B \\-n, \\-\\-dry\\-run
Show the errors without writing a message about each.
"""


def claims(indexed: Indexed, question: str) -> list[str]:
    index, asked = indexed({"man/csvclean.1": MANUAL}), read(question)
    hits = search(index, asked, top_k=20, single=True).hits
    found = compose(index, asked, evidence_from_hits(hits[:6]), passage_refs(hits))
    return [claim["text"] for claim in [*found.claims, *found.more]]


def test_an_answer_begins_with_what_a_manual_page_describes(indexed: Indexed) -> None:
    """`NAME: csvclean - csvclean Documentation` has every word that is asked for, and answered nothing."""
    assert claims(indexed, "which options does csvclean have?")[0].startswith("Reports and fixes the common errors")


def test_an_option_for_the_help_is_told_to_who_asks_for_it_only(indexed: Indexed) -> None:
    def says_help(question: str) -> bool:
        return any("show this help message" in text for text in claims(indexed, question))

    assert not says_help("which option makes it show a message and exit?")
    assert says_help("how do I get the help message of csvclean?")


@pytest.mark.parametrize("line", ["a" * 20_000, "a.1" * 8_000])
def test_a_line_of_data_is_read_in_no_time(line: str) -> None:
    """A file name was looked for from each of its letters to its end: one line took two seconds."""
    introduces("will output a.txt")  # compiles the pattern and reads the words
    started = process_time()
    assert not introduces(line)
    assert process_time() - started < 0.2


@pytest.mark.parametrize(
    ("comment", "speaks_to_tool"),
    [
        ("nolint:gocyclo // it is long", True),
        ("noqa: E501", True),
        ("eslint-disable-next-line no-console", True),
        ("type: ignore[arg-type]", True),
        ("type: ignored ones are kept", False),
        ("noqaudit is a service", False),
    ],
)
def test_what_a_comment_says_to_a_linter_is_told_to_nobody(comment: str, speaks_to_tool: bool) -> None:
    assert is_directive(comment) is speaks_to_tool
