"""A long line is told with its beginning, in every script."""

from __future__ import annotations

import pytest

from citeline.tools.answer.reading.lines import read_lines, shortened


def test_a_long_text_is_cut_between_two_words() -> None:
    assert shortened("a short one", 20) == "a short one"
    assert shortened("moor the boat and hoist the flag", 20) == "moor the boat and …"


def test_a_text_without_blanks_keeps_its_beginning() -> None:
    """Chinese and Japanese have a blank behind a foreign word, and none for pages behind it."""
    assert shortened("变更 " + "字" * 400, 300) == "变更 " + "字" * 297 + " …"


@pytest.mark.parametrize(
    ("text", "imported"),
    [
        ('import (\n\t"errors"\n\n\t"shop/common"\n)\n\nfunc Run() {', 5),
        ("from shop import (\n    errors,\n    common,\n)\nrun()", 4),
        ("import {\n  errors,\n  common,\n} from './shop'\nrun()", 4),
        ("import (\n\trun the shop", 1),
    ],
    ids=["Go", "Python", "TypeScript", "no end"],
)
def test_what_an_import_has_in_brackets_is_imported(text: str, imported: int) -> None:
    """The name of the project is in the path of each import, which says nothing of it."""
    assert [line.imports for line in read_lines(text)].count(True) == imported
    assert all(line.imports for line in read_lines(text)[:imported])
