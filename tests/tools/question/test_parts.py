from __future__ import annotations

import pytest

from citeline.tools.question.read import is_led_to, parts_of


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "When does PR-4827 ship, what approvals does it need",
            ["When does PR-4827 ship", "what approvals does PR-4827 need"],
        ),
        ("what is `Session` and how is it closed?", ["what is `Session`", "how is Session closed"]),
        (
            "who wrote the review of the crew and when was it last changed?",
            ["who wrote the review of the crew", "when was the review of the crew last changed"],
        ),
        ("what is a cart? where is the price computed?", ["what is a cart", "where is the price computed"]),
        ("PR-4827 什么时候发布？需要哪些审批", ["PR-4827 什么时候发布", "需要哪些审批"]),
    ],
)
def test_each_part_can_be_answered_by_itself(question: str, parts: list[str]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    "question",
    [
        "how are retries configured?",
        "where are X, Y and Z defined?",
        "what, exactly, does `retry` do?",
        "what happens when the cart is empty and how",
        "how do I install, configure and run it?",
        "How long does the cache keep entries, when the moon is eclipsed?",
        "Who pushes images to the registry, which nobody in accounting may delete?",
        "Where is the Config class, which holds the timeout settings, loaded?",
        "在几台机器上部署，怎么回滚？",
        "如果哪天请假，怎么申请？",
        "虚拟环境里没有 pip，怎么往里面装包？",
        "",
    ],
)
def test_one_question_stays_whole(question: str) -> None:
    assert parts_of(question) == [question]


@pytest.mark.parametrize(
    ("question", "is_led"),
    [
        ("somebody lost the office key, how soon is the lock replaced?", True),
        ("after signing out users are logged straight back in, how do I end the session at the provider too?", True),
        ("is the cache on by default, how is it cleared?", False),
        ("When does PR-4827 ship, what approvals does it need", False),
        ("list all endpoints and how do I turn them off?", False),
        ("how are retries configured?", False),
    ],
)
def test_a_statement_before_a_question_asks_nothing(question: str, is_led: bool) -> None:
    assert is_led_to(question) is is_led
