"""What can be tried without torch: the drawing of pairs. The model itself is tested by what it was recorded to give."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from citeline.evals.research.embedding.sources import TABLE, read_sources
from citeline.evals.research.embedding.train import PairIds, Recipe, batches, draw, is_held_out
from citeline.indexing.embedding.model_names import BUNDLED_FOLDER
from citeline.indexing.embedding.static import DAMPING

RECIPE = Recipe(batch=8, neighbours=4)
NOTHING_BY_CHANCE = replace(RECIPE, header_share=0, rest_share=0, whole_share=0, filler_share=0)


def ids(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(numbers, np.int64)


PAIR = PairIds(question=ids(1, 2, 3, 4, 5, 6), header=ids(10), text=ids(20, 21), rest=ids(30))


def test_each_pair_is_in_one_batch_and_neighbours_come_from_one_package() -> None:
    packages = np.repeat(np.arange(10, dtype=np.int64), 8)
    found = list(batches(packages, RECIPE, np.random.default_rng(1)))
    assert sorted(np.concatenate(found)) == list(range(80))
    for batch in found:
        assert all(len(set(packages[batch[start : start + 4]])) == 1 for start in (0, 4))


def test_the_same_seed_gives_the_same_batches_and_another_one_does_not() -> None:
    packages = np.repeat(np.arange(10, dtype=np.int64), 8)
    first, again, other = (np.concatenate(list(batches(packages, RECIPE, np.random.default_rng(s)))) for s in (1, 1, 2))
    assert first.tolist() == again.tolist() != other.tolist()


@pytest.mark.parametrize(
    ("recipe", "question", "answer"),
    [
        (NOTHING_BY_CHANCE, [1, 2, 3, 4, 5, 6], [20, 21]),
        (replace(NOTHING_BY_CHANCE, header_share=1), [1, 2, 3, 4, 5, 6], [10, 20, 21]),
        (replace(NOTHING_BY_CHANCE, rest_share=1), [1, 2, 3, 4, 5, 6], [30, 20, 21]),
        (replace(NOTHING_BY_CHANCE, filler_share=1), [7, 1, 2, 3, 4, 5, 6, 8], [20, 21]),
    ],
)
def test_a_share_of_one_adds_its_part_every_time(recipe: Recipe, question: list[int], answer: list[int]) -> None:
    drawn = draw(PAIR, [(ids(7), ids(8))], recipe, np.random.default_rng(1))
    assert [part.tolist() for part in drawn] == [question, answer]


def test_an_answer_that_keeps_its_question_is_asked_for_with_some_of_its_words() -> None:
    recipe = replace(NOTHING_BY_CHANCE, whole_share=1)
    question, answer = draw(PAIR, [], recipe, np.random.default_rng(1))
    assert answer.tolist() == [1, 2, 3, 4, 5, 6, 20, 21]
    assert 0 < len(question) < 6


def test_about_one_package_in_ten_is_held_out() -> None:
    held_out = sum(is_held_out(f"{source.registry}:{source.file}") for source in read_sources())
    assert 0.05 < held_out / len(read_sources()) < 0.15


def test_the_shipped_model_was_trained_by_this_recipe_on_these_sources() -> None:
    trained = json.loads((BUNDLED_FOLDER / "manifest.json").read_bytes())["recipe"]["trained"]
    expected = {name: getattr(Recipe(), name) for name in Recipe.__dataclass_fields__}
    assert {name: trained[name] for name in expected} == expected
    assert trained["damping"] == DAMPING
    assert trained["sources_sha256"] == hashlib.sha256(TABLE.read_bytes()).hexdigest()
