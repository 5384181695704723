"""Who asks on in a conversation is understood without a model: `it` is what the last answer was about."""

from __future__ import annotations

import pytest

from citeline.tools.question.follow_up import Before, followed

NAMED = Before("what does Topic.put do?")
CITED = Before("where is a message requeued", "Channel.requeue")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("who calls it?", "who calls Topic.put?"),
        ("and where is that tested?", "and where is Topic.put tested?"),
        ("what does that function do", "what does Topic.put function do"),
        ("why is this deprecated?", "why is Topic.put deprecated?"),
        ("谁调用它？", "谁调用 Topic.put？"),
        ("这个函数在哪里测试？", "Topic.put 在哪里测试？"),
        ("wer ruft es auf?", "wer ruft Topic.put auf?"),
        ("comment ça marche ?", "comment Topic.put marche ?"),
        ("それはどこでテストされていますか？", "Topic.put はどこでテストされていますか？"),
        ("why?", "why: what does Topic.put do?"),
        ("那为什么呢？", "那为什么呢: what does Topic.put do?"),
        ("and Topic.close?", "what does Topic.close do?"),
        ("what about `Channel`?", "what does `Channel` do?"),
        ("那 Topic.close 呢？", "what does Topic.close do?"),
        ("では Topic.close は？", "what does Topic.close do?"),
        ("and for empty messages?", "for empty messages: what does Topic.put do?"),
    ],
)
def test_a_pronoun_or_a_bare_why_is_about_the_question_before(question: str, meant: str) -> None:
    assert followed(question, NAMED) == meant


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        ("Was macht Topic.put?", "und Topic.close?", "Was macht Topic.close?"),
        ("Que fait Topic.put ?", "et Topic.close ?", "Que fait Topic.close ?"),
        ("¿Qué hace Topic.put?", "¿y Topic.close?", "¿Qué hace Topic.close?"),
    ],
)
def test_and_with_a_name_asks_the_question_before_of_that_name(before: str, question: str, meant: str) -> None:
    assert followed(question, Before(before)) == meant


@pytest.mark.parametrize(
    "question",
    [
        "who calls Topic.close?",
        "and where is Topic.close tested?",
        "what about the order in which the messages of a topic are stored",
        "what is this project for?",
        "is that the reason",
        "what is the name of the file that holds the settings",
        "why do retries stop",
        "Is it possible to use a custom router?",
        "How long does it take to start the server?",
        "why does it matter that the header is set?",
        "what if a user passes a list, is it copied?",
    ],
)
def test_a_question_of_its_own_stays_as_it_is(question: str) -> None:
    assert followed(question, NAMED) == question
    assert followed("who calls it?", None) == "who calls it?"


def test_without_a_name_in_the_question_the_definition_that_was_cited_is_meant() -> None:
    assert followed("who calls it?", CITED) == "who calls Channel.requeue?"


def test_a_conversation_is_followed_from_question_to_question() -> None:
    said = [
        ("user", "where is a message requeued"),
        ("assistant", "`Channel.requeue`: requeues a message [1]\n```\nfunc requeue()\n```"),
        ("user", "who calls it?"),
        ("assistant", "`Server.serve` calls `Channel.requeue`: [1]"),
    ]
    before = Before.of_messages(said)
    assert before is not None
    assert before.question == "who calls Channel.requeue?"
    assert followed("where is it tested?", before) == "where is Channel.requeue tested?"
    assert Before.of_messages([]) is None
