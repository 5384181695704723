"""The verdicts on citations in Markdown, beside what mutations do to them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.verify.checked import Checked
from citeline.tools.verify.documents import MarkdownFile, fixes_for, read_markdown
from citeline.tools.verify.meaning import CERTAIN, FITS

from .written import check_file, check_text, indexed, write

SESSION = '''class Session:
    """Sends requests."""

    def send(self, request, timeout=30):
        """Send a request."""
        adapter = self.get_adapter(request.url)
        return adapter.send(request, timeout=timeout)

    def get_adapter(self, url):
        raise LookupError(url)
'''


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    folder = tmp_path_factory.mktemp("audit")
    root = folder / "tree"
    write(root, "src/session.py", SESSION)
    write(root, "src/models.py", '"""Models."""\n\n\nclass Request:\n    url = ""\n')
    write(root, "lib/models.py", "def unrelated():\n    return 1\n")
    write(root, "docs/guide.md", "# Guide\n\nRetries are not made,\nnot even once.\n\nLook at `forgotten_name`.\n")
    write(root, "my docs/a#b.md", "# Odd\n")
    write(root, "my docs/rate limits.md", "# Limits\n\nThe limit is 30 requests a second.\n")
    write(root, "limits.md", "# Others\n")
    write(root, "docs/page.html", "<h1>Top</h1><a id='top_1'></a><h2>Section one</h2><p>Words.</p>\n")
    write(root, "docs/no-headings.md", "Words only.\n")
    write(root, "logo.png", b"\x89PNG\r\n\x1a\n\x00\x00")
    write(folder, "secret.txt", "secret\n")
    (root / "link.txt").symlink_to(folder / "secret.txt")
    (root / "folder").symlink_to(folder)
    (root / "alias.py").symlink_to("src/session.py")
    write(root, ".git/config", '[remote "origin"]\n\turl = git@github.com:me/shop.git\n')
    opened = indexed(root, folder / "home")
    yield opened
    opened.close()


@pytest.mark.parametrize(
    "text",
    [
        'The docs say: "The limit is 30 requests a second" (my docs/rate limits.md:3).',
        'The docs say: "The limit is 30 requests a second" ([rate limits](<my docs/rate limits.md:3>)).',
        'The docs say: "The limit is 30 requests a second" (`my docs/rate limits.md:3`).',
    ],
)
def test_a_path_with_blanks_is_read_whole_and_is_no_part_of_the_sentence(index: Index, text: str) -> None:
    """ "there is no file limits.md", or another file of that name was taken."""
    (found,) = check_text(index, text)
    assert (found.path, found.rule) == ("my docs/rate limits.md", "fine"), found
    assert found.supports == "supported" or "[rate limits]" in text


def test_of_a_path_with_blanks_lines_in_words_are_read_too(index: Index) -> None:
    (found,) = check_text(index, "The limit is 30 requests a second, see my docs/rate limits.md, line 3.")
    assert (found.path, found.rule) == ("my docs/rate limits.md", "fine"), found
    (found,) = check_text(index, "The others are in limits.md:1.")
    assert (found.path, found.rule) == ("limits.md", "fine"), found


@pytest.mark.parametrize(
    ("link", "rule", "nearest"),
    [
        ("guide.md#guide", "fine", ()),
        ("guide.md#Guide", "fine", ()),
        ("guide.md#giude", "unresolved", ("#guide",)),
        ("guide.md#retries", "unresolved", ()),
        ("page.html#top-1", "fine", ()),
        ("page.html#section-one", "fine", ()),
        ("page.html#bottom", "unresolved", ()),
        ("../src/session.py#anything", "fine", ()),
        ("no-headings.md#x", "fine", ()),
    ],
)
def test_a_link_to_a_heading_that_is_not_there_is_a_warning(
    index: Index, link: str, rule: str, nearest: tuple[str, ...]
) -> None:
    found = one(index, f"See [it]({link}).")
    assert (found.rule, found.nearest) == (rule, nearest)
    assert found.level == ("fine" if rule == "fine" else "warning")


def one(index: Index, text: str, near: str | None = "docs/answer.md") -> Checked:
    (found,) = check_text(index, text, near=near)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "`src/session.py:4-7`",
        "[x](../src/session.py#L4-L7) ",
        "[x](/src/session.py#L4)",
        "[x](src/session.py)",
        "`session.py:4`",
        "[x](../my%20docs/a%23b.md)",
        "![x](../logo.png)",
        "[x](../src)",
        "[x](guide)",
        "[x](../guide#guide)",
        "`alias.py:4`",
        "`src/session.py`",
        r"`src\session.py:4-7`",
        r"src\session.py:4-7",
        r"`..\src\session.py#L4-L7`",
        r"[x](..\src\session.py)",
        "https://github.com/me/shop/blob/main/src/session.py#L4-L7",
        "https://github.com/me/shop/blob/feature/x/src/session.py#L4-L7",
        "https://github.com/me/shop/blob/0123456789abcdef0123456789abcdef01234567/src/session.py#L400",
    ],
)
def test_places_that_exist_resolve(text: str, index: Index) -> None:
    found = one(index, text)
    assert (found.rule, found.resolves) == ("fine", True), found


@pytest.mark.parametrize(
    ("text", "rule", "why"),
    [
        ("`src/session.py:0`", "unresolved", "counted from 1"),
        ("`src/session.py:7-4`", "unresolved", "reversed"),
        ("`src/session.py:4-11`", "unresolved", "ends at line 10"),
        ("`src/session.py:1000000000000`", "unresolved", "ends at line 10"),
        ("src/session.py:999999", "unresolved", "ends at line 10"),
        (f"`src/session.py:{'9' * 5000}`", "unresolved", "ends at line 10"),
        ("[x](../src/session.py#L0)", "unresolved", "counted from 1"),
        ("`src/session.py:-5`", "unresolved", "counted from 1"),
        ("https://github.com/me/shop/blob/main/src/session.py#L99999", "unresolved", "ends at line 10"),
        ("https://github.com/me/shop/blob/0123456789abcdef/src/session.py#L9-L3", "unresolved", "reversed"),
        ("https://github.com/me/shop/blob/main/src/nope.py#L5", "unresolved", "no file"),
        ("[x](https://github.com/me/shop/blob/main/nope/src/session.py)", "unresolved", "no file"),
        ("[x](src/sesion.py)", "unresolved", "no file"),
        ("`models.py:1`", "ambiguous", "2 files"),
        ("`logo.png:1`", "unresolved", "text"),
        ("`../../etc/passwd:1`", "outside", "leads out"),
        ("`/etc/passwd:1`", "unresolved", "no file"),
        ("[x](%2e%2e/%2e%2e/etc/passwd)", "outside", "leads out"),
        ("[x](..%2f..%2f..%2fetc%2fpasswd#L1)", "outside", "leads out"),
        ("[x](a%00b)", "outside", "leads out"),
        (r"`..\..\secret.txt:1`", "outside", "leads out"),
        (r"`C:\tree\src\session.py:4`", "outside", "leads out"),
        (r"C:\tree\src\session.py:4", "outside", "leads out"),
        (r"`src\session.py:99`", "unresolved", "ends at line 10"),
        ("`link.txt:1`", "outside", "leaves the source"),
        ("[x](/folder/secret.txt)", "outside", "leaves the source"),
    ],
)
def test_what_leads_nowhere_is_called_so_and_never_read(text: str, rule: str, why: str, index: Index) -> None:
    found = one(index, text)
    assert found.rule == ("unresolved" if rule == "ambiguous" else rule), found
    assert found.level == "error" and not found.resolves and why in found.why, found
    assert "secret" not in found.why.replace("secret.txt", "")


@pytest.mark.parametrize(
    "text",
    [
        "`localhost:8080`, `redis:7`, example.com:443",
        "`examples/of/another.py`",
        "https://github.com/you/other/blob/main/src/session.py#L400",
        "https://github.com/me/shop/blob/v1.2.0/gone.py#L4",
    ],
)
def test_what_need_not_be_a_citation_is_left_out(text: str, index: Index) -> None:
    assert check_text(index, text) == []


@pytest.mark.parametrize(
    ("text", "nearest"), [("`src/nothing.py`", ()), ("[x](../SRC/Session.py)", ("src/session.py",))]
)
def test_a_file_of_the_reader_and_another_case_are_warnings(text: str, nearest: tuple[str, ...], index: Index) -> None:
    found = one(index, text)
    assert (found.rule, found.level, found.nearest) == ("unresolved", "warning", nearest), found


def test_each_range_of_a_list_is_checked(index: Index) -> None:
    found = check_text(index, "`src/session.py:1-2, 4-7, 9-30`, and src/session.py:0, 3-1.")
    assert [(item.citation.lines, item.rule) for item in found] == [
        ((1, 2), "fine"),
        ((4, 7), "fine"),
        ((9, 30), "unresolved"),
        ((0, 0), "unresolved"),
        ((3, 1), "unresolved"),
    ]


def test_a_slip_in_a_path_is_answered_with_the_nearest(index: Index) -> None:
    assert one(index, "[x](src/sesion.py)").nearest[0] == "src/session.py"
    assert one(index, "[x](other/session.py)").nearest == ("src/session.py",)


@pytest.mark.parametrize(
    ("text", "rule", "supports"),
    [
        ("`Session.send` asks `get_adapter` for the adapter (`src/session.py:4-7`).", "fine", "place"),
        ("`Session.send` is at `src/session.py:4`.", "fine", "place"),
        ("`Session.send` calls `get_adapter` (`src/session.py:4-7`).", "fine", "supported"),
        ("`adapter` is asked by `get_adapter` (`src/session.py:5`).", "partly", "partly"),
        ("`Request.url` is kept (`src/session.py:9-10`).", "not-shown", "not_shown"),
        ("`timeout` defaults to `60` (`src/session.py:4-7`).", "contradicted", "contradicted"),
        ("See `src/session.py:4-7`.", "fine", None),
        ("It is all explained well (`src/session.py:4-7`).", "fine", None),
        ("`Session.send` (`src/session.py:4-7`) takes a `Request` (`src/models.py:4-5`).", "fine", "place"),
    ],
)
def test_the_sentence_is_weighed_against_the_lines(text: str, rule: str, supports: str | None, index: Index) -> None:
    found = [item for item in check_text(index, text) if item.path.endswith("session.py")]
    assert [(item.rule, item.supports) for item in found] == [(rule, supports)], found


def test_names_of_a_neighbouring_citation_are_not_missing(index: Index) -> None:
    found = check_text(index, "`url` and `Request` as well as `get_adapter` (`src/models.py:4-5`, `src/session.py:9`).")
    assert all(item.supports != "not_shown" for item in found)


@pytest.mark.parametrize(
    ("code", "rule", "level"),
    [
        ("Session.send", "fine", "fine"),
        ("get_adapter()", "fine", "fine"),
        ("LookupError", "fine", "fine"),
        ("Session.teleport()", "unknown-symbol", "error"),
        ("get_adaptor", "unknown-symbol", "error"),
        ("asyncio.gather()", "unknown-symbol", "warning"),
        ("forgotten_name", "unknown-symbol", "warning"),
    ],
)
def test_symbols_exist_or_are_called_unknown(code: str, rule: str, level: str, index: Index) -> None:
    found = one(index, f"Call `{code}`.")
    assert (found.rule, found.level) == (rule, level), found
    if code == "get_adaptor":
        assert found.nearest == ("get_adapter",)
    if code == "asyncio.gather()":
        assert found.nearest == ()  # neither headings nor what is hardly alike


@pytest.mark.parametrize(
    ("quote", "rule", "place"),
    [
        ("> Retries are not made, not even once.", "fine", None),
        ("> not made,\n> not even", "fine", None),
        ("> Retries are made,\n> not even twice.", "edited", None),
        ("> Nothing of this was ever written anywhere.", "stale", None),
    ],
)
def test_quoted_prose_may_be_wrapped_anew(quote: str, rule: str, place: None, index: Index) -> None:
    assert one(index, f"As `docs/guide.md:3-4` says:\n\n{quote}\n").rule == rule


def test_a_quotation_may_leave_lines_out_and_be_indented_otherwise(index: Index) -> None:
    quote = "def send(self, request, timeout=30):\n    # ...\n    return adapter.send(request, timeout=timeout)"
    found = one(index, f"`src/session.py:4-7`:\n\n```python\n{quote}\n```\n")
    assert (found.rule, found.unchanged) == ("fine", "unchanged")
    assert one(index, f"`src/session.py:1-3`:\n\n```python\n{quote}\n```\n").moved_to == ("src/session.py", 4, 7)


def test_what_a_program_prints_is_not_compared_with_the_lines(index: Index) -> None:
    assert one(index, "```\n200 OK\n```\n\n`src/session.py:4-7`\n").rule == "fine"
    assert one(index, "`src/session.py:4-7`\n\n```\n200 OK\n```\n").rule == "fine"
    assert one(index, "`src/session.py:4-7`\n\n```python\n200 == OK\n```\n").rule == "stale"


def test_an_edited_quotation_comes_with_the_difference(index: Index) -> None:
    found = one(
        index, "`src/session.py:9-10`:\n\n```python\ndef get_adapter(self, url):\n    raise KeyError(url)\n```\n"
    )
    assert (found.rule, found.level) == ("edited", "error")
    assert "-    raise KeyError(url)" in found.diff and "+        raise LookupError(url)" in found.diff


def test_a_citation_that_was_corrected_after_the_change_is_right(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    source = write(root, "a.py", "def first():\n    return 'the first of them'\n\n\ndef second():\n    return 2\n")
    document = write(root, "a.md", "See `a.py:1-2`.\n")
    index = indexed(root, tmp_path / "home")
    source.write_text("# one line more\n" + source.read_text())
    assert check_file(index, "a.md")[0].moved_to == ("a.py", 2, 3)
    document.write_text("See `a.py:2-3`.\n")
    assert [item.rule for item in check_file(index, "a.md")] == ["fine"]
    index.close()


def test_a_citation_that_now_reads_like_its_neighbour_did_is_not_taken_for_it(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    source = write(root, "a.py", "first_line = one()\nsecond_line = two()\nthird_line = three()\n")
    document = write(root, "a.md", "See `a.py:1-2` and `a.py:2-3` for it.\n")
    index = indexed(root, tmp_path / "home")
    source.write_text("# one line more\n" + source.read_text())
    assert [item.rule for item in check_file(index, "a.md")] == ["moved", "moved"]
    document.write_text("See `a.py:2-3` and `a.py:3-4` for it.\n")
    assert [item.rule for item in check_file(index, "a.md")] == ["fine", "fine"]
    index.close()


def test_a_document_that_was_never_indexed_is_judged_by_its_age(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    source = write(root, "a.py", "def first():\n    return 'the first of them'\n")
    index = indexed(root, tmp_path / "home")
    source.write_text("# one line more\n" + source.read_text())
    write(root, "new.md", "See `a.py:1-2`.\n")
    os.utime(root / "new.md", ns=(1, 1))
    assert [item.rule for item in check_file(index, "new.md")] == ["moved"]
    os.utime(root / "new.md", ns=(time.time_ns() + 10**9, time.time_ns() + 10**9))
    assert [item.rule for item in check_file(index, "new.md")] == ["fine"]
    index.close()


def test_a_name_that_a_new_file_defines_is_known(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    write(root, "a.py", "def first():\n    return 1\n")
    index = indexed(root, tmp_path / "home")
    assert check_text(index, "`brand_new_name()`")[0].rule == "unknown-symbol"
    write(root, "b.py", "def brand_new_name():\n    return 2\n")
    assert check_text(index, "`brand_new_name()`")[0].rule == "fine"
    index.close()


def test_a_file_of_secrets_is_named_and_never_opened(tmp_path: Path) -> None:
    write(tmp_path / "tree", "a.py", "x = 1\n")
    write(tmp_path / "tree", "deploy/id_rsa", "one\ntwo\n")
    opened = indexed(tmp_path / "tree", tmp_path / "home")
    (found,) = check_text(opened, "The key is at `deploy/id_rsa:2`.")
    assert (found.rule, found.level) == ("unresolved", "warning") and "never read" in found.why
    assert "two" not in str(found.to_json()["why"]) and not found.diff
    opened.close()


def test_of_files_with_one_name_the_one_that_has_the_lines_is_meant(tmp_path: Path) -> None:
    long = "".join(f"x_{number} = {number}\n" for number in range(50))
    for path, text in (("a/stream.py", long), ("b/stream.py", "y = 1\n"), ("b/note.md", ""), ("c/d/stream.py", long)):
        write(tmp_path / "tree", path, text)
    opened = indexed(tmp_path / "tree", tmp_path / "home")
    place = [
        check_text(opened, text, near=near)[0].path
        for text, near in (
            ("`stream.py:1`", "b/note.md"),
            ("`d/stream.py:40`", "b/note.md"),
            ("`stream.py:40`", "c/e/note.md"),
            ("`stream.py:40`", "a/e/note.md"),
        )
    ]
    assert place == ["b/stream.py", "c/d/stream.py", "c/d/stream.py", "a/stream.py"]
    (found,) = check_text(opened, "`stream.py:40`", near="b/note.md")
    assert (found.path, found.rule) == ("b/stream.py", "unresolved")
    opened.close()


def lined(checked: list[Checked]) -> Checked:
    [found] = [item for item in checked if item.citation.lines]
    return found


def test_a_file_that_is_not_there_has_its_lines_suggested_in_one_of_its_name(index: Index) -> None:
    found = lined(check_text(index, "`get_adapter` raises `LookupError` (`core/old/session.py:3-4`)."))
    assert (found.rule, found.level) == ("unresolved", "error")
    assert [(item.path, item.lines) for item in found.suggested] == [("src/session.py", (9, 10))]


def test_text_that_moved_and_fits_its_sentence_by_half_is_a_suggestion(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    before = "import os\n\n\ndef send(request):\n    return retry(request)\n\n\n"
    before += "def retry(request):\n    return os.open(request)\n"
    source = write(root, "a.py", before)
    document = write(root, "a.md", "How `retry` opens a request with `os.open` (`a.py:4-5`).\n")
    index = indexed(root, tmp_path / "home")
    source.write_text("# new\n" * 12 + before)
    found = lined(check_file(index, "a.md"))
    assert (found.rule, found.certain) == ("moved", False)
    assert found.suggested[0].lines == (16, 17) and FITS <= found.suggested[0].score < CERTAIN
    read = read_markdown(document, index.root)
    assert isinstance(read, MarkdownFile)
    assert not fixes_for(read, [found])
    assert [fix.after for fix in fixes_for(read, [found], lambda *_: True)] == ["a.py:16-17"]
    index.close()
