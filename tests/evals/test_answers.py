"""What is graded of an answer: answers made by hand, with the grades that the published rules give them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from citeline.errors import CitelineError
from citeline.evals.answers import lines_printed, read_verdict, said_by
from citeline.evals.cases.case import Gold
from citeline.evals.measures import BY_NAME, families
from citeline.evals.outcome import Cited, Outcome, Run
from citeline.evals.result import figures
from tests.evals.outcomes import case


@dataclass
class Printed:
    """An answer as `citeline ask --format json` prints it."""

    claims: Sequence[Mapping[str, Any]] = ()
    evidence: Sequence[Mapping[str, Any]] = ()
    answer: str = ""
    status: str = "answered"
    answers: object = None
    missing: tuple[str, ...] = field(default=())


VALUE = {
    "id": 1,
    "path": "src/conf.py",
    "start_line": 8,
    "end_line": 9,
    "name": "Conf",
    "text": "class Conf:\n  port = 80",
}
GUIDE = {"id": 2, "path": "docs/guide.md", "start_line": 1, "end_line": 20, "name": None, "text": "x\n" * 19 + "port"}
TEST = {"id": 3, "path": "tests/test_conf.py", "start_line": 1, "end_line": 1, "name": "test", "text": "assert conf"}
ASKED = case(
    "port",
    type="value",
    needs=((Gold(path="src/conf.py", start_line=9, end_line=9), Gold(path="docs/ports.md", start_line=3, end_line=3)),),
    says=(("port ?= ?80", "eighty"),),
    also=(Gold(path="docs/guide.md", start_line=20, end_line=20),),
)
ABSENT = case("absent", type="unanswerable", answerable=False)


def claim(text: str, *evidence: int) -> dict[str, Any]:
    return {"text": text, "evidence": list(evidence)}


def asked(printed: Printed, of: Any = ASKED) -> Outcome:
    said = said_by(printed, of.says)
    pieces = {piece["id"]: piece for piece in printed.evidence}
    cited = [
        Cited(
            claim=number,
            in_evidence=True,
            **{key: pieces[identity][key] for key in ("path", "start_line", "end_line")},
        )
        for number, one in enumerate(printed.claims, start=1)
        for identity in one["evidence"]
    ]
    run = Run(
        status=printed.status,  # type: ignore[arg-type]  # a test says which
        answer=printed.answer,
        citations=tuple(cited),
        missing_names=printed.missing,
        degradations=(),
        usage={},
        step_ms={},
        ms=1.0,
        answers=read_verdict(printed.answers),
        claims=len(printed.claims),
        lines=lines_printed(printed, notices=bool(printed.missing)),
        said=said.anywhere,
        said_first=said.first,
    )
    return Outcome(case=of, run=run)


def grade_of(outcome: Outcome) -> str:
    return next(name for name in ("full", "pointer", "useless", "refused") if BY_NAME[name].of(outcome))


@pytest.mark.parametrize(
    ("printed", "grade", "first", "useful", "lines"),
    [
        # The cited lines say it.
        (Printed([claim("It is set here.", 1)], [VALUE]), "full", 1.0, 1.0, 5),
        # The sentence says it, in other letters; a useless sentence stands first.
        (Printed([claim("See the test.", 3), claim("EIGHTY.", 1)], [VALUE, TEST]), "full", 0.0, 0.5, 5),
        # Said, and the needed lines are not cited.
        (Printed([claim("port = 80", 3)], [TEST]), "useless", 0.0, 0.0, 4),
        # Cited, and not said.
        (Printed([claim("A class.", 1)], [{**VALUE, "text": "class Conf:"}]), "pointer", 0.0, 1.0, 4),
        # The right file beside a place that helps.
        (
            Printed([claim("A.", 1), claim("B.", 2)], [{**VALUE, "start_line": 1, "end_line": 3}, GUIDE]),
            "pointer",
            0.0,
            0.5,
            6,
        ),
        # Only a place that helps.
        (Printed([claim("B.", 2)], [GUIDE]), "useless", 0.0, 1.0, 16),
        # No sentence at all.
        (Printed(answer="Nothing.\n\nClosest:\n- a\n"), "useless", 0.0, None, 3),
        (Printed(status="not_found", answer="Not found."), "refused", 0.0, None, 1),
    ],
)
def test_grades_are_those_of_the_published_rules(
    printed: Printed, grade: str, first: float, useful: float | None, lines: int
) -> None:
    outcome = asked(printed)
    assert grade_of(outcome) == grade
    assert BY_NAME["first line right"].of(outcome) == first
    assert BY_NAME["claims useful"].of(outcome) == useful
    assert BY_NAME["lines printed"].of(outcome) == lines


def test_only_the_first_sentence_counts_for_the_first_line() -> None:
    silent = {**VALUE, "text": "class Conf:"}
    late = asked(Printed([claim("A class.", 1), claim("Port = 80.", 3)], [silent, TEST]))
    assert BY_NAME["full"].of(late) == 1.0 and BY_NAME["first line right"].of(late) == 0.0


def test_letters_of_either_case_say_the_same() -> None:
    silent = {**VALUE, "text": "class Conf:"}
    assert grade_of(asked(Printed([claim("It is EIGHTY.", 1)], [silent]))) == "full"


def test_a_question_with_one_wording_is_no_family() -> None:
    one, other = asked(Printed()), asked(Printed(), ABSENT)
    assert families([one, other]) == {}
    reworded = asked(Printed(), ASKED.model_copy(update={"id": "port~p", "same_as": "port"}))
    assert families([one, other, reworded]) == {"port": [one, reworded]}


@pytest.mark.parametrize(
    ("printed", "told"),
    [
        (Printed(status="not_found"), 1.0),
        (Printed([claim("Closest.", 1)], [VALUE], answers={"verdict": "not_stated", "why": "no such word"}), 1.0),
        (Printed([claim("It is.", 1)], [VALUE], missing=("max_size",)), 1.0),
        (Printed([claim("It is.", 1)], [VALUE], answers="partly"), 0.0),
        (Printed([claim("It is.", 1)], [VALUE]), 0.0),
    ],
)
def test_an_unanswerable_question_is_graded_by_whether_it_is_told(printed: Printed, told: float) -> None:
    outcome = asked(printed, ABSENT)
    assert BY_NAME["unanswerable told"].of(outcome) == told
    assert all(BY_NAME[name].of(outcome) is None for name in ("full", "useless", "first line right"))


def test_precision_and_coverage_of_yes_count_unanswerable_questions_too() -> None:
    full = Printed([claim("It is set here.", 1)], [VALUE], answers="yes")
    wrong = Printed([claim("See the test.", 3)], [TEST])
    unsure = Printed([claim("See the test.", 3)], [TEST], answers="not_stated")
    outcomes = [asked(full), asked(wrong), asked(unsure), asked(wrong, ABSENT)]
    found = figures(
        one.model_copy(update={"case": one.case.model_copy(update={"id": str(at)})}) for at, one in enumerate(outcomes)
    )
    assert found["yes is full"].value == pytest.approx(1 / 3) and found["yes is full"].n == 3
    assert (found["says yes"].value, found["says yes"].n) == (0.75, 4)


def test_a_rewording_that_is_refused_is_a_flip() -> None:
    full, refused = Printed([claim("It is set here.", 1)], [VALUE]), Printed(status="not_found")
    reworded = ASKED.model_copy(update={"id": "port~p", "same_as": "port"})
    for printed, flips in ((refused, 1.0), (full, 0.0)):
        found = figures([asked(full), asked(printed, reworded)])
        assert (found["verdict flips"].value, found["grade flips"].value) == (flips, flips)
        assert found["outcome flips"].value == flips
    assert "verdict flips" not in figures([asked(full)])


def test_a_rewording_that_is_answered_with_another_verdict_is_no_other_outcome() -> None:
    """Whoever asks in other words gets an answer either way, and does not lose it."""
    sure, unsure = (Printed([claim("It is set here.", 1)], [VALUE], answers=one) for one in ("yes", "partly"))
    found = figures([asked(sure), asked(unsure, ASKED.model_copy(update={"id": "port~p", "same_as": "port"}))])
    assert (found["outcome flips"].value, found["verdict flips"].value) == (0.0, 1.0)


def test_a_case_that_is_not_graded_gets_no_grade() -> None:
    outcome = asked(Printed([claim("It is.", 1)], [VALUE]), case())
    assert all(BY_NAME[name].of(outcome) is None for name in ("full", "first line right", "yes is full", "says yes"))


def test_an_unknown_verdict_is_an_error() -> None:
    assert [read_verdict(one) for one in (None, "yes", {"verdict": "partly"}, {})] == ["yes", "yes", "partly", "yes"]
    with pytest.raises(CitelineError, match="'perhaps'"):
        read_verdict("perhaps")
