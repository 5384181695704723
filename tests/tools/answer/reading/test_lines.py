"""A long line is told with its beginning, in every script.

Where a document has no sentence, a line of it is told; markup alone was told too: `| Methods | Route |`, `<td>`.
"""

from __future__ import annotations

import pytest

from citeline.tools.answer.reading.lines import lines_told, read_line, read_lines, shortened


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
        ('import (\n\t"errors" // of Go\n\tshop "example.org/shop"\n\t_ "embed"\n)\n\nfunc Run() {', 5),
        ("from shop import (  # noqa\n    errors as wrong,\n    common,\n)\nrun()", 4),
        ("import type Shop, {\n  errors,\n} from './shop'\nrun()", 3),
        ("pub use shop::{\n    errors::{self, Error},\n    common,\n};\nfn run() {", 4),
        ("export {\n  errors,\n  common as shared,\n} from './shop'\nrun()", 4),
        ("import (\n\trun the shop", 1),
    ],
    ids=["Go", "Python", "TypeScript", "Go with names", "a comment", "a default", "Rust", "handed on", "no end"],
)
def test_what_an_import_has_in_brackets_is_imported(text: str, imported: int) -> None:
    """The name of the project is in the path of each import, which says nothing of it."""
    assert [line.mute for line in read_lines(text)].count(True) == imported
    assert all(line.mute for line in read_lines(text)[:imported])


@pytest.mark.parametrize(
    "text",
    [
        "const server = require('http').createServer((req, res) => {\n  refuse(res, 413)\n})",
        "import('./shop').then((shop) => {\n  shop.run(4)\n})",
        "package object shop {\n  def run(n: Int) = n + 1\n}",
        "export function from(source) {\n  return new Shop(source)\n}",
    ],
)
def test_the_body_of_code_behind_an_import_is_none(text: str) -> None:
    """`refuse(res, 413)` answers what becomes of a large request."""
    assert not read_lines(text)[1].mute


@pytest.mark.parametrize(
    ("text", "mute"),
    [
        (" * @since 1.2", True),
        (" * @return {Object}", True),
        ("---@param opts shop.Options", True),
        ("/// @private", True),
        (" * @throws IOException if it is closed", False),
        (" * @deprecated use close", False),
        ("- @shop/server", False),
        ("@Since(1.2)", False),
        ("  - [Uptime](#uptime)", True),
        ("2. [How it is kept](#how-it-is-kept)", True),
        ("- [Uptime](#uptime) of each endpoint", False),
        ("- [Uptime](docs/uptime.md)", False),
        ("    // if (done) return reply(null);", True),
        ("  // }", True),
        ("// Stops (see below); then waits", False),
        ("/// if (done) return reply(null);", False),
    ],
)
def test_a_tag_of_a_comment_without_words_says_nothing(text: str, mute: bool) -> None:
    """`* @since 1.2` of a class that the question names was the answer to it, and so was a table of contents."""
    assert read_line(text).mute is mute


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| Methods | Route |\n|---|---|\nPublic ones", ["Public ones"]),
        ("| 方法 | 路径 |\n| :--- | :--- |\n| GET | /uploads |", []),
        ("<tr>\n<td>Medium</td>\n<td align='left'>30 days</td>\n</tr>", ["Medium", "30 days"]),
        ("<table>\n</table>\n<img src='a.png'>", []),
        ("+------+-----+\n| a | b |\n+======+=====+", []),
        (":::tip\nfree of charge\n:::", ["free of charge"]),
        ("!!! note\n.. image:: map.png\n![Map](map.png)\n{% include 'map.html' %}", []),
        (".. list-table::\n   :widths: 30 70\n   :default: 30", [":default: 30"]),
        ("A boat of\n:class:`Pier` is moored.", ["A boat of", ":class:`Pier` is moored."]),
        ("### Disable batching\nhttpLink()", ["httpLink()"]),
        ("### Disable batching", ["Disable batching"]),
        ("= Harbour", ["Harbour"]),
        ("let found: Vec<T> = a | b | c;", ["let found: Vec<T> = a | b | c;"]),
        ("`<td>` is a cell", ["`<td>` is a cell"]),
        ("twice\ntwice", ["twice"]),
    ],
)
def test_lines_are_told_without_markup(text: str, told: list[str]) -> None:
    assert lines_told(text) == told
