"""A table of what people do to the files that a document cites, and what its citations must be called afterwards."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from citeline.indexing.reader import Index
from citeline.tools.verify.checked import Rule

from .written import check_file, indexed, write

Place: TypeAlias = tuple[str, int, int]
Mutation: TypeAlias = Callable[[Path], None]

REPOSITORY = Path(__file__).parents[3]
FILE = "pkg/io.py"
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
OTHER = '"""Numbers, and nothing that reads."""\n\nLIMIT = 3\n\n\ndef double(number):\n    return 2 * number\n'
TWINS = f"{HEAD}{LOAD}\n\n{SAVE}\n\n{LOAD}"
LICENCE = "".join(f"# Line {number} of a licence.\n" for number in range(20))
FORMS = {
    "bare": "See `pkg/io.py:5-8`.\n",
    "link": "See [the reader](../pkg/io.py#L5-L8).\n",
    "quoted": f"`pkg/io.py:5-8`:\n\n```python\n{LOAD}```\n",
}


def becomes(content: str | bytes, path: str = FILE) -> Mutation:
    def mutate(root: Path) -> None:
        write(root, path, content)

    return mutate


def renamed(path: str) -> Mutation:
    def mutate(root: Path) -> None:
        (root / FILE).rename(root / path)

    return mutate


def block_moved_to_another_file(root: Path) -> None:
    write(root, FILE, f"{HEAD}{SAVE}")
    write(root, "pkg/other.py", f"{OTHER}\n\n{LOAD}")


def block_moved_to_two_files(root: Path) -> None:
    block_moved_to_another_file(root)
    write(root, "pkg/third.py", LOAD)


def deleted(root: Path) -> None:
    (root / FILE).unlink()


def replaced_by_a_folder(root: Path) -> None:
    deleted(root)
    (root / FILE).mkdir()


REFORMATTED = LOAD.replace('def load(path, encoding="utf-8"):', "def load(\n    path,\n    encoding='utf-8',\n):")
DEEPER = f"{HEAD}class A:\n" + "".join(f"    {line}\n" for line in LOAD.splitlines()) + SAVE
# Mutation, verdict on a citation without and with quotation, and where the text stands now if not where it is cited.
TABLE: dict[str, tuple[Mutation, Rule, Rule, Place | None]] = {
    "untouched": (becomes(SOURCE), "fine", "fine", None),
    "windows line ends": (becomes(SOURCE.replace("\n", "\r\n")), "fine", "fine", None),
    "old mac line ends": (becomes(SOURCE.replace("\n", "\r")), "fine", "fine", None),
    "byte order mark": (becomes(b"\xef\xbb\xbf" + SOURCE.encode()), "fine", "fine", None),
    "another encoding": (becomes(b"\xff\xfe" + SOURCE.encode("utf-16-le")), "fine", "fine", None),
    "edited elsewhere": (becomes(SOURCE.replace("one by one", "at once")), "fine", "fine", None),
    "no final line end": (becomes(SOURCE.rstrip("\n")), "fine", "fine", None),
    "licence header inserted": (becomes(LICENCE + SOURCE), "moved", "moved", (FILE, 25, 28)),
    "header and windows line ends": (
        becomes((LICENCE + SOURCE).replace("\n", "\r\n")), "moved", "moved", (FILE, 25, 28),
    ),
    "line removed above": (becomes(SOURCE.replace("import sys\n", "")), "moved", "moved", (FILE, 4, 7)),
    "moved below its neighbour": (becomes(f"{HEAD}{SAVE}\n\n{LOAD}"), "moved", "moved", (FILE, 12, 15)),
    "moved to another file": (block_moved_to_another_file, "moved", "moved", ("pkg/other.py", 10, 13)),
    "moved to two files": (block_moved_to_two_files, "stale", "stale", None),
    "file renamed": (renamed("pkg/files.py"), "moved", "moved", ("pkg/files.py", 5, 8)),
    "file renamed in case only": (renamed("pkg/IO.py"), "moved", "moved", ("pkg/IO.py", 5, 8)),
    "copied beside itself": (becomes(TWINS), "fine", "fine", None),
    "copied and shifted": (becomes(f"# x\n{TWINS}"), "moved", "moved", (FILE, 6, 9)),
    "edited beside an identical copy": (
        becomes(f"{SOURCE.replace('splitlines()', 'split()')}\n\n{LOAD}"), "edited", "edited", None,
    ),
    "one token edited": (becomes(SOURCE.replace("splitlines()", "split()")), "edited", "edited", None),
    "name edited": (becomes(SOURCE.replace("def load", "def read")), "edited", "edited", None),
    "a line added inside": (becomes(SOURCE.replace("    with open(path, enc", "    x = 1\n    with open(path, enc")),
                            "edited", "edited", None),
    "a line removed inside": (becomes(SOURCE.replace('    """Read a file and return its lines."""\n', "")),
                              "edited", "edited", None),
    "edited and shifted": (becomes(LICENCE + SOURCE.replace("splitlines()", "split()")),
                           "edited", "edited", (FILE, 25, 28)),
    "reformatted": (becomes(f"{HEAD}{REFORMATTED}\n\n{SAVE}"), "edited", "edited", None),
    "indented as a whole": (becomes(DEEPER), "edited", "moved", (FILE, 6, 9)),
    "tabs for blanks": (becomes(SOURCE.replace("    ", "\t")), "edited", "edited", None),
    "blanks at line ends": (becomes(SOURCE.replace(":\n", ":  \n")), "edited", "fine", None),
    "lines deleted": (becomes(f"{HEAD}{SAVE}"), "stale", "stale", None),
    "replaced": (becomes(f"{HEAD}class Reader:\n    limit = 3\n    depth = 4\n    kind = None\n"),
                 "stale", "stale", None),
    "emptied": (becomes(""), "unresolved", "unresolved", None),
    "made binary": (becomes(b"\x00\x01\x02" * 400), "unresolved", "unresolved", None),
    "deleted": (deleted, "deleted", "deleted", None),
    "replaced by a folder": (replaced_by_a_folder, "unresolved", "unresolved", None),
}  # fmt: skip


def write_tree(root: Path, form: str) -> None:
    for path, text in ((FILE, SOURCE), ("pkg/other.py", OTHER), ("docs/guide.md", FORMS[form])):
        write(root, path, text)


@pytest.fixture(scope="module")
def indexes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Index]]:
    """For each form the index of the same two modules and a guide that cites one of them."""
    folder = tmp_path_factory.mktemp("mutations")
    for form in FORMS:
        write_tree(folder / form, form)
    opened = {form: indexed(folder / form, folder / f"home of {form}") for form in FORMS}
    yield opened
    for index in opened.values():
        index.close()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mutation", TABLE)
def test_a_citation_is_called_what_happened_to_its_text(mutation: str, form: str, indexes: Mapping[str, Index]) -> None:
    mutate, bare, quoted, place = TABLE[mutation]
    index = indexes[form]
    shutil.rmtree(index.root)
    write_tree(index.root, form)
    mutate(index.root)
    (found,) = check_file(index, "docs/guide.md")
    expected = quoted if form == "quoted" else bare
    assert found.rule == expected, found
    if place is not None:
        assert found.moved_to == place, found
    assert found.why and (found.level == "fine") == (found.rule == "fine")


def citation_of(chance: random.Random, path: str, lines: list[str]) -> str:
    """A citation of a random span, in one of the ways that people write them."""
    start = chance.randint(1, len(lines))
    end = min(len(lines), start + chance.choice([0, 0, 2, 5, 20]))
    span = f"{start}-{end}" if end > start else str(start)
    block = lines[start - 1 : end]
    form = chance.choice(["code", "text", "fragment", "link", "quoted"])
    if form == "quoted" and block[0].strip() and block[-1].strip() and not any("```" in line for line in block):
        return f"`{path}:{span}`:\n\n```\n" + "\n".join(block) + "\n```\n"
    fragment = f"#L{start}-L{end}" if end > start else f"#L{start}"
    written = {"text": f"{path}:{span}", "fragment": f"`{path}{fragment}`", "link": f"[here](/{path}{fragment})"}
    return f"See {written.get(form, f'`{path}:{span}`')}.\n"


def test_none_of_a_thousand_untouched_citations_is_called_changed(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    shutil.copytree(REPOSITORY / "tests/fixtures/shop", root / "shop")
    for folder in ("citations", "retrieval"):
        ignored = shutil.ignore_patterns("__pycache__", "*.txt")
        shutil.copytree(REPOSITORY / "tools" / folder, root / folder, ignore=ignored)
    chance = random.Random(4)
    sources = {
        path.relative_to(root).as_posix(): path.read_text("utf-8").splitlines()
        for path in sorted(root.rglob("*.*"))
        if path.is_file() and path.read_text("utf-8").strip()
    }
    names = list(sources)
    for number in range(20):
        picked = [chance.choice(names) for _ in range(50)]
        write(root, f"docs/{number}.md", "\n".join(citation_of(chance, path, sources[path]) for path in picked))
    index = indexed(root, tmp_path / "home")
    found = [item for number in range(20) for item in check_file(index, f"docs/{number}.md")]
    index.close()
    assert len(found) == 1000
    assert [item for item in found if item.level != "fine"] == []
