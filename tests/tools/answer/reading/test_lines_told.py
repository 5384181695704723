"""Where a document has no sentence, a line of it is told; markup alone was told too: `| Methods | Route |`, `<td>`."""

import pytest

from citeline.tools.answer.reading.lines import lines_told


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
