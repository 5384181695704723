"""`citeline config`: every setting, its effective value and where to change it."""

from __future__ import annotations

import click
from rich.text import Text

from citeline.settings import Settings
from citeline.visible import one_line

from ..console import print_json, stdout
from ..options import format_option
from ..render import print_hanging


@click.command("config")
@format_option
def command(output: str) -> None:
    """Show every setting, its value and the variable that changes it; secrets are masked."""
    settings = Settings()
    values = settings.model_dump(mode="json")
    if output == "json":
        print_json(values)
        return
    console = stdout()
    for name, field in Settings.model_fields.items():
        value = one_line(str(values[name]))
        console.print(Text.assemble((f"CITELINE_{name.upper()}", "bold"), "=", (value, "cyan")), soft_wrap=True)
        print_hanging(Text("    "), Text(field.description or "", style="dim"), console)
