"""Worker processes of a build: how many there are, and what happens when the one that embeds is not there any more."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import EmbeddingError
from citeline.indexing.builds import pool
from citeline.indexing.builds.building import build
from citeline.indexing.builds.crew import Crew
from citeline.indexing.builds.file_reader import FileReader
from citeline.indexing.builds.pool import Worker, ask, start_worker
from citeline.indexing.files.walk import WalkedFile
from citeline.indexing.generations.documents import ReadDocument
from citeline.indexing.parsers.programs.grammars import load_grammar
from tests.indexing.small_index import build_small, request_for, silent, write_tree


@pytest.fixture
def crew() -> Iterator[Crew]:
    crew = Crew.none()
    crew.have_embedder()
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
    crew.have_embedder()
    assert crew.embedder is not None
    processes = [worker.process for worker in (*crew.parsers, crew.embedder)]
    assert len(processes) == 3
    crew.end()
    assert not any(process.is_alive() for process in processes)


def grammars_there(argument: object) -> int:
    """How many are loaded, asked of a worker."""
    return load_grammar.cache_info().currsize


@pytest.mark.skipif(sys.platform != "linux", reason="processes are not forked there")
def test_what_reads_the_files_is_loaded_before_the_processes_are_forked() -> None:
    load_grammar.cache_clear()
    crew = Crew.none()
    crew.grow(1, ["src/a.py", "src/b.py", "lib/c.d.ts", "docs/index.md", "LICENSE", ".gitignore"])
    try:
        assert ask(crew.parsers[0], grammars_there, None) == 2
    finally:
        crew.end()


@pytest.mark.parametrize(
    ("crew", "expected"),
    [({"is_cautious": True}, [0, 1, 2]), ({"may_die": True}, [0, 0, 1])],
    ids=["a builder died", "first try"],
)
def test_a_process_is_started_for_a_document_for_code_when_a_builder_died_of_it_and_none_for_nothing(
    crew: dict[str, bool], expected: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each imports its libraries anew where it cannot be forked, and a save or a hook is one file or none."""
    root, home = write_tree(tmp_path / "tree"), tmp_path / "home"
    build_small(root, home)
    started: list[Worker] = []

    def start(*given: Any, **named: Any) -> Worker:
        started.append(start_worker(*given, **named))
        return started[-1]

    monkeypatch.setattr(pool, "start_worker", start)
    counts = []
    for name in ("", "part_0.py", "letter.eml"):
        if name:
            (root / name).write_text("VERSION = 0\n# changed\n")
        build(request_for(root, home), silent, crew=Crew.none(**crew))
        counts.append(len(started))
    assert counts == expected


_LOADED = """
import json, sys
from citeline.indexing.builds import build_process, building, reading
from citeline.indexing.parsers.programs import code
from citeline.indexing.secrets import mask_lines
from citeline.indexing.embedding.sparse import count_terms
count_terms("part.py", [])
print(mask_lines(["password = 'x8Kq2LmZ9pW4'", "token = 'ghp_0123456789abcdefghijABCDEFGHIJ012345'"]))
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules} | {"numpy.ma"} & {*sys.modules})))
"""


def test_a_builder_loads_no_library_that_few_files_need() -> None:
    """What it loads is most of the time that one changed file takes."""
    finished = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, check=True)
    masked, modules = finished.stdout.splitlines()
    assert masked.count("[secret:") == 2
    not_needed = {"pydantic", "requests", "lxml", "sqlalchemy", "markdown_it", "docutils", "rich", "numpy.ma"}
    assert not not_needed & {*json.loads(modules)}


def test_names_of_secrets_beside_words_load_no_table_and_no_detector() -> None:
    """One driver in five has such a line; the detectors alone take .02 s."""
    script = """
import sys
from citeline.indexing.secrets import mask_lines
mask_lines(["auth_token = wpa_supplicant_begin(registerAuthenticationKeys)"])
print("citeline.indexing.secrets.values" in sys.modules, *{"detect_secrets", "tomllib", "logging"} & {*sys.modules})
"""
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["True"]


def test_detect_secrets_still_has_its_library() -> None:
    """Who verifies secrets with it in the same process, after us."""
    from citeline.indexing.secrets.detectors import DETECTORS

    library = vars(sys.modules[dict(DETECTORS)["stripe-key"].__module__])["requests"]
    assert issubclass(library.exceptions.ConnectionError, OSError)
