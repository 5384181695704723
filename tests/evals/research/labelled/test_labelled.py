"""The labelled questions can be read, and their corpora can be laid out again as they were."""

from pathlib import Path

import pytest

from citeline.evals.cases.dataset import read_dataset
from citeline.evals.research.claims import read_rewordings
from citeline.evals.research.labelled.__main__ import QUESTIONS, REWORDINGS, Source, lay_out, read_sources


def test_every_question_asks_a_corpus_that_has_a_source() -> None:
    cases = read_dataset(QUESTIONS).cases
    assert {case.corpus for case in cases} == {source.corpus for source in read_sources()}
    assert all(case.needs and case.says for case in cases if case.answerable)


def test_every_rewording_is_one_of_a_question_that_is_there() -> None:
    """Whoever learns from it, or counts verdicts that a rewording turns, would count something else, or less."""
    cases = {case.id: case for case in read_dataset(QUESTIONS).cases}
    wordings = read_rewordings(REWORDINGS)
    assert 5_000 < len(REWORDINGS.read_text("utf-8").splitlines()) == len(wordings.keys() & cases.keys())
    for identity, others in wordings.items():
        assert len(others) == 2
        for one in others:
            assert one.isprintable()
            assert one.strip() not in ("", cases[identity].question)


def write_tree(_source: Source, tree: Path) -> None:
    for name in ("README.md", "src/app.py", "tests/data/big.txt", ".git/HEAD"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text("text\n", "utf-8")


def test_what_was_left_out_when_questions_were_written_is_left_out_again(tmp_path: Path) -> None:
    source = Source("docs/app", "https://example.org/app", "0" * 40, drop=("tests/data", "missing.txt"))
    assert lay_out([source], tmp_path, write_tree) == [tmp_path / "docs/app"]
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    assert files == {"docs/app/README.md", "docs/app/src/app.py"}


def test_a_corpus_that_is_there_is_not_fetched_again(tmp_path: Path) -> None:
    sources = [Source("app", "https://example.org/app", "0" * 40), Source("lib", "https://example.org/lib", "1" * 40)]
    assert lay_out(sources, tmp_path, write_tree, ["lib"]) == [tmp_path / "lib"]
    assert lay_out(sources, tmp_path, write_tree) == [tmp_path / "app"]


def test_a_commit_that_cannot_be_fetched_leaves_no_half_corpus(tmp_path: Path) -> None:
    def fail(_source: Source, tree: Path) -> None:
        (tree / "half.txt").write_text("half\n", "utf-8")
        raise OSError("no network")

    with pytest.raises(OSError, match="no network"):
        lay_out([Source("app", "https://example.org/app", "0" * 40)], tmp_path, fail)
    assert list(tmp_path.iterdir()) == []
