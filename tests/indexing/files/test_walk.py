import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.errors import SourceNotFoundError
from citeline.indexing.files import default_ignores
from citeline.indexing.files.default_ignores import DEFAULT_IGNORES, NEVER_READ
from citeline.indexing.files.walk import WalkResult, walk


def make(root: Path, *paths: str, text: str = "x\n") -> None:
    for path in paths:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def walked(root: Path) -> WalkResult:
    return walk(root, max_file_bytes=1_000)


def kept(root: Path) -> list[str]:
    return [file.path for file in walked(root).files]


def why(root: Path) -> dict[str, tuple[str, str]]:
    return {skipped.path: (skipped.reason, skipped.detail) for skipped in walked(root).skipped}


def test_empty_tree_has_no_files(tmp_path: Path) -> None:
    assert walked(tmp_path) == WalkResult((), ())


def test_files_are_sorted_and_measured(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a.py", text="four")
    files = walked(tmp_path).files
    assert [file.path for file in files] == ["a.py", "a/z.py", "b.py"]
    assert files[0].size_bytes == 4
    assert files[0].mtime_ns == (tmp_path / "a.py").stat().st_mtime_ns


def test_missing_root_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFoundError, match="does not exist"):
        walked(tmp_path / "nowhere")


def test_file_as_root_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "a.py")
    with pytest.raises(SourceNotFoundError, match="is a file, not a folder"):
        walked(tmp_path / "a.py")


def test_root_behind_a_link_is_walked(tmp_path: Path) -> None:
    make(tmp_path, "real/a.py")
    (tmp_path / "link").symlink_to("real")
    assert kept(tmp_path / "link") == ["a.py"]


def test_nested_ignore_files_refine_outer_ones(tmp_path: Path) -> None:
    make(tmp_path, "a.tmp", "sub/a.tmp", "sub/keep.tmp", "sub/deep/b.txt", "sub/b.txt")
    make(tmp_path, ".gitignore", text="*.tmp\n")
    make(tmp_path, "sub/.gitignore", text="!keep.tmp\n/b.txt\n")
    assert kept(tmp_path) == [".gitignore", "sub/.gitignore", "sub/deep/b.txt", "sub/keep.tmp"]


def test_ignored_file_names_rule_and_line(tmp_path: Path) -> None:
    make(tmp_path, "sub/a.tmp")
    make(tmp_path, "sub/.gitignore", text="\n*.tmp\n")
    assert why(tmp_path)["sub/a.tmp"] == ("ignored", "sub/.gitignore:2: *.tmp")


def test_ignored_folder_is_one_entry(tmp_path: Path) -> None:
    make(tmp_path, *(f"node_modules/p{number}/index.js" for number in range(20)), "a.js")
    assert [skipped.path for skipped in walked(tmp_path).skipped] == ["node_modules/"]
    assert kept(tmp_path) == ["a.js"]


def test_file_of_an_ignored_folder_stays_ignored(tmp_path: Path) -> None:
    make(tmp_path, "gen/a.py", "gen/keep.py")
    make(tmp_path, ".gitignore", text="gen/\n!gen/keep.py\n")
    assert kept(tmp_path) == [".gitignore"]


def test_git_info_exclude_is_read_and_yields_to_gitignore(tmp_path: Path) -> None:
    make(tmp_path, "a.one", "b.one", "c.two")
    make(tmp_path, ".git/info/exclude", text="*.one\n")
    make(tmp_path, ".gitignore", text="!b.one\n")
    assert kept(tmp_path) == [".gitignore", "b.one", "c.two"]


def test_own_ignore_file_beats_deeper_gitignore(tmp_path: Path) -> None:
    make(tmp_path, "sub/a.txt", "sub/b.txt")
    make(tmp_path, ".citelineignore", text="a.txt\n!b.txt\n")
    make(tmp_path, "sub/.gitignore", text="!a.txt\nb.txt\n")
    assert kept(tmp_path) == [".citelineignore", "sub/.gitignore", "sub/b.txt"]


