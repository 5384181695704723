from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from citeline.errors import UsageError
from citeline.evals.research.embedding.sources import Source, archives, read_sources

MEASURED = frozenset(
    "flask fastapi requests express trpc vitest gin chi"  # noqa: SIM905 - as in the module
    " gson monolog sinatra rack axum serde libuv fmtlib dapper ktor cats"
    " vapor plug telescope.nvim nvm xmonad zig-clap octocode dramatiq tokenizers pip".split()
)


def pinned(content: bytes) -> Source:
    return Source("pypi", "some", "1.0", "some-1.0.whl", hashlib.sha256(content).hexdigest())


def test_no_package_that_citeline_is_measured_on_is_trained_on() -> None:
    sources = read_sources()
    assert len(sources) > 100
    names = {source.package.removeprefix("golang-github-").removeprefix("@") for source in sources}
    assert not MEASURED & {name.removeprefix("rust-").removeprefix("ruby-").partition("/")[0] for name in names}


def test_every_archive_is_pinned_once() -> None:
    sources = read_sources()
    assert len({source.file for source in sources}) == len(sources)
    assert all(len(source.sha256) == 64 and source.version for source in sources)


@pytest.mark.parametrize(
    ("registry", "words"),
    [
        ("pypi", ["some==1.0", "--no-deps"]),
        ("npm", ["some@1.0", "--ignore-scripts"]),
        ("debian", ["some=1.0", "source"]),
    ],
)
def test_each_registry_is_asked_for_the_pinned_version(registry: str, words: list[str]) -> None:
    source = replace(pinned(b""), registry=registry)
    assert set(words) <= set(source.command)


def test_another_archive_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    source = pinned(b"right")
    (tmp_path / source.file).write_bytes(b"right")
    assert list(archives(tmp_path, [source])) == [(source, tmp_path / source.file)]
    (tmp_path / source.file).write_bytes(b"wrong")
    with pytest.raises(UsageError, match="not the pinned archive"):
        list(archives(tmp_path, [source]))


def test_a_missing_archive_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"some-1\.0\.whl"):
        list(archives(tmp_path, [pinned(b"")]))
