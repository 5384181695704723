"""The page as people use it, in a real browser: by mouse, by keyboard, in the dark, and with hostile sources."""

from __future__ import annotations

import os
import re
import shutil
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from fpdf import FPDF
from PIL import Image
from playwright import sync_api
from playwright.sync_api import expect

from citeline.cli.loopback import listen
from citeline.cli.page.app import make_app
from citeline.cli.page.guard import Guard
from citeline.cli.page.shelf import Shelf
from citeline.evals.research.benchmarks.web_page import page_times
from citeline.graph.resources import build_index
from citeline.settings import Settings
from citeline.tools.handle import index

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: `apt-get install chromium`"),
    pytest.mark.timeout(180),
]


@pytest.fixture(scope="module")
def address(shop: Path) -> Iterator[str]:
    with served(Shelf([shop], Settings(home=shop.parent / "home", workers=1), read_only=True)) as address:
        yield address


@contextmanager
def served(shelf: Shelf) -> Iterator[str]:
    """The address of a page, with the token in it."""
    listener = listen(0)
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    app = make_app(shelf)
    server = uvicorn.Server(uvicorn.Config(Guard(app, token="sesame", hosts=[host]), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://{host}/?token=sesame"
    server.should_exit = True
    thread.join(20)


@pytest.fixture(scope="module")
def till(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("own") / "own"
    root.mkdir()
    (root / "till.py").write_text("def refund(total):\n    return -total\n", "utf-8")
    return root / "till.py"


@pytest.fixture(scope="module")
def own(context: sync_api.BrowserContext, till: Path) -> Iterator[sync_api.Page]:
    """The page of a folder that changes, and that may be written about."""
    root = till.parent
    written = FPDF()
    written.add_page()
    written.set_font("Helvetica")
    for number in range(1, 5):
        written.multi_cell(0, text=f"Clause {number}. Team {number} may spend {number}0 euros.", new_x="LMARGIN")
    written.output(str(root / "budget.pdf"))
    settings = Settings(home=root.parent / "home", workers=1, stale="ignore")
    index(root, settings=settings).close()
    with served(Shelf([root], settings)) as address:
        page = context.new_page()
        page.goto(address)
        yield page
        page.close()


@pytest.fixture(scope="module")
def context(address: str) -> Iterator[sync_api.BrowserContext]:
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.new_page().goto(address)
        yield context
        browser.close()


@pytest.fixture
def page(context: sync_api.BrowserContext, address: str, request: pytest.FixtureRequest) -> Iterator[sync_api.Page]:
    """A tab; how it looks at the end of a test is kept in the folder `PAGE_SCREENSHOTS`, where one is named."""
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: faults.append(f"a script of a source ran: {dialog.message}"))
    page.goto(address.partition("?")[0])
    yield page
    if kept := os.environ.get("PAGE_SCREENSHOTS"):
        page.screenshot(path=Path(kept) / f"{request.node.name}.png")
    page.close()
    assert not faults


def ask(page: sync_api.Page, question: str = "What does `Cart.checkout` raise?") -> None:
    """Until the whole answer is there, and has an address of its own: a reload does not ask again."""
    page.wait_for_load_state()  # before its script has run nobody hears a key
    page.keyboard.press("/")
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    expect(page.locator("h1.asked")).to_have_text(question.replace("`", ""))
    page.wait_for_url("**/run/**")


def test_ask_then_click_a_number_and_its_lines_are_in_sight_and_marked(page: sync_api.Page) -> None:
    ask(page)
    expect(page.locator("article.answer")).to_contain_text("CartError")
    page.click("a.cite >> nth=0")
    page.wait_for_url("**path=**")
    expect(page.locator("#source tr.cited").first).to_be_in_viewport()
    expect(page.locator("a.cite[aria-current=true]")).to_have_count(1)
    page.reload()
    expect(page.locator("#source tr.cited").first).to_be_visible()


def test_a_reload_in_the_middle_of_an_answer_gives_the_whole_one(page: sync_api.Page, address: str) -> None:
    page.goto(f"{address.partition('?')[0]}?q=What+does+Cart.checkout+raise%3F", wait_until="commit")
    expect(page.locator("h1.asked")).to_be_visible()
    page.reload()
    page.wait_for_url("**/run/**")
    expect(page.locator("article.answer")).to_have_count(1)
    expect(page.locator("article.answer")).to_contain_text("CartError")


def test_everything_is_reached_by_keys(page: sync_api.Page) -> None:
    ask(page)
    page.keyboard.press("j")
    expect(page.locator("#source tr.cited").first).to_be_visible()
    page.keyboard.press("y")
    expect(page.locator("#said")).not_to_be_empty()
    assert "`shop/cart.py:" in page.evaluate("navigator.clipboard.readText()")
    seen = "if (event.target.matches('a.editor')) { event.preventDefault(); window.opened = event.target.href; }"
    page.evaluate(f"document.addEventListener('click', (event) => {{ {seen} }}, true)")
    page.keyboard.press("o")
    page.wait_for_function("() => window.opened?.includes('/shop/cart.py:')")
    page.keyboard.press("?")
    expect(page.locator("#keys[open]")).to_contain_text("next and previous citation")
    page.keyboard.press("?")
    expect(page.locator("#keys[open]")).to_have_count(0)


ANSWERS = ("?q=How+many+tulips+are+in+stock%3F", "?q=Who+calls+charge%3F")


@pytest.mark.parametrize(
    ("scheme", "paths"), [("light", ("", *ANSWERS, "why", "verify", "query?docql=$.toc")), ("dark", ANSWERS[1:])]
)
def test_nothing_keeps_a_screen_reader_or_a_keyboard_out(
    scheme: Literal["light", "dark"], paths: Sequence[str], page: sync_api.Page, address: str
) -> None:
    """Rules of axe, among them those of WCAG AA, on the start, answers beside a table and code, a query, a check."""
    page.emulate_media(color_scheme=scheme)
    found: list[str] = []
    for path in paths:
        page.goto(page.url.replace("/run/", "/why/") if path == "why" else address.partition("?")[0] + path)
        if path in ANSWERS:
            expect(page.locator("#source tr.cited").first).to_be_visible()
        expect(page.locator(".status p").first).to_be_visible()
        serious = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
        found += [f"{path}: {one['id']}: {one['nodes'][0]['html']}" for one in serious]
    assert found == []


def test_why_opens_beside_the_answer_and_its_hits_open_in_the_source_pane(page: sync_api.Page) -> None:
    ask(page, "How many items may a cart hold?")
    page.wait_for_url("**/run/**")
    page.click("a[data-drawer]")
    drawer = page.locator("#drawer")
    sync_api.expect(drawer.locator("h2").first).to_be_visible()
    answer, below = page.locator(".badge").bounding_box(), drawer.bounding_box()
    assert answer and below and answer["y"] + answer["height"] < below["y"]
    found = [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == []
    drawer.locator("summary").first.click()
    drawer.locator("details[open] a.place").first.click()
    sync_api.expect(page.locator("#source tr.cited").first).to_be_visible()
    page.keyboard.press("Escape")
    sync_api.expect(drawer).to_be_hidden()
    page.keyboard.press("w")
    sync_api.expect(drawer).to_be_visible()
    drawer.get_by_text("Use this instead").first.click()
    page.wait_for_selector("article.answer")


def test_a_folder_that_is_read_for_the_first_time_opens_by_itself_even_where_nothing_follows_it(
    context: sync_api.BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "a.md").write_text("# Refunds\n\nRefunds take two days.\n", "utf-8")
    begin = threading.Event()

    def late(root: Path, *given: object, **more: object) -> None:
        begin.wait(60)
        build_index(root, *given, **more)  # type: ignore[arg-type]  # as it was called
        (root / "b.md").write_text("# Written while the other was read\n", "utf-8")

    monkeypatch.setattr("citeline.cli.page.shelf.build_index", late)
    shelf = Shelf([tmp_path / "new"], Settings(home=tmp_path / "home", workers=1, stale="ignore"))
    with served(shelf) as address:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("[data-then] [data-busy]")
        begin.set()
        page.wait_for_selector("#answer :text('two days')", timeout=60_000)
        page.close()


def test_what_is_to_be_read_first_stands_beside_the_start(page: sync_api.Page) -> None:
    page.wait_for_selector("#source tr.cited")
    assert "README.md" in page.inner_text("#source h2")


def test_a_cited_cell_is_marked_in_its_table(page: sync_api.Page) -> None:
    ask(page, "How many tulips are in stock?")
    expect(page.locator("#source table.grid tr.cited")).to_have_count(1)
    expect(page.locator("#source table.grid tr.cited mark")).to_have_text("70")
    expect(page.locator("#source table.grid th")).to_have_text(["Line", "flower", "stock"])


def test_a_follow_up_is_about_what_was_asked_before(page: sync_api.Page) -> None:
    ask(page, "What does `Cart.checkout` do?")
    page.fill("#follow", "Who calls it?")
    page.press("#follow", "Enter")
    expect(page.locator("h1.asked")).to_have_text(re.compile("Who calls .*checkout"))
    expect(page.locator("ol.claims").first).to_contain_text("pay")


def test_a_path_of_calls_is_drawn_with_a_place_on_every_arrow(page: sync_api.Page) -> None:
    ask(page, "How does `pay` reach `charge`?")
    expect(page.locator("ol.walk code")).to_have_text(["pay", "Cart.checkout", "charge"])
    page.click("ol.walk a >> nth=1")
    expect(page.locator("#source tr.cited").first).to_contain_text("return charge")


def test_a_query_is_completed_as_it_is_typed(page: sync_api.Page, address: str) -> None:
    page.goto(f"{address.partition('?')[0]}query")
    page.locator("#docql").press_sequentially('$.code.class("Cart").mem')
    expect(page.locator("#ways option").first).to_have_attribute("value", '$.code.class("Cart").members()')


def test_a_late_reply_to_fewer_letters_completes_nothing(page: sync_api.Page, address: str) -> None:
    shorter, longer = '$.code.class("Cart").', '$.code.class("Cart").mem'
    held: list[sync_api.Route] = []
    page.route("**/complete?*", lambda route: held.append(route), times=1)
    page.goto(f"{address.partition('?')[0]}query")
    page.fill("#docql", shorter)
    page.fill("#docql", longer)
    way = page.locator("#ways option").first
    expect(way).to_have_attribute("value", '$.code.class("Cart").members()')
    with page.expect_response(lambda reply: not reply.url.endswith("mem")):
        held[0].fulfill(json=[{"text": "late", "meaning": "late"}])
    expect(way).to_have_attribute("value", '$.code.class("Cart").members()')


def test_it_works_without_scripts(address: str, context: sync_api.BrowserContext) -> None:
    browser = context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False, storage_state=context.storage_state())
    page = plain.new_page()
    page.goto(address.partition("?")[0])
    page.fill("#q", "What does `Cart.checkout` raise?")
    page.click("button")
    page.locator("a.cite").first.click()
    expect(page.locator("#source tr.cited").first).to_be_visible()
    expect(page.locator("article.answer")).to_contain_text("CartError")
    plain.close()


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_nothing_is_cut_off_at_any_width(width: int, page: sync_api.Page) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    ask(page)
    page.click("a.cite >> nth=0")
    page.wait_for_url("**path=**")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    line = "document.querySelector('#source tr.cited').getBoundingClientRect()"
    page.wait_for_function(f"() => {line}.top >= 0 && {line}.bottom <= innerHeight")


def test_on_a_phone_one_gets_back_to_the_answer_without_asking_again(page: sync_api.Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    ask(page)
    page.click("a.cite >> nth=0")
    page.wait_for_url("**path=**")
    page.evaluate("window.here = true")
    page.click("a.back")
    page.wait_for_url("**#answer")
    expect(page.locator("h1.asked")).to_be_in_viewport()
    page.go_back()
    page.wait_for_url(re.compile(r"path=[^#]*$"))
    assert page.evaluate("window.here")  # neither of the two has loaded it anew


def test_scripts_in_sources_and_names_of_files_stay_text(page: sync_api.Page) -> None:
    ask(page, "How many cents does a voucher take off?")
    page.click("main a[data-pane] >> nth=0")
    page.wait_for_url("**path=**")
    expect(page.locator("#source table")).to_be_visible()
    assert page.locator("#source svg, #source img:not(.sheet), main svg, main img").count() == 0
    assert page.locator("a[href^='javascript:']").count() == 0
    assert "\u202e" not in page.content()  # what turns the order of letters is shown as what it is


def test_a_cited_page_of_a_pdf_is_shown_with_its_line_boxed(own: sync_api.Page, tmp_path: Path) -> None:
    ask(own, "How many euros may team 3 spend?")  # the first citation opens by itself
    own.wait_for_function("() => document.querySelector('#source img.sheet')?.naturalWidth > 0")
    seen = own.locator("#source img.sheet").bounding_box()
    assert seen is not None and 0 <= seen["y"] <= 300  # and not scrolled away for the lines of text below it
    own.locator("#source img.sheet").screenshot(path=tmp_path / "sheet.png")
    red, green, blue = np.asarray(Image.open(tmp_path / "sheet.png").convert("RGB"), np.int16).transpose(2, 0, 1)
    assert ((red > 180) & (green > 80) & (green < 160) & (blue < 60)).any()


def test_a_folder_that_changes_under_the_page_is_brought_up_to_date_by_a_button(own: sync_api.Page, till: Path) -> None:
    ask(own, "What does refund return?")
    till.write_text("# Whoever pays gets it back.\ndef refund(total):\n    return -2 * total\n", "utf-8")
    own.reload()  # the same answer, beside the files as they are now
    expect(own.locator(".badge.stale")).to_have_count(1)
    own.click("a.cite.stale >> nth=0")
    expect(own.locator("#source tr.new").last).to_contain_text("-2 * total")
    own.click(".status button")
    expect(own.locator(".status")).to_contain_text("Up to date", timeout=60_000)
    ask(own, "What does refund return?")
    expect(own.locator("article.answer")).to_contain_text("-2 * total")


def test_a_reload_in_mid_answer_ends_in_one_answer(own: sync_api.Page) -> None:
    start = own.url.partition("/run")[0].partition("?")[0].rstrip("/")
    own.goto(f"{start}/?q=How+many+euros+may+team+2+spend%3F", wait_until="commit")
    expect(own.locator("h1.asked")).to_be_visible()
    own.reload()
    own.wait_for_url("**/run/**")
    expect(own.locator("article.answer")).to_have_count(1)
    made = own.url
    own.reload()  # it has an address of its own by now, and is not asked again
    assert own.url == made
    expect(own.locator("article.answer")).to_have_count(1)


def test_a_pasted_text_is_checked(own: sync_api.Page) -> None:
    own.click("nav a >> nth=1")
    own.fill("#text", "Refunds are negative (`till.py:90`).")
    own.click("main form button")
    expect(own.locator("li.claim .level.error")).to_be_visible()


def test_what_is_right_is_said_below_the_answer(own: sync_api.Page) -> None:
    ask(own, "How many euros may team 1 spend?")
    own.fill("#lines", "budget.pdf:1")
    own.click("button[value=bad]")
    expect(own.locator("[role=status].hint")).to_contain_text("Kept")


def test_an_exported_page_opens_by_itself(page: sync_api.Page, tmp_path: Path) -> None:
    ask(page)
    with page.expect_download() as download:
        page.locator("p.tools a").nth(1).click()
    saved = tmp_path / "answer.html"
    download.value.save_as(saved)
    page.goto(saved.as_uri())
    expect(page.locator("body")).to_contain_text("CartError")
    expect(page.locator("body")).to_contain_text("shop/cart.py:")


def test_many_pages_at_once_all_get_their_answer(context: sync_api.BrowserContext, address: str) -> None:
    pages = [context.new_page() for _ in range(10)]  # a browser holds six connections to one server
    for number, page in enumerate(pages):
        page.goto(f"{address.partition('?')[0]}?q=What+is+line+{number}+of+MAX_ITEMS%3F", wait_until="commit")
    for page in pages:
        expect(page.locator("article.answer")).to_be_visible(timeout=60_000)
        page.close()


def test_how_soon_something_is_seen_can_be_measured(page: sync_api.Page, address: str) -> None:
    said: list[str] = []
    times = page_times(page, address.partition("?")[0], ["What is MAX_ITEMS?"], said.append, rounds=2)
    assert all(len(found) == 1 and found[0] > 0 for found in times.values()) and len(times) == 2
    size = re.search(r"([\d.]+) kB", said[0])
    assert size and 1 < float(size[1]) <= 250


def test_pictures_for_the_documentation(page: sync_api.Page, tmp_path: Path) -> None:
    """`make pictures` keeps them; else they only show that a picture can be taken, light and dark."""
    kept = Path(os.environ.get("CITELINE_PICTURES") or tmp_path).resolve()
    page.set_viewport_size({"width": 1200, "height": 700})
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        ask(page, "How does `pay` reach `charge`?")
        expect(page.locator("#source tr.cited").first).to_be_visible()
        page.screenshot(path=tmp_path / "full.png")
        few = Image.open(tmp_path / "full.png").convert("RGB").quantize(128)
        few.save(kept / f"page-{scheme}.png", optimize=True)
        assert (kept / f"page-{scheme}.png").stat().st_size < 150_000