def test_own_ignore_file_brings_back_default_and_git_ignores(tmp_path: Path) -> None:
    make(tmp_path, "dist/a.js", "gen/b.py", "logo.svg", "env/pyvenv.cfg", "env/c.py")
    make(tmp_path, ".gitignore", text="gen/\n")
    make(tmp_path, ".citelineignore", text="!dist/\n!gen/\n!*.svg\n!env/\n")
    assert {"dist/a.js", "gen/b.py", "logo.svg", "env/c.py"} <= set(kept(tmp_path))


def test_gitignore_brings_back_default_ignores(tmp_path: Path) -> None:
    make(tmp_path, "dist/a.js")
    make(tmp_path, ".gitignore", text="!dist/\n")
    assert "dist/a.js" in kept(tmp_path)


SECRETS = (".env", ".env.local", "prod.env", "server.pem", "id_rsa", "id_ed25519.pub", "api.KEY", "store.p12", ".netrc")


def test_secrets_are_never_read_whatever_is_asked(tmp_path: Path) -> None:
    make(tmp_path, *SECRETS, ".ssh/config", ".env.example")
    make(tmp_path, ".citelineignore", text="!*\n!*/\n")
    assert kept(tmp_path) == [".citelineignore", ".env.example"]
    assert why(tmp_path)["server.pem"] == ("ignored", "always: keys and certificates (*.pem)")


def test_build_folder_is_output_only_beside_its_tool(tmp_path: Path) -> None:
    make(
        tmp_path,
        "rust/Cargo.toml",
        "rust/target/a.rs",
        "go/build/build.go",
        "app/App.csproj",
        "app/bin/a.txt",
        "bin/run",
    )
    assert kept(tmp_path) == ["app/App.csproj", "bin/run", "go/build/build.go", "rust/Cargo.toml"]


def test_build_folder_of_a_project_that_lists_its_output_is_read(tmp_path: Path) -> None:
    """Hono, Leaflet and Fastify keep scripts in `build`: what they build stands in `.gitignore`."""
    own = ("package.json", "build/publish.ts", "packages/a/package.json", "packages/a/build/sign.ts")
    make(tmp_path, *own, "dist/a.js", "out/a.js")
    make(tmp_path, ".gitignore", text="out/\n")
    assert kept(tmp_path) == [".gitignore", *sorted(own)]
    (tmp_path / ".gitignore").unlink()
    assert not any("build/" in path or path.startswith("out/") for path in kept(tmp_path))


@pytest.mark.parametrize("marker", ["pyvenv.cfg", "CACHEDIR.TAG"])
def test_folder_that_says_it_is_no_source_is_left_out(tmp_path: Path, marker: str) -> None:
    make(tmp_path, f"odd-name/{marker}", "odd-name/lib/a.py", "b.py")
    assert kept(tmp_path) == ["b.py"]
    assert marker in why(tmp_path)["odd-name/"][1]


