"""Worker processes of a build: what happens when the one that embeds is not there any more."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.errors import EmbeddingError
from citeline.indexing.builds.crew import Crew
from citeline.indexing.builds.file_reader import FileReader
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.generations.documents import ReadDocument


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew.start()
    yield crew
    crew.end()


@pytest.fixture
def document(tmp_path: Path) -> ReadDocument:
    (tmp_path / "a.py").write_text("def greet():\n    return 'hello'\n")
    (read,) = Crew.none().read([WalkedFile("a.py", 1, 1)], FileReader(tmp_path, 1_000_000))
    assert isinstance(read, ReadDocument)
    return read


def test_document_is_embedded_alike_in_a_process_in_this_one_and_after_a_crash(
    crew: Crew, document: ReadDocument
) -> None:
    (here,) = Crew.none().embed([document], "bundled")
    (there,) = crew.embed([document], "bundled")
    assert crew.embedder is not None
    crew.embedder.process.kill()
    (after,) = crew.embed([document], "bundled")
    assert here.model == there.model == after.model
    assert here.dense.tobytes() == there.dense.tobytes() == after.dense.tobytes()


def test_model_that_cannot_be_loaded_is_told_here(crew: Crew, document: ReadDocument) -> None:
    with pytest.raises(EmbeddingError, match="no-such-model"):
        crew.embed([document], "no-such-model")


def test_crew_grows_to_the_number_asked_for_and_ends_whole() -> None:
    crew = Crew.none()
    crew.grow(2)
    assert crew.embedder is not None
    processes = [worker.process for worker in (*crew.parsers, crew.embedder)]
    assert len(processes) == 3
    crew.end()
    assert not any(process.is_alive() for process in processes)
