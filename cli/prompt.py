"""The interactive prompt of `citeline query`: history, completion, and an end with Ctrl-D."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory

from citeline.settings import Settings
from citeline.tools.docql.completion import completions

from .console import stderr

_HISTORY = "query-history"


class _Completer(Completer):
    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may stand at the cursor."""
        found = completions(document.text_before_cursor)
        back = found.start - len(document.text_before_cursor)
        for item in found.items:
            yield Completion(item.text, start_position=back, display_meta=item.meaning)


def prompt(answer: Callable[[str], object]) -> None:
    """Ask for queries until Ctrl-D or `exit`, and answer each; Ctrl-C drops the line that is being typed."""
    home = Settings().home.expanduser()
    home.mkdir(parents=True, exist_ok=True)
    session: PromptSession[str] = PromptSession(
        "docql> ", history=FileHistory(str(home / _HISTORY)), completer=_Completer(), complete_while_typing=True
    )
    stderr().print("Tab completes, Ctrl-D ends; try $.toc, $.code.classes or a few words", style="dim")
    while True:
        try:
            text = session.prompt().strip()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if text in {"exit", "quit"}:
            return
        if text:
            answer(text)
