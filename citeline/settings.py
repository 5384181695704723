"""Every knob, in one frozen object that is built once at the edge and handed down.

Nothing else reads the environment, or the file of a person's own settings. `citeline config` prints the effective
values, secrets masked.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, NoReturn, Self, TypeAlias, get_origin, get_type_hints

import platformdirs

from .errors import SettingsError, SettingsFileError, nearest
from .left_out import Secrets
from .setting_values import SecretStr, Setting, plain, value_of

StructuredMethod: TypeAlias = Literal["json_mode", "json_schema", "function_calling", "prompt"]
"""How a model is asked for JSON; see `tools/models/structured.py`."""
Mode: TypeAlias = Literal["auto", "pipeline", "explore"]
"""How far a question is looked into; see `graph/routing.py`."""
StalePolicy: TypeAlias = Literal["auto", "refresh", "warn", "ignore"]
"""What to do when the tree is not what was indexed: `auto` refreshes what takes under a second, and warns otherwise."""
MergePolicy: TypeAlias = Literal["auto", "never"]
"""Whether a process may be left behind that makes a new base of an index."""


_PREFIX: Final = "CITELINE_"
_CONFIG: Final = "CITELINE_CONFIG"
"""Names another file than the usual one; empty means none."""
_ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = {
    "model_key": ("OPENAI_API_KEY",),
    "editor": ("VISUAL", "EDITOR"),
    "pager": ("PAGER",),
}
"""Variables of others that we read where a setting is made nowhere else."""


def _setting(**row: Any) -> Any:
    """A row of the table, a `Setting`, in the place of the value that an instance has."""
    return Setting(**row)


class Settings:
    """Effective settings: arguments, then `CITELINE_*` variables, then the file of the user, then for a few what others
    read too, such as EDITOR, then these defaults.

    The file is `config.toml` in the platform's folder for settings, one line a setting, as in `top_k = 20`.
    """

    model_fields: ClassVar[Mapping[str, Setting]]
    """Name to row of the table, in order."""

    home: Path = _setting(
        default_factory=lambda: Path(platformdirs.user_cache_dir("citeline", appauthor=False)),
        description="Where indexes live; never inside the tree that is indexed.",
    )
    qdrant_url: str = _setting(default="", description="Qdrant server or cluster; empty means the embedded store.")
    qdrant_api_key: SecretStr = _setting(default=SecretStr(""), description="Key for the Qdrant server.")
    embedder: str = _setting(default="bundled", description="`bundled`, or the name of a fastembed model.")
    max_file_bytes: int = _setting(
        default=1_000_000,
        above=0,
        description="Larger files are skipped and listed by `status`; of CSV, JSON Lines, logs and text so much is "
        "read, at least 10 and at most 16 MB, of HTML 10 MB: the beginning, and pieces up to the end. Of data of tests "
        "above a 32nd of it the first 256th is read.",
    )
    secrets: Secrets = _setting(
        default="mask",
        description="`mask` puts `[secret:…]` in the place of detected secrets; `keep` indexes them as they are.",
    )
    stale: StalePolicy = _setting(
        default="auto",
        description="When files have changed since: `refresh`, `warn`, `ignore`, or `auto`: refresh if that is quick.",
    )
    workers: int = _setting(default=0, least=0, description="Parser processes; 0 means one per core.")
    merge: MergePolicy = _setting(
        default="auto",
        description="What has changed beside an index gets into it in the background, by a process of the lowest "
        "priority that is left behind: `auto`, not where the variable CI is set, or `never`.",
    )
    keep_generations: int = _setting(
        default=2,
        least=1,
        description="Published generations kept, the current one included; the one that made their base comes on top.",
    )

    top_k: int = _setting(default=10, least=1, most=100, description="Files returned by a search.")
    evidence_k: int = _setting(default=6, least=1, most=50, description="Chunks given to the answer.")
    max_rounds: int = _setting(
        default=3, least=1, most=10, description="Widening rounds before the state machine gives up."
    )
    budget_s: float = _setting(default=30.0, above=0, description="Seconds for one question.")
    lexicon: str = _setting(
        default="",
        description="TOML file with [synonyms] and [glossary] of your own; empty means the built-in words alone.",
    )
    mode: Mode = _setting(
        default="auto",
        description="`explore` looks at what the first hits point to, `pipeline` only searches; `auto`: with a model, "
        "when one search is not enough.",
    )
    sources: str = _setting(
        default="",
        description="Sources that are searched, separated by commas, as citeline.toml names them; empty means all.",
    )
    where: str = _setting(
        default="",
        description="Documents that are searched, by what they say of themselves: author=Ines && modified>=2025; "
        "empty means all.",
    )
    databases: dict[str, SecretStr] = _setting(
        default_factory=dict,
        description='URLs of databases that citeline.toml names, where they hold passwords: {"shop": "postgresql+…"}.',
    )
    evidence_floor: float = _setting(
        default=0.35,
        least=0,
        most=1,
        description="Below this grade of the evidence the search goes on, one level wider (nodes/grade_evidence.py).",
    )

    mcp_roots: str = _setting(
        default="",
        description="Folders that `citeline mcp` and a LangGraph server may be asked about, separated as in PATH; "
        "empty: the current one.",
    )
    mcp_token: SecretStr = _setting(
        default=SecretStr(""), description="Token that clients of `citeline mcp --http` send; empty means a new one."
    )
    page_hosts: str = _setting(
        default="",
        description="Host names under which the page beside a LangGraph server answers, separated by commas; empty: "
        "those of this machine alone. With some, it updates no index and keeps no feedback.",
    )

    model: str = _setting(
        default="", description="Chat model that plans, writes and judges; empty means that none is asked."
    )
    model_url: str = _setting(
        default="", description="OpenAI-compatible endpoint, up to /v1; empty means OpenAI's own."
    )
    model_key: SecretStr = _setting(
        default=SecretStr(""),
        description="Key for that endpoint; without it OPENAI_API_KEY.",
    )
    planner_model: str = _setting(default="", description="Another model for planning and filtering.")
    writer_model: str = _setting(default="", description="Another model for writing answers.")
    judge_model: str = _setting(default="", description="Another model for judging citations; `none` for no judge.")
    small_model: str = _setting(
        default="", description="A cheaper writer, for when the budget has no room for the other."
    )
    model_method: StructuredMethod = _setting(
        default="json_mode",
        description="How JSON is asked for: `json_mode`, `json_schema`, `function_calling`, or `prompt`: in words.",
    )
    model_timeout_s: float = _setting(default=60.0, above=0, description="Seconds for one call of a model.")
    model_prices: dict[str, tuple[float, float]] = _setting(
        default_factory=dict,
        description='US dollars per million input and output tokens, by model: {"gpt-4.1-mini": [0.4, 1.6]}.',
    )
    no_model: bool = _setting(default=False, description="Never ask a model, whatever else is set.")
    review: str = _setting(
        default="",
        description="Where a person is asked before a run goes on: `plan`, `evidence`, `answer`, separated by commas.",
    )
    actions_folder: Path = _setting(
        default_factory=lambda: Path(platformdirs.user_documents_dir()) / "citeline",
        description="Where actions write files, such as meetings; never inside the tree that is asked.",
    )
    editor: str = _setting(default="", description="What opens a place, as in `code` or `vim`; else VISUAL or EDITOR.")
    pager: str = _setting(
        default="", description="What shows answers longer than the screen, else PAGER or less; `none` for no pager."
    )
    budget_calls: int = _setting(default=20, least=1, description="Model calls for one question.")
    budget_tokens: int = _setting(default=200_000, least=1, description="Tokens for one question, input and output.")
    budget_usd: float = _setting(default=0.0, least=0, description="US dollars for one question; 0 means no limit.")

    def __init__(self, **given: Any) -> None:
        """Raises SettingsError for a value that cannot be, wherever it comes from.

        What is given under a name that is no setting is dropped, as one of a newer version may be.
        """
        file, variables = _from_file(), _from_environment()
        problems: list[tuple[str, str]] = []
        values = {name: setting.get_default() for name, setting in self.model_fields.items()}
        for name, value in {**_from_elsewhere(), **file, **variables, **given}.items():
            setting = self.model_fields.get(name)
            if setting is None:
                continue
            try:
                values[name] = value_of(setting, value)
            except ValueError as error:
                problems.append((name, str(error)))  # never the value: it may be a secret
        vars(self).update(values)
        if problems:
            lines = file.keys() - variables.keys() - given.keys()
            wrong = [f"{name}: {why}" for name, why in problems if name in lines]
            path = user_file()
            if wrong and path:
                raise SettingsFileError(path, wrong)
            raise SettingsError(problems)

    def model_copy(self, *, update: Mapping[str, Any]) -> Self:
        """The same with some other values, which are taken as they are."""
        copied = object.__new__(type(self))
        vars(copied).update(vars(self), **update)
        return copied

    def model_dump(self) -> dict[str, Any]:
        """Name to value, as JSON has them; secrets are masked."""
        return {name: plain(value) for name, value in vars(self).items()}

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"settings do not change: make others with model_copy(update={{{name!r}: …}})")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and vars(other) == vars(self)

    def __repr__(self) -> str:
        changed = (
            f"{name}={vars(self)[name]!r}"
            for name, setting in self.model_fields.items()
            if vars(self)[name] != setting.get_default()
        )
        return f"Settings({', '.join(changed)})"

    @property
    def merges(self) -> bool:
        """Whether a process may be left behind: a job of CI pays for what it leaves, and throws it away."""
        return self.merge == "auto" and os.environ.get("CI", "").lower() in {"", "0", "false"}

    @classmethod
    def misspelt(cls) -> dict[str, str]:
        """Variables that begin like a setting and set none, with the setting that was probably meant, or nothing."""
        known = [*(_PREFIX + name.upper() for name in cls.model_fields), _CONFIG]
        unknown = [name for name in os.environ if name.upper().startswith(_PREFIX) and name.upper() not in known]
        return {name: nearest(name.upper(), known) for name in unknown}


_KINDS: Final = get_type_hints(Settings)
Settings.model_fields = {
    name: replace(setting, annotation=_KINDS[name])
    for name, setting in vars(Settings).items()
    if isinstance(setting, Setting)
}


def wrong_setting(name: str, why: str) -> SettingsError:
    """The error for a setting that turns out wrong when it is used: it names the file of settings where that has it."""
    path = user_file()
    if path and name in _from_file() and f"{_PREFIX}{name}".upper() not in map(str.upper, os.environ):
        return SettingsFileError(path, [f"{name}: {why}"])
    return SettingsError([(name, why)])


def is_traced() -> bool:
    """Whether LangChain is told to send what runs do to somewhere: it reads these variables by itself."""
    names = ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING", "LANGCHAIN_TRACING_V2")
    return any(os.environ.get(name, "").lower() == "true" for name in names)


def user_file() -> Path | None:
    """Where a person keeps their own settings, whether or not it exists; None where it is switched off."""
    named = os.environ.get(_CONFIG)
    if named is None:
        return Path(platformdirs.user_config_dir("citeline", appauthor=False)) / "config.toml"
    return Path(named).expanduser() if named else None


def _from_file() -> dict[str, Any]:
    path = user_file()
    if path is None:
        return {}
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingsFileError(path, [f"it cannot be read: {error}"]) from None
    import tomllib  # most people have no such file

    try:
        values = tomllib.loads(text)
    except ValueError as error:
        raise SettingsFileError(path, [f"it cannot be read: {error}"]) from None
    for name in values:
        if name not in Settings.model_fields:
            near = nearest(name, Settings.model_fields)
            hint = f"did you mean {near!r}?" if near else "`citeline config` lists them"
            raise SettingsFileError(path, [f"{name!r} is no setting: {hint}"])
    return values


def _from_elsewhere() -> dict[str, str]:
    found = {
        name: next((os.environ[one] for one in names if one in os.environ), None) for name, names in _ELSEWHERE.items()
    }
    return {name: value for name, value in found.items() if value is not None}


def _from_environment() -> dict[str, Any]:
    variables = {name.upper(): value for name, value in os.environ.items()}
    found: dict[str, Any] = {}
    for name, setting in Settings.model_fields.items():
        value = variables.get(_PREFIX + name.upper())
        if value is None:
            continue
        if get_origin(setting.annotation) is dict:
            try:
                found[name] = json.loads(value)
            except ValueError as error:
                raise SettingsError([(name, f"this is no JSON object: {error}")]) from None
        else:
            found[name] = value
    return found
