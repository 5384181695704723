"""Actions: planned with the question, shown with their arguments, and done only after a yes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from icalendar import Calendar
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt
from pydantic import BaseModel, ValidationError

import citeline
from citeline.errors import UsageError
from citeline.graph.events import PauseEvent, ToolCallEvent, ToolResultEvent
from citeline.graph.pauses import Pause
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.tools.actions import ACTIONS, Action, Outcome
from citeline.tools.handle import IndexHandle
from tests.scripted_server import Reply, Says, ScriptedServer
from tests.tools.models.scripted import ScriptedChat

from .obedient_model import obey, step_of
from .test_with_model import settings

TREE = {
    "policy/approvals.md": "# Release approvals\n\n"
    "A release that touches payments needs two approvals: one of the payments owner and one of security.\n\n"
    "Every other release needs one approval of its owner.\n",
    "policy/freeze.md": "# Freeze\n\nNo release ships on a Friday.\n",
    "releases/PR-4827.md": "# PR-4827: refunds in instalments\n\n"
    "PR-4827 ships on 2026-03-04 with release R-19.\n\nPR-4827 touches payments.\n",
    "releases/PR-4001.md": "# PR-4001: dark mode\n\nPR-4001 ships on 2026-01-12 with release R-17.\n",
}
QUESTION = "When does PR-4827 ship, what approvals does it need, and create a release meeting"


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    root = tmp_path_factory.mktemp("acted") / "records"
    for path, text in TREE.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "meetings"


def writing_to(records: IndexHandle, out: Path, **others: Any) -> Settings:
    return records.settings.model_copy(update={"actions_folder": out, **others})


def written(out: Path) -> list[str]:
    return sorted(path.name for path in out.iterdir()) if out.exists() else []


class Person:
    """Says the same to every question and remembers what was shown."""

    def __init__(self, **reply: Any) -> None:
        self.reply = reply
        self.seen: list[Pause] = []

    def __call__(self, pause: Pause) -> Mapping[str, Any]:
        self.seen.append(pause)
        return self.reply


def test_the_rules_are_answered_from_both_domains_then_it_asks_and_writes_the_meeting(
    records: IndexHandle, out: Path
) -> None:
    person = Person(approve=True)
    answer = citeline.ask(QUESTION, records, settings=writing_to(records, out), decide=person)
    assert answer.status == "answered"
    assert {piece["path"].split("/")[0] for piece in answer.evidence} >= {"policy", "releases"}
    assert "2026-03-04" in answer.answer and "two approvals" in answer.answer
    (pause,) = person.seen
    assert pause.kind == "actions" and "approve" in pause.reply_schema["properties"]
    (shown,) = pause.shown["actions"]
    assert shown["arguments"] == {
        "title": "Release meeting: PR-4827",
        "start": "2026-03-04",
        "duration_minutes": 60,
        "timezone": "",
        "location": "",
        "attendees": [],
    }
    (cited,) = shown["sources"]["start"]
    assert (cited["kind"], cited["place"]) == ("citation", "releases/PR-4827.md:3")
    assert cited["text"] == "PR-4827 ships on 2026-03-04 with release R-19."
    assert {one["kind"] for one in shown["sources"]["title"]} == {"question"}
    assert shown["sources"]["timezone"] == [{"kind": "default", "text": ""}]
    # The answer is there before anybody is asked.
    assert pause.answer.answer == answer.answer
    assert written(out) == ["2026-03-04-release-meeting-pr-4827.ics"]
    (event,) = Calendar.from_ical((out / written(out)[0]).read_bytes()).walk("VEVENT")
    described = str(event["description"])
    assert answer.answer in described and "releases/PR-4827.md:" in described
    assert answer.actions[0]["status"] == "done" and str(out) in answer.actions[0]["told"]
    assert json.dumps(answer.to_json()["actions"])


@pytest.mark.parametrize("reply", [{"approve": False}, {"approve": []}, {"approve": ["other.action"]}])
def test_nothing_is_done_after_a_no(records: IndexHandle, out: Path, reply: dict[str, Any]) -> None:
    answer = citeline.ask(QUESTION, records, settings=writing_to(records, out), decide=Person(**reply))
    assert answer.status == "answered" and answer.actions[0]["status"] == "declined" and written(out) == []


def test_where_nobody_can_be_asked_it_stays_a_proposal(records: IndexHandle, out: Path) -> None:
    answer = citeline.ask(QUESTION, records, settings=writing_to(records, out))
    assert answer.status == "answered" and written(out) == []
    assert answer.actions[0]["status"] == "proposed" and "--yes calendar.create" in answer.actions[0]["told"]


def test_a_yes_beforehand_is_for_that_action_only(records: IndexHandle, out: Path) -> None:
    chosen = writing_to(records, out)
    assert citeline.ask(QUESTION, records, settings=chosen, yes=["other"]).actions[0]["status"] == "proposed"
    person = Person(approve=False)
    answer = citeline.ask(QUESTION, records, settings=chosen, yes=["calendar.create"], decide=person)
    assert answer.actions[0]["status"] == "done" and person.seen == [] and len(written(out)) == 1


def test_arguments_can_be_changed_with_the_yes_and_are_checked_again(records: IndexHandle, out: Path) -> None:
    changed = {"calendar.create": {"title": "Ship it", "start": "2026-03-05T09:00"}}
    chosen = writing_to(records, out)
    answer = citeline.ask(QUESTION, records, settings=chosen, decide=Person(approve=True, arguments=changed))
    assert answer.actions[0]["status"] == "done" and written(out) == ["2026-03-05-ship-it.ics"]
    wrong = {"calendar.create": {"title": "", "start": "x"}}
    answer = citeline.ask(QUESTION, records, settings=chosen, decide=Person(approve=True, arguments=wrong))
    assert answer.actions[0]["status"] == "failed" and "title" in answer.actions[0]["told"] and len(written(out)) == 1


def test_a_reply_that_does_not_fit_is_told_and_does_nothing(records: IndexHandle, out: Path) -> None:
    with pytest.raises(UsageError, match="approve"):
        citeline.ask(QUESTION, records, settings=writing_to(records, out), decide=Person(ok=1))
    assert written(out) == []


def test_a_date_that_is_told_nowhere_is_not_made_up(records: IndexHandle, out: Path) -> None:
    person = Person(approve=True)
    question = "What does the freeze forbid, and create a meeting"
    answer = citeline.ask(question, records, settings=writing_to(records, out), decide=person)
    assert person.seen == [] and answer.actions[0]["status"] == "failed" and "start" in answer.actions[0]["told"]


def test_an_action_that_fails_leaves_the_answer(records: IndexHandle, out: Path) -> None:
    inside = writing_to(records, records.reader.root / "meetings")
    answer = citeline.ask(QUESTION, records, settings=inside, yes=["calendar.create"])
    assert answer.status == "answered" and answer.actions[0]["status"] == "failed"
    assert not (records.reader.root / "meetings").exists()


def test_the_pause_and_what_is_done_are_events(records: IndexHandle, out: Path) -> None:
    chosen = writing_to(records, out)
    events = list(citeline.run_with_events(QUESTION, records, settings=chosen, decide=Person(approve=True)))
    order = [type(event) for event in events if isinstance(event, PauseEvent | ToolCallEvent | ToolResultEvent)]
    assert order == [PauseEvent, ToolCallEvent, ToolResultEvent]
    assert type(events[-1]).__name__ == "CompletionEvent" and len({event.run_id for event in events}) == 1


def test_it_asks_in_an_event_loop_too(records: IndexHandle, out: Path) -> None:
    async def run() -> list[Any]:
        chosen = writing_to(records, out)
        given = citeline.run_with_events_async(QUESTION, records, settings=chosen, decide=Person(approve=True))
        return [event async for event in given]

    assert asyncio.run(run())[-1].answer.actions[0]["status"] == "done" and len(written(out)) == 1


def test_a_host_resumes_with_a_checked_reply(records: IndexHandle, out: Path) -> None:
    machine = citeline.build_graph(whole=True).copy({"checkpointer": InMemorySaver()})
    context = Context().carrying(Resources(records.reader, writing_to(records, out)))
    thread: Any = {"configurable": {"thread_id": "1"}}
    stopped = machine.invoke({"question": QUESTION}, thread, context=context)
    assert stopped["answer"] and stopped["__interrupt__"][0].value["kind"] == "actions"
    assert machine.get_state(thread).next == ("approve_actions",)
    digest = stopped["__interrupt__"][0].value["digest"]
    for wrong in ({"aprove": True}, {"approve": True}, {"approve": 1, "digest": digest}):
        with pytest.raises(ValidationError):
            machine.invoke(Command(resume=wrong), thread, context=context)
    assert written(out) == []
    done = machine.invoke(Command(resume={"approve": True, "digest": digest}), thread, context=context)
    assert done["actions"][0]["status"] == "done" and len(written(out)) == 1
    assert "wrote" in done["messages"][-1].content


def test_a_host_that_keeps_no_threads_is_not_stopped(records: IndexHandle, out: Path) -> None:
    context = Context(review="plan,evidence,answer").carrying(Resources(records.reader, writing_to(records, out)))
    state = citeline.build_graph(whole=True).invoke({"question": QUESTION}, context=context)
    assert "__interrupt__" not in state and state["actions"][0]["status"] == "proposed" and written(out) == []


def filling(given: Mapping[str, Any]) -> Any:
    """A server's model that fills in these arguments and answers with the line of the release record."""

    def fill(body: dict[str, Any]) -> Reply:
        if "You fill in what it takes" in body["messages"][0]["content"]:
            assert "2026-03-04" in body["messages"][1]["content"]
            return Says(json.dumps({"actions": [{"name": "calendar.create", "arguments": given}]}))
        return copying(body)

    return fill


