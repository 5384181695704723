"""What the page says of the parts of the retrieval: measured for these very questions, or how to measure it."""

from pathlib import Path

from citeline.evals.ablation_file import Ablated, Difference, ablation_path, read_ablation, write_ablation
from citeline.evals.compare import compare
from citeline.evals.report.page import write_page
from citeline.evals.result import newest_result, write_result
from tests.evals.outcomes import case, outcome, result
from tests.evals.report.test_page import many, read


def ablated(part: str, ndcg: float, low: float, high: float, *, kind: str = "channel", sha: str = "") -> Ablated:
    figures = {name: Difference(value=ndcg, low=low, high=high) for name in ("NDCG@10", "cites gold")}
    return Ablated(dataset_sha256=sha, result="set-1", kind=kind, part=part, figures=figures)


def page_of(folder: Path) -> str:
    return write_page(result(many()), folder).read_text("utf-8")


def test_without_a_measurement_the_page_tells_the_command(tmp_path: Path) -> None:
    page = page_of(tmp_path)
    assert "python -m citeline.evals.research.ablation" in page and "--report FOLDER" in page


def test_parts_that_were_measured_are_shown_and_those_without_effect_named(tmp_path: Path) -> None:
    whole = result(many())
    sha = whole.dataset_sha256
    kept = [
        ablated("lexical", -0.05, -0.08, -0.02, sha=sha),
        ablated("words", 0.01, -0.01, 0.03, kind="chunk score", sha=sha),
        ablated("tables <i>", 0.0, 0.0, 0.0, sha=sha),
    ]
    write_ablation(tmp_path, whole.dataset, kept)
    assert list(read_ablation(tmp_path, whole.dataset, sha)) == kept
    page = page_of(tmp_path)
    read(page)
    assert "NDCG@10: points that it changes by" in page and "cites gold: points" in page
    assert "−5.0 (−8.0 … −2.0)" in page and "words (chunk)" in page and "+1.0" in page
    assert "Without any effect here: tables &lt;i&gt;." in page


def test_a_measurement_of_other_questions_or_a_damaged_one_is_not_shown(tmp_path: Path) -> None:
    whole = result(many())
    write_ablation(tmp_path, whole.dataset, [ablated("lexical", -0.05, -0.08, -0.02, sha="other")])
    assert "python -m citeline.evals.research.ablation" in page_of(tmp_path)
    ablation_path(tmp_path, whole.dataset).write_text("{", "utf-8")
    assert "python -m citeline.evals.research.ablation" in page_of(tmp_path)


def test_it_is_not_taken_for_a_result_of_the_folder(tmp_path: Path) -> None:
    written = write_result(result(many()), tmp_path)
    write_ablation(tmp_path, "zzz", [ablated("lexical", -0.05, -0.08, -0.02)])
    assert newest_result(tmp_path).name == written.stem


def test_what_a_comparison_found_is_kept() -> None:
    whole = result([outcome(case(f"case-{at}"), right_at=1) for at in range(20)])
    less = result([outcome(case(f"case-{at}"), right_at=2) for at in range(20)])
    kept = Ablated.of("sha", whole.name, "channel", "lexical", compare(whole, less))
    assert kept.figures["NDCG@10"].value < 0 and kept.figures["Hit@10"].value == 0
