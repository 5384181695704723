"""A person's decisions at the terminal: what a run would do is shown with its arguments, and waits for a yes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import click
from rich.console import Console
from rich.text import Text

from citeline.errors import UsageError
from citeline.graph.pauses import Decide, Pause, ReviewPoint
from citeline.markup import live
from citeline.pages import place
from citeline.text import has_word
from citeline.tools.actions import ACTIONS
from citeline.tools.actions import place as source_place
from citeline.visible import one_line, visible

from .console import stderr
from .options import is_at_terminal, typed


def known(names: Sequence[str]) -> tuple[str, ...]:
    """The names given with `--yes`. Raises UsageError for one that is no action."""
    for name in names:
        if ACTIONS.get(name) is None:
            there_are = ", ".join(action.name for action in ACTIONS)
            raise UsageError(f"there is no action {name!r}", remedy=f"there is {there_are}")
    return tuple(names)


def points(review: str) -> tuple[ReviewPoint, ...]:
    """The places named with `--review`. Raises UsageError for one that does not exist, or when nobody can be asked."""
    named = [name.strip() for name in review.split(",") if name.strip()]
    wrong = [name for name in named if name not in get_args(ReviewPoint)]
    if wrong:
        raise UsageError(f"there is no review of {wrong[0]!r}", remedy="there are plan, evidence and answer")
    if named and decider() is None:
        raise UsageError("--review asks a person, and nobody sits at this terminal", remedy="leave --review out")
    return tuple(name for name in get_args(ReviewPoint) if name in named)


def decider() -> Decide | None:
    """Asks at the terminal; None where nobody sits at one: then nothing is done that needs a yes."""
    return decide if is_at_terminal() else None


def decide(pause: Pause) -> Mapping[str, Any] | str:
    """The reply of the person at the terminal; for an action that asks by itself, what they typed."""
    console = stderr()
    match pause.kind:
        case "tool":
            console.print(Text(visible(str(pause.shown["asked"]))))
            return typed("Reply")
        case "actions":
            console.print(Text(live(visible(pause.answer.answer))))
            return _of_actions(pause.shown["actions"], console)
        case "plan":
            plan = pause.shown["plan"]
            console.print(Text(visible(f"{pause.shown['question']}\n  {plan['mode']} · {plan['why']}")))
            return _asking(typed("Enter to go on, or another question"))
        case "evidence":
            return _of_evidence(pause.shown["evidence"], console)
        case "answer":
            return _of_claims(pause.shown["claims"], console)


def _of_evidence(pieces: Sequence[Mapping[str, Any]], console: Console) -> Mapping[str, Any]:
    for piece in pieces:
        console.print(Text.assemble((f"[{piece['id']}] ", "bold cyan"), place(piece)))
    said = typed("Enter to go on, numbers of pieces to drop, or another question")
    while re.fullmatch(r"(?=.*\d)[\d\s,]+", said):
        drop = [int(number) for number in re.findall(r"\d{1,6}", said)]
        unknown = [number for number in drop if number not in {piece["id"] for piece in pieces}]
        if not unknown:
            return {"drop": drop}
        said = typed(f"There is no piece {unknown[0]}. Enter to go on, or numbers of pieces to drop")
    return _asking(said)


def _of_claims(claims: Sequence[Mapping[str, Any]], console: Console) -> Mapping[str, Any]:
    for number, claim in enumerate(claims, 1):
        console.print(Text.assemble((f"{number}. ", "bold cyan"), one_line(claim["text"])))
    said = typed("Enter to accept, a sentence's number and its new text, or another question")
    while found := re.fullmatch(r"(\d{1,6})[.:]?\s+(\S.*)", said):
        if 1 <= int(found[1]) <= len(claims):
            return {"claims": _with_changed(claims, int(found[1]), found[2])}
        said = typed(f"There is no sentence {found[1]}. Enter to accept, or a number from 1 to {len(claims)} and text")
    return _asking(said)


def _asking(said: str) -> Mapping[str, Any]:
    return {"ask": said} if has_word(said) else {}


def _with_changed(claims: Sequence[Mapping[str, Any]], number: int, text: str) -> list[dict[str, Any]]:
    """All sentences, that with the number changed."""
    texts = [text if place == number else claim["text"] for place, claim in enumerate(claims, 1)]
    return [{"text": new, "evidence": list(claim["evidence"])} for new, claim in zip(texts, claims, strict=True)]


def _of_actions(calls: Sequence[Mapping[str, Any]], console: Console) -> Mapping[str, Any]:
    """A yes or no to each, after what is open has been chosen."""
    approved: list[str] = []
    arguments: dict[str, Any] = {}
    for call in calls:
        _show(call, console)
        chosen = {name: _choose(name, choices, console) for name, choices in call.get("choices", {}).items()}
        if None not in chosen.values() and click.confirm("Do it?", default=False, err=True):
            approved.append(call["name"])
            if chosen:
                arguments[call["name"]] = {**call["arguments"], **chosen}
    return {"approve": approved, "arguments": arguments}


def _show(call: Mapping[str, Any], console: Console) -> None:
    console.print(Text.assemble("\nto do: ", (one_line(call["name"]), "bold yellow")))
    sources = call.get("sources", {})
    for name, value in call["arguments"].items():
        if value not in ("", [], None):
            style = "red" if any(one["kind"] == "model" for one in sources.get(name, [])) else "dim"
            from_ = f"  ({one_line(source_place(sources[name]))})" if name in sources else ""
            console.print(
                Text.assemble((f"  {one_line(name)}: ", "dim"), one_line(str(value)), (from_, style)), soft_wrap=True
            )
            for one in sources.get(name, []):
                if one["kind"] == "citation":
                    console.print(Text(f"      {one_line(one['text'])}", style="dim"), soft_wrap=True)
    for words in call.get("unused", []):
        console.print(Text(f"  not used: {one_line(words)}", style="red"), soft_wrap=True)


def _choose(name: str, choices: Sequence[Mapping[str, Any]], console: Console) -> Any:
    """The value that the person chooses; None for none."""
    console.print(Text(f"  {one_line(name)} is not decided:"))
    for number, one in enumerate(choices, 1):
        shown = f"    {number}. {one_line(str(one['value']))}  ({one_line(source_place(one['sources']))})"
        console.print(Text(shown), soft_wrap=True)
    said = typed("Number, or Enter to leave it")
    return choices[int(said) - 1]["value"] if said.isdecimal() and 1 <= int(said) <= len(choices) else None


def render_actions(calls: Sequence[Mapping[str, Any]], console: Console) -> None:
    """What became of each action, a line each."""
    styles = {"done": "green", "failed": "red"}
    for call in calls:
        told = f": {one_line(call['told'])}" if call["told"] else ""
        style = styles.get(call["status"], "yellow")
        console.print(Text.assemble((call["status"], style), f" {one_line(call['name'])}{told}"), soft_wrap=True)
