"""A corpus that comes from the package index: pinned, checked before it is read, and unpacked without trust."""

import hashlib
import io
import subprocess
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from citeline.errors import UsageError
from citeline.evals.corpora.fetch import Corpus, CorpusUnavailableError, download_with_pip, fetch, read_manifest

FILES = {"shop-1.0/PKG-INFO": "Name: shop", "shop-1.0/src/shop/pay.py": "def pay(): ...\n"}


def archive(path: Path, files: Mapping[str, str]) -> Path:
    with tarfile.open(path, "w:gz") as packed:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            packed.addfile(member, io.BytesIO(text.encode()))
    return path


def pinned(path: Path, folder: str = "") -> Corpus:
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    return Corpus(package="shop", version="1.0", sha256=sha256, folder=folder)


def test_a_corpus_is_downloaded_once_and_is_the_folder_that_was_named(tmp_path: Path) -> None:
    source = archive(tmp_path / "shop-1.0.tar.gz", FILES)
    downloads: list[Corpus] = []

    def download(corpus: Corpus, folder: Path) -> Path:
        downloads.append(corpus)
        return source

    corpus = pinned(source, "src/shop")
    folder = fetch(corpus, tmp_path / "home", download)
    assert (folder / "pay.py").read_text("utf-8") == "def pay(): ...\n"
    assert fetch(corpus, tmp_path / "home", download) == folder and len(downloads) == 1
    assert [path.name for path in (tmp_path / "home").iterdir()] == [corpus.place]
    with pytest.raises(UsageError, match="no folder 'docs'"):
        fetch(pinned(source, "docs"), tmp_path / "home", download)


def test_an_archive_that_is_not_the_pinned_one_is_never_unpacked(tmp_path: Path) -> None:
    source = archive(tmp_path / "shop-1.0.tar.gz", FILES)
    other = Corpus(package="shop", version="1.0", sha256="0" * 64)
    with pytest.raises(UsageError, match="not the one that was labelled"):
        fetch(other, tmp_path / "home", lambda corpus, folder: source)
    assert list((tmp_path / "home").iterdir()) == []


@pytest.mark.parametrize("name", ["../outside", "shop-1.0/../../outside", "/outside", "shop-1.0/C:\\outside"])
def test_a_file_that_leads_out_of_the_archive_is_refused(tmp_path: Path, name: str) -> None:
    source = archive(tmp_path / "shop-1.0.tar.gz", {**FILES, name: "evil"})
    with pytest.raises(UsageError, match="leads elsewhere"):
        fetch(pinned(source), tmp_path / "home", lambda corpus, folder: source)
    assert not (tmp_path / "outside").exists() and list((tmp_path / "home").iterdir()) == []


def test_links_are_left_out(tmp_path: Path) -> None:
    source = tmp_path / "shop-1.0.tar.gz"
    with tarfile.open(source, "w:gz") as packed:
        link = tarfile.TarInfo("shop-1.0/secrets")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        packed.addfile(link)
        packed.addfile(tarfile.TarInfo("shop-1.0/setup.py"), io.BytesIO(b""))
    folder = fetch(pinned(source), tmp_path / "home", lambda corpus, scratch: source)
    assert [path.name for path in folder.iterdir()] == ["setup.py"]


def test_what_is_no_archive_is_told(tmp_path: Path) -> None:
    source = tmp_path / "shop-1.0.zip"
    source.write_text("no archive", "utf-8")
    with pytest.raises(UsageError, match="cannot be unpacked"):
        fetch(pinned(source), tmp_path / "home", lambda corpus, scratch: source)


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("ERROR: No matching distribution found for shop==1.0", CorpusUnavailableError),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", UsageError),
        ("No module named pip", CorpusUnavailableError),
    ],
)
def test_no_index_and_a_wrong_archive_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, error: type[Exception]
) -> None:
    def fail(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert "--require-hashes" in command and "--no-deps" in command
        return subprocess.CompletedProcess(command, 1, "", said)

    monkeypatch.setattr("citeline.evals.corpora.fetch.subprocess.run", fail)
    with pytest.raises(error):
        download_with_pip(Corpus(package="shop", version="1.0", sha256="0" * 64), tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[shop]\npackage = 'shop'\nversion = '1.0'\n", "shop.sha256"),
        (f"[shop]\npackage = 'shop'\nversion = '1.0'\nsha256 = '{'0' * 64}'\nfolder = '../up'\n", "shop.folder"),
        (f"[shop]\npackage = '--index'\nversion = '1.0'\nsha256 = '{'0' * 64}'\n", "shop.package"),
        (f"[shop]\npackage = 'shop'\nversion = '1.0'\nsha256 = '{'0' * 64}'\nsha = ''\n", "shop.sha"),
        ("[shop", "names no corpora"),
    ],
)
def test_a_wrong_file_of_corpora_says_what_is_wrong(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "corpora.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=why):
        read_manifest(file)
