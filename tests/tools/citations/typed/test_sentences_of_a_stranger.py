"""Sentences that a stranger wrote about lines: `sentences_of_a_stranger.toml`, which a person can edit."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.passage import Passage

SAMPLES = tomllib.loads(Path(__file__).with_name("sentences_of_a_stranger.toml").read_text("utf-8"))["lines"]
NEVER = {"true": ("contradicted",), "false": ("supported",), "open": ("supported", "contradicted")}
CASES = [
    pytest.param(sample["path"], sample["text"], sentence, verdicts, id=sentence)
    for sample in SAMPLES
    for kind, verdicts in NEVER.items()
    for sentence in sample.get(kind, [])
]


@pytest.mark.parametrize(("path", "text", "sentence", "verdicts"), CASES)
def test_no_verdict_says_more_than_the_lines(path: str, text: str, sentence: str, verdicts: tuple[str, ...]) -> None:
    found = check_support(sentence, Passage(text, 1, text.count("\n"), path, ""))
    assert found.verdict not in verdicts, found.why


def test_many_true_sentences_are_proved() -> None:
    checked = [
        check_support(sentence, Passage(sample["text"], 1, sample["text"].count("\n"), sample["path"], ""))
        for sample in SAMPLES
        for sentence in sample.get("true", [])
    ]
    assert sum(found.verdict == "supported" for found in checked) >= 0.3 * len(checked)
