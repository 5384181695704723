"""A citation of lines with a masked secret is judged like any other."""

from pathlib import Path

import pytest

from citeline.indexing.secrets import mask_lines
from citeline.model import Span
from citeline.state import Unchanged
from citeline.tools.citations import check_span, text_sha256

SECRET = "Tr0ub4" + "dor&3"
LINES = ["def login(user):", f'    session = connect(user, password="{SECRET}")', "    return session.open()"]


def check(root: Path, now: list[str], read: tuple[str, ...]) -> tuple[Unchanged, tuple[int, int] | None]:
    (root / "login.py").write_text("\n".join(now) + "\n")
    text = "\n".join(read)
    anchor = check_span(root, Span("login.py", 1, 3, text_sha256(text)), text)
    return anchor.unchanged, anchor.place


@pytest.mark.parametrize("read", [mask_lines(LINES), tuple(LINES)], ids=["masked", "kept"])
def test_masked_and_kept_lines_are_unchanged_moved_or_edited(tmp_path: Path, read: tuple[str, ...]) -> None:
    assert check(tmp_path, LINES, read) == ("unchanged", (1, 3))
    assert check(tmp_path, ["import os", "", *LINES], read) == ("moved", (3, 5))
    assert check(tmp_path, [LINES[0], LINES[1].replace("session", "link"), LINES[2]], read) == ("edited", (1, 3))


def test_another_secret_in_the_same_place_is_no_change_of_what_was_read(tmp_path: Path) -> None:
    now = [line.replace(SECRET, "0th3r-S3cr3t!") for line in LINES]
    assert check(tmp_path, now, mask_lines(LINES)) == ("unchanged", (1, 3))
    assert check(tmp_path, now, tuple(LINES))[0] == "edited"
