"""The ranking's weights: found again where they are known, told where they come from, and never made worse."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from citeline.evals.own_weights import Candidates, fit
from citeline.evals.research.ranking import fit_ranking as module
from citeline.evals.research.ranking.fit_ranking import (
    STUDY,
    Figures,
    chunk_ndcg,
    cross_validate,
    fit_features,
    opened_set,
    read_cases,
    to_json,
)
from citeline.protocols import FloatVector
from citeline.settings import Settings
from citeline.tools.retrieval.features import FEATURES
from citeline.tools.retrieval.ranking import feature_weights

from ....tools.retrieval import trees

WEAK = np.full(3, 0.01, np.float32)
WORDS = ("basket", "voucher", "invoice", "courier", "parcel", "refund")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[module.Opened]]:
    """Three repositories with two questions each, in the form of the public set."""
    labels, corpora = tmp_path_factory.mktemp("labels"), tmp_path_factory.mktemp("corpora")
    (labels / "annotations").mkdir()
    entries = []
    for name, words in (("one", WORDS[:2]), ("two", WORDS[2:4]), ("three", WORDS[4:])):
        code = {f"{word}.py": f"def {word}_total(items):\n    return len(items)\n" for word in words}
        trees.write(corpora / name, code | {"other.py": f"# {words[0]} and {words[1]}\nTOTAL = 1\n"})
        rows = [
            {"query": f"total of the {word}", "category": "semantic", "relevant": [f"{word}.py"], "secondary": []}
            for word in words
        ]
        (labels / "annotations" / f"{name}.json").write_text(json.dumps(rows), "utf-8")
        entries.append({"name": name, "language": "python", "benchmark_root": None})
    (labels / "repos.json").write_text(json.dumps(entries), "utf-8")
    with opened_set(labels, corpora, Settings(home=tmp_path_factory.mktemp("home"), workers=1)) as found:
        yield found


def made_up(count: int = 40) -> list[Candidates]:
    """Queries whose right file has more of the first feature and less of the second; the third says nothing."""
    chance = np.random.default_rng(3)
    cases = []
    for _ in range(count):
        features = chance.random((8, 3)).astype(np.float32)
        relevant = np.zeros(8, np.float32)
        relevant[np.argmax(features[:, 0] - 0.5 * features[:, 1])] = 1.0
        cases.append(Candidates(features, relevant))
    return cases


def test_what_tells_files_apart_is_weighed_by_how_much_it_tells() -> None:
    first, second, third = fit(made_up(), np.zeros(3, np.float32), WEAK)
    assert first > -second > 0
    assert abs(third) < abs(second) / 2


def test_a_feature_that_no_file_has_stays_at_its_prior() -> None:
    cases = [Candidates(np.pad(case.features, ((0, 0), (0, 1))), case.relevant) for case in made_up()]
    weights = fit(cases, np.asarray([0, 0, 0, -0.3], np.float32), np.full(4, 0.01, np.float32))
    assert weights[3] == pytest.approx(-0.3)


def test_a_stronger_ridge_stays_nearer_to_the_prior() -> None:
    prior = np.asarray([0.5, 0.5, 0.5], np.float32)
    near, far = fit(made_up(), prior, 100 * WEAK), fit(made_up(), prior, WEAK)
    assert np.abs(near - prior).max() < np.abs(far - prior).max()


def test_features_that_the_study_has_weighed_keep_about_their_weights(opened: list[module.Opened]) -> None:
    found = dict(zip(FEATURES, fit_features(read_cases(opened)), strict=True))
    assert STUDY.keys() < set(FEATURES)
    assert max(abs(found[name] - weight) for name, weight in STUDY.items()) < 0.2


def test_every_question_is_a_case_with_its_targets(opened: list[module.Opened]) -> None:
    cases = read_cases(opened)
    assert [case.sample.query for case in cases] == [f"total of the {word}" for word in WORDS]
    assert all(case.relevant.sum() == 1 and case.features.shape[1] == len(FEATURES) for case in cases)


def test_chunks_are_judged_with_the_weights_that_are_given(opened: list[module.Opened]) -> None:
    assert chunk_ndcg(opened, feature_weights()) == [1.0] * len(WORDS)
    upside_down = {name: -weight for name, weight in feature_weights().items()}
    assert max(chunk_ndcg(opened, upside_down)) < 1.0
    assert chunk_ndcg(opened, feature_weights()) == [1.0] * len(WORDS)  # and they are put back


def test_no_repository_is_judged_by_weights_that_were_fitted_on_it(
    opened: list[module.Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[set[str]] = []
    judged: list[set[str]] = []

    def noted(cases: list[module.Case], ridge: float) -> FloatVector:
        fitted.append({case.repository for case in cases})
        return fit_features(cases, ridge)

    def judging(kept: list[module.Opened], weights: object) -> list[float]:
        judged.append({one.repository.name for one in kept})
        return [1.0]

    monkeypatch.setattr(module, "fit_features", noted)
    monkeypatch.setattr(module, "chunk_ndcg", judging)
    cross_validate(opened, read_cases(opened))
    assert judged and all(not left & right for left, right in zip(fitted, judged, strict=True))
    assert set().union(*judged) == {"one", "two", "three"}


def test_the_file_says_where_the_weights_come_from(opened: list[module.Opened]) -> None:
    told = to_json(opened, {"bm_max": 0.5}, Figures(0.9, 0.88), 0.87)
    assert told["corpus"] == "code-search, 3 repositories, 6 questions"
    assert told["embedding"] == opened[0].handle.reader.manifest.model
    assert told["cross-validated NDCG@10"] == {"files": 0.9, "chunks": 0.88, "chunks, with the weights before": 0.87}
    assert told["file"] == {"bm_max": 0.5}


def test_weights_that_are_worse_are_not_written(
    opened: list[module.Opened],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "weights.json").write_text("as it was", "utf-8")
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    monkeypatch.setattr(module, "cross_validate", lambda *_, **__: Figures(1.0, 0.5))
    with pytest.raises(SystemExit) as ended:
        module._report(opened, try_ridges=False, write=True)
    assert ended.value.code == 1 and "not written" in capsys.readouterr().out
    assert (tmp_path / "weights.json").read_text("utf-8") == "as it was"
    # By a hair worse is no worse: the weights that are there have seen the questions.
    monkeypatch.setattr(module, "cross_validate", lambda *_, **__: Figures(1.0, 0.999))
    module._report(opened, try_ridges=False, write=True)
    assert set(json.loads((tmp_path / "weights.json").read_text("utf-8"))["file"]) == set(FEATURES)