@pytest.mark.parametrize(
    ("given", "made_up"),
    [
        ({"title": "Go live", "start": "2026-03-04"}, []),
        ({"start": "2026-01-12"}, []),
        ({"start": "2026-03-04T10:00", "timezone": "Europe/Berlin"}, ["timezone"]),
        ({"attendees": ["ana@example.org"]}, ["attendees"]),
        ({"location": "Room 4", "duration_minutes": 15}, ["location", "duration_minutes"]),
        ({"start": "tomorrow"}, []),
        ({"titel": "x"}, []),
    ],
)
def test_what_a_model_makes_up_is_marked_and_not_run_with_a_yes_beforehand(
    model_server: ScriptedServer, records: IndexHandle, out: Path, given: dict[str, Any], made_up: list[str]
) -> None:
    model_server.reply(filling(given))
    chosen = settings(model_server, records, actions_folder=out)
    answer = citeline.ask(QUESTION, records, settings=chosen, yes=["calendar.create"])
    (call,) = answer.actions
    # What question and answer say stays, whatever the model says of it.
    assert call["arguments"]["start"] == "2026-03-04"
    assert call["arguments"]["title"] == "Release meeting: PR-4827"
    marked = [name for name, sources in call["sources"].items() if sources[0]["kind"] == "model"]
    assert sorted(marked) == sorted(made_up)
    assert call["status"] == ("proposed" if made_up else "done") and bool(written(out)) != bool(made_up)
    assert all(f"{name} is made up by a model" in call["told"] for name in made_up)
    person = Person(approve=True)
    citeline.ask(QUESTION, records, settings=chosen, decide=person)
    assert len(person.seen) == 1 and len(written(out)) == (1 if made_up else 2)


