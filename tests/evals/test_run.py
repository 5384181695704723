"""A dataset asked on a real index: what is kept, what is left out, and how a broken run goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citeline.errors import CitelineError, UsageError
from citeline.evals.cases.case import Case, Gold
from citeline.evals.cases.dataset import Dataset
from citeline.evals.result import newest_result, own_commit, read_result, write_result
from citeline.evals.run import ResumeFile, asker, run_dataset
from citeline.evals.watch import TraceFile, Watched
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index
from tests.conftest import FIXTURES

CHARGE = Case(
    id="charge",
    question="how is a card charged?",
    gold=(Gold(path="src/shop/payment.py", start_line=18, end_line=30),),
    tags=("code",),
)
INGRESS = Case(id="ingress", question="what is the kubernetes ingress?", answerable=False)
GONE = Case(id="gone", question="where is it?", gold=(Gold(path="gone.py"),))


def dataset(*cases: Case) -> Dataset:
    return Dataset("set", "0" * 64, cases)


@pytest.fixture
def opened(shop_home: Path) -> Iterator[Any]:
    settings = Settings(home=shop_home)
    yield lambda corpus: index(FIXTURES / "shop", settings=settings)


def test_every_case_is_searched_and_asked(opened: Any, tmp_path: Path) -> None:
    result = run_dataset(dataset(CHARGE, INGRESS), opened, ask_case=asker(no_model=True), no_model=True)
    charge, ingress = result.outcomes
    assert charge.run and charge.run.status == "answered" and charge.run.citations[0].path == "src/shop/payment.py"
    assert charge.hits[0].path == "src/shop/payment.py" and charge.search_ms > 0
    assert ingress.run and ingress.run.status == "not_found" and ingress.run.missing_names == ("kubernetes",)
    assert result.figures["Hit@1"].value == 1.0 and result.figures["refused, rightly"].value == 1.0
    assert result.models == () and result.corpora["."]["name"].startswith("shop")
    file = write_result(result, tmp_path / "new" / "folder")
    assert read_result(file) == newest_result(file.parent) == result
    assert file.name == f"set-{own_commit()[:12] or result.citeline}.json"


def test_cases_whose_corpus_changed_are_told_and_not_asked(opened: Any) -> None:
    result = run_dataset(dataset(CHARGE, GONE), opened, ask_case=asker(no_model=True), no_model=True)
    assert result.outcomes[1].problems == ("gone.py does not exist",) and result.outcomes[1].run is None
    assert result.figures["failed"].n == 1 and [one.case.id for one in result.judged] == ["charge"]


def test_a_dataset_about_another_folder_is_a_usage_error(opened: Any) -> None:
    with pytest.raises(UsageError, match=r"gone: gone\.py does not exist"):
        run_dataset(dataset(GONE), opened, ask_case=asker(no_model=True))


def test_a_case_that_fails_does_not_end_the_run_and_is_tried_again(opened: Any, tmp_path: Path) -> None:
    ask = asker(no_model=True)

    def fail_once(case: Case, handle: IndexHandle) -> Watched:
        if case.id == "charge":
            raise CitelineError("the model is gone", remedy="wait")
        return ask(case, handle)

    both = dataset(CHARGE, INGRESS)
    memory = ResumeFile(tmp_path, both, no_model=True)
    result = run_dataset(both, opened, ask_case=fail_once, no_model=True, memory=memory)
    assert result.outcomes[0].error == "the model is gone" and result.figures["failed"].value == 0.5
    memory = ResumeFile(tmp_path, both, no_model=True)
    assert run_dataset(both, opened, ask_case=ask, no_model=True, memory=memory).figures["failed"].value == 0.0
    assert memory.recalled == 1


def test_an_interrupted_run_goes_on_where_it_ended(opened: Any, tmp_path: Path) -> None:
    asked: list[str] = []
    ask = asker(no_model=True)

    def interrupted(case: Case, handle: IndexHandle) -> Watched:
        if case.id == "ingress" and len(asked) == 1:
            raise KeyboardInterrupt
        asked.append(case.id)
        return ask(case, handle)

    both = dataset(CHARGE, INGRESS)
    with pytest.raises(KeyboardInterrupt):
        run_dataset(both, opened, ask_case=interrupted, memory=ResumeFile(tmp_path, both, no_model=True))
    unfinished = tmp_path / "set.unfinished.jsonl"
    unfinished.write_text(unfinished.read_text() + '{"key": "torn', "utf-8")
    asked.append("not first any more")
    memory = ResumeFile(tmp_path, both, no_model=True)
    result = run_dataset(both, opened, ask_case=interrupted, memory=memory)
    assert asked == ["charge", "not first any more", "ingress"] and memory.recalled == 1
    assert [one.case.id for one in result.outcomes] == ["charge", "ingress"]
    memory.remove()
    assert not unfinished.exists()


def test_what_was_asked_in_another_way_is_asked_again(opened: Any, tmp_path: Path) -> None:
    ask = asker(no_model=True)
    one = dataset(CHARGE)
    run_dataset(one, opened, ask_case=ask, memory=ResumeFile(tmp_path, one, no_model=True))
    other = ResumeFile(tmp_path, one, no_model=False)
    run_dataset(one, opened, ask_case=ask, memory=other)
    assert other.recalled == 0


def test_a_trace_tells_each_run_step_by_step(opened: Any, tmp_path: Path) -> None:
    with TraceFile(tmp_path / "trace.jsonl", no_model=True) as trace:
        run_dataset(dataset(CHARGE, INGRESS), opened, ask_case=trace.ask, no_model=True)
    lines = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_text("utf-8").splitlines()]
    assert [line["case"] for line in lines] == ["charge", "ingress"]
    wrote = {step["step"]: step["wrote"] for step in lines[0]["steps"]}
    assert wrote["plan_intent"]["plan"]["intent"] == "search"
    best = wrote["lexical"]["rankings"]["lexical"][0]
    assert best["score"] > 0 and best["at"].startswith("src/shop/payment.py:")
    assert wrote["check_citations"]["claims"][0]["verdicts"]
    assert lines[1]["status"] == "not_found" and "usage" in lines[1]


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": 2}', "\x00"])
def test_a_file_that_is_no_result_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "no-result.json"
    file.write_text(text)
    with pytest.raises(UsageError, match="no-result"):
        read_result(file)
    with pytest.raises(UsageError, match="missing"):
        read_result(tmp_path / "missing.json")


def test_a_folder_without_results_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no result in"):
        newest_result(tmp_path)


def test_a_question_is_asked_again_as_often_as_wanted(opened: Any) -> None:
    result = run_dataset(dataset(CHARGE, INGRESS), opened, ask_case=asker(no_model=True), no_model=True, repeats=3)
    assert [len(one.repeats) for one in result.outcomes] == [2, 2]
    assert result.figures["repeats alike"].value == 1.0 and result.figures["repeats alike"].n == 2


def test_what_other_sources_answered_is_asked_again(
    opened: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = dataset(CHARGE)
    run_dataset(one, opened, ask_case=asker(no_model=True), memory=ResumeFile(tmp_path, one, no_model=True))
    same = ResumeFile(tmp_path, one, no_model=True)
    run_dataset(one, opened, ask_case=asker(no_model=True), memory=same)
    assert same.recalled == 1
    monkeypatch.setattr("citeline.evals.run._own_files", lambda: [("ranking.py", 1, 1)])
    edited = ResumeFile(tmp_path, one, no_model=True)
    run_dataset(one, opened, ask_case=asker(no_model=True), memory=edited)
    assert edited.recalled == 0
