"""`citeline config`: every setting, its effective value and where to change it."""

from __future__ import annotations

import click
from rich.text import Text

from citeline.settings import Settings, user_file
from citeline.visible import one_line

from ..console import stdout
from ..json_output import print_json
from ..options import format_option
from ..rendering.render import print_hanging


@click.command("config")
@format_option
def command(output: str) -> None:
    """Show every setting, its value and the variable that changes it; secrets are masked.

    What is always to be so can stand in a file of your own instead, whose place is shown last: `top_k = 20`.
    """
    settings = Settings()
    values = settings.model_dump()
    if output == "json":
        print_json(values)
        return
    console = stdout()
    for name, field in Settings.model_fields.items():
        value = one_line(str(values[name]))
        console.print(Text.assemble((f"CITELINE_{name.upper()}", "bold"), "=", (value, "cyan")), soft_wrap=True)
        print_hanging(Text("    "), Text(field.description or "", style="dim"), console)
    path = user_file()
    found = "" if path and path.is_file() else " (not there)"
    console.print(Text(f"your file: {one_line(str(path))}{found}" if path else "your file: none", style="dim"))