def test_a_date_that_a_model_works_out_waits_for_a_person(
    model_server: ScriptedServer, records: IndexHandle, out: Path
) -> None:
    model_server.reply(filling({"start": "2026-03-02"}))
    asked = "When does PR-4827 ship, and create a release meeting two days before"
    chosen = settings(model_server, records, actions_folder=out)
    (call,) = citeline.ask(asked, records, settings=chosen, yes=["calendar.create"]).actions
    assert call["status"] == "proposed" and call["sources"]["start"][0]["kind"] == "model" and written(out) == []


def copying(body: dict[str, Any]) -> Reply:
    """Answers with the line of the release record."""
    if step_of(body) != "generate_answer":
        return obey(body)
    asked = body["messages"][1]["content"]
    piece = next(part for part in asked.split("<DATA-") if "ships on 2026-03-04" in part)
    claim = {"text": "PR-4827 ships on 2026-03-04.", "cites": [{"piece": int(piece.split("piece=")[1].split(">")[0])}]}
    return Says(json.dumps({"claims": [claim]}))


def test_a_langchain_tool_is_proposed_by_a_model_and_run_after_a_yes(records: IndexHandle) -> None:
    posted: list[str] = []

    @tool("chat.post")
    def post(channel: str, text: str) -> str:
        """Posts a text in a channel."""
        posted.append(f"{channel}: {text}")
        return "posted"

    def play(messages: Any) -> str:
        system = str(messages[0].text)
        if system.startswith("You prepare a question for a search") and "`needs_search`" in system:
            assert "chat.post: Posts a text" in system
            return json.dumps({"question": "when does PR-4827 ship?", "actions": ["chat.post", "rm"]})
        if "You fill in what it takes" in system:
            arguments = {"channel": "#ops", "text": "PR-4827 ships on 2026-03-04"}
            return json.dumps({"actions": [{"name": "chat.post", "arguments": arguments}]})
        roles = {"system": "system", "human": "user", "ai": "assistant"}
        body = {"messages": [{"role": roles[one.type], "content": str(one.text)} for one in messages]}
        reply = copying(body)
        assert isinstance(reply, Says)
        return reply.text

    person = Person(approve=["chat.post"])
    asked = "when does PR-4827 ship? tell #ops"
    answer = citeline.ask(asked, records, model=ScriptedChat(answer=play), actions=[post], decide=person)
    assert posted == ["#ops: PR-4827 ships on 2026-03-04"]
    assert [call["name"] for call in answer.actions] == ["chat.post"]


