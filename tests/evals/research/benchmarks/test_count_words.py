from __future__ import annotations

from pathlib import Path

from citeline.evals.research.benchmarks.count_words import LINES, count_project, pool, to_text
from citeline.tools.question.vocabulary.ordinary import read_background


def test_a_project_is_counted_in_pieces(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("voucher = 1\n" * LINES * 30 + "basket = 2\n" * LINES * 30)
    shares = count_project(tmp_path)
    assert shares["voucher"] == shares["basket"]
    assert 0.45 < shares["voucher"] < 0.55


def test_a_folder_with_almost_no_text_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("voucher = 1\n")
    assert count_project(tmp_path) == {}


def test_terms_of_few_projects_are_left_out() -> None:
    assert pool([{"return": 0.5, "voucher": 1.0}, {"return": 0.25}, {"return": 0.75}]) == {"return": 0.5}


def test_the_table_is_read_back_as_it_was_written() -> None:
    shares = {"return": 0.5, "type": 0.5, "kafka": 0.0002}
    assert read_background(to_text(shares, 3)) == shares
