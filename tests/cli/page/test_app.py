"""What a person sees of an answer on the page, and what the page refuses."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote

import pytest
from fpdf import FPDF
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.testclient import TestClient

from citeline.cli.page import diagrams
from citeline.cli.page.app import make_app
from citeline.cli.page.shelf import Shelf
from citeline.errors import SourceNotFoundError, UsageError
from citeline.indexing.generations.location import locate
from citeline.indexing.generations.lock import writer_lock
from citeline.settings import Settings
from citeline.tools.handle import index

from ...indexing.parsers.notebooks import cell, notebook, printed
from .conftest import HERE, visitor

QUESTION = "What does `Cart.checkout` raise?"


def ask(page: TestClient, question: str = QUESTION) -> tuple[str, str]:
    """The page of an answer, and the address that it has from then on."""
    html = page.get("/", params={"q": question}).text
    found = re.search(r'data-run="([^"]+)"', html)
    assert found, html
    return html, found[1].replace("&amp;", "&")


def test_the_start_shows_what_the_folder_is_with_places(page: TestClient) -> None:
    html = page.get("/").text
    assert "sells flowers." in html
    assert re.search(r'<a class="place"[^>]+path=README.md&amp;start=3', html)


def test_the_start_offers_questions_that_get_an_answer(page: TestClient) -> None:
    (offered,) = re.findall(r'<ul class="try">(.*?)</ul>', page.get("/").text, re.DOTALL)
    addresses = re.findall(r'href="([^"]+)"', offered)
    assert len(addresses) > 1 and "<code>Cart</code>" in offered
    for address in addresses:
        assert 'class="claim"' in page.get(address.replace("&amp;", "&")).text, address


def test_lines_of_prose_are_wrapped_and_lines_of_code_are_not(page: TestClient) -> None:
    assert '<table class="code prose">' in page.get("/source", params={"path": "README.md"}).text
    assert '<table class="code">' in page.get("/source", params={"path": "shop/cart.py"}).text


def test_an_answer_comes_after_its_steps_and_keeps_an_address(page: TestClient) -> None:
    html, run = ask(page)
    assert html.index("Working: reading the question") < html.index('class="badge')
    assert "CartError" in html and "shop/cart.py:" in html
    again = page.get(run).text
    assert "CartError" in again and "Working:" not in again
    assert "What does <code>Cart.checkout</code> raise?" in page.get("/").text  # in the history


def test_every_citation_shows_its_lines_marked(page: TestClient) -> None:
    html, _ = ask(page)
    cited = re.findall(r'<a class="cite[^"]*" data-pane href="([^"]+start=(\d+)&amp;end=(\d+))"', html)
    assert cited
    for address, start, end in cited:
        shown = page.get(address.replace("&amp;", "&")).text
        marked = re.findall(r'<tr class="cited"><td class="number">(\d+)</td>', shown)
        assert marked == [str(number) for number in range(int(start), int(end) + 1)]


def test_the_source_pane_names_who_calls_what_is_defined_there(page: TestClient) -> None:
    pane = page.get("/source", params={"path": "shop/cart.py", "start": 11, "end": 11}).text
    assert re.search(r'Called by: <a class="place" data-pane href="[^"]+start=14[^"]+"[^>]*>pay</a>', pane)
    assert re.search(r"Calls: .*>charge</a>", pane)


def test_lines_are_coloured_as_what_they_are_though_a_fence_or_string_began_above(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    fences = "".join(f"## Part {n}\n\n```python\nvalue = {n}  # a number\n```\n\nSome words.\n\n" for n in range(30))
    (tmp_path / "book" / "a.md").write_text(f"# Book\n\n{fences}", "utf-8")
    (tmp_path / "book" / "a.php").write_text("<?php\n" + "function f($a) {\n    return $a;\n}\n" * 30, "utf-8")
    settings = Settings(home=tmp_path / "home", workers=1)
    index(tmp_path / "book", settings=settings).close()
    with visitor(make_app(Shelf([tmp_path / "book"], settings, read_only=True))) as page:
        for first in range(60, 76):  # wherever the shown part begins, in a fence or not
            pane = page.get("/source", params={"path": "a.md", "start": 110, "end": 110, "first": first}).text
            assert pane.count('<span class="c1"># a number</span>') > 5 and "<pre>Some words.</pre>" in pane
        pane = page.get("/source", params={"path": "a.php", "start": 80, "end": 80}).text
        assert '<span class="k">return</span>' in pane


def test_a_notebook_is_shown_as_its_cells(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    cells = [cell("markdown", "# Bread"), cell("code", "flour = 2.5\nwater = flour * 0.7", printed("1.75\n"))]
    (tmp_path / "lab" / "a.ipynb").write_text(notebook(*cells, *[cell("code", f"n = {n}") for n in range(9)]), "utf-8")
    settings = Settings(home=tmp_path / "home", workers=1)
    index(tmp_path / "lab", settings=settings).close()
    with visitor(make_app(Shelf([tmp_path / "lab"], settings, read_only=True))) as page:
        pane = page.get("/source", params={"path": "a.ipynb"}).text
        inside = page.get("/source", params={"path": "a.ipynb", "start": 27, "first": 27}).text
    assert "<strong>cell 2 [python]</strong>" in pane and "<strong>output of cell 2</strong>" in pane
    assert '<span class="n">water</span>' in inside  # the view begins within a cell
    assert '<span class="n">flour</span>' in pane
    rows = re.findall(r"<pre>(.*?)</pre>", pane)
    assert not any(not one and not other for one, other in pairwise(rows[1:-1]))  # nothing of the JSON between


def test_the_source_pane_shows_more_on_request_and_hides_secrets(page: TestClient) -> None:
    pane = page.get("/source", params={"path": "shop/cart.py", "start": 18, "end": 21}).text
    assert "<html" not in pane
    assert "hunter2" not in pane


@pytest.mark.parametrize("path", ["/etc/passwd", "../shop/README.md", "nothing.py"])
def test_a_file_that_is_not_in_the_index_is_not_shown(path: str, page: TestClient) -> None:
    reply = page.get("/source", params={"path": path})
    assert reply.status_code == 400
    assert "is not in this index" in reply.text


@pytest.mark.parametrize("start", ["-1", "x", "9" * 30])
def test_an_odd_number_of_a_line_is_told(start: str, page: TestClient) -> None:
    reply = page.get("/source", params={"path": "README.md", "start": start})
    assert reply.status_code == 400 and "is no number of a line" in reply.text


def test_a_line_beyond_the_end_shows_the_end(page: TestClient) -> None:
    assert 'class="cited"' in page.get("/source", params={"path": "README.md", "start": 999}).text


def test_markup_of_sources_and_questions_does_not_live(page: TestClient) -> None:
    for question in ("too many items <img src=x onerror=alert(4)>", "How much is a voucher?"):
        html, run = ask(page, question)
        for text in (html, page.get(run).text, page.get(run.replace("/run/", "/why/")).text):
            assert not re.search(r"<(?:img|svg)[^>]*(?:onerror|onload)|<script>", text)
    name = quote("docs/<img src=x onerror=alert(2)>.md")
    assert not re.search(r"<(?:img|svg)[^>]*on(?:error|load)", page.get(f"/source?path={name}&start=3").text)


def test_whatever_goes_wrong_no_page_runs_scripts_of_elsewhere(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def die(*_: object) -> Response:
        raise RuntimeError("a bug")

    monkeypatch.setattr("citeline.cli.page.screens.view_source", die)
    page = TestClient(app, base_url=HERE, headers={"origin": HERE}, raise_server_exceptions=False)
    replies = (page.get("/static/none.js"), page.post("/source"), page.get("/source?path=README.md"))
    assert [reply.status_code for reply in replies] == [404, 405, 500]
    assert all(reply.headers["content-security-policy"].startswith("default-src 'none'") for reply in replies)
    assert "a bug" in caplog.text and "a bug" not in replies[-1].text


def test_an_answer_that_was_kept_in_another_shape_is_not_known_any_more(own: TestClient) -> None:
    _, run = ask(own, "When does checkout raise?")
    (folder,) = (own.root.parent / "home").glob("*/answers")  # type: ignore[attr-defined]
    odd = {"1": '{"question": "old?", "claims": 3}', "2": '["no"]', "3": '{"claims": []}'}
    for name, text in odd.items():
        (folder / f"{name}.json").write_text(text, "utf-8")
    assert own.get(run).status_code == 200
    for name in odd:
        assert own.get(f"/run/{name}").status_code == 404


def test_an_answer_of_two_hundred_sentences_has_all_of_them(own: TestClient) -> None:
    ask(own, "When does checkout raise?")
    (folder,) = (own.root.parent / "home").glob("*/answers")  # type: ignore[attr-defined]
    answer = json.loads(next(folder.glob("*.json")).read_text("utf-8"))
    answer["claims"] = [{**answer["claims"][0], "text": f"Sentence {number}."} for number in range(200)]
    (folder / "9.json").write_text(json.dumps(answer), "utf-8")
    assert own.get("/run/9").text.count('<span class="said">Sentence ') == 200
    assert own.get("/export/9.html").text.count("Sentence ") == 200
    assert own.get("/why/9").status_code == own.get("/run/9?path=cart.py&start=5").status_code == 200


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_folder_of_two_thousand_files_is_shown_and_asked(tmp_path: Path) -> None:
    root, settings = tmp_path / "wide", Settings(home=tmp_path / "home", workers=1)
    for number in range(2_000):
        (root / f"part{number // 100}").mkdir(parents=True, exist_ok=True)
        (root / f"part{number // 100}" / f"n{number}.md").write_text(f"# Item {number}\n\nIt weighs {number} grams.\n")
    index(root, settings=settings).close()
    with visitor(make_app(Shelf([root], settings, read_only=True))) as page:
        start = page.get("/")
        assert start.status_code == 200 and len(start.content) < 40_000
        assert "2,000 files" in page.get("/status").text
        html, _ = ask(page, "How many grams does item 1777 weigh?")
        assert "n1777.md" in html and len(html) < 40_000
        assert "500 of 2,000" in page.get("/query", params={"docql": "$.files", "limit": 500}).text


def test_what_is_not_there_is_not_answered_in_green(page: TestClient) -> None:
    html, _ = ask(page, "How does the Kafka consumer rebalance partitions?")
    assert 'class="badge not_stated"' in html


def test_an_answer_is_saved_as_markdown_that_verify_accepts_and_as_a_page_of_its_own(page: TestClient) -> None:
    _, run = ask(page)
    address = run.replace("/run/", "/export/")
    markdown = page.get(address.replace("?", ".md?")).text
    assert re.search(r"`shop/cart.py:\d+", markdown)
    checked = page.post("/verify", data={"text": markdown}, headers={"origin": "http://127.0.0.1:1234"}).text
    assert 'class="level fine"' in checked and 'class="level error"' not in checked
    html = page.get(address.replace("?", ".html?")).text
    assert "CartError" in html and "<link" not in html and "<script" not in html and "http" not in html
    assert "<code>Cart.checkout</code>" in html and not re.search(r"<(?:p|h1)>[^\n]*`", html)
    sound = page.post("/verify", data={"text": html}).text
    assert 'class="level fine"' in sound and "level error" not in sound and "level warning" not in sound
    masked = page.get(ask(page, "What does `charge` return?")[1].replace("/run/", "/export/").replace("?", ".html?"))
    assert "[secret" in masked.text and "level error" not in page.post("/verify", data={"text": masked.text}).text
    # What its reader sees is what is checked: a place, a sentence, a quoted line that somebody has changed.
    for before, after in (
        ("<code>shop/cart.py:", "<code>shop/cart.py:9"),
        ("more than", "less than"),
        ("raise CartError", "return CartError"),
    ):
        assert before in html
        wrong = page.post("/verify", data={"text": html.replace(before, after)}).text
        assert 'class="level error"' in wrong or 'class="level warning"' in wrong, after


def test_a_pasted_text_with_a_wrong_citation_is_told(page: TestClient) -> None:
    checked = page.post("/verify", data={"text": "`Cart` is sold out (`shop/gone.py:3`, `README.md:3`)."}).text
    assert 'class="level error">wrong' in checked and "there is no file shop/gone.py" in checked
    assert "path=README.md" in checked and "path=shop/gone.py" not in checked  # what is not there is no link


def test_a_text_that_is_too_long_is_refused(page: TestClient) -> None:
    assert page.post("/verify", data={"text": "x" * 1_100_000}).status_code == 413
    assert "at most 20,000 characters" in page.get("/", params={"q": "x" * 30_000}).text


def test_each_query_that_the_page_offers_finds_something(page: TestClient) -> None:
    offered = re.findall(r'href="(/query[^"]+docql=[^"]+)"', page.get("/query").text)
    assert len(offered) > 3
    for address in offered:
        found = page.get(address.replace("&amp;", "&"))
        assert found.status_code == 200 and '<li><a class="place"' in found.text, address


def test_a_query_finds_places_and_tells_what_is_wrong_with_it(page: TestClient) -> None:
    found = page.get("/query", params={"docql": '$.code.function("charge")'}).text
    assert "<code>charge</code>" in found and "start=18" in found
    wrong = page.get("/query", params={"docql": '$.code.functio("a"'})
    assert wrong.status_code == 400 and 'value="$.code.functio(&#34;a&#34;"' in wrong.text
    assert re.search(r'id="wrong" role="alert">[^<]*functio', wrong.text)


def test_a_query_with_many_finds_shows_more_on_request(tmp_path: Path) -> None:
    (tmp_path / "many").mkdir()
    (tmp_path / "many" / "a.py").write_text("".join(f"def f{n}():\n    pass\n\n\n" for n in range(30)), "utf-8")
    settings = Settings(home=tmp_path / "home", workers=1)
    index(tmp_path / "many", settings=settings).close()
    with visitor(make_app(Shelf([tmp_path / "many"], settings, read_only=True))) as page:
        few = page.get("/query", params={"docql": "$.code.functions"}).text
        more = re.search(r'href="(/query[^"]+limit=\d+)"', few)
        assert "20 of 30" in few and more
        assert "30 of 30" in page.get(more[1].replace("&amp;", "&")).text


def test_a_query_goes_on_with_what_fits(page: TestClient) -> None:
    ways = page.get("/complete", params={"docql": "$.code.cla"}).json()
    assert {"$.code.class(", "$.code.classes"} & {way["text"] for way in ways} and all(way["meaning"] for way in ways)
    assert page.get("/complete", params={"docql": "x" * 20_000}).json() == []


def test_the_state_of_the_index_is_told(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "a.md").write_text("# Shop\n\nA shop.\n", "utf-8")
    settings = Settings(home=tmp_path / "home", workers=1)
    index(tmp_path / "shop", settings=settings).close()
    with visitor(make_app(Shelf([tmp_path / "shop"], settings, read_only=True))) as page:
        assert "Up to date" in page.get("/status").text
        (tmp_path / "shop" / "b.md").write_text("# New\n", "utf-8")
        _wait_for(page, "0 changed, 1 new, 0 gone")


def test_a_langgraph_server_shows_the_folders_that_may_be_asked_about(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELINE_MCP_ROOTS", str(shop))
    monkeypatch.setenv("CITELINE_HOME", str(shop.parent / "home"))
    monkeypatch.delitem(sys.modules, "citeline.cli.page.mounted", raising=False)
    with visitor(import_module("citeline.cli.page.mounted").app) as page:
        shown = page.get("/")
        assert "sells flowers." in shown.text
        assert shown.headers["content-security-policy"].startswith("default-src 'none'")
        refused = page.post("/runs/wait", json={"assistant_id": "answer", "input": {"question": 5}})
        assert refused.status_code == 422 and "question = 5" in refused.text
        assert page.post("/feedback", json={"question": "?"}).status_code == 422
        as_text = {"content-type": "text/plain"}  # what a form of another page can send
        assert page.post("/feedback", content='{"question": "?"}', headers=as_text).status_code == 415


@pytest.mark.parametrize(("names", "is_known"), [("", False), ("docs.example, citeline.example", True)])
def test_beside_a_langgraph_server_the_page_answers_under_its_own_names_and_to_its_own_forms(
    names: str, is_known: bool, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELINE_MCP_ROOTS", str(shop))
    monkeypatch.setenv("CITELINE_HOME", str(shop.parent / "home"))
    monkeypatch.setenv("CITELINE_PAGE_HOSTS", names)
    monkeypatch.delitem(sys.modules, "citeline.cli.page.mounted", raising=False)
    page = TestClient(import_module("citeline.cli.page.mounted").app, base_url="https://citeline.example")
    assert page.get("/").status_code == (200 if is_known else 403)
    # A site that has pointed its own name at this machine is same-origin to the browser that shows it.
    rebound = {"host": "evil.example:1234", "origin": "http://evil.example:1234"}
    assert page.post("/verify", data={"text": "a"}, headers=rebound).status_code == 403
    for headers in (
        {},
        {"origin": "null"},
        {"origin": "http://localhost:9"},
        {"origin": "http://citeline.example.org"},
    ):
        mine = {"host": "localhost:1234", **headers}
        assert page.post("/verify", data={"text": "a"}, headers=mine).status_code == 403
    same = {"host": "localhost:1234", "origin": "http://localhost:1234"}
    assert page.post("/verify", data={"text": "a"}, headers=same).status_code == 200
    assert page.get("/source?path=README.md", headers={**same, "sec-fetch-site": "cross-site"}).status_code == 403
    if is_known:  # many may come, so nothing is written
        assert page.post("/update", headers=same).status_code == 400
    # The server beside it lets every page read what it answers, unless it is refused here.
    here, there = {"host": "localhost:1234"}, {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert page.get("/?path=README.md", headers={**here, "origin": "http://evil.example"}).status_code == 403
    assert page.get("/?q=who", headers={**here, **there}).status_code == 403
    assert page.get("/", headers={**here, **there}).status_code == 200
    if is_known:  # over plain http, where browsers do not say whose page asks, only our own is known by its address
        named = {"host": "docs.example"}
        for elsewhere in ("http://evil.example/", "http://docs.example.org/", "http://docs.example@evil.example/", ""):
            assert page.get("/?q=who", headers={**named, "referer": elsewhere}).status_code == 403
        assert page.get("/?q=who", headers=named).status_code == 403
        assert page.get("/?q=who", headers={**named, "referer": "http://docs.example/?path=a"}).status_code == 200
        assert page.get("/?q=who", headers={**named, "sec-fetch-site": "none"}).status_code == 200
        assert page.get("/source?path=README.md", headers=named).status_code == 200
    right = {"question": "who?", "right": "README.md:1"}
    assert page.post("/feedback", json=right, headers={**here, "origin": "http://evil.example"}).status_code == (
        404 if is_known else 403
    )
    other = page.post("/runs/wait", json={"input": {"question": 5}}, headers={"host": "evil.example"})
    assert other.status_code == 422 and "content-security-policy" not in other.headers


def test_a_langgraph_server_passes_nothing_on_that_it_cannot_read(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELINE_MCP_ROOTS", str(shop))
    monkeypatch.delitem(sys.modules, "citeline.cli.page.mounted", raising=False)
    deep = '{"input": {"question": "q?", "repo": "/etc"}, "metadata": ' + "[" * 20_000 + "]" * 20_000 + "}"
    elsewhere = {"params": {"message": {"parts": [{"kind": "data", "data": {"question": "q?", "repo": "/etc"}}]}}}
    with visitor(import_module("citeline.cli.page.mounted").app) as page:
        assert page.post("/runs/wait", content=deep).status_code == 422
        assert page.post("/a2a/answer", json=elsewhere).status_code == 403


@pytest.fixture
def own(tmp_path: Path) -> Iterator[TestClient]:
    """The page of a folder that it may write about."""
    root = tmp_path / "own"
    root.mkdir()
    (root / "cart.py").write_text(CART, "utf-8")
    (root / "flow.md").write_text(
        "# Flow\n\n```mermaid\nflowchart LR\n  Cart --> Till\n```\n\n```mermaid\nnonsense\n```\n", "utf-8"
    )
    settings = Settings(home=tmp_path / "home", workers=1, stale="ignore")
    index(root, settings=settings).close()
    with visitor(make_app(Shelf([root], settings))) as client:
        client.root = root  # type: ignore[attr-defined]  # the tests change what is in it
        yield client


CART = """MAX_ITEMS = 40


