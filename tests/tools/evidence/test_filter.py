from __future__ import annotations

import pytest

from citeline.state import Evidence
from citeline.tools.evidence.filter import keep_present
from citeline.tools.question.read import read
from tests.nodes import fakes


def pieces(*paths: str) -> list[Evidence]:
    return [{**fakes.evidence(number), "path": path} for number, path in enumerate(paths, start=1)]


def kept(question: str, *paths: str) -> list[str]:
    return [piece["path"] for piece in keep_present(read(question), pieces(*paths))]


def test_tests_and_change_logs_do_not_tell_how_things_are() -> None:
    assert kept("how does checkout work", "CHANGELOG.md", "tests/test_cart.py", "shop/cart.py") == ["shop/cart.py"]


def test_what_is_asked_for_stays() -> None:
    assert kept("which test covers checkout", "tests/test_cart.py", "shop/cart.py")[0] == "tests/test_cart.py"
    assert kept("what changed in 2.0", "CHANGELOG.md", "shop/cart.py")[0] == "CHANGELOG.md"


def test_who_wants_to_run_the_tests_is_not_asking_about_their_content() -> None:
    assert kept("how do I run the tests", "tests/test_cart.py", "README.md") == ["README.md"]


@pytest.mark.parametrize("path", ["CHANGELOG.md", "tests/test_cart.py"])
def test_all_that_there_is_stays(path: str) -> None:
    assert kept("how does checkout work", path) == [path]
