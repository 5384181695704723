from pathlib import Path

import pytest

from citeline.errors import SourceNotFoundError, UnsafeRootError
from citeline.indexing.generations.location import locate, resolve_root


def test_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceNotFoundError, match="nowhere"):
        resolve_root(tmp_path / "nowhere")


def test_file_as_root_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("")
    with pytest.raises(SourceNotFoundError, match="is a file") as refused:
        resolve_root(tmp_path / "a.py")
    assert str(tmp_path) in refused.value.remedy, "the next thing to type is the folder of the file"
    assert "`" not in refused.value.remedy, "a page or a model's tool has no commands"


def test_symlink_loop_as_root_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(SourceNotFoundError):
        resolve_root(tmp_path / "loop")


def test_name_with_nul_is_refused() -> None:
    with pytest.raises(SourceNotFoundError):
        resolve_root(Path("a\0b"))


@pytest.mark.parametrize("wide", ["/", "~", "home's parent"])
def test_disk_and_home_need_force(wide: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "people" / "ada"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    path = home.parent if wide == "home's parent" else Path(wide)
    with pytest.raises(UnsafeRootError):
        resolve_root(path)
    assert resolve_root(path, force=True).is_dir()


def test_folder_inside_home_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "project").mkdir()
    assert resolve_root(Path("~/project")) == (tmp_path / "project").resolve()


def test_equal_names_elsewhere_get_other_directories(tmp_path: Path) -> None:
    first, second = locate(Path("/a/app"), tmp_path), locate(Path("/b/app"), tmp_path)
    assert first.directory != second.directory
    assert first.directory.name.startswith("app-")


@pytest.mark.parametrize("name", ["with space", "quo'te", "line\nbreak", "caf\udce9", "日本", ".hidden", "x" * 200])
def test_any_name_gives_a_plain_directory_name(name: str, tmp_path: Path) -> None:
    directory = locate(Path("/src") / name, tmp_path).directory
    directory.mkdir()
    assert not directory.name.startswith(".")
    assert not set(directory.name) & set(" '\n\udce9")
