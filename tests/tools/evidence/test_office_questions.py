"""Questions about rules, people and money, which are no words of programming, in English and in Chinese."""

from __future__ import annotations

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

HANDBOOK = """# Employee handbook

## Annual leave

Every employee has 28 days of annual leave per year. Leave of more than ten days in a row needs the approval of the
department manager.

## Travel expenses

Travel expenses are reimbursed within 14 days after the claim was submitted. Hotels are paid up to 120 EUR per night.

## Warranty

The warranty period is 24 months from delivery.
"""
ROWS = 40_000


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    folder = tmp_path_factory.mktemp("office")
    (folder / "tree").mkdir()
    (folder / "tree" / "handbook.md").write_text(HANDBOOK)
    orders = (f"{number},Q{number % 4 + 1},part-{number % 977},{number % 90}.50" for number in range(ROWS))
    (folder / "tree" / "orders.csv").write_text("\n".join(["order,quarter,part,amount", *orders]))
    return citeline.index(folder / "tree", settings=Settings(home=folder / "home", workers=1))


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("年假有多少天？", "28 days"),
        ("请假超过十天需要谁审批？", "department manager"),
        ("差旅费多久能报销？", "within 14 days"),
        ("保修期多长？", "24 months"),
        ("how long is the warranty?", "24 months"),
        ("how much is paid for hotels?", "120 EUR"),
    ],
)
def test_a_handbook_beside_a_long_table_answers(handle: IndexHandle, question: str, said: str) -> None:
    answer = citeline.ask(question, handle)
    assert said in " ".join(claim["text"] for claim in answer.claims)
    assert {piece["path"] for piece in answer.evidence} == {"handbook.md"}


@pytest.mark.parametrize("question", ["公司的股票代码是什么？", "how are Kubernetes ingress certificates rotated?"])
def test_what_it_does_not_say_is_refused(handle: IndexHandle, question: str) -> None:
    assert citeline.ask(question, handle).status == "not_found"