def test_every_row_of_the_table_of_ignores_is_read() -> None:
    table = Path(default_ignores.__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    rows = [line for line in table if not line.startswith("#")]
    assert len(rows) == len((*NEVER_READ, *DEFAULT_IGNORES))
    assert all(row.reason and row.patterns for row in (*NEVER_READ, *DEFAULT_IGNORES))


def test_no_default_pattern_stands_in_two_rows() -> None:
    patterns = [pattern.lower() for row in (*NEVER_READ, *DEFAULT_IGNORES) for pattern in row.patterns.split()]
    assert len(patterns) == len(set(patterns))


def test_rules_of_the_enclosing_work_tree_apply(tmp_path: Path) -> None:
    make(tmp_path, "repo/.git/HEAD", "repo/sub/a.tmp", "repo/sub/b.py", "repo/sub/only/c.py")
    make(tmp_path, "repo/.gitignore", text="*.tmp\n/sub/only\n")
    assert kept(tmp_path / "repo/sub") == ["b.py"]
    assert why(tmp_path / "repo/sub")["a.tmp"] == ("ignored", ".gitignore:1: *.tmp")


def test_root_that_its_work_tree_ignores_is_walked_on_its_own(tmp_path: Path) -> None:
    make(tmp_path, "repo/.git/HEAD", "repo/scratch/a.py", "repo/scratch/b.tmp")
    make(tmp_path, "repo/.gitignore", text="scratch\n*.tmp\n")
    assert kept(tmp_path / "repo/scratch") == ["a.py", "b.tmp"]


def test_nested_repository_belongs_to_the_source(tmp_path: Path) -> None:
    make(tmp_path, "lib/.git", "lib/a.py", "lib2/.git/HEAD", "lib2/b.py")
    assert kept(tmp_path) == ["lib/a.py", "lib2/b.py"]


def test_too_large_file_is_named_with_its_size(tmp_path: Path) -> None:
    with (tmp_path / "huge.py").open("wb") as file:
        file.truncate(50_000_000)
    told = "50,000,000 bytes; the limit is 1,000: raise it with CITELINE_MAX_FILE_BYTES"
    assert why(tmp_path) == {"huge.py": ("too_large", told)}


def test_links_are_named_and_never_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside/secret.py", "root/a.py")
    root = tmp_path / "root"
    (root / "copy.py").symlink_to("a.py")
    (root / "out").symlink_to("../outside")
    (root / "dangling").symlink_to("nowhere")
    (root / "loop").symlink_to(".")
    (root / "ring1").symlink_to("ring2")
    (root / "ring2").symlink_to("ring1")
    assert kept(root) == ["a.py"]
    assert why(root)["copy.py"] == ("not_regular", "symbolic link to a.py")
    assert why(root)["out"] == ("not_regular", "symbolic link to ../outside, outside the source")
    assert {"dangling", "loop", "ring1", "ring2"} < set(why(root))


def test_linked_ignore_file_is_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "outside", text="a.py\n")
    make(tmp_path, "root/a.py")
    (tmp_path / "root/.gitignore").symlink_to("../outside")
    assert kept(tmp_path / "root") == ["a.py"]


def test_folder_named_gitignore_is_a_folder(tmp_path: Path) -> None:
    make(tmp_path, ".gitignore/a.py")
    assert kept(tmp_path) == [".gitignore/a.py"]


def test_special_files_are_named_and_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".gitignore")
    monkeypatch.chdir(tmp_path)  # a socket's path may have 107 bytes only
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert why(tmp_path) == {
            ".gitignore": ("not_regular", "named pipe"),
            "pipe.py": ("not_regular", "named pipe"),
            "socket": ("not_regular", "socket"),
        }


ODD_NAMES = ["with space.py", "quote'\".py", "line\nbreak.py", "tab\t.py", "日本.py", "-rf", "*.py", "back\\slash.py"]


def test_odd_names_survive(tmp_path: Path) -> None:
    make(tmp_path, *ODD_NAMES)
    assert kept(tmp_path) == sorted(ODD_NAMES)


def test_name_that_is_not_utf8_survives(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    try:
        make(tmp_path, name)
    except OSError:
        pytest.skip("this file system wants UTF-8 names")
    assert kept(tmp_path) == [name]


def test_unreadable_folder_is_named_and_the_rest_is_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "closed/a.py", "open/b.py")
    real = os.scandir

    # Permissions would do, were it not that tests may run as root, whom they do not stop.
    def guarded(path: str | Path) -> Iterator[os.DirEntry[str]]:
        if str(path).endswith("closed/"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", guarded)
    assert kept(tmp_path) == ["open/b.py"]
    assert why(tmp_path) == {"closed/": ("unreadable", "Permission denied")}


def test_very_deep_tree_is_walked(tmp_path: Path) -> None:
    deep = tmp_path
    for _ in range(300):
        deep = deep / "d"
        deep.mkdir()
    make(deep, "a.py")
    assert kept(tmp_path) == ["d/" * 300 + "a.py"]


def test_html_is_read_however_large_it_is(tmp_path: Path) -> None:
    for name in ("huge.html", "huge.md"):
        with (tmp_path / name).open("wb") as file:
            file.truncate(10_000_001)
    found = walk(tmp_path, max_file_bytes=1_000)
    assert [file.path for file in found.files] == ["huge.html"]
    assert [(skip.path, skip.detail) for skip in found.skipped] == [
        ("huge.md", "10,000,001 bytes; the limit is 1,000: raise it with CITELINE_MAX_FILE_BYTES")
    ]