class Nothing(BaseModel):
    """Takes no arguments."""


def also(name: str, run: Any) -> Action:
    """An action that is asked for with the same words as a meeting."""
    meeting = ACTIONS.get("calendar.create")
    assert meeting is not None
    return Action(name, "for a test", Nothing, run, meeting.wanted, lambda outcome: {})


class Host:
    """The machine in a host with threads, and the meetings that it has written."""

    def __init__(self, records: IndexHandle, out: Path, *more: Action, **context: Any) -> None:
        self.machine = citeline.build_graph(whole=True).copy({"checkpointer": InMemorySaver()})
        given = Resources(
            records.reader, writing_to(records, out, home=out.parent / "home"), actions=ACTIONS.with_(more)
        )
        self.context = Context(**context).carrying(given)
        self.thread: Any = {"configurable": {"thread_id": "1"}}

    def run(self, given: Any, config: Any = None) -> dict[str, Any]:
        return self.machine.invoke(given, config or self.thread, context=self.context)

    def stopped(self) -> dict[str, Any]:
        """What is shown when the run waits for a yes."""
        value: dict[str, Any] = self.run({"question": QUESTION})["__interrupt__"][0].value
        return value


def yes(shown: Mapping[str, Any]) -> Command[Any]:
    return Command(resume={"approve": True, "digest": shown["digest"]})


class PowerCut(BaseException):
    """What no action can catch."""


def test_a_run_that_is_resumed_after_a_power_cut_does_nothing_twice(records: IndexHandle, out: Path) -> None:
    began: list[str] = []

    def cut(arguments: Nothing, outcome: Outcome) -> str:
        began.append(outcome.call)
        raise PowerCut

    host = Host(records, out, also("z.post", cut))
    shown = host.stopped()
    with pytest.raises(PowerCut):
        host.run(yes(shown))
    done = host.run(None)
    assert len(written(out)) == 1 and len(began) == 1
    assert [(call["name"], call["status"]) for call in done["actions"]] == [
        ("calendar.create", "done"),
        ("z.post", "failed"),
    ]
    assert "look whether it was done" in done["actions"][1]["told"]


