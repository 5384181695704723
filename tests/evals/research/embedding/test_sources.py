"""What the bundled model was trained on: nothing that Citeline is measured on, and what its manifest says."""

from __future__ import annotations

import csv
import hashlib
import json
from pathlib import Path

from citeline.indexing.embedding.model_names import BUNDLED_FOLDER
from citeline.indexing.embedding.static import DAMPING

TABLE = Path(__file__).parents[4] / "evals" / "research" / "embedding" / "sources.tsv"
with TABLE.open(encoding="utf-8", newline="") as _file:
    SOURCES = list(csv.DictReader(_file, delimiter="\t"))
MEASURED = frozenset(
    "flask fastapi requests express trpc vitest gin chi"  # noqa: SIM905 - as a list of quoted words it would fill a page
    " gson monolog sinatra rack axum serde libuv fmtlib dapper ktor cats"
    " vapor plug telescope.nvim nvm xmonad zig-clap octocode dramatiq tokenizers pip".split()
)


def test_no_package_that_citeline_is_measured_on_was_trained_on() -> None:
    assert len(SOURCES) > 100
    names = {source["package"].removeprefix("golang-github-").removeprefix("@") for source in SOURCES}
    assert not MEASURED & {name.removeprefix("rust-").removeprefix("ruby-").partition("/")[0] for name in names}


def test_every_archive_is_pinned_once() -> None:
    assert len({source["file"] for source in SOURCES}) == len(SOURCES)
    assert all(len(source["sha256"]) == 64 and source["version"] for source in SOURCES)


def test_the_shipped_model_was_trained_on_these_sources() -> None:
    trained = json.loads((BUNDLED_FOLDER / "manifest.json").read_bytes())["recipe"]["trained"]
    assert trained["damping"] == DAMPING
    assert trained["sources_sha256"] == hashlib.sha256(TABLE.read_bytes()).hexdigest()
