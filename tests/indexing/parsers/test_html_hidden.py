"""What a page of HTML hides is hidden everywhere: in its tree, its lines, in what is found and what is cited."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

import citeline
from citeline.indexing.parsers.markup.html_nodes import text_of
from citeline.indexing.parsers.markup.page_lines import page_lines
from citeline.indexing.parsers.markup.reading import readable
from citeline.indexing.parsers.registry import parse
from citeline.settings import Settings

from .examples import source_of

_PAGE = """<!doctype html>
<html><head><title>Harbour hotel</title></head><body style="visibility: hidden">
<h1>Harbour hotel</h1>
<p>The hotel <span style="display:none">never </span>accepts dogs in all rooms.</p>
<p hidden>Guests of the spring offer
pay 40 crowns for breakfast.
<p>Breakfast is served from seven.</p>
<table><tr><th>City</th><th>Price</th></tr>
<tr><td>Munich</td><td><span style="display: none">0012</span> 12</td></tr>
<tr><td>Oslo</td><td><span style="display: none">0009</span> 9</td></tr></table>
</body></html>
"""


def _read(html: str) -> str:
    return readable("\n".join(page_lines(html.split("\n"))), "html", "")


def test_lines_say_what_the_tree_says_and_keep_their_numbers() -> None:
    lines = _read(_PAGE).split("\n")
    assert lines[3:10] == [
        *("The hotel accepts dogs in all rooms.", "", "", "Breakfast is served from seven."),
        *("| City | Price |", "| Munich | 12 |", "| Oslo | 9 |"),
    ]
    table = parse(source_of("\n".join(page_lines(_PAGE.split("\n"))), "offer.html")).nodes[-1]
    assert (table.start_line, table.data["rows"]) == (8, [["Munich", "12"], ["Oslo", "9"]])


def test_no_answer_says_cites_or_proves_what_a_reader_of_the_page_does_not_see(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "offer.html").write_text(_PAGE, "utf-8")
    index = citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1))
    offer = citeline.ask("what do guests of the spring offer pay for breakfast?", index)
    dogs = citeline.ask("does the hotel accept dogs?", index)
    price = citeline.ask("what is the price in Munich?", index)
    assert "The hotel accepts dogs" in dogs.answer
    assert "Munich · Price: 12" in price.answer
    for answer in (offer, dogs, price):
        told = "\n".join([answer.answer, *(item["text"] for item in answer.evidence)])
        assert not any(hidden in told for hidden in ("40 crowns", "never", "0012"))


@pytest.mark.parametrize(
    ("html", "reads"),
    [
        pytest.param("<p>a<br hidden>b <img hidden alt=c> d", "ab d", id="elements without an end"),
        pytest.param("<p>a <input type=hidden value=x> b", "a b", id="a field of a form hides nothing"),
        pytest.param("<tr><td hidden>1<td hidden>2<td>3</tr>", "| 3 |", id="cells that the next one ends"),
        pytest.param("<ul><li hidden>1<ul><li>2</ul><li>3</ul>", "- 3", id="an item with items"),
        pytest.param("<p hidden>1\n<b>2\n<div>3</div>", "\n\n3", id="a paragraph that a block ends"),
        pytest.param("<div>a <span hidden>b</div>c", "a c", id="an end tag further out"),
        pytest.param("<div hidden>a<p>b</section></p></div>c", "c", id="an end tag of nothing"),
        pytest.param("<div hidden>a<div\nhidden>b</div>c</div>d", "\nd", id="one inside of another"),
        pytest.param("<div hidden>a <p>b", "a b", id="one that does not end"),
        pytest.param("<p title='hidden' class=hidden>a", "a", id="the word somewhere else"),
        pytest.param("a<textarea hidden>b</textarea>c", "ac", id="a field of text"),
        pytest.param("<p style='display&#58;none'>a</p>b", "b", id="a character reference"),
        pytest.param("<tr><td aria-hidden=true>*</td><td>3</td></tr>", "| | 3 |", id="a cell that keeps its room"),
        pytest.param("<p>a</p>\n<p hidden>b", "a\n", id="the last paragraph"),
    ],
)
def test_what_is_hidden_ends_where_a_browser_ends_it(html: str, reads: str) -> None:
    assert _read(html) == reads


def test_a_link_to_a_heading_still_finds_it_by_a_hidden_anchor() -> None:
    page = '<h2><a id="tides" aria-hidden="true" href="#tides">Link</a>Tides</h2>'
    document = parse(source_of("\n".join(page_lines([page])), "a.html"))
    assert [(node.name, node.anchor) for node in document.nodes[1:]] == [("Tides", "#tides")]
    assert _read(page) == "## Tides"


def _random_page(dice: random.Random, depth: int = 0) -> str:
    """With ends left out where a browser knows them, every word another one."""

    def element(tag: str, inside: str) -> str:
        hides = dice.choice(["", "", " hidden", " style='display: none'"])
        has_end = tag not in {"p", "li", "tr", "td", "dt", "dd"} or dice.random() < 0.5
        return f"<{tag}{hides}>{inside}" + (f"</{tag}>" if has_end else "")

    def word() -> str:
        return f" w{dice.randrange(10**6)} "

    def some(*tags: str) -> str:
        return "".join(element(dice.choice(tags), _random_page(dice, depth + 1)) for _ in range(dice.randrange(1, 4)))

    pieces: list[str] = []
    for _ in range(dice.randrange(4)):
        kind = dice.choice(["", "p", "span", "div", "ul", "dl", "table"]) if depth < 4 else ""
        if kind in {"p", "span"}:
            pieces.append(element(kind, word() + element("b", word())))
        elif kind == "div":
            pieces.append(element(kind, _random_page(dice, depth + 1)))
        elif kind:
            inside = {"ul": ("li",), "dl": ("dt", "dd"), "table": ("td",)}[kind]
            rows = "".join(element("tr", some(*inside)) for _ in range(2)) if kind == "table" else some(*inside)
            pieces.append(element(kind, rows))
        else:
            pieces.append(word())
    return "".join(pieces)


def test_lines_hide_the_same_words_as_the_parser_of_the_tree() -> None:
    dice = random.Random(7)
    for _ in range(400):
        page = f"<!doctype html><body>{_random_page(dice)} last</body>"
        tree, shown = LexborHTMLParser(page).body, LexborHTMLParser("".join(page_lines([page]))).body
        assert tree is not None and shown is not None
        assert shown.text().split() == text_of(tree).split(), page


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece", ["<div hidden>", "<p hidden><b>", "<td hidden><i>", "<li hidden><div>", "</div><div hidden>", "<a hidden "]
)
def test_a_page_of_hidden_elements_ends(piece: str) -> None:
    lines = [piece] * (600_000 // len(piece)) + ["</section>", "</div></i>"] * 20_000
    assert len(page_lines(lines)) == len(lines)
