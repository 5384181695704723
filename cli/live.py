"""A run as it happens: the plan, each channel, the ranking as bars, the answer as it is written, what it costs."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Unpack

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from citeline.errors import CitelineError
from citeline.graph.answer import Answer
from citeline.graph.events import (
    AnyEvent,
    CompletionEvent,
    ErrorEvent,
    LLMOutputEvent,
    LLMThinkingEvent,
    PauseEvent,
    ProgressEvent,
    StepEndEvent,
    StepStartEvent,
    ToolCallEvent,
    ToolResultEvent,
)
from citeline.graph.run import Options, run_with_events
from citeline.pages import place
from citeline.tools.handle import IndexHandle
from citeline.visible import one_line, visible

from .console import stderr, stdout
from .rendering.counts import counted
from .rendering.render import render_answer

_LABEL: Final = 15
"""Columns of a line's name."""
_BAR: Final = 24
_RANKED: Final = 5
_CALLED: Final = 8
"""Calls of tools, the last ones."""
_THOUGHT: Final = 200
"""Characters of what a model thinks, its last ones."""
_PER_SECOND: Final = 12


def run_in_terminal(question: str, index: IndexHandle | str | Path = ".", **options: Unpack[Options]) -> Answer:
    """Ask, show every step on stderr while it happens, and print the answer on stdout.

    Raises as `ask` does, and CitelineError for a run that failed on its way.
    """
    answer = watch(run_with_events(question, index, **options), stderr(), keep=True)
    render_answer(answer.to_json(), stdout())
    return answer


def watch(events: Iterable[AnyEvent], console: Console, *, keep: bool) -> Answer:
    """Show the events of a run until it ends; `keep` leaves the view on the screen.

    Where nobody watches, on a pipe, nothing is drawn but what `keep` leaves. Raises CitelineError when the run fails.
    """
    view = View()
    live = Live(console=console, transient=not keep, auto_refresh=False, vertical_overflow="crop")
    drawn = 0.0
    with live:
        for event in events:
            if isinstance(event, CompletionEvent):
                if console.is_terminal or keep:
                    live.update(view.render(), refresh=True)
                return event.answer
            if isinstance(event, PauseEvent):
                live.stop()  # the person is asked when the next event is, and must see the question
                continue
            if not live.is_started:
                live.start()
            if isinstance(event, ErrorEvent):
                raise event.error
            view.take(event)
            if console.is_terminal and time.monotonic() - drawn > 1 / _PER_SECOND:
                live.update(view.render(), refresh=True)
                drawn = time.monotonic()
    raise CitelineError("the run ended without an answer", remedy="ask again; if it happens again, please report it")


