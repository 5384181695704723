"""The page: whole, safe to open, and of one file."""

import re
from html.parser import HTMLParser
from pathlib import Path

from citeline.evals.compare import compare
from citeline.evals.outcome import Outcome
from citeline.evals.report.page import to_page, write_page
from tests.evals.outcomes import RIGHT, case, cited, hit, outcome, result

VOID = {"meta"}


class Reader(HTMLParser):
    """Checks that tags are closed in order, and keeps what a page could load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    return reader


def many() -> list[Outcome]:
    return [
        outcome(case(f"case-{at}", language="zh" if at % 2 else "en"), right_at=at % 4, citations=[cited("b.py", 1, 2)])
        for at in range(30)
    ]


def test_what_channels_found_counts_only_right_hits() -> None:
    hits = (hit("a.py", 12, 14, channels={"lexical": 1}), hit("b.py", channels={"symbols": 1}))
    page = to_page(result([outcome(case(), hits=hits)]))
    found = page[page.index("Cases with a right hit that the channel found") :].split("</table>")[0]
    assert "<td>lexical</td><td>100.0 %</td>" in found and "symbols" not in found


def test_it_is_whole_and_loads_nothing() -> None:
    page = to_page(result(many()))
    reader = read(page)
    assert reader.loaded == [] and "script" not in reader.seen and "url(" not in page and "@import" not in page
    assert "svg" not in reader.seen and reader.seen.count("details") == 20
    assert "language/zh" in page and "NDCG@10" in page and "No right file" in page


def test_grades_are_told_by_type_and_only_where_there_are_any() -> None:
    kinds = [
        case(f"case-{at}", type="value" if at % 2 else "why", needs=((RIGHT,),), says=(("a",),)) for at in range(4)
    ]
    absent = case("absent", answerable=False, type="unanswerable")
    asked = [outcome(one, citations=[cited("a.py", 10, 19)]) for one in kinds] + [outcome(absent, status="not_found")]
    said = [
        one.model_copy(update={"run": one.run.model_copy(update={"said": (at < 3,)})})
        for at, one in enumerate(asked)
        if one.run
    ]
    page = to_page(result(said))
    shown = page[page.index("<h2>Graded") :]
    assert "<th>first line right</th>" in shown and "<td>type/why</td><td>2</td><td>100.0 %</td>" in shown
    assert "<td>type/value</td><td>2</td><td>50.0 %</td><td>50.0 %</td>" in shown
    assert "<td>type/unanswerable</td><td>1</td><td></td>" in shown
    read(page)
    assert "Graded" not in to_page(result(many()))


def test_text_of_the_sources_stays_text() -> None:
    evil = '<img src=x onerror="alert(1)">\u202e'
    asked = outcome(case("<b>", question=evil, tags=(evil,)), right_at=0, citations=[cited("<script>.py", 1, 2)])
    left_out = outcome(case("gone"), problems=("<iframe> does not exist",))
    page = to_page(result([asked, left_out], name="<i>"))
    reader = read(page)
    assert {"img", "script", "iframe", "i"} & set(reader.seen) == set()
    assert "\u202e" not in page and "\\u202e" in page and "&lt;iframe&gt; does not exist" in page


def test_what_changed_is_told_beside_the_baseline() -> None:
    before = result([outcome(case(f"case-{at}"), citations=[cited("a.py", 10, 19)]) for at in range(30)])
    page = to_page(result(many()), compare(before, result(many())))
    assert 'class="worse"' in page and "30 shared cases" in page
    assert "worse" not in re.sub(r"<style>.*?</style>", "", to_page(before), flags=re.DOTALL)


def test_one_case_of_one_kind_makes_a_page_too(tmp_path: Path) -> None:
    written = write_page(result([outcome(case(answerable=False), status="not_found")]), tmp_path / "new")
    assert written.suffix == ".html"
    read(written.read_text("utf-8"))


def test_the_rank_of_the_first_right_hit_is_counted() -> None:
    page = to_page(result(many()))
    shown = page[page.index("Rank of the first right hit, cases") :].split("</table>")[0]
    assert "<th>1</th><th>2</th>" in shown and "<td>8</td><td>7</td><td>7</td><td>0</td>" in shown
    assert shown.endswith("<td>8</td></tr>")


def test_the_page_says_where_right_lines_got_lost_and_what_each_step_costs() -> None:
    asked = [outcome(case(f"case-{at}")) for at in range(3)]
    runs = [one.run.model_copy(update={"lost_at": "filter", "step_tokens": {"rerank": 12}}) for one in asked if one.run]
    lost = [one.model_copy(update={"run": run}) for one, run in zip(asked, runs, strict=True)]
    page = to_page(result(lost))
    assert "choice of the evidence" in page
    shown = page[page.index("Where the right lines got lost, cases") :].split("</table>")[0]
    assert "<th>cited</th><th>search</th><th>fusion</th>" in shown and "<td>3</td>" in shown
    assert "<td>rerank</td><td>2.00 ms</td><td>2.00 ms</td><td>100.0 %</td><td>12</td><td>3</td>" in page
