"""The steps from the context to the end of the run."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from citeline.nodes import check_citations as checking
from citeline.nodes import finish as finishing
from citeline.nodes import generate_answer as generating
from citeline.nodes.check_citations import check_citations
from citeline.nodes.finish import finish
from citeline.nodes.generate_answer import generate_answer
from citeline.nodes.reply import reply
from citeline.state import Claim, MissingName, StateUpdate
from citeline.tools.answer.compose import Composed
from citeline.tools.answer.ranking.stated import Nearness
from citeline.tools.question.question import Question

from . import fakes

pytestmark = pytest.mark.usefixtures("given")

GOOD = fakes.claim(1, checked=fakes.verdicts())
NOT_SHOWN = fakes.claim(2, checked=fakes.verdicts(supports="not_shown", why="`foo` is not in the lines"))

CONTRADICTED = fakes.claim(2, checked=fakes.verdicts(supports="contradicted", why="they raise another error"))


def check(monkeypatch: pytest.MonkeyPatch, *checked: Claim, **state: Any) -> StateUpdate:
    monkeypatch.setattr(checking, "check_claims", lambda claims, evidence, root, indexed, signatures: list(checked))
    context = [fakes.evidence(1), fakes.evidence(2), fakes.evidence(3)]
    return check_citations(fakes.searching(context=context, claims=list(checked), **state), fakes.runtime())


def test_claims_are_made_from_the_context(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def compose(index: Any, question: str, evidence: Any, *rest: Any, **options: Any) -> Composed:
        seen.extend(piece["id"] for piece in evidence)
        return Composed([fakes.claim(2)], [], [fakes.evidence(2)])

    monkeypatch.setattr(generating, "compose", compose)
    update = generate_answer(fakes.searching(context=[fakes.evidence(1)]), fakes.runtime())
    assert update["claims"] == [fakes.claim(2)]
    assert [piece["id"] for piece in update["context"]] == [1, 2]
    assert seen == [1]


@pytest.mark.parametrize("question", ["how does it start?", "how does it start and when does it stop?"])
@pytest.mark.parametrize(("basis", "not_stated"), [("", True), ("cell", False)])
def test_evidence_about_something_else_is_the_closest_unless_something_is_known_without_it(
    monkeypatch: pytest.MonkeyPatch, question: str, basis: str, not_stated: bool
) -> None:
    """Lines that share a word with the question must not become an answer, one thing asked or two; they are shown, for
    a question in other words than the source has its answer there.
    """

    def compose(index: Any, asked: Question, *rest: Any, ranked: bool = True, **options: Any) -> Composed:
        return Composed([fakes.claim(2)], [], [fakes.evidence(2)], basis) if basis or ranked else Composed([], [], [])

    monkeypatch.setattr(generating, "compose", compose)
    monkeypatch.setattr(generating, "evidence_of_part", lambda *given: [fakes.evidence(1)])
    monkeypatch.setattr(generating, "_unmentioned", lambda *given: [])
    state = fakes.searching(context=[fakes.evidence(1)], question=question, grade="nothing", missing_names=[])
    update = generate_answer(state, fakes.runtime())
    assert len(update["claims"]) == 1
    assert bool(update["not_stated"]) is not_stated
    assert update["basis"] == basis


def test_no_line_is_close_to_what_hangs_on_an_absent_name(monkeypatch: pytest.MonkeyPatch) -> None:
    ranks: list[bool] = []

    def compose(*given: Any, ranked: bool, **options: Any) -> Composed:
        ranks.append(ranked)
        return Composed([], [], [])

    monkeypatch.setattr(generating, "compose", compose)
    absent: MissingName = {"name": "Norway", "nearest": []}
    question = "how are refunds taxed in Norway?"
    state = fakes.searching(context=[fakes.evidence(1)], question=question, grade="nothing", missing_names=[absent])
    assert not generate_answer(state, fakes.runtime())["claims"]
    assert not any(ranks)


@pytest.mark.parametrize(("text", "stated"), [("Sign in by LDAP or OAuth.", True), ("Sign in by a password.", False)])
def test_lines_of_poor_evidence_are_the_closest_unless_they_name_the_product(
    monkeypatch: pytest.MonkeyPatch, text: str, stated: bool
) -> None:
    claim: Claim = {**fakes.claim(2), "text": text}
    near = Nearness(0.2, 0.2, 0.4, 0.0)
    monkeypatch.setattr(
        generating, "compose", lambda *given, **options: Composed([claim], [], [fakes.evidence(2)], near=near)
    )
    monkeypatch.setattr(generating, "_unmentioned", lambda *given: [])
    state = fakes.searching(context=[fakes.evidence(1)], question="does it support LDAP?", grade_score=0.001)
    assert bool(generate_answer(state, fakes.runtime())["not_stated"]) is not stated


def test_what_tells_a_full_answer_from_a_part_is_kept_for_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    near = Nearness(0.2, 0.2, 0.4, 0.0)
    monkeypatch.setattr(
        generating, "compose", lambda *given, **options: Composed([fakes.claim(1)], [], [fakes.evidence(1)], near=near)
    )
    monkeypatch.setattr(generating, "_unmentioned", lambda *given: [])
    monkeypatch.setattr(generating, "chance_stated", lambda signals: 0.9)
    state = fakes.searching(context=[fakes.evidence(1)], question="how long is a holiday?")
    signals = generate_answer(state, fakes.runtime())["signals"]
    assert 0 < signals["full"] < 1 and signals["coverage"] == near.coverage


def test_a_part_that_the_first_claim_tells_is_not_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Not found: why does my RAM balloon when …` stood below the sentence that said why."""
    claim: Claim = {**fakes.claim(1), "text": "The halted engine stops when its belt is off."}

    def compose(index: Any, asked: Question, *rest: Any, **options: Any) -> Composed:
        return Composed([] if "stop" in asked.text else [claim], [], [fakes.evidence(1)])

    monkeypatch.setattr(generating, "compose", compose)
    pieces = {True: [], False: [fakes.evidence(1)]}
    monkeypatch.setattr(generating, "evidence_of_part", lambda index, part, *given: pieces["stop" in part.text])
    monkeypatch.setattr(generating, "_unmentioned", lambda *given: ["moot", "nil"])
    asked = "how does it start and when does the engine with its belt stop?"
    state = fakes.searching(context=[fakes.evidence(1)], question=asked)
    assert generate_answer(state, fakes.runtime())["unanswered"] == []


