"""The shell's Tab in a query: what click hands to bash, zsh and fish."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from citeline.cli.main import cli

BIN = Path(sys.executable).parent
VARIABLE = "_CITELINE_COMPLETE"


def offered(shell: type[ShellComplete], monkeypatch: pytest.MonkeyPatch, typed: str) -> list[str]:
    """What the shell is told, for `citeline query` and what has been typed of the query, quote included."""
    monkeypatch.setenv("COMP_WORDS", f"citeline query {typed}")
    monkeypatch.setenv("COMP_CWORD", typed if shell is FishComplete else "2")
    return shell(cli, {}, "citeline", VARIABLE).complete().split("\n")


@pytest.mark.parametrize("quote", ["'", '"', ""])
def test_contexts_are_offered_inside_of_either_quote(quote: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(BashComplete, monkeypatch, f"{quote}$.to") == ["plain,$.toc"]


def test_functions_and_properties_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 'plain,$.code.class("A").members()' in offered(BashComplete, monkeypatch, """'$.code.class("A").m""")
    assert "plain,$.toc[?(@.level" in offered(BashComplete, monkeypatch, "'$.toc[?(@.")


def test_where_the_query_must_go_on_a_second_word_keeps_the_quote_open(monkeypatch: pytest.MonkeyPatch) -> None:
    told = offered(BashComplete, monkeypatch, "'$.content.head")
    assert told == ['plain,$.content.heading("', 'plain,$.content.heading("install")']


@pytest.mark.parametrize("shell", [ZshComplete, FishComplete])
def test_shells_that_show_meanings_get_them(shell: type[ShellComplete], monkeypatch: pytest.MonkeyPatch) -> None:
    assert any("headings" in line for line in offered(shell, monkeypatch, "'$.to"))


@pytest.mark.skipif(not shutil.which("bash") or not (BIN / "citeline").exists(), reason="needs bash and the script")
def test_the_line_for_bash_works_in_bash() -> None:
    script = (
        'eval "$(_CITELINE_COMPLETE=bash_source citeline)"; complete -p citeline\n'
        'COMP_WORDS=(citeline query "\'\\$.to"); COMP_CWORD=2; _citeline_completion citeline\n'
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    environment = {"PATH": f"{BIN}:/usr/bin:/bin"}
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env=environment)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["complete -o nosort -F _citeline_completion citeline", "$.toc"]
