"""The interactive prompt of `citeline query`: history, completion, and an end with Ctrl-D."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import HTML
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.output import create_output

from citeline.errors import CitelineError
from citeline.settings import Settings
from citeline.tools.docql.completion import completions
from citeline.visible import visible

from .console import stderr

_HISTORY = "query-history"
_QUESTIONS = "question-history"
_WORDS_THAT_END = frozenset({"exit", "quit"})


class DocQLCompleter(Completer):
    """The completion of the language, as the prompt wants it."""

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What may stand at the cursor."""
        found = completions(document.text_before_cursor)
        back = found.start - len(document.text_before_cursor)
        for item in found.items:
            yield Completion(item.text, start_position=back, display_meta=item.meaning)


class _History(FileHistory):
    def store_string(self, string: str) -> None:
        """A terminal that is not UTF-8 gives lone surrogates, which no file takes."""
        super().store_string(string.encode("utf-8", "replace").decode("utf-8"))


def open_history(home: Path, name: str = _HISTORY) -> History:
    """Kept in the state folder; where nothing can be written, it lasts as long as the prompt."""
    path = home / name
    try:
        home.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return _History(str(path))


def prompt(answer: Callable[[str], object]) -> None:
    """Ask for queries until Ctrl-D or `exit`, and answer each; Ctrl-C drops the line that is typed, or the answer."""
    history = open_history(Settings().home.expanduser())
    hint = "Tab completes, Ctrl-D ends; try $.toc, $.code.classes or a few words"
    _read_lines("docql", hint, history, DocQLCompleter(), answer)


def converse(answer: Callable[[str], object], folder: Path, hint: str) -> None:
    """Ask for questions as `prompt` does for queries, with a history in the folder; an answer of False ends it."""
    _read_lines("ask", hint, open_history(folder, _QUESTIONS), None, answer)


def _read_lines(
    name: str, hint: str, history: History, completer: Completer | None, answer: Callable[[str], object]
) -> None:
    session: PromptSession[str] = PromptSession(
        HTML(f"<ansicyan><b>{name}&gt;</b></ansicyan> "),
        history=history,
        completer=completer,
        complete_while_typing=True,
        # Answers may go to a file while the prompt is at the terminal.
        output=create_output(always_prefer_tty=True),
    )
    stderr().print(hint, style="dim", highlight=False)
    while True:
        try:
            text = session.prompt().strip()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if text in _WORDS_THAT_END:
            return
        if text and _answer(answer, text) is False:
            return


def _answer(answer: Callable[[str], object], text: str) -> object:
    try:
        return answer(text)
    except KeyboardInterrupt:
        stderr().print("interrupted", style="yellow")
    except CitelineError as error:
        stderr().print(visible(f"error: {error}\n  fix: {error.remedy}"), style="yellow")
    return None
