"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

repo_option = click.option(
    "--repo",
    "repo",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default="current directory",
    help="Folder to ask about.",
)
format_option = click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="Form of stdout."
)
top_k_option = click.option("--top-k", type=click.IntRange(1, 100), default=None, help="Results at most.")
force_option = click.option("--force", is_flag=True, help="Index even a home folder or a whole disk.")
question_argument = click.argument("question", nargs=-1, required=True)


def joined(question: tuple[str, ...]) -> str:
    """The question as one text: quotes around it are optional."""
    return " ".join(question)
