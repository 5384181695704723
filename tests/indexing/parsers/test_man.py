"""Manual pages: their tree, their lines as they read, and what is answered from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citeline
from citeline.indexing.parsers.languages import language_of
from citeline.indexing.parsers.markup.man_reading import read_man
from citeline.indexing.parsers.markup.reading import readable
from citeline.indexing.parsers.registry import parse
from citeline.settings import Settings
from citeline.state import Fact
from citeline.tools.citations.passage import Passage, with_reading
from citeline.tools.citations.stated import check_stated

from .examples import Example, read_examples, show, source_of

_EXAMPLES = [
    pytest.param(example, id=example.name)
    for example in read_examples(Path(__file__).parent / "man_examples" / "pages.md")
]


@pytest.mark.parametrize("example", _EXAMPLES)
def test_example(example: Example) -> None:
    document = parse(source_of(example.given, "example.1"))
    assert show(document, with_title=example.expected.startswith("title:")) == example.expected


@pytest.mark.parametrize(
    ("written", "reads"),
    [
        (r"It costs \fB5\fR\-\fI10\fP \(em or \[lq]more\[rq]\&.", "It costs 5-10 — or “more”."),
        (r"a\ b \\n \e \s-1x\s0 \*(lqq\*(rq", r"a b \n \ x “q”"),
        (".BR open (2),", "open(2),"),
        (r'.B "two words" \" and a comment', "two words"),
        (".Op Fl c Ar file", "[-c file]"),
        (".Nm ,", "kettle,"),
        (".Xr ssh 1 ,", "ssh(1),"),
        (".Fl Fl quiet Ns = Ns Ar yes", "--quiet=yes"),
        (".Pq see Sx FILES", "(see FILES)"),
        (".Ql C\\-b d", "`C-b d`"),
        (".SH SEE ALSO", "## SEE ALSO"),
        (".Dl $ kettle on", "    $ kettle on"),
        (".RS 4", ""),
        (r".\" nothing", ""),
        ("plain text", "plain text"),
    ],
)
def test_a_line_reads_without_its_markup(written: str, reads: str) -> None:
    (line,) = read_man(written, "man/kettle.1")
    assert line.text == reads


def test_a_break_inside_of_a_paragraph_does_not_begin_another() -> None:
    lines = read_man("One\n.br\ntwo.\n.PP\nThree.", "a.1")
    assert [(line.text, line.begins) for line in lines if line.text] == [
        ("One", True),
        ("two.", False),
        ("Three.", True),
    ]


def test_code_keeps_its_indentation() -> None:
    lines = read_man(".nf\n  a\n.fi\nb", "a.1")
    assert [(line.text, line.kind) for line in lines if line.text] == [("      a", "code"), ("b", "prose")]


@given(st.text(alphabet=st.sampled_from(".'\\\"()[] \nABOpTHSNmfFlIe*")))
def test_any_text_gives_a_line_for_each_of_its_lines(text: str) -> None:
    assert len(read_man(text, "a.1")) == text.count("\n") + 1


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("doc/kettle.1", ".TH KETTLE 1\n", "man"),
        ("doc/kettle.1.in", ".TH KETTLE 1\n", "man"),
        ("kettle.8", "It\n.B boils\n", "man"),
        ("app.log.1", "started\n", "text"),
        ("notes-2.1", "Version 2.1\n... and more\n", "text"),
    ],
)
def test_the_text_tells_a_page_from_what_merely_ends_in_a_number(path: str, text: str, language: str) -> None:
    assert language_of(path, text) == language


def test_a_default_is_told_with_the_name_that_it_belongs_to(tmp_path: Path) -> None:
    """Read as plain text the sentence was `.TP .B KETTLE_LIMIT How many …`, cited from within the entry above."""
    (tmp_path / "kettle.1").write_text(
        read_examples(Path(__file__).parent / "man_examples" / "pages.md")[0].given, "utf-8"
    )
    handle = citeline.index(tmp_path, settings=Settings(home=tmp_path / "home"))
    answer = citeline.ask("how many cups are boiled at once by default?", handle, no_model=True)
    first = answer.claims[0]
    (cited,) = [one for one in answer.evidence if one["id"] == first["evidence"][0]]
    assert first["verdicts"][str(cited["id"])]["supports"] == "supported"
    assert "Default is 4 cups" in cited["text"]
    assert "KETTLE_HOST" not in cited["text"]
    assert "\\&" not in first["text"]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("piece", ["\\*[", "\\[", "\\f[", "\\v'"])
def test_an_escape_that_never_ends_is_not_looked_for_from_each_of_its_kind(piece: str) -> None:
    """A page of 120 kB took 48 seconds."""
    assert len(read_man(piece * 40_000, "a.1")) == 1


def test_a_line_break_inside_of_a_paragraph_ends_no_paragraph() -> None:
    """Sentences of one entry that `.br` keeps apart were at the right place where they stand word by word."""
    page = ".TP\n.B POLL_EVERY\nMinutes between two polls\\&.\n.br\nDefault is 60\\&.\n.PP\nOther text.\n"
    told = "Minutes between two polls. Default is 60."
    fact: Fact = {"relation": "quoted", "subject": "", "object": told}
    passage = Passage(with_reading(page, "till.1"), 1, 7, "till.1", scope="", signature="", behind="")
    assert check_stated(fact, passage).verdict == "supported"
    assert readable(page, "man", "till.1").split("\n")[-4:] == ["Default is 60.", "", "Other text.", ""]
