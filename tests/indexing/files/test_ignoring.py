import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.files import ignoring
from citeline.indexing.files.ignoring import IgnoreFile, IgnorePattern, parse_pattern, split_rules
from citeline.indexing.files.walk import walk


def ignored(pattern: str, path: str, *, is_folder: bool = False) -> bool:
    found = IgnoreFile([pattern]).find(path.rpartition("/")[2], path, is_folder=is_folder)
    return found is not None and not found.negated


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a.py", "deep/down/a.py", True),
        ("/a.py", "deep/a.py", False),
        ("deep/a.py", "deep/a.py", True),
        ("deep/a.py", "very/deep/a.py", False),
        ("**/deep/a.py", "very/deep/a.py", True),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("a/**", "a/x/y", True),
        ("a/**", "a", False),
        ("/**/*/**", "a/b", True),
        ("/**/*/**", "a", False),
        ("a//", "a", False),
        ("ends with\\", "ends with", False),
        ("*.py[cod]", "x.pyc", True),
        ("*.py[cod]", "x.py", False),
        ("[[:digit:]]*", "7up", True),
        ("[!a-c]x", "dx", True),
        ("[!a-c]x", "ax", False),
        ("[z-a]", "m", False),
        (r"\!important", "!important", True),
        (r"\#notes", "#notes", True),
        ("# notes", "# notes", False),
        ("trailing   ", "trailing", True),
        (r"kept\ ", "kept ", True),
        ("a?c", "abc", True),
        ("a*c", "a/c", False),
        ("unclosed[", "unclosed[", False),
        ("name with spaces", "name with spaces", True),
        ("two\\\nlines", "two\nlines", True),
    ],
)
def test_pattern_matches_as_git_documents(pattern: str, path: str, expected: bool) -> None:
    assert ignored(pattern, path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a*a*a*a*a*a*a*b", "a" * 250),
        ("x/*a?[a-c]*a*a*a*a*a*a*b", f"x/{'a' * 250}"),
        ("**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b", "a/" * 1_000 + "a"),
        ("x/**/a*/**/*a/**/a/**/a/**/a/**/a/**/a/**/b", "x/" + "a/" * 1_000 + "a"),
        ("**/*a*a*a*/**/*a*a*a*/**/*a*a*a*/**/*a*a*a*b", ("a" * 40 + "/") * 50 + "a"),
    ],
)
@pytest.mark.timeout(120)
def test_a_pattern_that_a_stranger_wrote_to_hurt_takes_no_time(pattern: str, path: str) -> None:
    assert not ignored(pattern, path)


def _fits(glob: str, path: str) -> bool:
    """As git's wildmatch, by trying everything: for what may be matched where it first fits."""
    if not glob:
        return not path
    if glob.startswith("**/"):
        return any(_fits(glob[3:], path[at:]) for at in range(len(path) + 1) if at == 0 or path[at - 1] == "/")
    if glob[0] == "*":
        end = path.find("/") if "/" in path else len(path)
        return any(_fits(glob[1:], path[at:]) for at in range(end + 1))
    return bool(path) and (glob[0] == path[0] or (glob[0] == "?" != path[0] != "/")) and _fits(glob[1:], path[1:])


_PIECES = st.lists(st.sampled_from(["*", "a", "b", "?", "ab"]), min_size=1, max_size=6).map("".join)
_PATHS = st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=5).map("/".join)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.one_of(st.just("**"), _PIECES), min_size=1, max_size=5), _PIECES, _PATHS)
def test_stars_match_as_if_every_place_were_tried(names: list[str], last: str, path: str) -> None:
    names = [name if name == "**" else re.sub(r"\*+", "*", name) for name in names]
    glob = "/".join([*names, re.sub(r"\*+", "*", last)])
    assert ignored(f"/{glob}", path) is _fits(glob, path)


@given(st.text("ab.*?[]!\\~", min_size=1, max_size=7), st.text("ab.~!*", min_size=1, max_size=6))
def test_a_name_that_an_expression_is_not_tried_for_is_none_of_its(glob: str, name: str) -> None:
    regex = ignoring._to_regex(glob)
    is_name = regex is not None and re.fullmatch(regex, name, re.DOTALL) is not None
    table = ignoring._Table([(0, IgnorePattern(glob, 1, glob, negated=False, folders_only=False, anchored=False))])
    assert (table.find(name, name, 0) == 0) == is_name


def test_expressions_are_tried_only_for_names_that_begin_or_end_as_they_do() -> None:
    """They were tried for each of 78,000 names of a kernel, a fifth of the time in which it is listed."""
    table = ignoring._Table(
        (index, pattern)
        for index, text in enumerate(["*.min.js", "id_rsa*", "*.tfstate.*", "[ab]~"])
        if (pattern := parse_pattern(text))
    )
    tried: list[str] = []
    names = table._names
    assert names is not None
    match = names.fullmatch

    class Noting:
        def fullmatch(self, name: str) -> re.Match[str] | None:
            tried.append(name)
            return match(name)

    table._names = Noting()  # type: ignore[assignment]
    assert [table.find(name, name, 0) for name in ("main.c", "min.js", "rsa", "tfstate.c", "a.b")] == [-1] * 5
    assert not tried
    named = ["a.min.js", "id_rsa.old", "x.tfstate.b", "b~"]
    assert [table.find(name, name, 0) for name in named] == [0, 1, 2, 3]
    assert tried == named


