"""Which citations are found in Markdown, and where."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.verify.markdown import Citation, find_citations, renumber


def only(text: str) -> Citation:
    (found,) = find_citations(text)
    return found


@pytest.mark.parametrize(
    ("text", "path", "lines"),
    [
        ("see src/a.py:12.", "src/a.py", (12, 12)),
        ("see src/a.py:12-20, or not", "src/a.py", (12, 20)),
        ("see src/a.py:12–20", "src/a.py", (12, 20)),
        ("see src/a.py:12‑20", "src/a.py", (12, 20)),
        ("see src/a.py:12−20.", "src/a.py", (12, 20)),
        ("see src/a.py:12..20 for it", "src/a.py", (12, 20)),
        ("see src/a.py:12~20", "src/a.py", (12, 20)),
        ("see src/a.py:12 - 20.", "src/a.py", (12, 20)),
        ("see `src/a.py:12 - 20` for it", "src/a.py", (12, 20)),
        ("see src/a.py:12 - 20 of them", "src/a.py", (12, 12)),
        ("see src/a.py:12:5-20:9", "src/a.py", (12, 20)),
        ("see `src/a.py#L12 – L20`", "src/a.py", (12, 20)),
        ("see src/a.py:12:5-9", "src/a.py", (12, 12)),
        ("见 src/a.py:6-8行", "src/a.py", (6, 8)),
        ("see `src/a.py:12-20`", "src/a.py", (12, 20)),
        ("see `src/a.py#L12-L20`", "src/a.py", (12, 20)),
        ("see `src/a.py#L12-20`", "src/a.py", (12, 20)),
        ("see src/a.py#L12", "src/a.py", (12, 12)),
        ("see src/a.py:12:7", "src/a.py", (12, 12)),
        ("see `my docs/a b.py:12`", "my docs/a b.py", (12, 12)),
        ("[x](src/a.py)", "src/a.py", None),
        ("[x](src/a.py#L12-L20)", "src/a.py", (12, 20)),
        ("[x](src/a.py#L12C3-L20C9 'title')", "src/a.py", (12, 20)),
        ("[x](src/a.py:12-20)", "src/a.py", (12, 20)),
        ("[x](<my docs/a b.py#L3>)", "my docs/a b.py", (3, 3)),
        ("[x](my%20docs/a%20b.py#L3)", "my docs/a b.py", (3, 3)),
        ("[x](a%23b.py)", "a#b.py", None),
        ("[x](guide.md?raw=1#install)", "guide.md", None),
        ("[x][1]\n\n[1]: src/a.py#L4", "src/a.py", (4, 4)),
        ("![x](logo.png)", "logo.png", None),
        (r"see foo\_bar.py:3", "foo_bar.py", (3, 3)),
        ("see pkg/__init__.py:3", "pkg/__init__.py", (3, 3)),
        ("见src/a.py:12。", "src/a.py", (12, 12)),
        ("see `文档/指南.md:3`", "文档/指南.md", (3, 3)),
        ("see `../../etc/passwd:1`", "../../etc/passwd", (1, 1)),
        ("see `a.py:0`", "a.py", (0, 0)),
        ("see `a.py:20-3`", "a.py", (20, 3)),
        ("see `a.py:1000000000000`", "a.py", (10**12, 10**12)),
    ],
)
def test_every_usual_form_is_read(text: str, path: str, lines: tuple[int, int] | None) -> None:
    found = only(text)
    assert (found.path, found.lines, found.sure) == (path, lines, True)


LONG = "9" * 5000


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("`m.py:1-3, 6-8`", [(1, 3), (6, 8)]),
        ("`m.py:1-3,6-8`", [(1, 3), (6, 8)]),
        ("`m.py:1-3; 6 and 9-10`", [(1, 3), (6, 6), (9, 10)]),
        ("`m.py#L1-L3, L6-L8`", [(1, 3), (6, 8)]),
        ("[x](m.py#L1-L3,L6-L8)", [(1, 3), (6, 8)]),
        ("see m.py:1-3, 6-8 for it", [(1, 3), (6, 8)]),
        ("see m.py:1-3,6-8.", [(1, 3), (6, 8)]),
        ("(m.py:12, 15 and 18)", [(12, 12), (15, 15), (18, 18)]),
        ("见m.py:3，5-8。", [(3, 3), (5, 8)]),
        ("见m.py:1、5-99和别处", [(1, 1), (5, 99)]),
        ("见m.py:1-2和5-99行", [(1, 2), (5, 99)]),
        ("见m.py:3、5行", [(3, 3), (5, 5)]),
        ("`m.py:1-2`、`5-99` tell", [(1, 2), (5, 99)]),
        ("`m.py:1-2` and `:99` tell", [(1, 2), (99, 99)]),
        ("`m.py:1-2`, `:4, 6-7`, and `:9` tell", [(1, 2), (4, 4), (6, 7), (9, 9)]),
        ("`m.py:1-2`, `5` is the limit", [(1, 2)]),
        ("`m.py:1-2` is not `5-99`", [(1, 2)]),
        ("m.py:12, 3 of them", [(12, 12)]),
        ("m.py:12, 20-30 % faster", [(12, 12), (20, 30)]),
        ("m.py:12, 20-30% faster", [(12, 12)]),
        ("m.py:12, 2024-01-02", [(12, 12)]),
        ("m.py:12, 6-8.txt", [(12, 12)]),
        ("m.py:12, 1.5", [(12, 12)]),
        ("`m.py:5, 0, 9-3`", [(5, 5), (0, 0), (9, 3)]),
    ],
)
def test_every_range_of_a_list_is_a_citation(text: str, lines: list[tuple[int, int]]) -> None:
    found = find_citations(text)
    assert [(item.path, item.lines) for item in found] == [("m.py", place) for place in lines]
    for item in found:
        assert text[item.column - 1 :].startswith(item.written)
        assert item.lines is not None and renumber(item.written, item.lines) == item.written


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("`A` inherits from `B` [source](a.py#L3).", "`A` inherits from `B`"),
        ("`A` inherits from `B` ([source](a.py#L3)).", "`A` inherits from `B`"),
        ("[`A`](a.py#L3) inherits from `B`.", "`A` inherits from `B`."),
        ("[source](a.py#L3)", "source"),
    ],
)
def test_the_text_of_a_link_at_the_end_is_no_part_of_what_is_claimed(text: str, clause: str) -> None:
    assert only(text).clause == clause


def test_a_list_without_end_is_read_to_its_end_in_little_time() -> None:
    assert len(find_citations("All is said at a.py:1" + ", 2" * 20_000)) == 20_001


HOSTILE = {
    "one letter and a stop": "A. " * 20_000 + "a.py:3",
    "folders above": "`" + "../" * 40_000 + "`",
    "blanks in a span": "`" + " " * 40_000 + "x`",
    "sentences of code": "`x`. " * 8000 + "a.py:3",
    "an address of blobs": "[x](<https://h/" + "blob/" * 20_000 + "#a b>)",
    "columns": "a.py:1" + ":1" * 30_000,
    "blanks before a fence": "from" + " " * 20_000 + "x `a.py:1`\n\n```\nx\n```",
    "citations in spans": "`a.py:1-2`, " * 3000,
}


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.timeout(120)
def test_no_text_takes_minutes(case: str) -> None:
    find_citations(HOSTILE[case])


def test_all_ranges_of_a_list_are_for_the_same_words() -> None:
    found = find_citations("It does one (m.py:1-3, 6-8) and two (n.py:3).")
    assert [item.clause.strip(" ()") for item in found] == ["It does one", "It does one", "and two"]


@pytest.mark.parametrize(
    "form",
    ["`m.py:{}`", "m.py:{}", "m.py#L{}", "[x](m.py#L{})", "[x](m.py:{})", "`m.py:4, {}`", "```py m.py:{}\nx\n```"],
)
@pytest.mark.parametrize("number", ["0", "000", "-5", "9-3", "999999", str(10**12), str(10**30), LONG, f"1-{LONG}"])
def test_absurd_line_numbers_are_read_and_not_overlooked(form: str, number: str) -> None:
    if number == "-5" and "4, " in form:
        return
    found = find_citations(form.format(number))[-1]
    assert found.lines is not None and found.lines != (4, 4)


@pytest.mark.parametrize(
    "text",
    [
        "at 10:30, in v1.2:3 of it",
        "see https://example.org/a.py:12 and <https://example.org/b.py#L3>",
        "[x](https://example.org/a.py#L3) [y](mailto:a@example.org) [z](#here) [f](file:///etc/passwd)",
        "It prints:\n\n    indented/code.py:12",
        "```\nsrc/a.py:12\n```",
        "`some words`, `None`, `git`, `--flag`, `x`, `a.py`",
        "text <!-- citeline: ignore --> about `src/a.py:12` and `Session.send`",
        "<!-- citeline: ignore -->\nabout `src/a.py:12`",
        "---\ntitle: src/a.py:3\n---\n",
    ],
)
def test_what_is_no_citation_is_left_alone(text: str) -> None:
    assert [found for found in find_citations(text) if found.sure] == []


@pytest.mark.parametrize("text", ["`localhost:8080`", "`redis:7`", "ask example.com:443", "`tests/fixtures/x.py`"])
def test_what_only_looks_like_one_is_marked_so(text: str) -> None:
    assert not only(text).sure


@pytest.mark.parametrize("revision", ["main", "0123456789abcdef0123456789abcdef01234567"])
@pytest.mark.parametrize("form", ["{}", "<{}>", "[x]({})", "see {}."])
def test_addresses_of_code_hosts_are_read(revision: str, form: str) -> None:
    found = only(form.format(f"https://github.com/o/r/blob/{revision}/src/a.py#L3-L5"))
    assert (found.path, found.lines, found.repository) == ("src/a.py", (3, 5), "o/r")
    assert bool(found.pinned) == (revision != "main")


def test_gitlab_groups_may_be_nested() -> None:
    found = only("[x](https://gitlab.com/g/h/r/-/blob/main/src/a.py#L3-5)")
    assert (found.path, found.lines, found.repository) == ("src/a.py", (3, 5), "g/h/r")


@pytest.mark.parametrize(
    ("code", "name"),
    [("Session.send", "Session.send"), ("send()", "send"), ("a::bc(x)", "a.bc"), ("send_all", "send_all")],
)
def test_names_in_back_quotes_are_symbols(code: str, name: str) -> None:
    found = only(f"calls `{code}` twice")
    assert (found.kind, found.name, found.column) == ("symbol", name, 8)


MANY = r"""# About `src/h.py:1`

