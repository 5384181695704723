from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from citeline.evals.research.embedding.pairs import Pair, first_sentence, pairs_of

PYTHON = '''class Pool:
    def acquire_slot(self, timeout):
        """Wait for a free connection. Raises TimeoutError.

        Slots are handed out in order.
        """
        # Forget connections that the server has closed meanwhile
        self._idle = [slot for slot in self._idle if not slot.is_closed]
        return self._idle.pop()

    def release_all_slots(self):
        for slot in self._idle:
            slot.disconnect(graceful=True)
        release_all_slots.count += 1
        self._idle.clear()
        self._condition.notify_all()
        return len(self._idle) + len(self._busy)
'''
MARKDOWN = """# Deploying

## Rolling back

When a release turns out bad, the one before it can be put back in place: the archive of each release is
kept for thirty days, and the database is migrated back first.

To put the release before this one back, run the command in its folder:

```sh
deploy rollback --to previous --keep-database
```
"""


def wheel(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "some-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return path


def source_archive(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "some_1.0.orig.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text.encode())
            packed.addfile(entry, io.BytesIO(text.encode()))
    return path


def of_kind(pairs: list[Pair], kind: str) -> Pair:
    (found,) = [pair for pair in pairs if pair.kind == kind]
    return found


def test_a_docstring_asks_for_its_function_and_is_not_in_the_answer(tmp_path: Path) -> None:
    pair = of_kind(pairs_of(wheel(tmp_path, {"some/pool.py": PYTHON}), "some"), "docstring")
    assert pair.question == "Wait for a free connection."
    assert pair.rest.startswith("Raises TimeoutError")
    assert pair.header == "some pool py Pool acquire_slot"
    assert "self._idle.pop()" in pair.text
    assert "free connection" not in pair.text
    assert "handed out" not in pair.text


def test_a_comment_asks_for_the_lines_below_it(tmp_path: Path) -> None:
    pair = of_kind(pairs_of(wheel(tmp_path, {"some/pool.py": PYTHON}), "some"), "comment")
    assert pair.question == "Forget connections that the server has closed meanwhile"
    assert pair.text.lstrip().startswith("self._idle = [slot for")


def test_a_name_asks_for_its_definition_and_is_not_in_the_answer(tmp_path: Path) -> None:
    pair = of_kind(pairs_of(wheel(tmp_path, {"some/pool.py": PYTHON}), "some"), "name")
    assert pair.question == "release all slots"
    assert "release_all_slots" not in pair.text + pair.header


def test_a_heading_asks_for_its_section_and_a_paragraph_for_the_code_below(tmp_path: Path) -> None:
    pairs = pairs_of(source_archive(tmp_path, {"some-1.0/docs/deploy.md": MARKDOWN}), "some")
    section = of_kind(pairs, "section")
    assert section.question == "Deploying Rolling back"
    assert section.header == "docs deploy md"
    assert section.text.startswith("When a release turns out bad")
    example = of_kind(pairs, "example")
    assert example.question == "To put the release before this one back, run the command in its folder:"
    assert "deploy rollback" in example.text


@pytest.mark.parametrize("path", ["some/_vendor/requests/pool.py", "some/flask/pool.py", "some/third_party/pool.py"])
def test_copies_of_other_projects_and_measured_ones_are_left_out(path: str, tmp_path: Path) -> None:
    assert pairs_of(wheel(tmp_path, {path: PYTHON}), "some") == []


def test_the_same_text_is_learned_once(tmp_path: Path) -> None:
    once = pairs_of(wheel(tmp_path, {"some/a.py": PYTHON}), "some")
    assert len(pairs_of(wheel(tmp_path, {"some/a.py": PYTHON, "some/b.py": PYTHON}), "some")) == len(once)


@pytest.mark.parametrize(
    "docstring", ["", "Init.", "Copyright 2001 by the people who wrote it.", "退款 期限 是多少天 的"]
)
def test_what_asks_nothing_is_no_question(docstring: str) -> None:
    assert first_sentence(docstring) == ("", "")
