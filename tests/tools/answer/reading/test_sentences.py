from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.parsers.markup.reading import read_shown
from citeline.tools.answer.reading.sentences import sentences_of_page, split_sentences

CASES: dict[str, tuple[str, list[str]]] = {
    "plain": ("One is here. Two is there! Is three?", ["One is here.", "Two is there!", "Is three?"]),
    "abbreviations": (
        "Use a proxy, e.g. Squid. See Dr. Who, vs. others.",
        ["Use a proxy, e.g. Squid.", "See Dr. Who, vs. others."],
    ),
    "a word that a citation begins with": ("That is all you see. Run it.", ["That is all you see.", "Run it."]),
    "dots that go on": (
        "It opens a file … and closes it. 先打开……然后关闭。",
        ["It opens a file … and closes it.", "先打开……然后关闭。"],
    ),
    "versions and files": (
        "Since 2.1.3 it reads a.py. Then it stops.",
        ["Since 2.1.3 it reads a.py.", "Then it stops."],
    ),
    "code spans": ("Call `a. B()` first. Then wait.", ["Call `a. B()` first.", "Then wait."]),
    "quotes after the full stop": ('He said "Go." Then left.', ['He said "Go."', "Then left."]),
    "chinese": ("会话保存参数。它也保存 cookie！真的吗？好", ["会话保存参数。", "它也保存 cookie！", "真的吗？", "好"]),
    "mixed": ("参见 `a.b` 一节。See there.", ["参见 `a.b` 一节。", "See there."]),
    "wrapped lines": ("A long sentence\nover two lines. Next.", ["A long sentence over two lines.", "Next."]),
    "lists": (
        "- First item\n- Second one. More of it.\n3. Third",
        ["First item", "Second one.", "More of it.", "Third"],
    ),
    "imports of a page": (
        'import Tabs from "@theme/Tabs";\nexport const size = 3\nimport statements are cached, and\nimports too. More.',
        ["import statements are cached, and imports too.", "More."],
    ),
    "headings": ("# Title. Here\n\nTitle\n=====\n\nText here.", ["Text here."]),
    "fences": ("Before it.\n\n```python\nx = 1. Y\n```\n\nAfter it.", ["Before it.", "After it."]),
    "open fence": ("Before it.\n~~~\nnever closed. Really", ["Before it."]),
    "underlined titles": ("Title here\n~~~~~~~~~~\n\nText one.\n\nMore\n----\nText two.", ["Text one.", "Text two."]),
    "tables and markup": ("| a | b |\n|---|---|\n\n<svg>Hidden.</svg>\n.. note:: x\n\nShown.", ["Shown."]),
    "text in tags": (
        "<div>\n  <h1>Shop</h1>\n\n  <p>\n    A small <b>shop</b> that sells.\n  </p>\n</div>\n\nMore of it.",
        ["A small shop that sells.", "More of it."],
    ),
    "text in a component": (
        '<Note title="x">Keys rotate daily. They are kept.</Note>\n\n<Chart size={3} />\n\n<Step>One</Step>\n\nDone.',
        ["Keys rotate daily.", "They are kept.", "Done."],
    ),
    "a sentence that begins in a tag": (
        '<span class="old">Before 1.7</span> the\norder was fixed.',
        ['<span class="old">Before 1.7</span> the order was fixed.'],
    ),
    "a sentence that goes on with a link in tags": (
        '<p>It is changed in the page or by the\n<a href="api">Management API</a> calls.</p>\n\nDone.',
        ["It is changed in the page or by the Management API calls.", "Done."],
    ),
    "badges and menus in tags": (
        '<p>\n<img alt="A shop of four words" src="a.svg"><br>\n<a href="/">Home</a> &bull; <a href="/b">The docs</a>'
        "\n</p>\n<p>Sold here: all. <a href='/'>More</a></p>",
        ["Sold here: all.", "More"],
    ),
    "examples": ("Like this::\n\n    s = get. X\n    t = 2\n\nDone.", ["Like this::", "Done."]),
    "quotation": ("> Quoted words.", ["Quoted words."]),
    "front matter": ("---\ntitle: A. B\n---\nBody text.", ["Body text."]),
    "nothing": ("\n\n---\n***\n", []),
}


@pytest.mark.parametrize("case", CASES)
def test_sentences_end_where_a_reader_would_end_them(case: str) -> None:
    text, expected = CASES[case]
    assert [sentence.text for sentence in split_sentences(text)] == expected


