"""Entry point of `citeline`: finds the command, maps errors to messages and exit codes.

0 answered · 1 failed · 2 usage · 3 not found · 4 a citation does not hold · 5 budget spent, partial answer printed
130 interrupted
"""

from __future__ import annotations

import codecs
import gc
import io
import os
import shlex
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

import click

from citeline.errors import CitelineError, UsageError, nearest
from citeline.visible import visible

from . import sign
from .exit_codes import FAILED, INTERRUPTED


class Listed(NamedTuple):
    """A command as `--help` lists it."""

    module: str
    """Imported when the command is used: `search` must start without langgraph, and `--help` without any of them."""
    help: str
    doing: str = ""
    """Shown until there is something better to show: what takes a moment."""


_NEW_OBJECTS: Final = 20_000
"""Objects between two looks for garbage, as in a builder: what a question makes is freed without them, and an index
that is open is no garbage. By Python's own 700 the looks are a thirtieth of what a further answer takes."""

COMMANDS: Final = {
    name: Listed(f"citeline.cli.commands.{name}", *told)
    for name, told in {
        "ask": ("Answer a question with checked citations.", "Reading the index for an answer …"),
        "search": ("Find places, best first; no answer.", "Searching the index …"),
        "overview": ("Show what a project is: purpose, main parts, commands, reading order.", "Reading the index …"),
        "query": ("Ask by structure, in DocQL; alone, it prompts.", "Reading the index …"),
        "tables": ("List the tables of documents, or ask them in SQL.", "Reading the index …"),
        "verify": ("Check the citations in documents and source comments.", "Looking at the citations …"),
        "serve": ("Open a page to ask, and to look at the cited lines.", "Reading the index …"),
        "mcp": ("Serve ask, search, query and verify to coding agents.",),
        "install": ("Add Citeline to coding agents.",),
        "uninstall": ("Take Citeline out of coding agents.",),
        "hook": ("Check an agent's answer before it is shown; for Stop hooks.",),
        "feedback": ("Say whether an answer was right, and which lines are.",),
        "eval": ("Measure answers on a labelled set.",),
        "index": ("Index a folder, or what has changed in it.", "Looking for files …"),
        "watch": ("Keep an index fresh while files change.", "Looking for files …"),
        "status": ("What is in an index and what is not.", "Comparing the folder with its index …"),
        "config": ("Show every setting and its value.",),
        "clean": ("Remove an index; sources stay.",),
        "doctor": ("Check the installation, the settings and the index.", "Looking at the installation …"),
        "completion": ("Print what makes a shell complete commands.",),
    }.items()
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As in click; with an option of `ask` first, the question may stand behind it: `--repo FOLDER QUESTION`.

        Raises UsageError where a command stands behind its options.
        """
        own = {option for parameter in self.get_params(ctx) for option in parameter.opts}
        if args and args[0].startswith("-") and args[0] not in {"-", "--", *own}:
            ask = self.get_command(ctx, "ask")
            said = ask.make_parser(ctx).parse_args([*args])[0]["question"] if ask else ()
            if said and said[0] in COMMANDS:
                place = len(args) - 1 - args[::-1].index(said[0])
                rest = shlex.join([*args[:place], *args[place + 1 :]])
                raise UsageError("options stand behind the command", remedy=f"`citeline {said[0]} {rest}`")
            args = ["ask", *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in click, but for an unknown name: raises UsageError with what was probably meant."""
        name = args[0]
        if ctx.resilient_parsing:  # a shell asks what could follow
            return super().resolve_command(ctx, args)
        if _is_question(args):
            return super().resolve_command(ctx, ["ask", *args])
        if name in COMMANDS:
            _warn_of_misspelt_settings()
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        near = nearest(name, COMMANDS)
        if near:
            remedy = f"did you mean `citeline {near}`?"
        else:
            remedy = "`citeline --help` lists the commands; to ask a question: `citeline ask QUESTION`"
        raise UsageError(f"there is no command {name!r}", remedy=remedy)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table: the most useful first."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing what it names."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, listed.help) for name, listed in COMMANDS.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command object, None for an unknown name."""
        listed = COMMANDS.get(cmd_name)
        if listed is None:
            return None
        if not set(sys.argv) & {"-h", "--help"}:
            sign.show(listed.doing)
        command: click.Command = import_module(listed.module).command
        gc.freeze()
        gc.set_threshold(_NEW_OBJECTS)
        gc.enable()
        return command


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="citeline", prog_name="citeline")
def cli() -> None:
    """Ask a body of code and documents; every sentence of the answer cites lines that were checked.

    `citeline "how are retries configured?"` asks about the current folder, `citeline ask` opens a conversation.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command line and give its exit code; errors are printed on stderr, never as a traceback."""
    try:
        result: object = cli.main(args=list(arguments), prog_name="citeline", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "citeline"
        fix = f"`{command} --help` shows how it is used"
        if questions := _questions_of(error, arguments):
            return run([*(one for one in arguments if one not in questions), "--", *questions])
        _say(f"error: {visible(error.format_message())}\n  fix: {fix}")
        return error.exit_code
    except CitelineError as error:
        _complain(str(error), error.remedy)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        # `citeline search … | head` closes our stdout early; what was asked for has been printed. What is still
        # buffered goes nowhere, or Python would complain about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        _say(f"error: {visible(str(error))}\n  fix: free some space, or allow what was denied, and run it again")
        return FAILED
    finally:
        sign.hide()
    return result if isinstance(result, int) else 0


def _questions_of(error: click.UsageError, arguments: Sequence[str]) -> list[str]:
    """The questions that begin with an option that they are about, where it was taken for one of the command."""
    if not isinstance(error, click.NoSuchOption) or "--" in arguments:
        return []
    begun = [one for one in arguments if one.startswith(error.option_name) and " " in one]
    return [one for one in begun if not one.startswith(f"{error.option_name}=") or one.endswith("?")]


def _is_question(args: Sequence[str]) -> bool:
    """Whether the words are no command with its arguments but a question: several words, or one with blanks in it."""
    name = args[0]
    if name in COMMANDS or name.startswith("-"):
        return False
    words = [word for word in args if not word.startswith("-")]
    if len(name.split()) > 1 or not name.isascii():
        return True
    return len(words) > 1 and not nearest(name, COMMANDS)


def _warn_of_misspelt_settings() -> None:
    from citeline.settings import Settings  # a tenth of a second, which `--help` can do without

    for name, meant in Settings.misspelt().items():
        hint = f"did you mean {meant}?" if meant else "`citeline config` lists them"
        click.echo(visible(f"warning: {name} is no setting: {hint}"), err=True)


def _complain(message: str, remedy: str) -> None:
    # It may quote the name of a file.
    _say(visible(f"error: {message}\n  fix: {remedy}"))


def _say(text: str) -> None:
    sign.hide()
    click.echo(text, err=True)


_IN_ASCII: Final = {
    "✓": "ok",
    "✗": "x",
    "↷": "~>",
    "→": "->",
    "←": "<-",
    "›": ">",
    "·": "-",
    "…": "...",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "x",
    "≤": "<=",
    "≥": ">=",
    "█": "#",
    "░": ".",
    "━": "-",
    "─": "-",
    "│": "|",
    "•": "*",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
    "\u00a0": " ",
}
READABLE: Final = "citeline.readable"
"""An error handler for streams."""


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    out: list[str] = []
    for character in error.object[error.start : error.end]:
        known = _IN_ASCII.get(character)
        out.append(known if known is not None else character.encode("ascii", "backslashreplace").decode())
    return "".join(out), error.end


codecs.register_error(READABLE, _replace)


def main() -> None:
    """Console script."""
    for stream in (sys.stdout, sys.stderr):
        # A pipe or a terminal in an ASCII or a legacy locale has no `✓`.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=READABLE)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
