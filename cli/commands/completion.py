"""`citeline completion`: what makes a shell complete commands, options and DocQL."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from citeline.errors import UsageError

_SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the script that makes SHELL complete what is typed after `citeline`.

    bash: `eval "$(citeline completion bash)"` in ~/.bashrc, zsh the same in ~/.zshrc; fish:
    `citeline completion fish > ~/.config/fish/completions/citeline.fish`.
    """
    from ..main import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise UsageError(f"there is no completion for {shell!r}", remedy=f"there is {', '.join(_SHELLS)}")
    click.echo(kind(cli, {}, "citeline", "_CITELINE_COMPLETE").source())
