"""Data that tests keep: recorded answers, snapshots, golden files. Of a large one a head is read.

Hundreds of them are most of the text of some projects, and their words outweigh those of the code that they test.
"""

from __future__ import annotations

from typing import Final

_TEST_DATA: Final = frozenset(
    ("tests", "__tests__", "testdata", "test-data", "test_data", "__fixtures__", "__snapshots__", "cassettes")
)
"""Folders that hold what tests read and nothing else."""
_ALSO_TEST_DATA: Final = frozenset(
    ("test", "spec", "specs", "fixture", "fixtures", "golden", "goldens", "snapshot", "snapshots", "cassette")
)
"""Names that other folders have too: `test` beside `train`, fixtures of a season, the specification of an interface."""
_BOTH: Final = frozenset(("spec", "specs"))
"""Of these alone nothing is told."""
_RECORDS: Final = (".csv", ".tsv", ".tab", ".psv", ".jsonl", ".ndjson", ".txt", ".text", ".log")
"""Rows may be what a folder is indexed for, so that one ambiguous name does not tell enough."""
_TREES: Final = (
    *(".json", ".jsonc", ".json5", ".hujson", ".geojson", ".yaml", ".yml", ".xml", ".har"),
    *(".snap", ".snapshot", ".ambr", ".golden", ".expected", ".approved", ".out"),
)
_WHOLE_SHARE: Final = 32
_HEAD_SHARE: Final = 256
"""Of the limit for all files, so that one setting raises both: 31 kB are read whole, and 4 kB of what is larger."""


_KEPT_BY_TESTS: Final = " bytes of data that tests keep (CITELINE_MAX_FILE_BYTES raises that)"
CAPTURES_TOGETHER: Final = "data that tests keep: the first lines"
"""What is said of several, before their number."""


def is_capture(path: str) -> bool:
    """Whether a file is data of tests: by its ending and the folders below the one that is indexed."""
    name = path.lower()
    if not name.endswith((*_TREES, *_RECORDS)):
        return False
    folders = frozenset(name.split("/")[:-1])
    clear, also = not folders.isdisjoint(_TEST_DATA), folders & _ALSO_TEST_DATA
    if name.endswith(_RECORDS):
        return clear or len(also) > 1
    return clear or bool(also - _BOTH)


def whole_bytes(max_file_bytes: int) -> int:
    """How large a capture may be of which all is read."""
    return max_file_bytes // _WHOLE_SHARE


def capture_bytes(max_file_bytes: int) -> int:
    """How much is read of a larger one."""
    return max_file_bytes // _HEAD_SHARE


def capture_detail(lines: int, kept_bytes: int, size_bytes: int) -> str:
    """How the head of a large capture is described."""
    return f"the first {lines:,} lines, {kept_bytes:,} of {size_bytes:,}{_KEPT_BY_TESTS}"


def tells_of_capture(note: str) -> bool:
    """Whether it is `capture_detail` that a document's note says."""
    return _KEPT_BY_TESTS in note