@given(st.lists(st.text("ab.*?[]!\\~/", min_size=1, max_size=7), max_size=3), st.sampled_from(["", "a/", "a/b/"]))
def test_a_rule_that_matches_a_name_of_a_folder_is_asked_for_it(rules: list[str], folder: str) -> None:
    names = ["a", "b", "ab", "a.b", "b.a", ".a", "b~", "a.", "A"]
    file = IgnoreFile(rules)
    found = {name for name in names if file.find(name, folder + name, is_folder=True)}
    assert found <= set(file.among(names, folder))


def test_no_rule_is_asked_for_a_name_that_none_speaks_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what listing 5,691 files took, rules that were asked for each of them were two thirds."""
    for name in ("main.c", "driver/ring.c", "driver/Makefile", "driver/ring.o", "driver/old/ring.c"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    (tmp_path / ".gitignore").write_text("*.o\n*~\ncscope*\n/driver/old/\n")
    asked: list[str] = []
    find = IgnoreFile.find

    def noting(file: IgnoreFile, name: str, path: str, *, is_folder: bool) -> IgnorePattern | None:
        asked.append(path)
        return find(file, name, path, is_folder=is_folder)

    monkeypatch.setattr(IgnoreFile, "find", noting)
    assert [file.path for file in walk(tmp_path, max_file_bytes=100).files] == [
        *(".gitignore", "driver/Makefile", "driver/ring.c", "main.c")
    ]
    assert "driver/Makefile" not in asked
    assert "driver/ring.c" not in asked


def test_a_folder_whose_name_ends_with_a_blank_is_named_with_it() -> None:
    rules = IgnoreFile(["kept /"])
    assert rules.find("kept ", "kept ", is_folder=True)
    assert not rules.find("kept", "kept", is_folder=True)


def test_folder_pattern_matches_folders_only() -> None:
    assert ignored("build/", "build", is_folder=True)
    assert not ignored("build/", "build")


def test_last_pattern_wins() -> None:
    rules = IgnoreFile(["*.log", "!keep.log", "/k*"])
    assert rules.find("x.log", "x.log", is_folder=False).text == "*.log"  # type: ignore[union-attr]
    assert rules.find("keep.log", "sub/keep.log", is_folder=False).text == "!keep.log"  # type: ignore[union-attr]
    assert rules.find("keep.log", "keep.log", is_folder=False).text == "/k*"  # type: ignore[union-attr]


def test_patterns_remember_their_line() -> None:
    assert IgnoreFile(["", "# why", "*.tmp"]).patterns[0].line == 3


@pytest.mark.parametrize("text", ["", "   ", "# comment", "/", "!", "!/", "a//b"])
def test_lines_without_a_rule_have_no_pattern(text: str) -> None:
    assert parse_pattern(text) is None


def test_rules_survive_mark_crlf_and_foreign_bytes() -> None:
    assert split_rules(b"\xef\xbb\xbf*.a\r\n\xff.b\n") == ["*.a", "\udcff.b", ""]


SEGMENTS = [
    *("*b*", "a*.py", "*.tx*", ".*", "*b.py", "a.py/**"),
    *("a", "b", "ab", "a.py", "*", "**", "*.py", "a*", "?", "*b", "a**b", "\\a", "\\*", "a b", "a\\ "),
    *("[ab]", "[!a]", "[a-b]*", "[]a]", "[[:alpha:]]", "[b-a]", "[", "a[", "[\\]a]", "[^b]", "b\\"),
]
NAMES = [".b", "b.txt", "a", "b", "ab", "a.py", "b.py", "c.txt", "a b", "]", "*", "aab"]
patterns = st.builds(
    lambda negation, anchor, segments, end: negation + anchor + "/".join(segments) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "", "/"]),
    st.lists(st.sampled_from(SEGMENTS), min_size=1, max_size=3),
    st.sampled_from(["", "", "", "/", " "]),
)
ignore_files = st.lists(patterns, min_size=1, max_size=5).map(lambda lines: "\n".join(lines) + "\n")


@pytest.mark.skipif(shutil.which("git") is None, reason="compares with git")
@settings(max_examples=40, deadline=None)
@given(
    files=st.lists(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3), min_size=5, max_size=15),
    rules=st.lists(st.tuples(st.integers(0, 20), ignore_files), min_size=1, max_size=3),
    exclude=st.one_of(st.just(""), ignore_files),
)
def test_walk_keeps_what_git_keeps(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[str]],
    rules: list[tuple[int, str]],
    exclude: str,
) -> None:
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "--quiet", str(root)], check=True)
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/exclude").write_text(exclude)
    folders = [root]
    for parts in files:
        make_file(root, parts, folders)
    for position, text in rules:
        (folders[position % len(folders)] / ".gitignore").write_text(text)
    kept = [file.path for file in walk(root, max_file_bytes=1000).files]
    assert kept == sorted(kept_by_git(root))


def make_file(root: Path, parts: list[str], folders: list[Path]) -> None:
    folder = root
    for name in parts[:-1]:
        folder = folder / name
        if folder.is_file():
            return
        if not folder.exists():
            folder.mkdir()
            folders.append(folder)
    if not (folder / parts[-1]).exists():
        (folder / parts[-1]).write_text("x")


def kept_by_git(root: Path) -> list[str]:
    command = ["git", "-C", str(root), "ls-files", "-z", "--others", "--exclude-standard"]
    # The user's own excludes are not part of the tree.
    found = subprocess.run(
        [*command[:3], "-c", "core.excludesFile=", *command[3:]], capture_output=True, check=True
    ).stdout
    return [os.fsdecode(name) for name in found.split(b"\0") if name]
