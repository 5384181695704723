"""The setting: what is masked is not in the index, and an index that was made otherwise is made again."""

from pathlib import Path

import pytest

from citeline.errors import IndexUnfitError
from citeline.indexing.generations.manifest import Shape
from citeline.indexing.reader import open_index
from citeline.left_out import Secrets
from citeline.settings import Settings
from tests.indexing.small_index import build_small, location_of, write_tree

SECRET = "Tr0ub4" + "dor&3"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = write_tree(tmp_path / "tree")
    (root / "login.py").write_text(f'def login():\n    return connect(password="{SECRET}")\n')
    return root


def texts(root: Path, home: Path, secrets: Secrets = "mask") -> str:
    index = open_index(root, Settings(home=home, secrets=secrets))
    try:
        documents = index.structure.fingerprints().values()
        return "\n".join(chunk.text for chunk in index.structure.chunks_of([file.document for file in documents]))
    finally:
        index.close()


def test_secrets_are_masked_unless_they_are_to_be_kept(root: Path, home: Path) -> None:
    build_small(root, home)
    assert SECRET not in texts(root, home) and 'password="[secret:credential]"' in texts(root, home)
    build_small(root, home, secrets="keep")
    assert SECRET in texts(root, home, "keep")


def test_what_was_kept_is_never_answered_from_once_it_is_to_be_masked(root: Path, home: Path) -> None:
    build_small(root, home, secrets="keep")
    with pytest.raises(IndexUnfitError, match="secrets = keep"):
        texts(root, home)


@pytest.mark.parametrize("rebuild", [False, True])
def test_what_is_to_be_masked_does_not_stay_in_an_older_generation(root: Path, home: Path, rebuild: bool) -> None:
    build_small(root, home, secrets="keep")
    assert build_small(root, home, secrets="keep").outcome == "unchanged"
    assert build_small(root, home, rebuild=rebuild).outcome == "built"
    assert build_small(root, home).outcome == "unchanged"
    assert len(list(location_of(root, home).generations.iterdir())) == 1
    assert not holders(home)


def holders(home: Path) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


def test_an_incremental_update_masks_too(root: Path, home: Path) -> None:
    build_small(root, home)
    (root / "fresh.py").write_text(f"# password: {SECRET}\nLIMIT = 1\n")
    build_small(root, home)
    assert not holders(home) and "# password: [secret:credential]" in texts(root, home)


def test_an_index_from_before_the_setting_counts_as_unmasked() -> None:
    assert Shape("bundled", "edge", 1_000_000).secrets == "keep"