def test_parts_of_a_question_do_not_repeat_each_others_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    def compose(index: Any, asked: Question, *rest: Any, **options: Any) -> Composed:
        if "stop" in asked.text:
            return Composed([], [fakes.claim(2)], [])
        return Composed([fakes.claim(1)], [fakes.claim(1), fakes.claim(2)], [fakes.evidence(1)], "cell")

    monkeypatch.setattr(generating, "compose", compose)
    monkeypatch.setattr(generating, "evidence_of_part", lambda *given: [fakes.evidence(1)])
    monkeypatch.setattr(generating, "_unmentioned", lambda *given: ["stop", "halt"])
    state = fakes.searching(context=[fakes.evidence(1)], question="how does it start and when does it stop?")
    update = generate_answer(state, fakes.runtime())
    assert (update["claims"], update["more"]) == ([fakes.claim(1)], [fakes.claim(2)])
    assert update["basis"] == ""  # nothing bears out the other part
    assert len(update["unanswered"]) == 1


def test_claims_that_are_shown_are_kept_as_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    update = check(monkeypatch, GOOD)
    assert update["claims"] == [GOOD]
    assert "degradations" not in update
    assert "context" not in update


def test_citations_are_checked_with_the_signature_around_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[int, str] = {}

    def checked(claims: Any, evidence: Any, root: Any, *, indexed: Any, signatures: dict[int, str]) -> list[Claim]:
        seen.update(signatures)
        return [GOOD]

    monkeypatch.setattr(checking, "check_claims", checked)
    context = [fakes.evidence(1), fakes.evidence(2)]
    check_citations(fakes.searching(context=context, claims=[fakes.claim(1)]), fakes.runtime())
    assert seen == {1: "def part1():"}


def test_claims_that_are_not_shown_are_removed_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    update = check(monkeypatch, GOOD, NOT_SHOWN)
    assert update["claims"] == [GOOD]
    (note,) = update["degradations"]
    assert (note["source"], note["to"]) == ("2 claims", "1 claim")
    assert "`foo` is not in the lines" in note["why"]


@pytest.mark.parametrize(
    "bad",
    [
        fakes.claim(1),
        {"text": "No citation.", "evidence": []},
        fakes.claim(1, checked=fakes.verdicts(resolves=False)),
        fakes.claim(1, checked=fakes.verdicts(supports="contradicted")),
    ],
    ids=["unchecked", "uncited", "unresolved", "contradicted"],
)
def test_a_claim_that_nothing_carries_is_removed(monkeypatch: pytest.MonkeyPatch, bad: Claim) -> None:
    assert check(monkeypatch, bad, GOOD)["claims"] == [GOOD]


def test_a_contradiction_outweighs_support(monkeypatch: pytest.MonkeyPatch) -> None:
    both: Claim = {
        **fakes.claim(1, 2),
        "verdicts": {"1": fakes.verdicts(), "2": fakes.verdicts(supports="contradicted")},
    }
    assert check(monkeypatch, both)["claims"] == []


