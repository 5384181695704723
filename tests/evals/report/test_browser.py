"""The page in a real browser: it is laid out, its policy lets nothing in, and nothing complains."""

import base64
from pathlib import Path

import pytest

from citeline.evals.report.page import write_page
from tests.evals.outcomes import result
from tests.evals.report.chromium import BROWSER, NAMES, browser
from tests.evals.report.test_page import many

pytestmark = [
    pytest.mark.skipif(BROWSER is None, reason=f"no browser here: none of {', '.join(NAMES)} is on the path"),
    pytest.mark.timeout(120),
]

DRAWN = '[...document.querySelectorAll("{0}")].filter(one => one.getBoundingClientRect().width > 0).length'


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_is_drawn_fits_its_window_and_asks_for_nothing(tmp_path: Path, width: int) -> None:
    path = write_page(result(many()), tmp_path)
    with browser(tmp_path) as page:
        page.open(path.as_uri(), width=width)
        assert page.evaluate("document.title") == path.stem
        assert page.evaluate(DRAWN.format("details")) == 20
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.requests == [path.as_uri()] and page.complaints == []


def test_a_case_opens_and_shows_its_hits(tmp_path: Path) -> None:
    path = write_page(result(many()), tmp_path)
    with browser(tmp_path) as page:
        page.open(path.as_uri(), width=1000)
        assert page.evaluate("document.querySelector('details table').checkVisibility()") is False
        page.evaluate("document.querySelector('details').open = true")
        assert page.evaluate("document.querySelector('details table').checkVisibility()") is True


def test_it_is_dark_where_the_reader_wants_it(tmp_path: Path) -> None:
    path = write_page(result(many()), tmp_path)
    colours = []
    with browser(tmp_path) as page:
        page.open(path.as_uri(), width=1000)
        for scheme in ("light", "dark"):
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            colours.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        picture = base64.b64decode(page.call("Page.captureScreenshot", format="png")["data"])
    assert colours[0] != colours[1] and picture.startswith(b"\x89PNG")
