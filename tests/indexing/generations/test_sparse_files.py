from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.stores.sparse_files import BLOCK_BYTES, copy_file, digest_file


def write(path: Path, size: int, pieces: dict[int, bytes]) -> Path:
    with path.open("wb") as file:
        for offset, piece in pieces.items():
            file.seek(offset)
            file.write(piece)
        file.truncate(size)
    return path


@settings(deadline=None, max_examples=40)
@given(
    size=st.integers(0, 5 * BLOCK_BYTES),
    pieces=st.dictionaries(st.integers(0, 5 * BLOCK_BYTES), st.binary(min_size=1, max_size=300), max_size=4),
)
def test_copy_equals_its_source_and_has_its_digest(tmp_path_factory, size, pieces) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path_factory.mktemp("sparse")
    source = write(folder / "source", size, pieces)
    digest = copy_file(source, folder / "copy")
    assert (folder / "copy").read_bytes() == source.read_bytes()
    assert digest == digest_file(source) == digest_file(folder / "copy")


def test_digest_does_not_depend_on_holes(tmp_path: Path) -> None:
    sparse = write(tmp_path / "sparse", 10 * BLOCK_BYTES, {3 * BLOCK_BYTES + 17: b"data"})
    (tmp_path / "dense").write_bytes(sparse.read_bytes())
    assert digest_file(tmp_path / "dense") == digest_file(sparse)


def test_copy_takes_no_more_room_than_its_data(tmp_path: Path) -> None:
    source = write(tmp_path / "source", 50_000_000, {20_000_000: b"data"})
    copy_file(source, tmp_path / "copy")
    assert (tmp_path / "copy").stat().st_size == 50_000_000
    assert (tmp_path / "copy").stat().st_blocks * 512 <= 2 * BLOCK_BYTES


def test_digest_tells_a_moved_block_and_a_flipped_bit(tmp_path: Path) -> None:
    digests = {
        digest_file(write(tmp_path / "a", 4 * BLOCK_BYTES, {0: b"data"})),
        digest_file(write(tmp_path / "b", 4 * BLOCK_BYTES, {BLOCK_BYTES: b"data"})),
        digest_file(write(tmp_path / "c", 4 * BLOCK_BYTES, {0: b"dauA"})),
        digest_file(write(tmp_path / "d", 4 * BLOCK_BYTES, {0: b"data", 3 * BLOCK_BYTES: b"\x01"})),
    }
    assert len(digests) == 4
