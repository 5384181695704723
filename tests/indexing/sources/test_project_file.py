"""`citeline.toml`: what it may say, and that a stranger's cannot make us read other folders."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from citeline.errors import OutsideSourceError, ProjectFileError, UnsafeRootError, UsageError
from citeline.indexing.files.source_tree import Source, SourceTree
from citeline.indexing.generations.location import locate
from citeline.indexing.sources.project_file import read_tree
from citeline.indexing.sources.source_notices import source_notices
from citeline.indexing.sources.tree_walk import walk_tree

MB = 1_000_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("shop/docs/policies", "shop/src", "handbook/drafts"):
        (tmp_path / name).mkdir(parents=True)
    for name in (
        "shop/src/a.py",
        "shop/docs/policies/p.md",
        "handbook/rules.md",
        "handbook/drafts/d.md",
        "handbook/x.py",
    ):
        (tmp_path / name).write_text("text\n")
    return tmp_path / "shop"


def tree_of(root: Path, written: str, *, allow_outside: bool = False) -> SourceTree:
    (root / "citeline.toml").write_text(written)
    return read_tree(root.resolve(), locate(root.resolve(), root.parent / "home"), allow_outside=allow_outside)


def walked(tree: SourceTree) -> list[str]:
    return [file.path for file in walk_tree(tree, max_file_bytes=MB).files]


HANDBOOK = '[sources.policy]\npath = "../handbook"\n'


def test_without_a_file_the_tree_is_the_folder(root: Path) -> None:
    tree = read_tree(root, locate(root, root.parent / "home"))
    assert tree == SourceTree(root)
    assert walked(tree) == ["docs/policies/p.md", "src/a.py"]
    assert tree.label("src/a.py") == ""


def test_a_source_inside_is_a_label(root: Path) -> None:
    tree = tree_of(root, '[sources.code]\npath = "."\n[sources.policy]\npath = "docs/policies"\nabout = "the rules"\n')
    assert [tree.label(path) for path in ("src/a.py", "docs/policies/p.md", "docs/policies.md")] == [
        "code",
        "policy",
        "code",
    ]
    assert walked(tree) == ["citeline.toml", "docs/policies/p.md", "src/a.py"]


def test_a_source_elsewhere_is_read_only_after_a_yes(root: Path) -> None:
    with pytest.raises(OutsideSourceError, match=r"handbook.*as `policy`") as refused:
        tree_of(root, HANDBOOK)
    assert "--allow-outside" in refused.value.remedy
    tree = tree_of(root, HANDBOOK, allow_outside=True)
    assert "policy/rules.md" in walked(tree)
    assert tree_of(root, HANDBOOK) == tree  # the yes is remembered


def test_a_yes_is_for_these_folders_only(root: Path) -> None:
    tree_of(root, HANDBOOK, allow_outside=True)
    (root.parent / "secrets").mkdir()
    with pytest.raises(OutsideSourceError, match="secrets"):
        tree_of(root, HANDBOOK + '[sources.more]\npath = "../secrets"\n')


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_inside_that_leads_elsewhere_needs_the_yes_too(root: Path) -> None:
    (root / "linked").symlink_to(root.parent / "handbook")
    with pytest.raises(OutsideSourceError):
        tree_of(root, '[sources.policy]\npath = "linked"\n')


def test_patterns_choose_among_the_files_of_a_source(root: Path) -> None:
    written = HANDBOOK + 'include = ["*.md"]\nexclude = ["drafts/"]\n'
    tree = tree_of(root, written, allow_outside=True)
    assert [path for path in walked(tree) if path.startswith("policy/")] == ["policy/rules.md"]
    skipped = {skip.path: skip.detail for skip in walk_tree(tree, max_file_bytes=MB).skipped}
    assert skipped["policy/x.py"] == "citeline.toml: sources.policy.include"
    assert skipped["policy/drafts/d.md"] == "citeline.toml: sources.policy.exclude"


def test_our_own_state_is_left_out_wherever_it_lies(root: Path) -> None:
    state = root.parent / "handbook" / "state"
    state.mkdir()
    (state / "x.md").write_text("x")
    tree = tree_of(root, HANDBOOK, allow_outside=True)
    assert "policy/state/x.md" not in [file.path for file in walk_tree(tree, max_file_bytes=MB, state=state).files]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[sources.policy]\n", "sources.policy.path"),
        ('[sources.policy]\npath = "nowhere"\n', "no such folder"),
        ("[sources.policy]\npath = 3\n", "must be the path"),
        ('[sources.policy]\npath = "a\\u0000b"\n', "must be the path"),
        ('[sources.Policy]\npath = "docs"\n', "cannot name a source"),
        ('[sources."../x"]\npath = "docs"\n', "cannot name a source"),
        ('[sources.policy]\npath = "docs"\nincludes = []\n', "did you mean `sources.policy.include`"),
        ('[sources.policy]\npath = "docs"\ninclude = "*.md"\n', "list of patterns"),
        ('[sources.policy]\npath = "docs"\nabout = 3\n', "must be text"),
        ("sources = 3\n", "one table for each"),
        ('[source.policy]\npath = "docs"\n', "did you mean `sources`"),
        ("[sources.policy\n", "is not TOML"),
        ('[sources.docs]\npath = "../handbook"\n', "choose another name"),
        ('[sources.policy]\npath = ".."\n', "a folder around"),
    ],
)
def test_what_it_may_not_say_is_told_with_the_place(root: Path, written: str, told: str) -> None:
    with pytest.raises(ProjectFileError) as refused:
        tree_of(root, written)
    assert told in str(refused.value)


@pytest.mark.parametrize("path", ["/", "~"])
def test_a_whole_disk_is_no_source(root: Path, path: str) -> None:
    with pytest.raises((UnsafeRootError, ProjectFileError)):
        tree_of(root, f'[sources.policy]\npath = "{path}"\n', allow_outside=True)


def test_a_source_that_is_not_there_is_told_with_the_nearest(root: Path) -> None:
    tree = SourceTree(root, (Source("policy", str(root), "", outside=False),))
    assert tree.known(["policy", "policy"]) == ("policy",)
    with pytest.raises(UsageError) as refused:
        tree.known(["polcy"])
    assert "did you mean `policy`" in refused.value.remedy


def test_the_project_file_counts_as_a_change_though_no_source_takes_it_in(root: Path) -> None:
    tree = tree_of(root, '[sources.code]\npath = "."\ninclude = ["src/*.py"]\nexclude = ["citeline.toml"]\n')
    assert walked(tree) == ["citeline.toml", "src/a.py"]


def test_a_source_without_files_and_files_of_two_sources_are_told(root: Path) -> None:
    (root / "node_modules").mkdir()
    (root / "node_modules" / "x.md").write_text("x")
    (root.parent / "handbook" / "empty").mkdir()
    written = (
        HANDBOOK
        + '[sources.drafts]\npath = "../handbook/drafts"\n[sources.none]\npath = "../handbook/empty"\n'
        + '[sources.made]\npath = "node_modules"\n[sources.words]\npath = "src"\ninclude = ["*.md"]\n'
    )
    tree = tree_of(root, written, allow_outside=True)
    drafts, *empty = sorted(source_notices(tree, walk_tree(tree, max_file_bytes=MB)))
    assert "1 file is in source `drafts` and in `policy`" in drafts
    assert [told.split("`")[1] for told in empty] == ["made", "none", "words"]
    assert "node_modules/ is left out" in empty[0] and "sources.words.include" in empty[2]


def test_without_surprises_nothing_is_told(root: Path) -> None:
    tree = tree_of(root, HANDBOOK, allow_outside=True)
    assert list(source_notices(tree, walk_tree(tree, max_file_bytes=MB))) == []
