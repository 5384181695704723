from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.errors import CitelineError, UsageError
from citeline.nodes.running.budget import Deadline, out_of_time, searching_s, was_cut_short
from citeline.nodes.running.context import Context, resources_for, set_factory, using
from citeline.settings import Settings

from . import fakes


def test_nothing_given_means_the_defaults() -> None:
    assert Context.of(None) == Context.of(SimpleNamespace(context=None)) == Context()


def test_our_own_context_is_used_as_it_is() -> None:
    mine = Context(repo="/shop")
    assert Context.of(SimpleNamespace(context=mine)) is mine


@pytest.mark.parametrize(
    "hosts",
    [
        {"repo": "/shop", "user": "ann"},
        SimpleNamespace(repo="/shop", user="ann"),
        {"citeline": {"repo": "/shop"}, "repo": "/desk"},
        SimpleNamespace(citeline=Context(repo="/shop"), repo="/desk"),
    ],
)
def test_a_hosts_context_is_read_by_name(hosts: object) -> None:
    assert Context.of(SimpleNamespace(context=hosts)) == Context(repo="/shop")


def test_a_value_out_of_range_is_named_with_a_way_out() -> None:
    with pytest.raises(UsageError, match="max_rounds = 99") as caught:
        Context.of(SimpleNamespace(context={"max_rounds": 99}))
    assert "citeline" in caught.value.remedy


@given(st.integers(0, 100), st.integers(0, 50), st.floats(0, 1000))
def test_choices_replace_settings_and_zero_leaves_them(top_k: int, evidence_k: int, budget_s: float) -> None:
    settings = Settings(top_k=7, evidence_k=5, budget_s=3)
    applied = Context(top_k=top_k, evidence_k=evidence_k, budget_s=budget_s).apply(settings)
    assert (applied.top_k, applied.evidence_k, applied.budget_s) == (top_k or 7, evidence_k or 5, budget_s or 3)


def test_the_schema_holds_only_scalars() -> None:
    kinds = {field["type"] for field in Context.model_json_schema()["properties"].values()}
    assert kinds == {"string", "integer", "number", "boolean"}


def test_the_form_names_the_built_in_defaults() -> None:
    for name, field in Settings.model_fields.items():
        if name in Context.model_fields and not isinstance(field.default, bool) and field.default != "":
            described = Context.model_fields[name].description or ""
            shown = field.default if isinstance(field.default, str) else f"{field.default:g}"
            assert described.endswith(f"({shown}).")


def test_resources_handed_in_come_before_the_factory() -> None:
    mine = fakes.resources()
    with using(mine):
        assert resources_for(Context(), generation="other").index is mine.index


def test_without_a_factory_the_error_says_what_to_do() -> None:
    previous = set_factory(None)
    try:
        with pytest.raises(CitelineError) as caught:
            resources_for(Context())
    finally:
        set_factory(previous)
    assert "set_factory" in caught.value.remedy


def test_a_deadline_counts_down_on_its_own_clock() -> None:
    clock = fakes.FakeClock()
    deadline = Deadline(clock.now + 3, clock)
    clock.advance(2)
    assert deadline.left_s() == 1
    clock.advance(2)
    assert deadline.left_s() == -1


def test_searching_leaves_a_reserve_for_answering() -> None:
    assert searching_s(10) == pytest.approx(9.5)


def test_running_out_of_time_is_told_from_other_degradations() -> None:
    note = out_of_time("rerank", source="a", to="b", budget_s=2)
    assert note["why"] == "out of time: the budget is 2 s"
    assert was_cut_short([note])
    assert not was_cut_short([{**note, "why": "the model failed"}])
