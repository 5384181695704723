"""The committed baseline: small, and as good to compare with as the result it came from."""

from pathlib import Path

import pytest

from citeline.errors import UsageError
from citeline.evals.compare import compare
from citeline.evals.measures import BY_NAME
from citeline.evals.result import write_result
from citeline.evals.scores import read_scores, scores_of, write_baseline
from tests.evals.outcomes import case, cited, outcome, result


def test_a_baseline_says_what_its_result_says_but_for_the_times(tmp_path: Path) -> None:
    before = result([outcome(case(f"case-{at}"), right_at=1) for at in range(20)])
    after = result([outcome(case(f"case-{at}"), right_at=at % 3) for at in range(20)])
    write_baseline(before, tmp_path / "new" / "baseline.json")
    kept = read_scores(tmp_path / "new" / "baseline.json")
    assert [one.measure.name for one in compare(kept, after).falls] == [
        one.measure.name for one in compare(before, after).falls
    ]
    assert not any(one.measure.unit == "ms" for one in compare(kept, after).changes)
    assert compare(kept, before).shared == 20


def test_a_result_a_baseline_and_a_folder_are_read_alike(tmp_path: Path) -> None:
    made = result([outcome(case())])
    file = write_result(made, tmp_path / "results")
    write_baseline(made, tmp_path / "baseline.json")
    names = {read_scores(path).name for path in (file, file.parent, tmp_path / "baseline.json")}
    assert names == {made.name}
    (tmp_path / "other.json").write_text("{}", "utf-8")
    with pytest.raises(UsageError, match="no result"):
        read_scores(tmp_path / "other.json")


def test_a_group_is_compared_only_while_its_paraphrases_are_the_same() -> None:
    def asked(*questions: str) -> list[str]:
        cases = [
            outcome(case(f"case-{at}", group="g", question=question), citations=[cited("a.py", 10, 12)])
            for at, question in enumerate(questions)
        ]
        return [change.measure.name for change in compare(first, result(cases)).changes]

    first = result(
        [
            outcome(case("case-0", group="g", question="one?"), citations=[cited("a.py", 10, 12)]),
            outcome(case("case-1", group="g", question="two?"), citations=[cited("b.py", 10, 12)]),
        ]
    )
    assert scores_of(first).values(BY_NAME["paraphrases alike"]) == {"g": 0.0}
    assert "paraphrases alike" in asked("one?", "two?")
    assert "paraphrases alike" not in asked("one?", "other?")