@pytest.mark.parametrize(
    ("claims", "verdict"),
    [
        ([CONTRADICTED, GOOD], "partly"),
        ([GOOD, CONTRADICTED], "partly"),
        ([GOOD, NOT_SHOWN], "yes"),
    ],
)
def test_an_answer_whose_first_sentence_was_removed_or_any_contradicted_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, claims: list[Claim], verdict: str
) -> None:
    fact: Any = {"relation": "defined_in", "subject": "part1", "object": "a.py"}
    stated: list[Claim] = [{**claim, "fact": fact} for claim in claims]
    monkeypatch.setattr(checking, "_as_rendered", lambda claim, language: claim)
    state = {"context": [fakes.evidence(1), fakes.evidence(2)], "claims": stated, "basis": "definition"}
    monkeypatch.setattr(checking, "check_claims", lambda claims, *_, **__: list(claims))
    update = check_citations(fakes.searching(**state), fakes.runtime())
    answers = finish(fakes.searching(**{**state, **update}), fakes.runtime())["answers"]
    assert answers["verdict"] == verdict, answers


def test_when_no_claim_is_left_the_context_is_narrowed_to_other_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    update = check(monkeypatch, NOT_SHOWN)
    assert update["claims"] == []
    assert [piece["id"] for piece in update["context"]] == [1, 3]
    assert update["rewrites"] == 1


@pytest.mark.parametrize(
    ("question", "chat", "said", "status"),
    [
        ("hello", "greeting", "Hello", "answered"),
        ("你好", "greeting", "你好", "answered"),
        ("Hallo", "greeting", "Hallo", "answered"),
        ("gracias", "thanks", "De nada", "answered"),
        ("さようなら", "farewell", "さようなら", "answered"),
        ("thanks", "thanks", "welcome", "answered"),
        ("", "empty", "nothing to search for", "not_found"),
    ],
)
def test_reply_speaks_the_askers_language(question: str, chat: str, said: str, status: str) -> None:
    update = reply(fakes.searching(question=question, plan={**fakes.PLAN, "chat": chat}), fakes.runtime())
    assert said in update["answer"]
    assert update["status"] == status


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finishing, "render", lambda claims, evidence: " ".join(one["text"] for one in claims))


@pytest.mark.usefixtures("rendered")
def test_claims_become_the_answer() -> None:
    update = finish(fakes.searching(claims=[GOOD]), fakes.runtime())
    assert (update["answer"], update["status"]) == (GOOD["text"], "answered")
    assert [message["role"] for message in update["messages"]] == ["user", "assistant"]


@pytest.mark.usefixtures("rendered")
@pytest.mark.parametrize(("name", "verdict"), [("neccesarry", "partly"), ("brotli", "not_stated")])
def test_a_word_that_no_software_knows_is_named_and_decides_nothing(name: str, verdict: str) -> None:
    state = fakes.searching(
        question=f"is the form {name}?", claims=[GOOD], missing_names=[{"name": name, "nearest": []}]
    )
    update = finish(state, fakes.runtime())
    assert update["answers"]["verdict"] == verdict and name in update["answer"]


@pytest.mark.usefixtures("rendered")
@pytest.mark.parametrize(
    ("claim", "language", "opening"),
    [
        ({**GOOD, "features": {"similarity": 0.2}}, "how long is a holiday?", "These lines come closest"),
        ({**GOOD, "features": {"similarity": 0.2}}, "请假需要多久提前申请？", "以下内容最接近"),
        (GOOD, "how long is a holiday?", ""),
    ],
)
def test_a_doubtful_answer_says_so_before_its_lines(claim: Claim, language: str, opening: str) -> None:
    """Whoever reads a green tick on lines about something else must not take them for the answer. What is doubted is no
    sentence that a model wrote, or a source knew.
    """
    update = finish(fakes.searching(question=language, claims=[claim], signals={"full": 0.3}), fakes.runtime())
    assert update["answers"]["verdict"] == "partly"
    assert update["answers"].get("opening", "").startswith(opening)
    assert update["answer"].startswith(opening or GOOD["text"])
    assert ("something else" in update["answers"]["why"]) == bool(opening)


@pytest.mark.usefixtures("rendered")
def test_an_answer_that_ran_out_of_time_is_partial() -> None:
    notes = [{"step": "walk_graph", "source": "", "to": "", "why": "out of time: the budget is 1 s"}]
    assert finish(fakes.searching(claims=[GOOD], degradations=notes), fakes.runtime())["status"] == "partial"


@pytest.mark.usefixtures("rendered")
def test_an_answer_that_lost_a_claim_is_still_an_answer() -> None:
    notes = [{"step": "check_citations", "source": "", "to": "", "why": "not shown by the cited lines: x"}]
    assert finish(fakes.searching(claims=[GOOD], degradations=notes), fakes.runtime())["status"] == "answered"


def test_a_refusal_or_a_reply_is_passed_on_as_it_is() -> None:
    update = finish(fakes.searching(answer="Not found.", status="not_found"), fakes.runtime())
    assert "answer" not in update
    assert update["messages"][-1] == {"role": "assistant", "content": "Not found."}


def test_a_question_that_came_as_a_message_is_not_repeated() -> None:
    update = finish(fakes.searching(answer="Hello.", messages=[HumanMessage("hi")]), fakes.runtime())
    assert [message["role"] for message in update["messages"]] == ["assistant"]
