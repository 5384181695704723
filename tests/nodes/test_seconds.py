"""Seconds of a run: what a model may still take of them, counted on a clock of the test."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from citeline.nodes.running.budget import modelled_s, unmodelled_s
from citeline.nodes.running.context import Context, Resources
from citeline.nodes.running.model_steps import step_with_model
from citeline.nodes.running.steps import Run, begin, end
from citeline.state import RAGState, StateUpdate
from citeline.tools.models.failures import ModelFailedError
from citeline.tools.models.prompts import load_prompt
from citeline.tools.models.role import ModelRun, RoleModel

from . import fakes

BUDGET_S = 30.0
SEARCHED: RAGState = {
    "plan": {"budget_s": BUDGET_S},  # type: ignore[typeddict-item]  # what a step reads of it
    "usage": {"seconds": 12.0},
    "timings": {"translate_query": 7_000.0, "rerank": 4_000.0},
    "prompts": {"translate_query": "0" * 16},
}


class Chat:
    """Takes a tenth of a second of the test's clock for each chunk, and never ends."""

    def __init__(self, clock: fakes.FakeClock) -> None:
        self._clock = clock

    async def __aenter__(self) -> Chat:
        return self

    async def __aexit__(self, *raised: object) -> None:
        return None

    def bind(self, **options: Any) -> Chat:
        return self

    async def astream(self, messages: Any, config: Any) -> Any:
        from langchain_core.messages import AIMessageChunk

        while True:
            self._clock.advance(0.1)
            await asyncio.sleep(0.01)
            yield AIMessageChunk(content="x")


def with_model(given: Resources, clock: fakes.FakeClock) -> Resources:
    model = RoleModel("writer", "slow", "there", lambda: Chat(clock), lambda body, most: {}, "prompt", timeout_s=0.05)  # type: ignore[arg-type,return-value]
    models = SimpleNamespace(of=lambda role: model, writer=model, small_writer=None, hosts=("there",))
    settings = given.settings.model_copy(update={"budget_calls": 1_000, "budget_tokens": 10_000_000})
    return replace(given, models=models, settings=settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("others_s", "left_s"), [(0.0, 27.0), (2.0, 27.0), (5.0, 25.0), (20.0, 21.0)])
def test_the_slower_the_machine_the_more_is_kept_for_what_follows_a_model(others_s: float, left_s: float) -> None:
    assert modelled_s(BUDGET_S, others_s) == left_s


def test_what_a_model_took_does_not_count_as_slowness_of_the_machine() -> None:
    assert unmodelled_s(SEARCHED) == 5.0


def test_a_slow_model_is_left_at_its_time_and_the_step_without_one_has_the_rest(
    given: Resources, clock: fakes.FakeClock
) -> None:
    told: list[float] = []

    def twin(state: RAGState, run: Run) -> StateUpdate:
        told.append(BUDGET_S - SEARCHED["usage"]["seconds"] - run.spent_s())
        return {}

    async def write(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
        """Asks until nothing is left."""
        told.append(model.left_s())
        while not model.why_not([("user", "?")], 10):
            with pytest.raises(ModelFailedError):
                await model.attempt([("user", "?")], {}, 10)
        raise ModelFailedError("budget", model.why_not([("user", "?")], 10))

    step = step_with_model("judge", load_prompt("citeline.nodes", "generate_answer"), twin=twin)(write)
    step(SEARCHED, SimpleNamespace(context=Context().carrying(with_model(given, clock))))
    allowed, left = told
    assert allowed == BUDGET_S - 5.0 - 12.0
    assert 0.0 < left <= 5.0


def test_the_answer_without_a_model_is_made_while_the_model_writes(given: Resources, clock: fakes.FakeClock) -> None:
    order: list[str] = []
    made = asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    def twin(state: RAGState, run: Run) -> StateUpdate:
        order.append("twin")
        run.degrade(source="a", to="b", why="told by the twin")
        loops[0].call_soon_threadsafe(made.set)
        return {"basis": "the twin"}

    async def write(state: RAGState, run: Run, model: ModelRun) -> StateUpdate:
        """Fails when the twin has answered."""
        await asyncio.wait_for(made.wait(), 60)
        order.append("model")
        raise ModelFailedError("time", "it did not answer")

    async def answer() -> StateUpdate:
        loops.append(asyncio.get_running_loop())
        run = begin("write", SEARCHED, SimpleNamespace(context=Context().carrying(with_model(given, clock))))
        update = await step._with_model(SEARCHED, run, None)
        return {**update, "degradations": run.notes}

    step = step_with_model("writer", load_prompt("citeline.nodes", "generate_answer"), twin=twin)(write)
    update = asyncio.run(answer())
    assert order == ["twin", "model"] and update["basis"] == "the twin"
    assert [note["why"] for note in update["degradations"]] == ["it did not answer", "told by the twin"]


def test_what_was_loaded_before_the_first_step_is_taken_from_the_budget(
    given: Resources, clock: fakes.FakeClock
) -> None:
    began = clock()
    clock.advance(4.0)

    resources = replace(given, began=began)
    run = begin("plan", {}, SimpleNamespace(context=Context().carrying(resources)), first=True)
    clock.advance(1.0)
    update = end(run, {}, {})
    assert update["usage"]["seconds"] == 5.0 and update["timings"] == {"plan": 1_000.0}