RST: dict[str, tuple[str, list[str]]] = {
    "the body of a directive": (
        ".. py:class:: Cart\n\n    Holds items until they\n    are paid. Then it is empty.\n\n"
        "    .. note:: x\n\n        Never shared.",
        ["Holds items until they are paid.", "Then it is empty.", "Never shared."],
    ),
    "a list of definitions": (
        "Boats.\n\nIdle\n    Boats that wait.\n    They are dry.\n``moor(rope)``\n    Ties a boat\n    to the pier.\n",
        ["Boats.", "Idle: Boats that wait.", "They are dry.", "``moor(rope)``: Ties a boat to the pier."],
    ),
    "code": (
        "Like this::\n\n    s = get. X\n\n.. code-block:: python\n\n    def go():\n        return 1. X\n\nDone.",
        ["Like this::", "Done."],
    ),
    "a role at the beginning of a line": (
        "Who comes late gets\n:py:class:`Locked` and waits.\n\n:late: no sentence",
        ["Who comes late gets :py:class:`Locked` and waits."],
    ),
    "a note that begins in its line": (
        ".. note:: It is better not to close it, as\n   that may fail. Wait.\n\n.. image:: a\n\n.. py:function:: f(a)",
        ["It is better not to close it, as that may fail.", "Wait."],
    ),
    "more of an item": ("* One item.\n\n  More of it.\n", ["One item.", "More of it."]),
    "a passage that begins with a directive inside": (
        "    .. warning::\n        Calls may be joined: five of them\n        may run it once. Do not count.",
        ["Calls may be joined: five of them may run it once.", "Do not count."],
    ),
    "a list in a quotation": (
        "> Mind the rules:\n> - Tie the boat\n>   at both ends\n> - Leave at noon\n",
        ["Mind the rules:", "Tie the boat at both ends", "Leave at noon"],
    ),
    "a passage that begins inside": (
        "    is kept until it has been paid.\n\n    x = get(1)\n",
        ["is kept until it has been paid."],
    ),
}


MARKDOWN: dict[str, tuple[str, list[str]]] = {
    "tabs": (
        '=== "Personal"\n\n    A node has a user. Create one:\n\n    ```console\n    shop users. Create\n    ```\n\n'
        '=== "Tagged"\n    It needs a tag.\n',
        ["A node has a user.", "Create one:", "It needs a tag."],
    ),
    "notes": (
        '!!! warning "Make a backup first"\n\n    All rows change. In short:\n\n'
        "    - [Save](a.md) it\n\n            x = 1. Y\n\n"
        "??? tip\n    Keys rotate.\n\nDone.",
        ["All rows change.", "In short:", "[Save](a.md) it", "Keys rotate.", "Done."],
    ),
    "more of an item": ("1. One item.\n\n    More of it.\n\n        x = 1. Y\n", ["One item.", "More of it."]),
    "an example": (
        "Like this:\n\n    s = get. X\n    it goes on as plain text. Here\n\nDone.",
        ["Like this:", "Done."],
    ),
    "a passage that begins inside": ("    is kept until it has been paid.\n", ["is kept until it has been paid."]),
}


@pytest.mark.parametrize("case", MARKDOWN)
def test_text_in_tabs_notes_and_items_is_read_and_code_is_not(case: str) -> None:
    text, expected = MARKDOWN[case]
    assert [sentence.text for sentence in split_sentences(text, language="markdown")] == expected


@pytest.mark.parametrize("case", RST)
def test_text_below_a_directive_is_read_and_code_is_not(case: str) -> None:
    text, expected = RST[case]
    assert [sentence.text for sentence in split_sentences(text, language="rst")] == expected


def test_sentences_know_their_lines() -> None:
    found = split_sentences("\n\nOne. Two\ngoes on. Three.", start_line=10)
    assert [(s.text, s.start_line, s.end_line) for s in found] == [
        ("One.", 12, 12),
        ("Two goes on.", 12, 13),
        ("Three.", 13, 13),
    ]


@given(st.text(alphabet=st.sampled_from("aB. \n-#`|。！>=12~")), st.integers(1, 50))
def test_sentences_are_verbatim_and_stand_in_their_lines(text: str, start: int) -> None:
    lines = text.split("\n")
    for sentence in split_sentences(text, start):
        assert sentence.raw in "\n".join(lines[sentence.start_line - start : sentence.end_line - start + 1])
        # Marks of quotations are gone where a line begins with them.
        assert sentence.text.replace(">", " ").split() == sentence.raw.replace(">", " ").split()


@given(st.text())
def test_no_text_raises(text: str) -> None:
    split_sentences(text)


def test_sentences_of_a_page_are_those_that_are_read_with_the_lines_of_the_file() -> None:
    page = (
        "<h2>Rules. All</h2>\n<p>Mooring costs <b>75</b> crowns. It is\n<i>due</i> at once.</p>\n<p>Ask us</p>\n"
        "<ul><li>Pay first.</li>\n</ul><pre>run.it. now</pre>\n<table><tr><td>A cell. More</td></tr></table>\n"
    )
    found = [
        (sentence.text, sentence.start_line, sentence.end_line)
        for sentence in sentences_of_page(read_shown(page, "html", "page.html"), 10)
    ]
    assert found == [
        ("Mooring costs 75 crowns.", 11, 11),
        ("It is due at once.", 11, 12),
        ("Ask us", 13, 13),
        ("Pay first.", 14, 14),
    ]


