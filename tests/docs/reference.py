"""Writes the reference pages of the documentation from the code: python -m tests.docs.reference --write."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import click
from pydantic import TypeAdapter

import citeline
from citeline import errors
from citeline.cli import exit_codes, json_schemas
from citeline.cli.main import cli
from citeline.evals.corpora.fetch import CorpusUnavailableError
from citeline.setting_values import SecretStr, Setting
from citeline.settings import Settings
from citeline.tools.docql.language.catalog import CONTEXTS, FUNCTIONS, OPERATORS, PROPERTIES
from citeline.tools.handle import IndexHandle

FOLDER: Final = Path(__file__).parents[2] / "docs" / "reference"
_MADE: Final = "<!-- Made by `make reference`; edit the code instead. -->"
_NOT_CITED: Final = "<!-- citeline: ignore -->"
"""Help shows what citations look like; `citeline verify` would look for what they name."""
_LONGEST_DEFAULT: Final = 40
_LONGEST_LINE: Final = 80
_EXIT_CODES: Final = (
    (exit_codes.ANSWERED, "answered, shown, written, all citations hold"),
    (errors.CitelineError.exit_code, "failed"),
    (errors.UsageError.exit_code, "wrong usage, a wrong setting or a wrong query"),
    (exit_codes.NOT_FOUND, "not found, or not stated: the sources do not answer it, or a query finds nothing"),
    (exit_codes.NOT_HELD, "`citeline verify`: a citation does not hold"),
    (exit_codes.PARTIAL, "the budget was spent before everything was looked at; what was found is printed"),
    (CorpusUnavailableError.exit_code, "`citeline eval`: a corpus cannot be downloaded"),
    (exit_codes.INTERRUPTED, "interrupted"),
)


def commands() -> str:
    """Every command with its options, and the exit codes."""
    parts = [
        "# Commands",
        'stdout is the answer, stderr everything else. `citeline "a question"` is short for `citeline ask`.',
        *(_command(path, command) for path, command in _walk("citeline", cli)),
        "## Exit codes",
        _table(("code", "meaning"), ((str(code), meaning) for code, meaning in _EXIT_CODES)),
    ]
    return _page(parts)


def settings() -> str:
    """Every setting with its variable and default."""
    rows = (
        (f"CITELINE_{name.upper()}", f"`{name}`", _default(field), field.description or "")
        for name, field in Settings.model_fields.items()
    )
    parts = [
        "# Settings",
        "None needs to be set. Each is an environment variable, or a line `name = value` in a file of your own; an"
        " argument wins over the variable, and the variable over the file. `citeline config` prints the values in"
        " effect and the place of the file. What belongs to a project, its sources and its words, stands in its"
        " `citeline.toml`: [sources](../how-to/policies.md), [words](../lexicon.md).",
        _table(("variable", "in the file", "default", "what it does"), rows),
    ]
    return _page(parts)


def docql() -> str:
    """All names of the query language."""
    starts = ((f"`$.{one.path}`", one.meaning, f"`{one.example}`") for one in CONTEXTS)
    functions = (
        (f"`{one.name}({one.argument and '…'})`", ", ".join(one.on), one.meaning, f"`{one.example}`")
        for one in FUNCTIONS
    )
    properties: list[str] = []
    for kind, items in PROPERTIES.items():
        properties += [f"### Of {kind}", _table(("property", "type", "meaning", "e.g."), _property_rows(items))]
    operators = ((kind, " ".join(f"`{one}`" for one in many)) for kind, many in OPERATORS.items())
    parts = [
        "# DocQL: all names",
        "[DocQL by example](../docql.md) teaches the language; this page lists what it knows.",
        "## Where a query begins",
        _table(("context", "gives", "e.g."), starts),
        "## Functions",
        _table(("function", "on", "meaning", "e.g."), functions),
        "## What a filter can ask",
        *properties,
        "## Operators",
        _table(("on", "operators"), operators),
    ]
    return _page(parts)


def json_output() -> str:
    """The fields of what commands print for programs."""
    parts = [
        "# JSON",
        "`--format json` exists on every command that prints data. Each object says its version under `schema`; the"
        " number grows when a key changes its meaning or goes, keys may be added without that. `citeline ask"
        " --json-schema` and `citeline search --json-schema` print the JSON Schema (draft 2020-12) that these tables"
        " come from. Rows of data sets have [a schema too](../evals.schema.json).",
    ]
    for shape, command in ((json_schemas.AnswerJson, "ask"), (json_schemas.SearchJson, "search")):
        schema = json_schemas.schema_of(shape, command)
        parts += [f"## `citeline {command} --format json`", schema.get("description", ""), _fields(schema)]
        for name, definition in schema.get("$defs", {}).items():
            if "properties" in definition and f"### {name}" not in parts:
                parts += [f"### {name}", definition.get("description", ""), _fields(definition)]
    return _page(parts)


def python() -> str:
    """The public names of the package."""
    parts = [
        "# Python",
        "`import citeline` loads nothing until a name is used. Examples: [embed it](../how-to/embed.md).",
    ]
    for name in citeline.__all__:
        if not name.startswith("__"):
            parts += _described(f"citeline.{name}", getattr(citeline, name), "##")
    parts += ["## An open index", inspect.getdoc(IndexHandle) or ""]
    for name, member in inspect.getmembers(IndexHandle, inspect.isfunction):
        if not name.startswith("_"):
            parts += _described(f"index.{name}", member, "###")
    return _page(parts)


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "commands.md": commands,
    "settings.md": settings,
    "docql.md": docql,
    "json.md": json_output,
    "python.md": python,
}


def _page(parts: Iterable[str]) -> str:
    title, *rest = parts
    return "\n\n".join([title, _MADE, *filter(None, (part.strip() for part in rest))]) + "\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    cells = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, row))} |" for row in cells)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _walk(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    for name in command.list_commands(click.Context(command)):
        inner = command.get_command(click.Context(command), name)
        if inner is not None and not inner.hidden:
            yield from _walk(f"{path} {name}", inner)


def _command(path: str, command: click.Command) -> str:
    context = click.Context(command, info_name=path)
    usage = " ".join([path, *command.collect_usage_pieces(context)])
    text = re.sub(r"\s*\n(?!\n)(?<!\n\n)\s*", " ", inspect.cleandoc(command.help or "").replace("\b\n", ""))
    records = (one.get_help_record(context) for one in command.get_params(context) if isinstance(one, click.Option))
    rows = [(f"`{record[0]}`", record[1]) for record in records if record and "--help" not in record[0]]
    shown = [
        f"## {path}",
        f"```text\n{usage}\n```",
        f"{_NOT_CITED}\n\n{text}",
        _table(("option", "what it does"), rows) if rows else "",
    ]
    return "\n\n".join(filter(None, shown))


def _default(field: Setting) -> str:
    if field.annotation is Path:
        return "a folder of your platform"
    value = field.default.get_secret_value() if isinstance(field.default, SecretStr) else field.default
    return "" if field.default_factory or value == "" else f"`{value}`"


def _property_rows(items: Iterable[Any]) -> Iterator[tuple[str, ...]]:
    for one in items:
        yield f"`@.{one.name}`", one.type, one.meaning, f"`{one.sample}`"


def _fields(schema: Mapping[str, Any]) -> str:
    required = schema.get("required", ())
    rows = (
        (f"`{name}`", _json_type(one), "" if name in required else "may be missing", one.get("description", ""))
        for name, one in schema["properties"].items()
    )
    return _table(("key", "type", "", "meaning"), rows)


def _json_type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](json.md#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(map(_json_type, schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return ", ".join(f'`"{one}"`' for one in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_json_type(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"object of {_json_type(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))


def _described(name: str, thing: Any, sign: str) -> list[str]:
    text = inspect.getdoc(thing) or ""
    if not callable(thing) or hasattr(thing, "__total__"):
        record: Any = thing
        return [f"{sign} {name}", text, _fields(TypeAdapter(record).json_schema())]
    if thing is Settings:
        return [f"{sign} {name}", text, "Its fields are the [settings](settings.md)."]
    return [f"{sign} {name}", f"```python\n{name.rpartition('.')[2]}{_signature(thing)}\n```", text]


def _signature(thing: Any) -> str:
    signature = inspect.signature(thing)
    gives = "" if isinstance(thing, type) else f" -> {_type_name(signature.return_annotation)}"
    shown = _parameters(signature)
    line = f"({', '.join(shown)}){gives}"
    return line if len(line) <= _LONGEST_LINE else "\n    ".join(["(", *(f"{one}," for one in shown)]) + f"\n){gives}"


def _parameters(signature: inspect.Signature) -> list[str]:
    shown: list[str] = []
    for one in signature.parameters.values():
        if one.name == "self":
            continue
        if one.kind is one.KEYWORD_ONLY and "*" not in shown and not any(text.startswith("*") for text in shown):
            shown.append("*")
        star = "**" if one.kind is one.VAR_KEYWORD else ""
        default = "" if one.default is one.empty else f" = {_short(one.default)}"
        shown.append(f"{star}{one.name}: {_type_name(one.annotation)}{default}")
    return shown


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_DEFAULT and " at 0x" not in text and "factory" not in text else "…"


def _type_name(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    if text.startswith("Annotated[") or text.startswith("typing.Annotated["):
        text = text.partition("[")[2].partition(",")[0]
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Za-z])", "", text).strip("'")


def main(arguments: list[str]) -> None:
    """With `--write` the pages are written, else the names of those that are behind are printed."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in PAGES.items():
        page = FOLDER / name
        text = made()
        if "--write" in arguments:
            page.write_text(text, "utf-8")
        elif not page.exists() or page.read_text("utf-8") != text:
            print(name)  # noqa: T201  # what this program is for


if __name__ == "__main__":
    main(sys.argv[1:])
