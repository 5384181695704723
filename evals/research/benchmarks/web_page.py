"""How soon the page of `citeline serve` shows something, in Chromium, and how much script and style it loads.

The server is a process of its own. On a busy machine browser and server wait for each other: the fastest of the runs is
what they take, the median is what was met.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from citeline.errors import CitelineError

from .speed import CITELINE, QUESTIONS, environment_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

Say = Callable[[str], None]
_WATCH: Final = """
new MutationObserver(() => {
  if (!window.firstSentence && document.querySelector("ol.claims .said, p.opening"))
    window.firstSentence = performance.now();
}).observe(document, { childList: true, subtree: true });
"""
_TIMES: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  return { interactive: page.domContentLoadedEventEnd - page.responseStart, sentence: window.firstSentence };
}"""


def measure_page(tree: Path, home: Path, say: Say) -> dict[str, list[float]]:
    """Milliseconds by what is measured; empty, which is said, where playwright or Chromium is missing."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
    if not chromium or find_spec("playwright") is None:
        say("  skipped: it needs playwright and Chromium (`apt-get install chromium`)")
        return {}
    from playwright.sync_api import sync_playwright

    subprocess.run(
        [*CITELINE, "index", str(tree), "--force"], env=environment_of(home), check=True, capture_output=True
    )
    with _served(tree, home) as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(address)
        times = page_times(page, address.partition("?")[0], QUESTIONS, say)
        browser.close()
    return times


def page_times(
    page: Page, address: str, questions: Sequence[str], say: Say, *, rounds: int = 4
) -> dict[str, list[float]]:
    """Milliseconds until the start can be used, from its first byte, and until a first sentence stands there.

    The first of the rounds warms what is measured, and does not count.
    """
    page.add_init_script(_WATCH)
    page.goto(address)
    say(f"  script and style, compressed   {_kilobytes(page):.1f} kB (at most 250)")
    times = {
        "interactive, start": _times(page, [address] * len(questions), "interactive", rounds),
        "first sentence, warm": _times(page, [f"{address}?q={quote(one)}" for one in questions], "sentence", rounds),
    }
    for (name, found), most in zip(times.items(), (300, 150), strict=True):
        say(f"  {name:<30} min {min(found):5.0f} ms   p50 {median(found):5.0f} ms   n={len(found)} (at most {most})")
    return times


def _times(page: Page, addresses: Sequence[str], name: str, rounds: int) -> list[float]:
    found = []
    for number in range(rounds):
        for address in addresses:
            page.goto(address)
            times: dict[str, Any] = page.evaluate(_TIMES)
            if number:
                found.append(float(times[name]))
    return found


def _kilobytes(page: Page) -> float:
    loaded = page.eval_on_selector_all("link[rel=stylesheet], script[src]", "all => all.map(e => e.href || e.src)")
    return sum(len(gzip.compress(page.request.get(address).body())) for address in loaded) / 1000


@contextmanager
def _served(tree: Path, home: Path) -> Iterator[str]:
    """The address that `citeline serve` prints, until the end."""
    command = [*CITELINE, "serve", str(tree), "--read-only"]
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    serving = subprocess.Popen(command, env=environment_of(home), stdout=pipe, stderr=quiet, text=True)
    try:
        assert serving.stdout is not None
        address = serving.stdout.readline().strip()
        if not re.match(r"http://127\.0\.0\.1:\d+/", address):
            raise CitelineError("`citeline serve` printed no address", remedy="run that command by itself")
        yield address
    finally:
        serving.terminate()
        serving.wait(20)
