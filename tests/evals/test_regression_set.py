"""The set that CI gates on is what it claims to be: its size, its languages, its labels and its corpora."""

import json
from collections import Counter
from pathlib import Path

from citeline.evals.cases.dataset import read_dataset
from citeline.evals.corpora.fetch import read_manifest
from citeline.evals.scores import read_scores, scores_of
from citeline.tools.question.vocabulary.language import language_of
from tests.evals.outcomes import outcome, result

FOLDER = Path(__file__).resolve().parents[2] / "evals" / "regression"
CASES = read_dataset(FOLDER / "regression.jsonl").cases
GRADED = read_dataset(FOLDER / "answers.jsonl").cases
TRANSLATED = read_dataset(FOLDER / "languages.jsonl").cases


def test_it_is_large_enough_and_asks_in_two_languages_for_three_corpora() -> None:
    corpora = Counter(case.corpus for case in CASES)
    assert len(CASES) >= 150 and len(corpora) == 3 and min(corpora.values()) >= 50
    assert sum(case.language == "zh" for case in CASES) * 3 >= len(CASES)
    assert sum(not case.answerable for case in CASES) * 10 >= len(CASES)
    assert set(corpora) == set(read_manifest(FOLDER / "corpora.toml"))


def test_every_right_place_has_lines_and_their_hash() -> None:
    assert all(place.start_line and place.sha256 for case in CASES for place in case.gold)
    assert all(any(place.grade == 2 for place in case.gold) for case in CASES if case.answerable)


def test_paraphrases_share_their_right_places_and_are_asked_differently() -> None:
    groups: dict[str, list[tuple[str, object]]] = {}
    for case in CASES:
        if case.group:
            groups.setdefault(case.group, []).append((case.question, case.gold))
    assert len(groups) >= 15 and all(len(members) > 1 for members in groups.values())
    for members in groups.values():
        assert len({question for question, _ in members}) == len(members)
        assert all(gold == members[0][1] for _, gold in members)


def test_the_baseline_is_of_these_very_questions() -> None:
    """After a change of the set: `make evals`, then `make evals-baseline`."""
    baseline = read_scores(FOLDER / "baseline.json")
    now = scores_of(result([outcome(case) for case in CASES]))
    assert {key: row.asked for key, row in baseline.cases.items()} == {key: row.asked for key, row in now.cases.items()}
    assert baseline.models == () and len(json.dumps(baseline.model_dump())) < 100_000


def test_the_same_questions_are_asked_in_three_more_languages() -> None:
    """`make evals` asks both sets; the places are those of the first."""
    known = {case.group: case for case in CASES if case.group} | {case.id: case for case in CASES}
    asked = Counter(case.language for case in TRANSLATED)
    assert asked.keys() == {"ja", "de", "es"} and min(asked.values()) >= 50
    for case in TRANSLATED:
        same = known[case.group]
        assert (case.corpus, case.gold, case.answerable) == (same.corpus, same.gold, same.answerable)
    assert sum(language_of(case.question) == case.language for case in TRANSLATED) >= 0.98 * len(TRANSLATED)


def test_the_baseline_of_the_translated_set_is_of_these_very_questions() -> None:
    baseline = read_scores(FOLDER / "languages-baseline.json")
    now = scores_of(result([outcome(case) for case in TRANSLATED]))
    assert {key: row.asked for key, row in baseline.cases.items()} == {key: row.asked for key, row in now.cases.items()}


def test_graded_questions_are_of_many_types_and_labelled_to_the_line() -> None:
    types = Counter(case.type for case in GRADED)
    assert len(GRADED) >= 20 and len(types) >= 8 and "" not in types
    assert {case.corpus for case in GRADED} == set(read_manifest(FOLDER / "corpora.toml"))
    assert all(place.start_line and place.sha256 for case in GRADED for place in case.places)
    assert all(case.is_graded and case.answer for case in GRADED)
    assert not {case.question for case in GRADED} & {case.question for case in CASES}


def test_the_baseline_of_the_graded_questions_is_of_these_very_questions() -> None:
    baseline = read_scores(FOLDER / "answers-baseline.json")
    now = scores_of(result([outcome(case) for case in GRADED]))
    assert {key: row.asked for key, row in baseline.cases.items()} == {key: row.asked for key, row in now.cases.items()}
    assert "full" in baseline.metrics and "grade flips" in baseline.group_metrics
