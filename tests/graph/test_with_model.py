"""The machine with a chat model over a real connection: what it adds, and what each failure of it comes to."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import citeline
from citeline.graph.answer import Answer
from citeline.graph.events import (
    CompletionEvent,
    LLMOutputEvent,
    LLMThinkingEvent,
    ProgressEvent,
    StepEndEvent,
    StepStartEvent,
)
from citeline.nodes.running.context import Context, Resources
from citeline.setting_values import SecretStr
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.models.models import configured_models
from citeline.tools.models.own_loop import _own_loop
from citeline.tools.models.prompts import load_prompt
from tests.scripted_server import (
    Call,
    Calls,
    ContextLength,
    Cuts,
    EmptyChoices,
    Fails,
    Garbles,
    Hangs,
    Html,
    HugeOutput,
    NullContent,
    Refuses,
    Reply,
    Says,
    ScriptedServer,
    Stalls,
)

from .obedient_model import obey, step_of
from .test_real_run import TREE

QUESTION = "where is the total price of a cart computed?"
BUSY_S = 15
"""What a run may take over its budget where the machine is busy; faults here would last a minute and more."""
CHINESE = "购物车的总价在哪里计算？"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("modelled") / "shop"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    handle = citeline.index(root, settings=Settings(home=root.parent / "home"))
    citeline.ask(QUESTION, handle)  # loads what a first question loads, so that budgets below are spent on models
    import_module("citeline.tools.models.openai_chat")  # with what the first call of a model loads
    gc.collect()
    gc.freeze()  # what is collected below is looked for among what the runs made
    return handle


@pytest.fixture(scope="module")
def without(shop: IndexHandle) -> Answer:
    """What is answered without a model, which every one that fails leaves."""
    return citeline.ask(QUESTION, shop)


def settings(server: ScriptedServer, shop: IndexHandle, **others: Any) -> Settings:
    return shop.settings.model_copy(
        update={
            "model": "scripted",
            "model_url": server.url,
            "model_key": SecretStr("sk-not-a-key-0123456789"),
            "budget_s": 30.0,
            **others,
        }
    )


def ask(server: ScriptedServer, shop: IndexHandle, question: str = QUESTION, **others: Any) -> Answer:
    answer = citeline.ask(question, shop, settings=settings(server, shop, **others))
    assert server.connections_left() == 0
    assert no_task_left()
    return answer


def no_task_left() -> bool:
    """What streams are made of is closed in the loop a moment after their end: waited for, and then none is left."""
    deadline = time.monotonic() + 60
    while (left := asyncio.all_tasks(_own_loop())) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not left


def asked_steps(server: ScriptedServer) -> list[str]:
    return [step_of(request.body) for request in server.requests]


def reasons(answer: Answer, step: str) -> str:
    return "; ".join(note["why"] for note in answer.degradations if note["step"] == step)


def test_each_step_asks_its_model_once_and_the_answer_is_the_models(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(obey)
    answer = ask(model_server, shop)
    assert asked_steps(model_server) == ["translate_query", "filter_documents", "generate_answer", "check_citations"]
    assert answer.status == "answered" and answer.answer == "`total_price` is what does it. [1]"
    assert answer.evidence[0]["path"] == "shop/cart.py"
    assert answer.degradations == ()
    assert answer.usage["model_calls"] == 4
    assert (answer.usage["input_tokens"], answer.usage["output_tokens"]) == (400, 80)


def test_a_chinese_question_is_searched_in_the_english_that_the_model_gives(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(obey)
    answer = ask(model_server, shop, CHINESE)
    assert answer.status == "answered" and "def total_price" in answer.evidence[0]["text"]


def test_no_model_means_no_request(model_server: ScriptedServer, shop: IndexHandle) -> None:
    answer = citeline.ask(QUESTION, shop, settings=settings(model_server, shop), no_model=True)
    assert answer.status == "answered" and not model_server.requests and answer.usage.get("model_calls", 0) == 0


def test_a_judge_removes_what_it_finds_contradicted(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(lambda body: obey(body, supports="contradicted"))
    answer = ask(model_server, shop)
    assert "`total_price` is what does it." not in answer.answer


def test_a_judge_that_finds_everything_supported_cannot_save_a_false_claim(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(lambda body: obey(body, text="`RedisCache` keeps 4,711 sessions in `cluster_mode`."))
    answer = ask(model_server, shop)
    assert "RedisCache" not in answer.answer


def test_a_writer_whose_lines_show_nothing_of_what_it_writes_leaves_the_answer_without_a_model(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(lambda body: obey(body, text="`RedisCache` keeps 4,711 sessions in `cluster_mode`."))
    answer, without = ask(model_server, shop), citeline.ask(QUESTION, shop)
    assert asked_steps(model_server).count("generate_answer") == 1
    # The model looks for more, so that a line may stand further behind.
    told = {claim["text"] for claim in [*answer.claims, *answer.to_json().get("more", [])]}
    assert answer.status == without.status and answer.claims[0]["text"] == without.claims[0]["text"]
    assert {claim["text"] for claim in without.claims} <= told


def test_a_writer_that_does_not_find_the_answer_is_believed(model_server: ScriptedServer, shop: IndexHandle) -> None:
    def write(body: dict[str, Any]) -> Reply:
        nothing = Says('{"claims": [], "answered": false}')
        return nothing if step_of(body) == "generate_answer" else obey(body)

    model_server.reply(write)
    answer = ask(model_server, shop)
    assert answer.status == "not_found" and asked_steps(model_server).count("generate_answer") == 1


FAULTS: dict[str, Reply] = {
    "401": Fails(401),
    "400": Fails(400),
    "403": Fails(403),
    "404": Fails(404),
    "429": Fails(429),
    "429 for a minute": Fails(429, retry_after="60"),
    "500": Fails(500),
    "503": Fails(503),
    "hang": Hangs(),
    "stall": Stalls(),
    "cut": Cuts(),
    "garbled": Garbles(),
    "html": Html(),
    "empty choices": EmptyChoices(),
    "null content": NullContent(),
    "truncated json": Says('{"claims": [{"text": "`total_price` is'),
    "fenced json that is cut": Says('```json\n{"claims": [{"text": "`total_price`'),
    "prose": Says("The total price is computed in total_price()."),
    "wrong keys": Says('{"answer": "in total_price"}'),
    "wrong types": Says('{"claims": 5, "relevance": "high", "verdicts": {}, "english": []}'),
    "unknown evidence": Says('{"claims": [{"text": "It is there.", "cites": [{"piece": 999}]}]}'),
    "no citations": Says('{"claims": [{"text": "It is there."}]}'),
    "empty": Says(""),
    "only thoughts": Says("<think>Where could it be…"),
    "refusal": Refuses(),
    "broken tool call": Calls((Call("AnswerReply", '{"claims": ['),)),
    "unknown tool": Calls((Call("rm", '{"path": "/"}'),)),
    "one megabyte": HugeOutput(1_000_000),
    "context length": ContextLength(),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
@pytest.mark.timeout(120)
def test_a_model_that_always_fails_leaves_the_twins_answer(
    fault: Reply,
    model_server: ScriptedServer,
    shop: IndexHandle,
    without: Answer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    model_server.reply(fault, repeat_last=True)
    answer = ask(model_server, shop, budget_s=30.0, model_timeout_s=0.5)
    assert answer.status == without.status == "answered"
    assert [claim["text"] for claim in answer.claims] == [claim["text"] for claim in without.claims]
    assert all("sk-not-a-key" not in note["why"] for note in answer.degradations)
    assert reasons(answer, "generate_answer")
    gc.collect()  # a task whose error nobody has read says so when it is collected
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_writer_that_fails_once_does_not_cost_the_answer(
    fault: Reply, model_server: ScriptedServer, shop: IndexHandle
) -> None:
    failed: list[str] = []

    def fail_once(body: dict[str, Any]) -> Reply:
        if step_of(body) == "generate_answer" and not failed:
            failed.append("")
            return fault
        return obey(body)

    model_server.reply(fail_once)
    answer = ask(model_server, shop, budget_s=30.0, model_timeout_s=0.5)
    assert answer.status in ("answered", "partial") and answer.claims
    assert reasons(answer, "generate_answer")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/v1", "http://no-such-host.invalid/v1", "https://127.0.0.1:9/v1"])
def test_an_endpoint_that_cannot_be_reached_is_named(url: str, shop: IndexHandle) -> None:
    reachable = shop.settings.model_copy(update={"model": "scripted", "model_url": url, "budget_s": 30.0})
    answer = citeline.ask(QUESTION, shop, settings=reachable)
    assert answer.status in ("answered", "partial") and answer.claims
    assert url.split("/")[2].split(":")[0] in reasons(answer, "generate_answer")


def test_an_endpoint_without_a_safe_connection_is_sent_nothing(model_server: ScriptedServer, shop: IndexHandle) -> None:
    plain = settings(model_server, shop, model_url=model_server.url.replace("http:", "https:"), budget_s=30.0)
    answer = citeline.ask(QUESTION, shop, settings=plain)
    assert answer.claims and not model_server.requests and model_server.connections_left() == 0
    assert "safe connection" in reasons(answer, "translate_query")


@pytest.mark.parametrize("budget_s", [0.5, 1.0, 2.0])
def test_seconds_are_exceeded_by_little_whatever_hangs(
    budget_s: float, model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(Hangs(), repeat_last=True)
    answer = ask(model_server, shop, budget_s=budget_s)
    # A call that hangs lasts a minute, and there are several; 5 % over the budget is promised, and for the benchmarks.
    assert answer.usage["seconds"] <= budget_s + BUSY_S


def test_runs_side_by_side_do_not_disturb_each_other(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    with ThreadPoolExecutor(6) as pool:
        chosen = settings(model_server, shop, budget_s=30.0)
        answers = list(pool.map(lambda _: citeline.ask(QUESTION, shop, settings=chosen), range(12)))
    assert {answer.answer for answer in answers} == {"`total_price` is what does it. [1]"}
    assert {answer.usage["model_calls"] for answer in answers} == {4}
    assert model_server.connections_left() == 0


def test_what_may_pass_is_tried_again(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(Fails(429, retry_after="0.1"), obey)
    answer = ask(model_server, shop)
    assert answer.answer == "`total_price` is what does it. [1]"
    assert "429" in reasons(answer, "translate_query")


def test_a_wrong_key_is_not_tried_again(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(Fails(401), repeat_last=True)
    answer = ask(model_server, shop)
    assert len(model_server.requests) == 1
    assert "CITELINE_MODEL_KEY" in reasons(answer, "translate_query")
    assert "not asked again" in reasons(answer, "generate_answer")


@pytest.mark.parametrize(
    ("fault", "most"),
    [(Fails(401), 1), (Fails(403), 1), (Fails(404), 1), (Fails(400), 2), (Cuts(), 2), (Fails(500), 3), (Fails(503), 3)],
    ids=["401", "403", "404", "400", "cut", "500", "503"],
)
def test_an_endpoint_that_always_fails_is_given_up_for_the_rest_of_a_question(
    fault: Reply, most: int, model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(fault, repeat_last=True)
    for questions in (1, 2):  # the next question finds out anew
        answer = ask(model_server, shop, budget_s=30.0)
        assert questions <= len(model_server.requests) <= questions * most
        assert answer.usage["model_calls"] <= most
        assert "not asked again" in reasons(answer, "generate_answer")


def test_a_refused_connection_costs_two_calls(shop: IndexHandle) -> None:
    nowhere = shop.settings.model_copy(update={"model": "scripted", "model_url": "http://127.0.0.1:9/v1"})
    assert citeline.ask(QUESTION, shop, settings=nowhere).usage["model_calls"] <= 2


def test_an_endpoint_that_hangs_is_asked_by_one_step_and_by_the_writer(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(Hangs(), repeat_last=True)
    answer = ask(model_server, shop, budget_s=4.0)
    assert asked_steps(model_server) == ["translate_query", "generate_answer"]
    assert answer.status == "answered" and "twice" in reasons(answer, "check_citations")


def test_a_writer_is_asked_although_a_planning_step_was_not_answered(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(lambda body: Hangs() if step_of(body) == "translate_query" else obey(body))
    answer = ask(model_server, shop, budget_s=30.0, model_timeout_s=4.0)
    assert asked_steps(model_server) == ["translate_query", "generate_answer", "check_citations"]  # it answers again
    assert answer.answer == "`total_price` is what does it. [1]"


def test_the_writer_is_asked_where_the_planner_names_a_model_that_is_not_there(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(lambda body: Fails(404) if body["model"] == "gone" else obey(body))
    answer = ask(model_server, shop, planner_model="gone")
    assert answer.answer == "`total_price` is what does it. [1]"
    assert "not asked again" not in reasons(answer, "generate_answer")


def test_lines_that_no_piece_has_are_no_citation_and_that_is_said(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    made_up = '{"claims": [{"text": "`total_price` does it.", "cites": [{"piece": 1, "first": 9000, "last": 9001}]}]}'
    model_server.reply(lambda body: Says(made_up) if step_of(body) == "generate_answer" else obey(body))
    answer = ask(model_server, shop)
    assert "lines that their piece does not have" in reasons(answer, "generate_answer")
    assert answer.claims and "`total_price` does it." not in answer.answer


def test_a_tag_that_a_model_writes_does_not_work(model_server: ScriptedServer, shop: IndexHandle) -> None:
    text = "`total_price` is what <b>does</b> it."
    model_server.reply(lambda body: obey(body, text=text))
    answer = ask(model_server, shop)
    assert answer.answer == "`total_price` is what \\<b>does\\</b> it. [1]"


def test_an_endpoint_without_json_mode_is_asked_in_words(model_server: ScriptedServer, shop: IndexHandle) -> None:
    def strict(body: dict[str, Any]) -> Reply:
        return Fails(400, '{"error": {"message": "unknown field"}}') if "response_format" in body else obey(body)

    model_server.reply(strict)
    assert ask(model_server, shop).answer == "`total_price` is what does it. [1]"


@pytest.mark.parametrize("method", ["json_mode", "json_schema", "function_calling", "prompt"])
def test_each_way_of_asking_for_json_is_understood(
    method: str, model_server: ScriptedServer, shop: IndexHandle
) -> None:
    def answer_as_asked(body: dict[str, Any]) -> Reply:
        said = obey(body)
        assert isinstance(said, Says)
        if "tools" in body:
            return Calls((Call(body["tools"][0]["function"]["name"], said.text),))
        return Says(f"```json\n{said.text}\n```")

    model_server.reply(answer_as_asked)
    assert ask(model_server, shop, model_method=method).answer == "`total_price` is what does it. [1]"


def test_calls_are_never_more_than_the_budget(model_server: ScriptedServer, shop: IndexHandle) -> None:
    for calls in (1, 2, 3):
        model_server.requests.clear()
        model_server.reply(obey)
        answer = ask(model_server, shop, budget_calls=calls)
        assert len(model_server.requests) == calls and answer.usage["model_calls"] == calls
        assert answer.claims


def test_money_is_never_more_than_the_budget(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    for budget in (0.001, 0.01, 0.03):
        answer = ask(model_server, shop, budget_usd=budget, model_prices={"scripted": (1.0, 4.0)})
        assert answer.usage["usd"] <= budget and answer.claims


def test_the_answer_comes_before_the_guess_and_both_before_the_judge(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    made: list[list[str]] = []
    for calls in (1, 2, 3, 4):
        model_server.requests.clear()
        model_server.reply(obey)
        ask(model_server, shop, budget_calls=calls)
        made.append(asked_steps(model_server))
    assert made == [
        ["generate_answer"],
        ["translate_query", "generate_answer"],
        ["translate_query", "filter_documents", "generate_answer"],
        ["translate_query", "filter_documents", "generate_answer", "check_citations"],
    ]


def test_a_writer_is_told_which_names_do_not_exist(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    ask(model_server, shop, "how does `RedisCart` compute the total price of a cart?")
    (body,) = [request.body for request in model_server.requests if step_of(request.body) == "generate_answer"]
    assert "The files know nothing of: RedisCart" in body["messages"][1]["content"]


def test_each_call_tells_how_many_excerpts_it_sends_and_where_to(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(obey)
    events = list(citeline.run_with_events(QUESTION, shop, settings=settings(model_server, shop)))
    told = [event.text for event in events if isinstance(event, ProgressEvent)]
    shown = [request.body["messages"][-1]["content"].count("piece=") for request in model_server.requests]
    host = model_server.url.split("/")[2]
    assert told == [f"sending {number} excerpt{'s' * (number != 1)} to {host}" for number in shown]
    assert shown[0] == 0 and min(shown[1:]) > 0


def test_a_trace_names_the_prompts(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    chosen = settings(model_server, shop)
    context = Context().carrying(Resources(shop.reader, chosen, models=configured_models(chosen)))
    state = citeline.build_graph(whole=True).invoke({"question": QUESTION}, context=context)
    assert state["prompts"] == {step: load_prompt("citeline.nodes", step).digest for step in asked_steps(model_server)}


def test_a_model_that_overspends_is_asked_no_more(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(obey)
    answer = ask(model_server, shop, budget_tokens=200)
    assert answer.status == "partial" and not model_server.requests
    assert "200 tokens" in reasons(answer, "generate_answer")


def test_a_cheaper_writer_stands_in_for_one_that_is_too_expensive(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    model_server.reply(obey)
    prices = {"scripted": (1000.0, 1000.0), "small": (0.1, 0.1)}
    answer = ask(model_server, shop, budget_usd=0.01, small_model="small", model_prices=prices)
    assert answer.answer.startswith("`total_price` is what does it.")
    assert [request.body["model"] for request in model_server.requests] == ["small"]


def test_the_planner_chooses_among_the_sources(model_server: ScriptedServer, tmp_path: Path) -> None:
    for source, text in (("code", "The release job signs the wheel."), ("policy", "A release needs two approvals.")):
        (tmp_path / "tree" / source).mkdir(parents=True)
        (tmp_path / "tree" / source / "release.md").write_text(f"# Release\n\n{text}\n")
    written = [f'[sources.{name}]\npath = "{name}"\nabout = "{name} of the shop"\n' for name in ("code", "policy")]
    (tmp_path / "tree" / "citeline.toml").write_text("\n".join(written))

    def plan(body: dict[str, Any]) -> Reply:
        if step_of(body) == "translate_query":
            return Says('{"english": "what does a release need?"}')
        if step_of(body) != "plan_intent":
            return obey(body)
        assert "policy: policy of the shop" in str(body["messages"])
        return Says('{"question": "what does a release need?", "domains": ["policy", "invented"]}')

    model_server.reply(plan)
    with citeline.index(tmp_path / "tree", settings=Settings(home=tmp_path / "home", workers=1)) as handle:
        answer = ask(model_server, handle, "what does a release need?")
    assert {piece["path"] for piece in answer.evidence} == {"policy/release.md"}


def test_a_follow_up_question_is_completed_from_the_conversation(
    model_server: ScriptedServer, shop: IndexHandle
) -> None:
    def condense(body: dict[str, Any]) -> Reply:
        if step_of(body) == "plan_intent":
            asked = '"question": "where is the total price of a cart computed?", "needs_search": true'
            return Says(f'{{{asked}, "intents": ["invented", "change"]}}')
        return obey(body)

    model_server.reply(condense)
    machine = citeline.build_graph(whole=True)
    said = [
        {"role": "user", "content": "what is a cart?"},
        {"role": "assistant", "content": "A list of items, with a total price."},
        {"role": "user", "content": "and where is that computed?"},
    ]
    chosen = settings(model_server, shop)
    given = Resources(shop.reader, chosen, models=configured_models(chosen))
    state = machine.invoke({"messages": said}, context=Context().carrying(given))
    assert state["question"] == QUESTION
    assert state["read"]["text"] == QUESTION
    assert state["read"]["intents"] == ["change"]
    assert state["answer"] == "`total_price` is what does it. [1]"


def test_events_come_in_order_and_end_with_the_answer(model_server: ScriptedServer, shop: IndexHandle) -> None:
    def think(body: dict[str, Any]) -> Reply:
        said = obey(body)
        assert isinstance(said, Says)
        return Says(said.text, reasoning="Let me see.")

    model_server.reply(think)
    events = list(citeline.run_with_events(QUESTION, shop, settings=settings(model_server, shop)))
    assert isinstance(events[0], StepStartEvent) and isinstance(events[-1], CompletionEvent)
    assert events[-1].answer.status == "answered"
    assert len({event.run_id for event in events}) == 1
    assert [event.at for event in events] == sorted(event.at for event in events)
    assert "".join(event.text for event in events if isinstance(event, LLMThinkingEvent)).startswith("Let me see.")
    written = "".join(
        event.text for event in events if isinstance(event, LLMOutputEvent) and event.step == "generate_answer"
    )
    assert "`total_price` is what does it." in written
    ended = [event.step for event in events if isinstance(event, StepEndEvent)]
    assert ended[0] == "plan_intent" and ended[-1] == "finish"


def test_a_cancelled_run_leaves_no_request_behind(model_server: ScriptedServer, shop: IndexHandle) -> None:
    model_server.reply(Hangs(), repeat_last=True)

    async def cancel_soon() -> set[str]:
        async def read() -> None:
            async for _ in citeline.run_with_events_async(QUESTION, shop, settings=settings(model_server, shop)):
                pass

        task = asyncio.create_task(read())
        while not model_server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return {other.get_name() for other in asyncio.all_tasks() if other is not asyncio.current_task()}

    assert asyncio.run(cancel_soon()) == set()
    assert model_server.connections_left() == 0


def test_the_same_machine_runs_in_an_event_loop_and_without_one(
    model_server: ScriptedServer, shop: IndexHandle, tmp_path: Path
) -> None:
    model_server.reply(obey)

    async def last_event() -> object:
        chosen = settings(model_server, shop)
        return [event async for event in citeline.run_with_events_async(QUESTION, shop, settings=chosen)][-1]

    ended = asyncio.run(last_event())
    assert isinstance(ended, CompletionEvent)
    assert ended.answer.answer == ask(model_server, shop).answer
