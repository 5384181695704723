"""What travels between the processes of a build."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from citeline.indexing.builds.file_reader import FileReader
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.generations import documents
from citeline.indexing.generations.documents import ReadDocument
from citeline.indexing.stores.packed_uses import identifiers_of, uses_of
from citeline.model import Chunk, Node, Reference

assert documents  # with it the model's objects are ready to travel
MANY = [
    Node("function", "send", "Session.send", 3, 9, 0, 1, "def send(self)", "Send.", data={"type": "Response"}),
    Reference(1, "calls", "get", 4, "self.adapters"),
    Chunk("code", 1, 9, "text", "a.py › Session", "Session", 1, ("send",), "told"),
]


def calls_in(action: Callable[[], object]) -> int:
    """Functions in Python that are called meanwhile."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        action()
    finally:
        sys.setprofile(None)
    return calls


def test_a_document_travels_without_its_uses_one_by_one(tmp_path: Path) -> None:
    """A file of 1 MB has 20,000 calls, and each travelled as an object of its own."""
    calls = "".join(f"    of_name_{number}()\n" for number in range(200))
    (tmp_path / "a.py").write_text(f"import os\n\ndef run():\n{calls}")
    file = WalkedFile("a.py", (tmp_path / "a.py").stat().st_size, 0)
    read = FileReader(tmp_path, max_file_bytes=100_000)(file)
    assert isinstance(read, ReadDocument) and read.uses is not None
    assert [reference.target for reference in read.document.references] == ["os"]
    assert {use.target for use in uses_of(read.uses.body)} == {f"of_name_{number}" for number in range(200)}
    assert identifiers_of(read.uses.body) == sorted(["import", *(f"of_name_{number}" for number in range(200))])


@pytest.mark.parametrize("sent", MANY, ids=lambda sent: type(sent).__name__)
def test_many_small_objects_travel_without_code_for_each_of_their_fields(sent: object) -> None:
    one = pickle.dumps([sent], pickle.HIGHEST_PROTOCOL)
    assert pickle.loads(one) == [sent]
    assert calls_in(lambda: pickle.dumps([sent], pickle.HIGHEST_PROTOCOL)) <= 2
    assert calls_in(lambda: pickle.loads(one)) <= 2
