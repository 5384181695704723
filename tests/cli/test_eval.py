"""`citeline eval` at the terminal: what is printed, what is written, and with which exit code it ends."""

import json
from pathlib import Path
from typing import Any

import pytest

from citeline.cli.main import run
from citeline.errors import CitelineError
from citeline.evals.corpora.fetch import Corpus, CorpusUnavailableError
from citeline.evals.result import read_result, write_result
from citeline.schema import SCHEMA
from tests.evals.outcomes import case, outcome, result

CHARGE: dict[str, Any] = {
    "id": "charge",
    "question": "how is a card charged?",
    "gold": [{"path": "src/shop/payment.py", "start_line": 18, "end_line": 30}],
}
INGRESS = {"id": "ingress", "question": "what is the kubernetes ingress?", "answerable": False}


def written(file: Path, *rows: dict[str, Any]) -> str:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return str(file)


@pytest.fixture
def questions(tmp_path: Path) -> str:
    return written(tmp_path / "set.jsonl", CHARGE, INGRESS, {**CHARGE, "id": "gone", "gold": [{"path": "gone.py"}]})


def test_a_run_prints_every_figure_and_writes_a_result_and_a_page(
    questions: str, shop: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report"
    assert run(["eval", "run", questions, "--repo", str(shop), "--report", str(report)]) == 0
    printed = capsys.readouterr()
    assert "NDCG@10" in printed.out and "95 % interval" in printed.out and "refused, rightly" in printed.out
    assert "gone: gone.py does not exist" in printed.out
    (file,), (page,) = report.glob("*.json"), report.glob("*.html")
    assert str(file) in printed.err and page.stem == file.stem and len(list(report.iterdir())) == 2
    assert [one.case.id for one in read_result(file).outcomes] == ["charge", "ingress", "gone"]
    assert run(["eval", "run", questions, "--repo", str(shop), "--baseline", str(file)]) == 0
    assert "against baseline" in capsys.readouterr().out
    assert run(["eval", "gate", str(report), "--baseline", str(file)]) == 0


def test_json_is_the_whole_result(
    questions: str, shop: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "trace.jsonl"
    assert run(["eval", "run", questions, "--repo", str(shop), "--format", "json", "--trace", str(trace)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["figures"]["Hit@1"]["n"] == 1 and printed["outcomes"][2]["problems"]
    assert len(trace.read_text("utf-8").splitlines()) == 2


def test_rows_may_name_corpora_beside_the_dataset(
    tmp_path: Path, shop: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "set.jsonl", {**CHARGE, "corpus": "shop"})
    assert run(["eval", "run", file, "--format", "json"]) == 0
    assert list(json.loads(capsys.readouterr().out)["corpora"]) == ["shop"]
    assert run(["eval", "run", file, "--corpora", str(tmp_path / "home")]) == 2
    printed = capsys.readouterr()
    assert "no corpus 'shop'" in printed.err and "--corpora" in printed.err and printed.out == ""


def test_corpora_may_be_pinned_packages(
    tmp_path: Path, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "set.jsonl", {**CHARGE, "corpus": "shop"})
    pins = tmp_path / "corpora.toml"
    pins.write_text(f"[shop]\npackage = 'shop'\nversion = '1.0'\nsha256 = '{'0' * 64}'\n", "utf-8")
    monkeypatch.setattr("citeline.cli.commands.eval.fetch", lambda corpus, home: shop)
    assert run(["eval", "run", file, "--corpora", str(pins), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["Hit@1"]["value"] == 1.0
    assert run(["eval", "corpora", str(pins), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"schema": SCHEMA, "shop": str(shop)}
    other = written(tmp_path / "other.jsonl", {**CHARGE, "corpus": "other"})
    assert run(["eval", "run", other, "--corpora", str(pins)]) == 2
    assert "pins no such one" in capsys.readouterr().err


def test_a_package_index_that_is_not_reached_has_an_exit_code_of_its_own(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(corpus: Corpus, home: Path) -> Path:
        raise CorpusUnavailableError("shop 1.0 cannot be downloaded", remedy="check the connection")

    pins = tmp_path / "corpora.toml"
    pins.write_text(f"[shop]\npackage = 'shop'\nversion = '1.0'\nsha256 = '{'0' * 64}'\n", "utf-8")
    monkeypatch.setattr("citeline.cli.commands.eval.fetch", unreachable)
    assert run(["eval", "corpora", str(pins)]) == 6
    assert "cannot be downloaded" in capsys.readouterr().err


def test_a_wrong_dataset_is_a_usage_error_before_anything_is_indexed(
    tmp_path: Path, shop: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path / "set.jsonl", CHARGE, {**CHARGE, "quesion": "?"})
    assert run(["eval", "run", file, "--repo", str(shop)]) == 2
    printed = capsys.readouterr()
    assert "line 2: " in printed.err and "fix:" in printed.err and printed.out == ""
    assert not home.exists()


@pytest.fixture
def results(tmp_path: Path) -> tuple[str, str]:
    """A good one and a bad one."""
    good = result([outcome(case(f"case-{at}"), right_at=1) for at in range(20)])
    bad = result([outcome(case(f"case-{at}"), right_at=at % 3) for at in range(20)])
    return str(write_result(good, tmp_path / "good")), str(write_result(bad, tmp_path / "bad"))


def test_the_gate_is_shut_by_what_fell_and_says_what(
    results: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = results
    assert run(["eval", "gate", bad, "--baseline", good]) == 1
    printed = capsys.readouterr()
    assert "worse than" in printed.err and "NDCG@10" in printed.err and "case-0" in printed.out
    assert run(["eval", "gate", good, "--baseline", bad]) == 0
    assert capsys.readouterr().err == ""


def test_a_baseline_stands_for_its_result(
    results: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = results
    baseline = tmp_path / "baseline.json"
    assert run(["eval", "baseline", good, str(baseline)]) == 0
    assert baseline.stat().st_size < Path(good).stat().st_size / 5
    assert run(["eval", "gate", good, "--baseline", str(baseline)]) == 0
    assert run(["eval", "gate", bad, "--baseline", str(baseline)]) == 1
    assert "worse than" in capsys.readouterr().err


def test_two_results_are_compared_for_people_and_programs(
    results: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = results
    assert run(["eval", "compare", good, bad]) == 0
    assert "20 shared cases" in capsys.readouterr().out
    assert run(["eval", "compare", good, bad, "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert "NDCG@10" in printed["falls"] and printed["changes"][0]["verdict"] == "worse"


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval", "run"],
        ["eval", "run", "nowhere.jsonl"],
        ["eval", "gate", "nowhere.json"],
        ["eval", "compare", "nowhere.json", "nowhere.json"],
        ["eval", "mesure"],
    ],
)
def test_a_wrong_command_line_is_a_usage_error(
    arguments: list[str], home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert "fix:" in capsys.readouterr().err


def test_an_interrupted_run_says_that_it_can_go_on(
    questions: str,
    shop: Path,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = ["eval", "run", questions, "--repo", str(shop), "--report", str(tmp_path / "report")]
    with monkeypatch.context() as broken:

        def interrupt(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        broken.setattr("citeline.cli.commands.eval.run_dataset", interrupt)
        assert run(command) == 130
    assert "the same command goes on" in capsys.readouterr().err
    assert run(command) == 0


def test_a_run_in_which_every_case_fails_is_no_success(
    questions: str, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise CitelineError("no room left", remedy="make some")

    monkeypatch.setattr("citeline.evals.run.IndexHandle.search", lambda *_, **__: fail())
    monkeypatch.setattr("citeline.evals.run.ask", lambda *_, **__: None)
    assert run(["eval", "run", questions, "--repo", str(shop)]) == 1
    assert "2 failed" in capsys.readouterr().out


def test_results_of_other_models_are_compared_with_a_warning(
    results: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = read_result(Path(results[0]))
    asked = write_result(good.model_copy(update={"models": ("models.example",)}), tmp_path / "asked")
    assert run(["eval", "compare", results[0], str(asked)]) == 0
    assert "none before, models.example now" in capsys.readouterr().out
