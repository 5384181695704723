"""Parts that are switched off are off, and only as long as the block lasts."""

from importlib import import_module
from pathlib import Path

import pytest

from citeline.evals.compare import compare
from citeline.evals.research.ablation.__main__ import Row, searches_to_markdown, to_markdown
from citeline.evals.research.ablation.parts import FEATURE_GROUPS, Part, parts, without
from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.handle import index
from citeline.tools.retrieval import ranking
from citeline.tools.retrieval.channels import CHANNELS
from tests.conftest import FIXTURES
from tests.evals.outcomes import case, outcome, result

PARTS = parts()


def named(kind: str, name: str) -> Part:
    return next(part for part in PARTS if (part.kind, part.name) == (kind, name))


def test_every_channel_and_every_feature_can_be_switched_off() -> None:
    assert [part.name for part in PARTS if part.kind == "channel"] == [channel.name for channel in CHANNELS]
    grouped = [feature for group in FEATURE_GROUPS.values() for feature in group]
    assert sorted(grouped) == sorted(ranking.feature_weights())


@pytest.mark.parametrize("part", PARTS, ids=lambda part: f"{part.kind}: {part.name}")
def test_what_is_switched_off_exists_and_comes_back(part: Part) -> None:
    places = [(import_module(one.module), one.name) for one in part.switches]
    before = [getattr(module, name) for module, name in places]
    assert before
    with pytest.raises(KeyError), without(part):
        assert all(getattr(module, name) is not value for (module, name), value in zip(places, before, strict=True))
        raise KeyError
    assert all(getattr(module, name) is value for (module, name), value in zip(places, before, strict=True))


def test_a_channel_that_is_off_is_not_asked(shop_home: Path) -> None:
    with index(FIXTURES / "shop", settings=Settings(home=shop_home)) as shop:
        whole = ask("how is a card charged?", shop, no_model=True)
        with without(named("channel", "lexical")):
            less = ask("how is a card charged?", shop, no_model=True)
    assert "lexical" in whole.timings_ms and "lexical" not in less.timings_ms


def test_features_that_are_off_weigh_nothing() -> None:
    with without(named("file features", "path")):
        assert ranking.file_score({"stem_cov": 1.0}) == 0.0 and ranking.file_score({"bm_max": 1.0}) > 0
    assert ranking.file_score({"stem_cov": 1.0}) > 0


def test_the_table_shows_what_is_more_than_chance() -> None:
    whole = result([outcome(case(f"case-{at}"), right_at=1) for at in range(20)])
    without_it = result([outcome(case(f"case-{at}"), right_at=at % 3) for at in range(20)])
    table = to_markdown([Row(named("channel", "lexical"), compare(whole, without_it))])
    cells = [cell.strip() for cell in table.splitlines()[-1].split("|")]
    assert cells[1] == "lexical" and cells[2].startswith("**−") and cells[4] == "·"


def test_searches_of_public_sets_are_compared_question_by_question() -> None:
    part = named("file features", "path")
    table = searches_to_markdown({"code": [1.0, 0.5] * 10}, [(part, {"code": [0.5, 0.5] * 10})])
    assert table.splitlines()[0] == "| switched off | code (20) 75.0 |"
    assert table.splitlines()[-1] == "| path | **−25.0** |"
