"""`citeline ask` without a question: ask, go on from what was said, open what was cited, keep what was answered.

What was asked and answered is kept beside the index, and is there the next time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from rich.text import Text

from citeline.dataclass import dataclass
from citeline.errors import CitelineError, UsageError
from citeline.graph.answer_text import answer_as_markdown
from citeline.pages import place
from citeline.tools.handle import IndexHandle
from citeline.tools.question.follow_up import Before, followed
from citeline.visible import one_line

from .console import paged, stderr, stdout
from .editor import open_place
from .history import History, folder_of
from .rendering.render import render_answer

Ask = Callable[[str, list[dict[str, str]]], dict[str, Any]]
"""From a question and the messages before it to the printed form of an answer."""
_LISTED: Final = 40
"""Earlier questions that `/history` shows."""
_EARLIER: Final = 3
"""Answers that a question may refer to."""
HELP: Final = """\
/open 3 [in your editor] · /why [plan, channels, times] · /all [further claims] · /export FILE [.md, .html or .json]
/history [what was asked before] · /new [forget what was said] · /help · /quit, or Ctrl-D"""


@dataclass
class Conversation:
    """One conversation over one index."""

    handle: IndexHandle
    ask: Ask
    said: list[dict[str, Any]] = field(default_factory=list)
    """The answers of this conversation, oldest first."""

    def __post_init__(self) -> None:
        self._asked = History(folder_of(self.handle.reader.location))

    def take(self, text: str) -> bool:
        """Answer a line that was typed; False when it ends the conversation.

        Raises CitelineError for what cannot be done.
        """
        if not text.startswith("/"):
            self._answer(text)
            return True
        name, _, rest = text[1:].partition(" ")
        if name in ("quit", "exit", "q"):
            return False
        commands: Mapping[str, Callable[[str], None]] = {
            "open": self._open,
            "why": self._why,
            "all": self._all,
            "export": self._export,
            "history": self._history,
            "new": self._new,
            "help": lambda _: stderr().print(Text(HELP, style="dim")),
        }
        if name not in commands:
            raise UsageError(f"there is no /{name}", remedy="/help lists what there is")
        commands[name](rest.strip())
        return True

    def _answer(self, question: str) -> None:
        meant = followed(question, Before.of_answer(self.said[-1]) if self.said else None)
        if meant != question:
            stderr().print(Text(f"asked as: {one_line(meant)}", style="dim"))
        earlier: list[dict[str, str]] = []
        for one in self.said[-_EARLIER:]:
            earlier += [{"role": "user", "content": one["question"]}, {"role": "assistant", "content": one["answer"]}]
        answer = self.ask(meant, earlier)
        self.said.append(answer)
        self._asked.add(answer)
        self._show(answer)

    def _show(self, answer: Mapping[str, Any], *, everything: bool = False) -> None:
        with paged(stdout(self.handle.reader.tree), self.handle.settings.pager) as console:
            render_answer(answer, console, everything=everything)

    def _last(self) -> dict[str, Any]:
        if not self.said:
            raise UsageError("nothing was asked yet", remedy="ask a question first")
        return self.said[-1]

    def _open(self, number: str) -> None:
        evidence = {str(item["id"]): item for item in self._last()["evidence"]}
        if number not in evidence:
            there_are = ", ".join(evidence) or "none"
            raise UsageError(f"the last answer cites no [{number}]", remedy=f"there are {there_are}")
        item = evidence[number]
        open_place(self.handle.settings.editor, self.handle.file_of(item["path"]), item["start_line"])

    def _why(self, _: str) -> None:
        answer, console = self._last(), stdout(self.handle.reader.tree)
        for item in answer["evidence"]:
            channels = "  ".join(f"{name} #{rank}" for name, rank in item["channels"].items())
            console.print(
                Text.assemble((f"[{item['id']}] ", "bold cyan"), (place(item), "cyan"), (f"  {channels}", "dim"))
            )
        for claim in answer["claims"]:
            for identity, verdict in claim["verdicts"].items():
                told = f"  [{identity}] {verdict['supports']} ({verdict.get('basis') or 'no basis'}): {verdict['why']}"
                console.print(Text(one_line(told)), soft_wrap=True)
        for note in answer["degradations"]:
            console.print(
                Text(one_line(f"  {note['step']}: {note['from']} → {note['to']} ({note['why']})"), style="yellow")
            )
        slowest = sorted(answer["timings_ms"].items(), key=lambda one: -one[1])[:6]
        console.print(Text("  ".join(f"{step} {ms:.0f} ms" for step, ms in slowest), style="dim"))

    def _all(self, _: str) -> None:
        self._show(self._last(), everything=True)

    def _export(self, target: str) -> None:
        self._last()
        if not target:
            raise UsageError("/export needs the name of a file", remedy="e.g. /export answers.md")
        if target[0] in "'\"" and target[0] == target[-1]:
            target = target[1:-1]
        file = Path(target).expanduser()
        try:
            file.write_text(self._as_text(file.suffix.lower()), "utf-8")
        except OSError as error:
            raise CitelineError(
                f"{str(file)!r} cannot be written: {error.strerror}", remedy="name another file"
            ) from error
        stderr().print(Text(f"written: {one_line(str(file))}", style="dim"))

    def _as_text(self, suffix: str) -> str:
        if suffix == ".json":
            return json.dumps(self.said, indent=2, ensure_ascii=False) + "\n"
        if suffix in (".html", ".htm"):
            from citeline.graph.answer_html import answers_as_html

            return answers_as_html(self.said)
        return "\n\n".join(f"## {one_line(one['question'])}\n\n{answer_as_markdown(one)}" for one in self.said) + "\n"

    def _history(self, _: str) -> None:
        asked = [one.question for one in reversed(self._asked.newest(_LISTED))]
        for number, question in enumerate(asked, 1):
            stdout().print(Text.assemble((f"{number:>3}. ", "dim"), one_line(question)), soft_wrap=True)

    def _new(self, _: str) -> None:
        self.said.clear()