class View:
    """What is known of a run so far."""

    def __init__(self) -> None:
        self._lines: dict[str, Text] = {}
        self._channels: dict[str, tuple[int, float]] = {}
        self._ranked: list[Mapping[str, Any]] = []
        self._running: dict[str, None] = {}
        self._written = ""
        self._thought = ""
        self._called: list[Text] = []
        self._told: dict[str, str] = {}
        """Step to what it said last: what it sends, and where to."""
        self._usage: dict[str, float] = {}

    def take(self, event: AnyEvent) -> None:
        """Add what an event tells."""
        match event:
            case StepStartEvent():
                self._running[event.step] = None
            case StepEndEvent():
                self._running.pop(event.step, None)
                self._thought = ""
                self._end(event.step, event.changed)
            case ProgressEvent():
                self._told[event.step] = event.text
            case LLMThinkingEvent():
                self._thought = (self._thought + event.text)[-_THOUGHT:]
            case ToolCallEvent():
                arguments = ", ".join(f"{name}={value}" for name, value in event.arguments.items())
                self._called.append(Text(one_line(f"{event.tool}({arguments})")))
            case ToolResultEvent() if self._called:
                self._called[-1].append(f"  {one_line(event.result.split(chr(10))[0])}", style="dim")
            case LLMOutputEvent() if event.step == "generate_answer":
                self._written += event.text
            case _:
                pass

    def render(self) -> Group:
        """The view, top to bottom in the order of the run."""
        rows = [_row(label, text) for label, text in self._lines.items() if label in ("plan", "english", "guess")]
        rows += [self._channel(name, *found) for name, found in self._channels.items()]
        rows += [self._bar(item) for item in self._ranked[:_RANKED]]
        rows += [_row(label, text) for label, text in self._lines.items() if label in ("filter", "evidence", "check")]
        rows += [_row("told", Text(one_line(f"{step}: {text}"), style="dim")) for step, text in self._told.items()]
        rows += [_row("looked", text) for text in self._called[-_CALLED:]]
        rows += [_row("answer", Text(sentence)) for sentence in self._sentences()]
        if self._thought:
            rows.append(_row("thinking", Text(one_line(self._thought), style="dim italic")))
        if self._running:
            rows.append(_row("running", Text(", ".join(self._running), style="cyan")))
        rows.append(_row("cost", self._cost()))
        return Group(*rows)

    def _end(self, step: str, changed: Mapping[str, Any]) -> None:
        for key, value in changed.get("usage", {}).items():
            self._usage[key] = self._usage.get(key, 0) + value
        if "channel_seconds" in changed:
            found = changed.get("rankings", {}).get(step, [])
            self._channels[step] = (len(found), changed["channel_seconds"][step])
        if "plan" in changed:
            plan = changed["plan"]
            self._lines["plan"] = Text(f"{plan['intent']} · {plan['mode']} · {plan['why']}")
        if "queries" in changed:
            self._translated(changed["queries"])
        if step == "rerank":
            self._ranked = list(changed.get("evidence", []))
        if step == "filter_documents" and "evidence" in changed:
            kept, every = len(changed["evidence"]), len(self._ranked)
            self._lines["filter"] = Text(f"{kept} of {counted(every, 'piece')} kept")
        if "grade" in changed:
            score = changed.get("grade_score", 0.0)
            self._lines["evidence"] = Text(f"{str(changed['grade']).replace('_', ' ')} ({score:.2f})")
        if step == "check_citations":
            self._checked(changed.get("claims", []))

    def _translated(self, queries: Mapping[str, Any]) -> None:
        if queries["english"] != queries["original"]:
            self._lines["english"] = Text(one_line(queries["english"]))
        if queries["hypothetical"]:
            first = visible(queries["hypothetical"]).split("\n")[0]
            self._lines["guess"] = Text(f"{first} …", style="dim")

    def _checked(self, claims: Sequence[Mapping[str, Any]]) -> None:
        ticks = Text()
        for claim in claims:
            for verdict in claim.get("verdicts", {}).values():
                good = verdict["supports"] == "supported" and verdict["unchanged"] == "unchanged"
                ticks.append(
                    "✓" if good else "·" if verdict["supports"] == "place" else "~", style="green" if good else "yellow"
                )
        self._lines["check"] = ticks if claims else Text("no sentence held", style="yellow")

    def _channel(self, name: str, found: int, seconds: float) -> Text:
        return _row(name, Text(f"{found:>3}  {seconds * 1000:.1f} ms"))

    def _bar(self, item: Mapping[str, Any]) -> Text:
        best = max((float(other["score"]) for other in self._ranked), default=0.0)
        share = max(0.0, float(item["score"]) / best) if best > 0 else 0.0
        bar = "█" * max(1, round(share * _BAR))
        return _row("ranked", Text.assemble((f"{bar:<{_BAR}} ", "blue"), (place(item), "cyan")))

    def _sentences(self) -> list[str]:
        """What has been written so far of an answer that arrives as JSON."""
        start = self._written.find("{")
        if start < 0:
            return []
        from langchain_core.utils.json import parse_partial_json  # a model writes, so LangChain is there

        try:
            partial = parse_partial_json(re.sub(r"```\s*$", "", self._written[start:]))
        except ValueError:
            return []
        claims = partial.get("claims") if isinstance(partial, dict) else None
        texts = [claim.get("text") for claim in claims or [] if isinstance(claim, dict)]
        return [one_line(text) for text in texts if isinstance(text, str)]

    def _cost(self) -> Text:
        tokens = int(self._usage.get("input_tokens", 0) + self._usage.get("output_tokens", 0))
        calls = int(self._usage.get("model_calls", 0))
        asked = f"{counted(calls, 'model call')} · {counted(tokens, 'token')} · ${self._usage.get('usd', 0.0):.4f} · "
        return Text(f"{asked if calls else ''}{self._usage.get('seconds', 0.0):.2f} s", style="dim")


def _row(label: str, text: Text) -> Text:
    row = Text.assemble((f"{label:<{_LABEL}} ", "dim"), text)
    row.no_wrap, row.overflow = True, "ellipsis"
    return row
