"""The page as people use it, in a real browser: by mouse, by keyboard, in the dark, and with hostile sources."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright import sync_api

from citeline.cli.commands.serve import listen
from citeline.cli.page.app import make_app
from citeline.cli.page.guard import Guard
from citeline.cli.page.shelf import Shelf
from citeline.settings import Settings

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: `apt-get install chromium`"),
    pytest.mark.timeout(180),
]


@pytest.fixture(scope="module")
def address(shop: Path) -> Iterator[str]:
    listener = listen(0)
    host = f"127.0.0.1:{listener.getsockname()[1]}"
    app = make_app(Shelf([shop], Settings(home=shop.parent / "home", workers=1), read_only=True))
    server = uvicorn.Server(uvicorn.Config(Guard(app, token="sesame", hosts=[host]), log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    yield f"http://{host}/?token=sesame"
    server.should_exit = True
    thread.join(20)


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
def page(context: sync_api.BrowserContext, address: str) -> Iterator[sync_api.Page]:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: faults.append(f"a script of a source ran: {dialog.message}"))
    page.goto(address.partition("?")[0])
    yield page
    page.close()
    assert not faults


def ask(page: sync_api.Page, question: str = "What does `Cart.checkout` raise?") -> None:
    page.keyboard.press("/")
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    page.wait_for_selector("article.answer")


def test_ask_then_click_a_number_and_its_lines_are_in_sight_and_marked(page: sync_api.Page) -> None:
    ask(page)
    assert "CartError" in page.inner_text("article.answer")
    page.wait_for_url("**/run/**")  # a reload does not ask again
    page.click("a.cite >> nth=0")
    page.wait_for_selector("#source tr.cited")
    line = page.locator("#source tr.cited").first
    box = line.bounding_box()
    assert box is not None and 0 <= box["y"] <= 800
    assert page.locator("a.cite[aria-current=true]").count() == 1
    page.reload()
    assert page.locator("#source tr.cited").count() >= 1


def test_everything_is_reached_by_keys(page: sync_api.Page) -> None:
    ask(page)
    page.keyboard.press("j")
    page.wait_for_selector("#source tr.cited")
    page.keyboard.press("y")
    sync_api.expect(page.locator("#said")).not_to_be_empty()
    assert "`shop/cart.py:" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("?")
    assert page.locator("#keys[open]").count() == 1


def test_it_works_without_scripts(address: str, context: sync_api.BrowserContext) -> None:
    browser = context.browser
    assert browser is not None
    plain = browser.new_context(java_script_enabled=False, storage_state=context.storage_state())
    page = plain.new_page()
    page.goto(address.partition("?")[0])
    page.fill("#q", "What does `Cart.checkout` raise?")
    page.click("button")
    page.locator("a.cite").first.click()
    assert page.locator("#source tr.cited").count() >= 1
    assert "CartError" in page.inner_text("article.answer")
    plain.close()


@pytest.mark.parametrize("width", [360, 1280, 3840])
def test_nothing_is_cut_off_at_any_width(width: int, page: sync_api.Page) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    ask(page)
    page.click("a.cite >> nth=0")
    page.wait_for_selector("#source tr.cited")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_scripts_in_sources_and_names_of_files_stay_text(page: sync_api.Page) -> None:
    ask(page, "How many cents does a voucher take off?")
    page.click("main a[data-pane] >> nth=0")
    page.wait_for_selector("#source table")
    assert page.locator("#source svg, #source img:not(.sheet), main svg, main img").count() == 0


def test_an_exported_page_opens_by_itself(page: sync_api.Page, tmp_path: Path) -> None:
    ask(page)
    with page.expect_download() as download:
        page.locator("p.tools a").nth(1).click()
    saved = tmp_path / "answer.html"
    download.value.save_as(saved)
    page.goto(saved.as_uri())
    assert "CartError" in page.inner_text("body") and "shop/cart.py:" in page.inner_text("body")


def test_many_pages_at_once_all_get_their_answer(context: sync_api.BrowserContext, address: str) -> None:
    pages = [context.new_page() for _ in range(8)]
    for number, page in enumerate(pages):
        page.goto(f"{address.partition('?')[0]}?q=What+is+line+{number}+of+MAX_ITEMS%3F", wait_until="commit")
    for page in pages:
        page.wait_for_selector("article.answer", timeout=60_000)
        page.close()