def checkout(items):
    if len(items) > MAX_ITEMS:
        raise ValueError("too many items")
    return sum(items)
"""


def test_why_tells_plan_channels_and_pieces_and_one_that_was_not_used_can_be_used(page: TestClient) -> None:
    _, run = ask(page, "How many items may a cart hold?")
    why = page.get(run.replace("/run/", "/why/")).text
    assert "<h2>Plan</h2>" in why
    assert re.search(r"search by keywords <span[^>]*>\d+ found first · [\d.]+ ms</span>", why)
    lexical = re.search(r"search by keywords <span.*?</details>", why, re.DOTALL)
    assert lexical and 'data-pane href="/run/' in lexical[0] and "shares words with the question" in lexical[0]
    drawer = page.get(run.replace("/run/", "/why/") + "&drawer=yes").text
    assert "<html" not in drawer and "<h2>Plan</h2>" in drawer
    assert re.search(r"</progress> \d+\.\d ·\s+cited", why)
    instead = re.search(r'<a href="(/\?[^"]+only=\d+)">Use this instead</a>', why)
    assert instead
    unused = re.findall(r"path=([^&\"]+)", why[: instead.start()])[-1]
    html = page.get(instead[1].replace("&amp;", "&")).text
    assert set(re.findall(r'<a class="cite[^"]*" data-pane href="[^"]+path=([^&"]+)', html)) == {unused}
    assert re.search(r"<mark[^>]*>|40 items|MAX_ITEMS", html)


def test_lines_that_changed_since_show_both_texts_and_lines_that_moved_are_found(own: TestClient) -> None:
    root: Path = own.root  # type: ignore[attr-defined]
    html, run = ask(own, "When does checkout raise?")
    assert "badge stale" not in html
    (root / "cart.py").write_text(f"# One more line.\n{CART}", "utf-8")
    moved = own.get(run).text
    assert "badge stale" not in moved and "Changed" not in moved
    starts = [int(start) for start in re.findall(r"path=cart.py&amp;start=(\d+)", html)]
    # The pane shows the text of the index, in which they have not moved; where they stand now is told.
    assert re.findall(r"path=cart.py&amp;start=(\d+)", moved)[0] == str(starts[0])
    assert f'title="cart.py:{starts[0] + 1}' in moved
    kept = own.post(run.replace("?", "/right?"), data={"thumb": "good"})
    (row,) = list((root.parent / "home").rglob("feedback.jsonl"))
    assert kept.status_code == 200 and f'"start_line":{starts[0] + 1}' in row.read_text("utf-8")
    (root / "cart.py").write_text(CART.replace("> MAX_ITEMS", ">= MAX_ITEMS"), "utf-8")
    changed = own.get(run).text
    assert "badge stale" in changed
    cite = re.search(r'<a class="cite stale" data-pane href="([^"]+)"', changed)
    assert cite
    pane = own.get(cite[1].replace("&amp;", "&")).text
    assert re.search(r'class="gone">.*<pre>    if len\(items\) &gt; MAX_ITEMS:', pane)
    assert re.search(r'class="new">.*<pre>    if len\(items\) &gt;= MAX_ITEMS:', pane)


def test_a_file_that_is_gone_still_shows_what_was_cited_of_it(own: TestClient) -> None:
    root: Path = own.root  # type: ignore[attr-defined]
    _, run = ask(own, "When does checkout raise?")
    (root / "cart.py").unlink()
    index(root, settings=Settings(home=root.parent / "home", workers=1)).close()
    cite = re.search(r'<a class="cite stale" data-pane href="([^"]+)"', own.get(run).text)
    assert cite
    pane = own.get(cite[1].replace("&amp;", "&"))
    assert pane.status_code == 200 and 'class="gone"' in pane.text and 'class="new"' not in pane.text


def test_a_piece_that_is_gone_is_not_replaced_by_all_others(page: TestClient) -> None:
    html = page.get("/", params={"q": QUESTION, "only": 999_999}).text
    assert "is not found any more" in html and 'class="claim"' not in html


def test_a_reader_says_which_lines_are_right_and_they_are_kept(own: TestClient) -> None:
    _, run = ask(own, "When does checkout raise?")
    address = run.replace("?", "/right?")
    kept = own.post(address, data={"thumb": "bad", "right": "cart.py:5-6"})
    assert kept.status_code == 200 and "Kept as a row" in kept.text
    (row,) = list((own.root.parent / "home").rglob("feedback.jsonl"))  # type: ignore[attr-defined]
    assert '"start_line":5,"end_line":6' in row.read_text("utf-8")
    missing = own.post(address, data={"thumb": "bad", "right": ""})
    assert missing.status_code == 422 and "Say which lines are right" in missing.text
    for typed, why in (("gone.py:1", "gone.py"), ("cart.py:5-900", "900"), ("cart.py:x", "no")):
        wrong = own.post(address, data={"thumb": "bad", "right": typed})
        assert wrong.status_code == 422 and f'value="{typed}"' in wrong.text
        assert re.search(f'id="wrong" role="alert">[^<]*{why}', wrong.text)
    foreign = own.post(address, data={"thumb": "good"}, headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert "/right" not in str(own.get(address).url)  # a reload after lines that were refused


def test_the_index_is_brought_up_to_date_from_the_page(own: TestClient) -> None:
    root: Path = own.root  # type: ignore[attr-defined]
    (root / "new.py").write_text("def refund():\n    return 7\n", "utf-8")
    assert "Update now" in own.get("/status").text
    assert own.post("/update").status_code == 200
    _wait_for(own, "Up to date.")
    assert "new.py" in ask(own, "What does refund return?")[0]


def test_a_folder_without_an_index_opens_at_once_and_shows_how_far_the_first_one_is(tmp_path: Path) -> None:
    root, settings = tmp_path / "new", Settings(home=tmp_path / "home", workers=1)
    root.mkdir()
    (root / "a.md").write_text("# Refunds\n\nRefunds take two days.\n", "utf-8")
    with visitor(make_app(Shelf([root], settings))) as page:
        with writer_lock(locate(root, settings.home), "citeline index"):
            for path in ("/", "/?q=How+long+do+refunds+take%3F", "/source?path=a.md", "/query?docql=$.toc"):
                opened = page.get(path)
                assert opened.status_code == 503 and "read for the first time" in opened.text
            _wait_for(page, "`citeline index`")  # who else is writing it
            chinese = page.get("/status", headers={"accept-language": "zh"}).text
            assert "另一个程序" in chinese
        _wait_for(page, "Up to date.")
        assert "two days" in ask(page, "How long do refunds take?")[0]


def test_a_first_index_that_fails_is_told_and_begun_again_only_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    tried: list[object] = []

    def fail(root: Path, *_: object, **__: object) -> None:
        tried.append(root)
        raise SourceNotFoundError(root)

    monkeypatch.setattr("citeline.cli.page.shelf.build_index", fail)
    with visitor(make_app(Shelf([tmp_path / "new"], Settings(home=tmp_path / "home")))) as page:
        page.get("/")
        _wait_for(page, "does not exist")
        page.get("/")
        assert len(tried) == 1 and "Index it now" in page.get("/").text
        page.post("/update")
        _wait_for(page, "does not exist")
        assert len(tried) == 2


def test_no_page_waits_for_who_writes_the_index_and_an_answer_says_that_it_is_older(tmp_path: Path) -> None:
    root, settings = tmp_path / "shop", Settings(home=tmp_path / "home", workers=1)
    root.mkdir()
    (root / "cart.py").write_text(CART, "utf-8")
    index(root, settings=settings).close()
    with visitor(make_app(Shelf([root], settings))) as page:
        with writer_lock(locate(root, settings.home), "citeline index"):
            (root / "new.py").write_text("def refund():\n    return 7\n", "utf-8")
            for path in ("/status", "/", "/source?path=cart.py", "/query?docql=$.toc", "/status"):
                assert page.get(path).status_code == 200
            assert "this answer is from the one before" in ask(page, "When does checkout raise?")[0]
        _wait_for(page, "Up to date.")
        assert "new.py" in ask(page, "What does refund return?")[0]


def _wait_for(page: TestClient, told: str) -> None:
    for _ in range(200):
        if told in page.get("/status").text:
            return
        time.sleep(0.05)
    raise AssertionError(f"{told!r} is never told")


def test_nothing_is_kept_or_updated_where_nothing_may_be_written(page: TestClient) -> None:
    html, run = ask(page)
    assert "Update now" not in html and 'name="thumb"' not in html
    assert page.post(run.replace("?", "/right?"), data={"thumb": "good"}).status_code == 400
    assert page.post("/update").status_code == 400


def test_a_diagram_is_drawn_or_the_page_tells_what_draws_it(own: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    pane = own.get("/source", params={"path": "flow.md", "start": 5, "end": 5}).text
    picture = re.search(r'<img class="sheet"[^>]+src="(/diagram.png[^"]+)"', pane)
    assert picture
    drawn = own.get(picture[1].replace("&amp;", "&"))
    assert drawn.headers["content-type"] == "image/png" and drawn.content.startswith(b"\x89PNG")
    assert own.get("/diagram.png", params={"path": "flow.md", "start": 1}).status_code == 400
    nonsense = own.get("/diagram.png", params={"path": "flow.md", "start": 9})
    assert nonsense.status_code == 400 and "cannot be drawn" in nonsense.text
    monkeypatch.setattr(diagrams, "find_spec", lambda name: None)
    assert "citeline[diagrams]" in own.get("/source", params={"path": "flow.md", "start": 5, "end": 5}).text
    assert own.get("/diagram.png", params={"path": "flow.md", "start": 5}).status_code == 400


def test_an_answer_that_is_gone_says_so(page: TestClient) -> None:
    reply = page.get("/run/nothing")
    assert reply.status_code == 404 and "ask again" in reply.text
    assert page.get("/export/nothing.md").status_code == 404
    assert page.get("/static/../app.py").status_code == 404


def test_the_page_speaks_chinese_to_who_reads_it(page: TestClient) -> None:
    html = page.get("/", headers={"accept-language": "zh-CN,zh;q=0.9"}).text
    assert "主要部分" in html and '<html lang="zh">' in html


def test_answers_are_found_again_by_the_next_server_unless_it_is_read_only(shop: Path, settings: Settings) -> None:
    with visitor(make_app(Shelf([shop], settings))) as page:
        _, run = ask(page)
    with visitor(make_app(Shelf([shop], settings))) as page:
        assert "CartError" in page.get(run).text
    with visitor(make_app(Shelf([shop], settings, read_only=True))) as page:
        assert page.get(run).status_code == 404


def test_a_run_that_cannot_begin_is_told_on_the_page_that_has_begun(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Iterator[object]:
        raise SourceNotFoundError(Path("/gone"))
        yield

    monkeypatch.setattr("citeline.cli.page.runs.run_with_events", fail)
    html = page.get("/", params={"q": QUESTION}).text
    assert "does not exist" in html and html.rstrip().endswith("</html>")


def test_pictures_of_pages_are_drawn_side_by_side_without_harm(tmp_path: Path) -> None:
    root = tmp_path / "papers"
    root.mkdir()
    for number in range(3):
        written = FPDF()
        written.add_page()
        written.set_font("Helvetica")
        written.cell(text=f"The budget of team {number} is 40 euros.")
        written.output(str(root / f"{number}.pdf"))
    settings = Settings(home=tmp_path / "home", workers=1)
    index(root, settings=settings).close()
    with visitor(make_app(Shelf([root], settings, read_only=True))) as page, ThreadPoolExecutor(6) as pool:
        addresses = [f"/sheet.png?path={number % 3}.pdf&number=1&start=1&end=3" for number in range(18)]
        assert {reply.status_code for reply in pool.map(page.get, addresses)} == {200}
        assert page.get("/sheet.png?path=0.pdf&number=9").status_code == 400


def test_a_source_that_lies_elsewhere_opens_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "rules #1").mkdir()
    (tmp_path / "rules #1" / "a.md").write_text("# Refunds\n\nRefunds take two days.\n", "utf-8")
    (tmp_path / "code" / "citeline.toml").write_text('[sources.policy]\npath = "../rules #1"\n', "utf-8")
    settings = Settings(home=tmp_path / "home", workers=1)
    index(tmp_path / "code", settings=settings, allow_outside=True).close()
    with visitor(make_app(Shelf([tmp_path / "code"], settings, read_only=True))) as page:
        pane = page.get("/source", params={"path": "policy/a.md", "start": 3}).text
    assert f'href="vscode://file{quote(str(tmp_path))}/rules%20%231/a.md:3"' in pane


def test_folders_of_the_same_name_are_told_apart(shop: Path, settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "a.md").write_text("# Another\n\nAnother shop.\n", "utf-8")
    index(tmp_path / "shop", settings=settings).close()
    shelf = Shelf([shop, tmp_path / "shop"], settings)
    assert shelf.names == ["shop", "shop-2"]
    with visitor(make_app(shelf)) as page:
        assert "Another shop" in page.get("/source", params={"in": "shop-2", "path": "a.md"}).text
        assert page.get("/", params={"in": "third"}).status_code == 400
    with pytest.raises(UsageError):
        shelf.get("third")
