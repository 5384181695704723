"""A table of what people do to files, and what a citation must be called afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.model import Span
from citeline.state import Unchanged
from citeline.tools.citations import WorkingTree, check_span, text_sha256
from citeline.tools.citations.working_tree import Absence

from ...indexing.parsers.notebooks import cell, notebook

HEAD = "import os\nimport sys\n\n\n"
LOAD = '''def load(path, encoding="utf-8"):
    """Read a file and return its lines."""
    with open(path, encoding=encoding) as file:
        return file.read().splitlines()
'''
SAVE = '''def save(path, lines):
    """Write the lines, one by one."""
    with open(path, "w") as target:
        for line in lines:
            target.write(line + os.linesep)
'''
SOURCE = f"{HEAD}{LOAD}\n\n{SAVE}"
CITED = LOAD.rstrip("\n")
SPAN = Span("pkg/io.py", 5, 8, text_sha256(CITED))


def write(root: Path, text: str | bytes, path: str = "pkg/io.py") -> Path:
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


REFORMATTED = LOAD.replace('def load(path, encoding="utf-8"):', "def load(\n    path,\n    encoding='utf-8',\n):")
LONGER = SOURCE.replace("    with open(path, enc", "    path = str(path)\n    with open(path, enc")
TABLE: dict[str, tuple[str | bytes, Unchanged, tuple[int, int] | None]] = {
    "untouched": (SOURCE, "unchanged", (5, 8)),
    "windows line ends": (SOURCE.replace("\n", "\r\n").encode(), "unchanged", (5, 8)),
    "old mac line ends": (SOURCE.replace("\n", "\r").encode(), "unchanged", (5, 8)),
    "byte order mark": (b"\xef\xbb\xbf" + SOURCE.encode(), "unchanged", (5, 8)),
    "another encoding": (b"\xff\xfe" + SOURCE.encode("utf-16-le"), "unchanged", (5, 8)),
    "edited elsewhere": (SOURCE.replace("one by one", "at once"), "unchanged", (5, 8)),
    "no final line end": (SOURCE.rstrip("\n"), "unchanged", (5, 8)),
    "line inserted above": (f"# a comment\n{SOURCE}", "moved", (6, 9)),
    "license header inserted": ("# License text.\n" * 20 + SOURCE, "moved", (25, 28)),
    "lines removed above": (SOURCE.replace("import os\nimport sys\n", ""), "moved", (3, 6)),
    "swapped with its neighbour": (f"{HEAD}{SAVE}\n\n{LOAD}", "moved", (12, 15)),
    "a word edited": (SOURCE.replace("splitlines()", "split()"), "edited", (5, 8)),
    "a line added inside": (LONGER, "edited", (5, 9)),
    "a line removed inside": (SOURCE.replace('    """Read a file and return its lines."""\n', ""), "edited", (5, 7)),
    "edited and moved": ("# x\n" * 30 + SOURCE.replace("splitlines()", "split()"), "edited", (35, 38)),
    "edited, and all above it removed": (LOAD.replace("splitlines()", "split()"), "edited", (1, 4)),
    "reformatted": (f"{HEAD}{REFORMATTED}\n\n{SAVE}", "edited", (5, 11)),
    "indented": (f"{HEAD}class A:\n" + "".join(f"    {line}\n" for line in LOAD.splitlines()) + SAVE, "edited", (6, 9)),
    "removed": (f"{HEAD}{SAVE}", "stale", None),
    "replaced": (f"{HEAD}class Reader:\n    limit = 3\n    depth = 4\n    kind = None\n", "stale", None),
    "copied below": (f"# x\n{SOURCE}\n\n{LOAD}", "stale", None),
    "emptied": ("", "stale", None),
    "made binary": (b"\x00\x01\x02" * 400, "stale", None),
}  # fmt: skip


@pytest.mark.parametrize("change", TABLE)
def test_a_citation_is_called_what_happened_to_its_text(change: str, tmp_path: Path) -> None:
    after, expected, place = TABLE[change]
    anchor = check_span(write(tmp_path, after), SPAN, CITED)
    assert (anchor.unchanged, anchor.place) == (expected, place), anchor.why
    assert anchor.why


def test_a_deleted_file_is_deleted(tmp_path: Path) -> None:
    anchor = check_span(tmp_path, SPAN, CITED)
    assert (anchor.resolves, anchor.unchanged) == (False, "deleted")


def test_a_renamed_file_is_deleted(tmp_path: Path) -> None:
    write(tmp_path, SOURCE, "pkg/files.py")
    assert check_span(tmp_path, SPAN, CITED).unchanged == "deleted"


def test_an_untouched_citation_beside_an_identical_copy_is_unchanged(tmp_path: Path) -> None:
    write(tmp_path, f"{SOURCE}\n\n{LOAD}")
    assert check_span(tmp_path, SPAN, CITED).unchanged == "unchanged"


def test_an_edited_function_is_not_taken_for_its_untouched_twin(tmp_path: Path) -> None:
    write(tmp_path, f"{SOURCE.replace('splitlines()', 'split()')}\n\n{LOAD}")
    anchor = check_span(tmp_path, SPAN, CITED)
    assert (anchor.unchanged, anchor.place) == ("edited", (5, 8))


LIKE_IT = LOAD.replace("splitlines()", "split()").replace("Read a file", "Open one file").replace("path", "name")
EDITED = LOAD.replace("splitlines()", "split()")
HALF = LOAD.replace('def load(path, encoding="utf-8"):', "def first(name):").replace("splitlines()", "readline()")


@pytest.mark.parametrize(
    ("here", "below", "place"), [(LIKE_IT, EDITED, (23, 26)), (EDITED, HALF, (5, 8))], ids=["moved", "stayed"]
)
def test_of_two_places_that_are_like_an_edited_text_the_one_that_is_more_like_it_counts(
    here: str, below: str, place: tuple[int, int], tmp_path: Path
) -> None:
    write(tmp_path, f"{HEAD}{here}{'# between' + chr(10)}" + "\n" * 13 + below)
    anchor = check_span(tmp_path, SPAN, CITED)
    assert (anchor.unchanged, anchor.place) == ("edited", place)


GETTERS = "import os\n\n" + "".join(
    f"def get_{name}(self, default=None):\n    return self.values.get({name!r}, default)\n\n\n" for name in "abcdef"
)
SHORT = {
    "one line among lines like it": "def get_a(self, default=None):",
    "two lines among lines like them": "def get_a(self, default=None):\n    return self.values.get('a', default)",
    "three lines": "def get_a(self, default=None):\n    return self.values.get('a', default)\n",
}


@pytest.mark.parametrize("case", SHORT)
def test_a_short_text_that_moved_is_not_called_edited_for_what_stands_in_its_place(case: str, tmp_path: Path) -> None:
    text = SHORT[case]
    length = text.count("\n") + 1
    span = Span("pkg/io.py", 3, 2 + length, text_sha256(text))
    first, rest = GETTERS[11:].split("\n\n\n", 1)
    anchor = check_span(write(tmp_path, f"import os\n\n{rest}{first}\n\n"), span, text)
    assert (anchor.unchanged, anchor.place) == ("moved", (23, 22 + length)), anchor.why


@pytest.mark.parametrize("text", ["return total", "delay_s *= 20", "import sys"])
def test_few_letters_suffice_when_they_are_two_words(text: str, tmp_path: Path) -> None:
    write(tmp_path, f"import os\n\n\nother()\n{text}\n")
    assert check_span(tmp_path, Span("pkg/io.py", 1, 1, text_sha256(text)), text).unchanged == "moved"


@pytest.mark.parametrize("text", ["}", "", "    ", "});", "continue", "return x", "else:", "    finally:"])
def test_a_text_that_says_nothing_is_never_called_moved(text: str, tmp_path: Path) -> None:
    write(tmp_path, f"import os\nother()\n{text}\n# end\n")
    assert check_span(tmp_path, Span("pkg/io.py", 1, 1, text_sha256(text)), text).unchanged == "stale"


def test_a_word_suffices_where_it_was_the_only_one_in_its_file(tmp_path: Path) -> None:
    write(tmp_path, "# new\nimport os\n    continue\n\n    }\n")
    earlier = ["import os", "    continue", "", "    }"]
    found = [
        check_span(tmp_path, Span("pkg/io.py", line, line, text_sha256(text)), text, earlier=earlier).unchanged
        for line, text in ((2, "    continue"), (4, "    }"))
    ]
    assert found == ["moved", "stale"]


def test_a_short_text_that_had_a_twin_is_edited_when_its_place_is(tmp_path: Path) -> None:
    line = "    return self.values.get(name, default)"
    earlier = ["def get(self, name, default):", line, "", "", "def pop(self, name, default):", line]
    span = Span("pkg/io.py", 2, 2, text_sha256(line))
    now = [*earlier]
    now[1] = "    return self.values.get(name, self.default)"
    write(tmp_path, "\n".join(now) + "\n")
    assert check_span(tmp_path, span, line, earlier=earlier).unchanged == "edited"


def test_a_line_without_content_is_never_found_elsewhere(tmp_path: Path) -> None:
    write(tmp_path, "other()\n\n}\n")
    anchor = check_span(tmp_path, Span("pkg/io.py", 1, 1, text_sha256("}")), "}")
    assert anchor.unchanged == "stale"


def test_text_that_does_not_match_its_hash_is_stale(tmp_path: Path) -> None:
    write(tmp_path, f"# moved\n{SOURCE}")
    assert check_span(tmp_path, SPAN, CITED + " edited by hand").unchanged == "stale"


@pytest.mark.parametrize(("start", "end"), [(0, 3), (3, 0), (9, 3), (-5, -1), (5, 900), (10**12, 10**12 + 3)], ids=str)
def test_impossible_lines_do_not_resolve(start: int, end: int, tmp_path: Path) -> None:
    write(tmp_path, SOURCE)
    assert not check_span(tmp_path, Span("pkg/io.py", start, end, text_sha256(CITED)), CITED).resolves


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "pkg/../../secret.txt", "a\0b", "", "pkg\\io.py"])
def test_paths_that_leave_the_root_are_never_read(path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret\n")
    root = write(tmp_path / "root", SOURCE)
    anchor = check_span(root, Span(path, 1, 1, text_sha256("secret")), "secret")
    assert not anchor.resolves
    assert anchor.unchanged in ("stale", "deleted")


def test_links_that_leave_the_root_are_never_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret\n")
    root = write(tmp_path / "root", SOURCE)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    (root / "folder").symlink_to(tmp_path)
    for path in ("link.txt", "folder/secret.txt"):
        anchor = check_span(root, Span(path, 1, 1, text_sha256("secret")), "secret")
        assert (anchor.resolves, anchor.unchanged) == (False, "stale")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_place_of_a_file_does_not_hang(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    os.mkfifo(tmp_path / "pkg/io.py")
    assert check_span(tmp_path, SPAN, CITED).unchanged == "stale"


def test_link_loops_and_folders_are_not_errors(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "pkg/io.py").mkdir(parents=True)
    for path in ("loop", "loop/x.py", "pkg/io.py"):
        assert not check_span(tmp_path, Span(path, 1, 1, ""), "x").resolves


def test_each_file_is_read_once(tmp_path: Path) -> None:
    tree = WorkingTree(write(tmp_path, SOURCE))
    assert check_span(tmp_path, SPAN, CITED, tree=tree).unchanged == "unchanged"
    (tmp_path / "pkg/io.py").unlink()
    assert check_span(tmp_path, SPAN, CITED, tree=tree).unchanged == "unchanged"


@given(
    st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), min_size=1), min_size=1, max_size=9),
    st.data(),
)
def test_every_span_of_an_untouched_file_is_unchanged(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], data: st.DataObject
) -> None:
    root = tmp_path_factory.mktemp("tree")
    write(root, "# a file of text\n" + "\n".join(lines) + "\n")
    found = WorkingTree(root).lines("pkg/io.py")
    if not isinstance(found, tuple):
        return  # control characters may make a file binary, which is not what is tested here
    start = data.draw(st.integers(1, len(found)))
    end = data.draw(st.integers(start, len(found)))
    text = "\n".join(found[start - 1 : end])
    assert check_span(root, Span("pkg/io.py", start, end, text_sha256(text)), text).unchanged == "unchanged"


@given(st.text(), st.text(), st.integers(-3, 30), st.integers(-3, 30))
def test_nothing_in_a_file_or_span_raises(
    tmp_path_factory: pytest.TempPathFactory, after: str, cited: str, start: int, end: int
) -> None:
    root = write(tmp_path_factory.mktemp("tree"), after.encode("utf-8", "surrogatepass"))
    anchor = check_span(root, Span("pkg/io.py", start, end, text_sha256(cited)), cited)
    assert (anchor.unchanged == "unchanged") <= anchor.resolves


def test_a_cell_of_a_notebook_is_found_again_below_a_new_one_and_by_another_number(tmp_path: Path) -> None:
    flour, bake = "flour_kg = 2.5\nwater_l = flour_kg * 0.7", "def bake(loaf):\n    return loaf.rise(hours=2)"
    before = WorkingTree(write(tmp_path, notebook(cell("code", flour), cell("code", bake)), "a.ipynb")).lines("a.ipynb")
    assert not isinstance(before, Absence)
    start = before.index("# %% cell 2 [python]") + 1
    text = "\n".join(before[start - 1 : start + 2])
    span = Span("a.ipynb", start, start + 2, text_sha256(text))
    after = WorkingTree(
        write(tmp_path, notebook(cell("code", "import math"), cell("code", flour), cell("code", bake)), "a.ipynb")
    )
    lines = after.lines("a.ipynb")
    assert not isinstance(lines, Absence)
    now = lines.index("# %% cell 3 [python]") + 1
    found = check_span(tmp_path, span, text, tree=after)
    assert (found.unchanged, found.place) == ("moved", (now, now + 2))
    edited = write(tmp_path, notebook(cell("code", flour), cell("code", bake.replace("2", "3"))), "a.ipynb")
    assert check_span(edited, span, text).unchanged == "edited"
