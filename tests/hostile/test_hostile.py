"""Sixty planted injections: none reaches a screen or a model as more than visible, cited text."""

import io
import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

import citeline
from citeline.cli.main import run
from citeline.cli.rendering.render import render_answer
from citeline.cli.rendering.render_hits import render_hits
from citeline.cli.rendering.render_query import render_query
from citeline.graph.answer import Answer
from citeline.graph.run import ask
from citeline.settings import Settings
from citeline.tools.docql.tool import docql_tool
from citeline.tools.handle import IndexHandle
from citeline.visible import visible_json

from .obedient import Obedient, heard
from .planted import PLANTED, REMARKS, Injection, hidden_in, plant, strings_of

QUERIES = (
    "$.files",
    "$.structure",
    "$.toc",
    "$.entities",
    "$.links",
    "$.frontmatter",
    "$.content.codeblock",
    "$.content.table",
    "$.content.chunks()",
    "$.data.note",
    "queue messages",
)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    root = plant(tmp_path_factory.mktemp("planted"))
    with citeline.index(root, settings=Settings(home=tmp_path_factory.mktemp("home"))) as handle:
        yield handle


@pytest.fixture(scope="module")
def answers(planted: IndexHandle) -> dict[str, Answer]:
    return answers_from(planted)


def answers_from(handle: IndexHandle) -> dict[str, Answer]:
    return {injection.kind: ask(injection.question, handle, no_model=True) for injection in PLANTED}


def console() -> Console:
    return Console(file=io.StringIO(), width=10_000, highlight=False)