def test_a_secret_that_tags_take_apart_is_no_part_of_a_sentence() -> None:
    secret = "ghp_" + "0123456789abcdefghij" + "ABCDEFGHIJ012345"
    page = f"<p>The service signs in with <b>{secret[:6]}</b>{secret[6:]} once a day.</p>\n"
    (sentence,) = sentences_of_page(read_shown(page, "html", "page.html"))
    assert "signs in with" in sentence.text and secret[6:] not in f"{sentence.text} {sentence.raw}"


def test_a_date_is_not_cut_at_its_day() -> None:
    """`am 4.` would be cited, and the month be lost."""
    text = "PR-4827 erscheint am 4. März 2026. Siehe Schritt 4. Danach ist Ruhe."
    assert [one.text for one in split_sentences(text, 1)] == [
        "PR-4827 erscheint am 4. März 2026.",
        "Siehe Schritt 4.",
        "Danach ist Ruhe.",
    ]


def test_what_stands_in_an_admonition_is_text() -> None:
    text = ":::note\nIt loses what was not saved.\n:::\n\n:::{code-block} python\nrun(it now)\n:::\n"
    assert [one.text for one in split_sentences(text)] == ["It loses what was not saved."]


def test_a_quotation_is_told_without_its_marks() -> None:
    text = "> [!tip]\n> It loses what\n> was not saved.\n>\n> So save\n> often.\n"
    assert [(one.text, one.start_line, one.end_line) for one in split_sentences(text)] == [
        ("It loses what was not saved.", 2, 3),
        ("So save often.", 5, 6),
    ]


def test_rows_of_a_table_without_bars_at_their_ends_are_no_sentences() -> None:
    """The summary of a section was `--- | --- | --- Security Management Process …`."""
    rows = "| Rule of the harbour | Inherited\n--- | ---\nThe crane is locked at night | Yes\nDogs stay outside | No\n"
    text = f"{rows}\nAll of it is law.\n"
    assert [sentence.text for sentence in split_sentences(text, 1)] == ["All of it is law."]


def test_a_row_of_an_option_is_a_sentence() -> None:
    """ "-a all of them -b" was cut between the columns of a help text, wherever a stop stood."""
    text = (
        "Flags:\n  -a, --all              moor all boats. Default false\n"
        "      --bow string       tie the bow\n                         to a ring\n\nMoor early.\n"
    )
    assert [(one.text, one.start_line, one.end_line) for one in split_sentences(text, 1, "markdown")] == [
        ("Flags:", 1, 1),
        ("-a, --all moor all boats. Default false", 2, 2),
        ("--bow string tie the bow to a ring", 3, 4),
        ("Moor early.", 6, 6),
    ]


@pytest.mark.parametrize("language", ["markdown", "rst", ""])
def test_rows_between_rules_are_sentences_without_their_head(language: str) -> None:
    """ "h remote address D request time in microseconds" ran on over all rows."""
    text = (
        "The marks.\n\n=====  ==========\nMark   Meaning\n=====  ==========\nh      height of\n       the tide\n"
        "d      depth\n=====  ==========\n\nThat is all.\n"
    )
    assert [(one.text, one.start_line) for one in split_sentences(text, 1, language)] == [
        ("The marks.", 1),
        ("h height of the tide", 6),
        ("d depth", 8),
        ("That is all.", 11),
    ]


def test_the_rest_of_a_table_whose_head_stands_elsewhere_is_read_by_rows() -> None:
    text = "w      width of the pier\nl      length of it\n=====  ==========\n"
    assert [one.text for one in split_sentences(text, 40)] == ["w width of the pier", "l length of it"]


@pytest.mark.parametrize("arrow", ["→", "->", "=>", "—"])
def test_what_an_arrow_leads_to_belongs_to_its_question(arrow: str) -> None:
    """ "→ `slow` (default)" was an answer, and nobody saw to what."""
    text = f"- **Strong wind?** {arrow} `slow` (default)\n- **None?** {arrow} `fast`\n"
    assert [one.text for one in split_sentences(text)] == [
        f"**Strong wind?** {arrow} `slow` (default)",
        f"**None?** {arrow} `fast`",
    ]


@pytest.mark.parametrize(
    "line",
    ["[![Version](https://a.b/c.svg)](https://a.b)", '{style="note"}', "{: .no_toc }", '<span id="tides"></span>'],
)
def test_a_line_of_markup_is_no_sentence(line: str) -> None:
    """A badge, what kind of note one is and the target of a link were answers."""
    assert [one.text for one in split_sentences(f"{line}\n\nBoats lie here.\n{line}\n")] == ["Boats lie here."]


def test_a_line_of_many_options_is_read() -> None:
    """Each further one doubled the work: a line of twenty-five took half a minute, and this one would have no end."""
    options = ", ".join(f"--flag{number}" for number in range(90))
    (only,) = split_sentences(f"{options} are mutually exclusive.\n", 1, "markdown")
    assert only.text.endswith("are mutually exclusive.")
