from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from citeline.tools.models.prompts import load_prompt

PACKAGE = "citeline.nodes"
NAMES = sorted(path.name.removesuffix(".md") for path in (files(PACKAGE) / "prompts").iterdir())
VALUES = dict.fromkeys(
    "name languages question conversation data_rule sources actions answer today intents cues".split(),  # noqa: SIM905
    "•",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_has_two_parts_and_every_place_in_it_is_filled(name: str) -> None:
    (system, told), (user, asked) = load_prompt(PACKAGE, name).render(**VALUES)
    assert (system, user) == ("system", "user")
    assert told and asked and "${" not in told + asked and "\n---\n" not in told + asked


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("plan_intent", "translate_query")])
def test_a_prompt_that_shows_sources_says_that_they_are_data(name: str) -> None:
    told = load_prompt(PACKAGE, name).render(**{**VALUES, "data_rule": "THE RULE"})[0][1]
    assert "THE RULE" in told


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_prompt_is_seen_as_the_model_sees_it(name: str) -> None:
    rendered = "".join(f"=== {role}\n{text}\n" for role, text in load_prompt(PACKAGE, name).render(**VALUES))
    seen = Path(__file__).parent / "prompts" / f"{name}.txt"
    assert rendered == seen.read_text("utf-8"), f"read the difference, then write it to {seen.name}"


def test_values_are_text_and_never_templates() -> None:
    values = {**VALUES, "question": "what is ${sources} or $name?"}
    assert "what is ${sources} or $name?" in load_prompt(PACKAGE, "generate_answer").render(**values)[1][1]


def test_the_digest_names_the_text() -> None:
    assert len({load_prompt(PACKAGE, name).digest for name in NAMES}) == len(NAMES)