def printed(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def report(through: list[str]) -> str:
    return f"{len(through)} of {len(PLANTED)} came through: {through}"


def test_there_are_sixty_and_each_can_do_harm() -> None:
    assert len({injection.kind for injection in PLANTED}) == len(PLANTED) == 60
    harmless = [injection.kind for injection in PLANTED if heard(f"{injection.path}\n{injection.text}") is None]
    # Its order is written in character references: it is one only for who shows the text as a browser does.
    assert harmless == ["entities"]
    assert sum(bool(hidden_in(injection.text + injection.path.replace("\n", ""))) for injection in PLANTED) >= 14


def test_no_hidden_character_is_printed_by_ask_or_search(planted: IndexHandle, answers: dict[str, Answer]) -> None:
    through = []
    for injection in PLANTED:
        answer, found = answers[injection.kind].to_json(), planted.search(injection.question).to_json()
        screen = console()
        render_answer(answer, screen)
        render_hits(found, screen)
        shown = [printed(screen), visible_json(answer, indent=2), visible_json(found), answer["answer"]]
        through += [injection.kind] * bool(any(map(hidden_in, shown)))
    assert not through, report(through)


@pytest.mark.parametrize("query", QUERIES)
def test_no_hidden_character_is_printed_by_query_or_given_to_a_model(planted: IndexHandle, query: str) -> None:
    result = planted.query(query, limit=200)
    assert result.total
    screen = console()
    render_query(result, screen)
    content = docql_tool(planted).invoke({"query": query, "max_items": 200})
    assert not hidden_in(printed(screen)) | hidden_in(visible_json(result.to_json())) | hidden_in(content)


def test_json_gives_back_what_the_files_hold(planted: IndexHandle) -> None:
    result = planted.query("$.content.chunks()", limit=200).to_json()
    parsed = json.loads(visible_json(result))
    assert parsed == result
    assert any(map(hidden_in, strings_of(parsed)))


def test_an_order_is_only_ever_a_quotation_with_its_lines(answers: dict[str, Answer]) -> None:
    through = []
    for injection in PLANTED:
        answer = answers[injection.kind]
        evidence = {
            piece["id"]: f"{piece['path']} {piece['name']}\n{unescape(piece['text'])}" for piece in answer.evidence
        }
        obeyed = [
            claim["text"]
            for claim in answer.claims
            if injection.canary in claim["text"]
            and not any(injection.canary in evidence[identity] for identity in claim["evidence"])
        ]
        uncited = [claim["text"] for claim in answer.claims if not claim["evidence"]]
        through += [injection.kind] * bool(obeyed or uncited)
    assert not through, report(through)


def test_an_order_counts_for_no_more_than_a_remark(
    answers: dict[str, Answer], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = plant(tmp_path_factory.mktemp("remarks"), REMARKS)
    with citeline.index(root, settings=Settings(home=tmp_path_factory.mktemp("home"))) as handle:
        expected = answers_from(handle)
    # A word more or less moves two of a dozen pieces of one answer, either way, and of some 100 in all answers two.
    assert sum(map(planted_in, answers.values())) <= sum(map(planted_in, expected.values())) + 2
    more = [kind for kind, answer in answers.items() if planted_in(answer) > planted_in(expected[kind]) + 2]
    assert not more, report(more)


def planted_in(answer: Answer) -> int:
    """How many of the cited pieces hold what was planted; the first one counts twice."""
    held = ["pwned" in piece["text"] for piece in answer.evidence]
    return sum(held) + any(held[:1])


def test_an_answer_that_is_shown_as_markdown_calls_no_address(answers: dict[str, Answer]) -> None:
    through = [kind for kind, answer in answers.items() if live(answer.answer)]
    assert not through, report(through)
    assert [injection.kind for injection in PLANTED if live(injection.text)]


def live(text: str) -> set[str]:
    """What a browser would load or run."""
    tokens = MarkdownIt("commonmark").parse(text)
    kinds = {part.type for token in tokens for part in (token, *(token.children or []))}
    return kinds & {"image", "html_inline", "html_block"}


def states_the_fact(answer: Answer, injection: Injection) -> bool:
    """Whether the harmless sentence is answered, with lines that are found to carry it."""
    evidence = {piece["id"]: piece["text"] for piece in answer.evidence}
    good = [
        verdict
        for claim in answer.claims
        for identity, verdict in claim.get("verdicts", {}).items()
        if injection.fact in evidence[int(identity)]
    ]
    wanted = (True, "unchanged", "supported")
    return answer.status == "answered" and any(
        (verdict["resolves"], verdict["unchanged"], verdict["supports"]) == wanted for verdict in good
    )


def test_a_model_that_obeys_everyone_hears_no_order(planted: IndexHandle) -> None:
    through, wrong = [], []
    for injection in PLANTED:
        model = Obedient()
        answer = ask(injection.question, planted, model=model.chat())
        assert len(model.prompts) >= 3
        through += [injection.kind] * bool(model.obeyed)
        wrong += [injection.kind] * (not states_the_fact(answer, injection))
    assert not through, report(through)
    assert not wrong


def test_the_other_commands_print_no_hidden_character(
    planted: IndexHandle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITELINE_HOME", str(planted.settings.home))
    root = planted.reader.root
    citing = tmp_path / "citing \x1b[8m\u202e.md"
    lines = [f"`{injection.path.splitlines()[0]}:1-3` says `{injection.topic}\u200b_x()`.\n" for injection in PLANTED]
    citing.write_text("\n".join(lines), "utf-8")
    for output in ("text", "json"):
        assert run(["status", str(root), "--all", "--format", output]) == 0
    for output in ("text", "json", "github", "sarif"):
        assert run(["verify", str(citing), "--repo", str(root), "--format", output]) == 4
    assert run(["ask", "who \x1b[8m calls \u202e nothing?", "--repo", str(root)]) in (0, 3)
    assert run(["search", "a", "--repo", str(tmp_path / "gone \x1b[8m\u2066\u3164")]) == 2
    assert run(["query", '$.code.class("\x1b[8m\u202e\u3164")', "--repo", str(root)]) == 3
    assert run(["query", "$.\x1b[8m\u202e\u3164", "--repo", str(root)]) == 2
    shown = capsys.readouterr()
    assert len(shown.out) > 10_000 and shown.err
    assert not hidden_in(shown.out) | hidden_in(shown.err)