A *word*, &amp; `src/a.py:12` and [b](src/b.py#L3 "src/b.py#L3"),
  then `` src/c.py:4 `` — ![i](d.png) src/e.py:5

> quoted src/f.py:6
> > - deeper `src/g.py:7`

| a | b \| c |
|---|--------|
| src/i.py:8 | x \| `src/j.py:9` |
| src/i.py:8 | `src/i.py:8` |

1. one[^n]

   two `src/k.py:10`

[^n]: note src/l.py:11
"""


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_citation_knows_where_it_stands(end: str, mark: str) -> None:
    lines = MANY.split("\n")
    found = find_citations(mark + MANY.replace("\n", end))
    assert len(found) == 14
    wrong = [c for c in found if not lines[c.line - 1].startswith(c.written, c.column - 1)]
    # The escape of a cell is gone when its inside is read: there only the line is known.
    assert [c.written for c in wrong] in ([], ["src/j.py:9"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("`A.b` retries twice (`a.py:1`).", "`A.b` retries twice ."),
        ("It ends. `A.b` retries twice. (a.py:1) It goes on.", "`A.b` retries twice."),
        ("- `a.py:1` — retries twice", "retries twice"),
        ("See [`A.b`](a.py#L1) for it.", "See `A.b` for it."),
        ("Use e.g. `f()` at `a.py:1`. More.", "Use e.g. `f()` at ."),
        ("第一句。`A.b` 重试两次（`a.py:1`）。", "`A.b` 重试两次 。"),
        ("`a.py:1`", ""),
        ("(a.py:1)", ""),
    ],
)
def test_the_sentence_is_told_without_its_citations(text: str, sentence: str) -> None:
    (found,) = [citation for citation in find_citations(text) if citation.kind == "lines"]
    assert found.sentence == sentence


def test_each_of_several_citations_has_its_clause() -> None:
    found = [c for c in find_citations("`f()` is at `a.py:1`, and `g()` at `b.py:2`.") if c.kind == "lines"]
    assert [citation.clause for citation in found] == ["`f()` is at", "and `g()` at"]
    found = [c for c in find_citations("`a.py:1` has `f()`; `b.py:2` has `g()`.") if c.kind == "lines"]
    assert [citation.clause for citation in found] == ["has `f()`", "has `g()`."]


CODE = "```python\ndef f():\n    pass\n```\n"


@pytest.mark.parametrize(
    "text",
    [
        f"The reader (`a.py:1-2`):\n\n{CODE}",
        f"In `a.py:1-2` it is as follows:\n\n{CODE}",
        f"- `a.py:1-2`\n{CODE}",
        f"{CODE}\n— `a.py:1-2`\n",
        f"{CODE}Source: [a](a.py#L1-L2)\n",
        "```python a.py:1-2\ndef f():\n    pass\n```",
        "```python\n# a.py:1-2\ndef f():\n    pass\n```",
        "`a.py:1-2`\n\n    def f():\n        pass\n",
    ],
)
def test_a_block_of_code_beside_a_citation_is_its_quotation(text: str) -> None:
    quotation = only(text).quotation
    assert quotation is not None
    assert (quotation.text, quotation.form) == ("def f():\n    pass", "code")


@pytest.mark.parametrize(
    "text",
    [
        f"`a.py:1` reads it. Use it like this:\n\n{CODE}",
        "Run it (`a.py:1`):\n\n```console\n$ run\n```\n",
        f"`a.py:1`\n\nWords between.\n\n{CODE}",
        f"{CODE}\n`a.py:1` says something else.\n",
        "`a.py:1`\n\n> [!NOTE]\n> A hint.\n",
    ],
)
def test_other_blocks_are_no_quotations(text: str) -> None:
    assert [citation.quotation for citation in find_citations(text)] == [None]


def test_a_fence_that_names_its_lines_quotes_those() -> None:
    found = find_citations("Then `one` (`a.py:1-2`):\n\n```python a.py:5-6\ndef g():\n    pass\n```\n")
    lines = [item for item in found if item.kind == "lines"]
    assert [(item.lines, item.quotation is not None) for item in lines] == [((1, 2), False), ((5, 6), True)]


@pytest.mark.parametrize("behind", [f"`a.py:1-2`:\n\n{CODE}", f"`a.py:1-2`\n\n{CODE}"])
def test_what_is_announced_is_quoted_rather_than_what_stands_before(behind: str) -> None:
    quotation = only(f"It prints:\n\n```\nhello\n```\n\n{behind}").quotation
    assert quotation is not None and quotation.text.startswith("def f")


def test_a_quoted_block_is_a_quotation() -> None:
    quotation = only("As `guide.md:3` says:\n\n> First line\n> and second.\n").quotation
    assert quotation is not None
    assert (quotation.text, quotation.form) == ("First line\nand second.", "prose")


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("a.py:1", "a.py:30"),
        ("a.py:1-2", "a.py:30-41"),
        ("a.py#L1-L2", "a.py#L30-L41"),
        ("a.py#L1-2", "a.py#L30-41"),
        ("a1-2.py:1–2", "a1-2.py:30–41"),
        ("a.py:1‑2", "a.py:30‑41"),
        ("a.py:1..2", "a.py:30..41"),
        ("a.py:1 - 2", "a.py:30 - 41"),
        ("a.py:1:5-2:9", "a.py:30:5-41:9"),
        (":1", ":30"),
        ("a.py", "a.py"),
    ],
)
def test_only_the_numbers_are_rewritten(written: str, after: str) -> None:
    assert renumber(written, (30, 41)) == after


@given(st.text(st.sampled_from(list("ab.py:/12-#L`[]()<>!|*_~^ \n>&;\\é")), max_size=120))
def test_no_text_raises_and_no_place_lies_outside(text: str) -> None:
    lines = text.split("\n")
    for citation in find_citations(text):
        assert 1 <= citation.line <= len(lines)
        assert 1 <= citation.column <= len(lines[citation.line - 1]) + 1