def test_going_back_in_time_and_on_again_does_nothing_twice(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    host.run(yes(host.stopped()))
    before = next(one for one in host.machine.get_state_history(host.thread) if one.next == ("run_actions",))
    again = host.run(None, before.config)
    assert len(written(out)) == 1
    assert again["actions"][0]["status"] == "done" and written(out)[0] in again["actions"][0]["told"]


def test_the_same_wish_in_a_new_run_is_done_again(records: IndexHandle, out: Path) -> None:
    for _ in range(2):
        host = Host(records, out)
        host.run(yes(host.stopped()))
    assert len(written(out)) == 2


def test_a_state_that_was_edited_to_approved_still_waits_for_a_yes(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    host.stopped()
    calls = host.machine.get_state(host.thread).values["actions"]
    evil = [{**call, "arguments": {**call["arguments"], "title": "Evil"}, "status": "approved"} for call in calls]
    host.machine.update_state(host.thread, {"actions": evil})
    (asked,) = host.run(None)["__interrupt__"]
    assert asked.value["actions"][0]["arguments"]["title"] == "Evil" and written(out) == []
    host.machine.update_state(host.thread, {"actions": evil}, as_node="approve_actions")
    done = host.run(None)
    assert done["actions"][0]["status"] == "failed" and written(out) == []


def test_a_yes_to_what_was_shown_runs_nothing_that_was_changed_since(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    shown = host.stopped()
    calls = host.machine.get_state(host.thread).values["actions"]
    changed = [{**call, "arguments": {**call["arguments"], "title": "Evil"}} for call in calls]
    host.machine.update_state(host.thread, {"actions": changed})
    (asked,) = host.run(yes(shown))["__interrupt__"]
    assert written(out) == [] and asked.value["actions"][0]["arguments"]["title"] == "Evil"
    assert "no longer" in asked.value["why"] and asked.value["digest"] != shown["digest"]
    assert host.run(yes(asked.value))["actions"][0]["status"] == "done" and written(out) == ["2026-03-04-evil.ics"]


def test_an_action_that_asks_by_itself_is_heard_and_goes_on_with_the_reply(records: IndexHandle, out: Path) -> None:
    def careful(arguments: Nothing, outcome: Outcome) -> str:
        return f"done: {interrupt({'really': True})}"

    host = Host(records, out, also("a.careful", careful), yes="calendar.create,a.careful")
    (asked,) = host.run({"question": QUESTION})["__interrupt__"]
    assert asked.value == {"really": True}
    done = host.run(Command(resume="sure"))
    assert {call["name"]: call["told"] for call in done["actions"]}["a.careful"] == "done: sure"
    assert len(written(out)) == 1
    # From Python `decide` is asked; where there is none, the action fails and the answer stays.
    options: Any = {"settings": writing_to(records, out), "actions": [also("a.careful", careful)], "yes": ["a.careful"]}
    asked_by_tool = citeline.ask(
        QUESTION, records, decide=lambda pause: "sure" if pause.kind == "tool" else {"approve": False}, **options
    )
    assert asked_by_tool.actions[1]["told"] == "done: sure"
    alone = citeline.ask(QUESTION, records, **options)
    assert alone.status == "answered" and "nobody can be asked" in alone.actions[1]["told"]


def test_what_was_not_found_leads_to_no_proposal_and_that_is_told(records: IndexHandle, out: Path) -> None:
    question = "what colour is the zebra Quuxfrob of 2026-03-04, and create a meeting"
    answer = citeline.ask(question, records, settings=writing_to(records, out), yes=["calendar.create"])
    assert answer.answers is not None and answer.answers["verdict"] == "not_stated"
    assert answer.actions == () and written(out) == []
    assert any(note["source"] == "calendar.create" for note in answer.degradations)


def test_where_it_cannot_be_noted_nothing_is_done(records: IndexHandle, out: Path, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    answer = citeline.ask(
        QUESTION, records, settings=writing_to(records, out, home=tmp_path / "home"), yes=["calendar.create"]
    )
    assert answer.actions[0]["status"] == "failed" and "not done" in answer.actions[0]["told"] and written(out) == []


def decided(*decisions: Mapping[str, Any]) -> Command[Any]:
    """As LangChain's human-in-the-loop, and chat front ends that know it, reply."""
    return Command(resume={"decisions": list(decisions)})


def test_a_chat_front_end_sees_a_request_that_it_knows_and_its_yes_is_enough(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    shown = host.stopped()
    (request,), (config,) = shown["action_requests"], shown["review_configs"]
    assert request["name"] == config["action_name"] == "calendar.create" and "PR-4827" in request["description"]
    assert (
        config["allowed_decisions"] == ["approve", "edit", "reject"] and "start" in config["args_schema"]["properties"]
    )
    assert request["args"]["start"] == "2026-03-04" and json.loads(json.dumps(shown)) == shown
    assert host.run(decided({"type": "approve"}))["actions"][0]["status"] == "done"
    assert len(written(out)) == 1


def test_a_front_end_edits_in_text_and_rejects_with_a_reason(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    args = {**host.stopped()["action_requests"][0]["args"], "title": "Look at it", "attendees": '["ann@example.org"]'}
    for wrong in ({"type": "edit"}, {"type": "edit", "edited_action": {"name": "mail.send", "args": args}}):
        with pytest.raises(ValidationError):
            host.run(decided(wrong))
    with pytest.raises(ValidationError, match="no JSON"):
        host.run(decided({"type": "edit", "edited_action": {"args": {**args, "attendees": "ann"}}}))
    done = host.run(decided({"type": "edit", "edited_action": {"name": "calendar.create", "args": args}}))
    assert done["actions"][0]["arguments"]["attendees"] == ["ann@example.org"]
    assert written(out) == ["2026-03-04-look-at-it.ics"]
    other = Host(records, out)
    other.stopped()
    assert other.run(decided({"type": "reject", "message": "no"}))["actions"][0]["status"] == "declined"


def test_a_yes_without_a_digest_is_none_to_what_was_edited_since(records: IndexHandle, out: Path) -> None:
    host = Host(records, out)
    host.stopped()
    calls = host.machine.get_state(host.thread).values["actions"]
    evil = [{**call, "arguments": {**call["arguments"], "title": "Evil"}} for call in calls]
    host.machine.update_state(host.thread, {"actions": evil})
    (asked,) = host.run(decided({"type": "approve"}))["__interrupt__"]
    assert "no longer" in asked.value["why"] and written(out) == []
    assert host.run(decided({"type": "approve"}))["actions"][0]["status"] == "done"


def test_a_front_end_that_decides_one_action_at_a_time_is_asked_about_the_next(records: IndexHandle, out: Path) -> None:
    posted: list[str] = []

    def post(arguments: Nothing, outcome: Outcome) -> str:
        posted.append(outcome.question)
        return "posted"

    host = Host(records, out, also("z.post", post))
    assert [one["name"] for one in host.stopped()["action_requests"]] == ["calendar.create", "z.post"]
    (asked,) = host.run(decided({"type": "reject", "message": "no"}))["__interrupt__"]
    assert [one["name"] for one in asked.value["action_requests"]] == ["z.post"]
    done = host.run(decided({"type": "approve"}))
    assert [call["status"] for call in done["actions"]] == ["declined", "done"] and len(posted) == 1


def test_what_is_to_be_done_is_not_respelled(records: IndexHandle) -> None:
    """The corpus says `security`: the title of a meeting and its guests were words that nobody had said."""
    question = (
        "Create a meeting about the secruity release on 12 March 2027 at 10:00 Europe/Berlin with ann@example.org"
    )
    (action,) = citeline.ask(question, records, no_model=True).to_json()["actions"]
    assert "secruity" in action["arguments"]["title"]
