from pathlib import Path

import pytest

from citeline.evals.research.benchmarks.refusal import OTHERS, how_it_ends, plan_questions, run_refusal
from citeline.settings import Settings
from citeline.tools.handle import index
from tests.conftest import FIXTURES


def test_each_question_is_asked_of_its_own_repository_and_of_others() -> None:
    plan = plan_questions({"a": [("English", "x")], "b": [], "c": [("Chinese", "y")], "d": []}, seed=1)
    assert ("own English", "x") in plan["a"] and ("own Chinese", "y") in plan["c"]
    foreign = [name for name, asked in plan.items() if ("foreign English", "x") in asked]
    assert len(foreign) == OTHERS and "a" not in foreign
    assert plan == plan_questions({"a": [("English", "x")], "b": [], "c": [("Chinese", "y")], "d": []}, seed=1)


def test_refusals_are_read_from_real_answers(tmp_path: Path) -> None:
    with index(FIXTURES / "shop", settings=Settings(home=tmp_path)) as handle:
        assert how_it_ends(handle, "how does kubernetes schedule pods across nodes")[0]
        assert how_it_ends(handle, "how does the cart checkout charge the total") == (False, False)


def test_too_few_trees_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "repos.json").write_text("[]", "utf-8")
    said: list[str] = []
    assert run_refusal(tmp_path, tmp_path, Settings(home=tmp_path), said.append) == {}
    assert "skipped" in said[0]
