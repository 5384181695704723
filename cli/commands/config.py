"""`citeline config`: every setting, its effective value and where to change it."""

from __future__ import annotations

import click
from rich.table import Table

from citeline.settings import Settings

from ..console import print_json, stdout
from ..options import format_option


@click.command("config")
@format_option
def command(output: str) -> None:
    """Show the effective settings; secrets are masked."""
    settings = Settings()
    values = settings.model_dump(mode="json")
    if output == "json":
        print_json(values)
        return
    table = Table("setting", "value", "variable", "meaning", box=None, header_style="bold")
    for name, field in Settings.model_fields.items():
        table.add_row(name, str(values[name]), f"CITELINE_{name.upper()}", field.description or "")
    stdout().print(table)
