"""What `citeline.toml` says about databases.

    [databases.shop]
    url = "sqlite:///data/shop.db"             # or postgresql+psycopg://reader@host/shop
    about = "orders and customers"
    include = ["orders", "customer*"]
    sample = 10

A URL with a password stands in no file: it comes from the setting `databases`, by the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from citeline.dataclass import dataclass
from citeline.errors import ProjectFileError
from citeline.patterns import re

KEYS: Final = ("url", "about", "include", "exclude", "schema", "sample")
NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
"""Of a source or a database."""
_PATTERNS: Final = '["orders", "customer*"]'
_SECRETS: Final = re.compile(r"pass|secret|token|key", re.IGNORECASE)
_MOST_ROWS: Final = 1_000
_SAMPLE: Final = 20


@dataclass(frozen=True, slots=True)
class Database:
    """One database, and what is read of it."""

    name: str
    url: str = field(repr=False)
    """For SQLAlchemy; may hold a password."""
    about: str = ""
    include: tuple[str, ...] = ()
    """Patterns of table names as in shells; without any, every table."""
    exclude: tuple[str, ...] = ()
    schema: str = ""
    """Empty means the default one."""
    sample: int = _SAMPLE
    """Rows that are shown of each table."""

    @property
    def shown_url(self) -> str:
        """The URL without what is secret in it: what a person allows, and what messages say."""
        parts = urlsplit(self.url)
        if not parts.netloc:  # a file; taken apart and put together it would lose slashes
            return self.url.partition("?")[0]
        host = parts.netloc.rpartition("@")
        user = host[0].partition(":")[0]
        query = urlencode([(name, value) for name, value in parse_qsl(parts.query) if not _SECRETS.search(name)])
        return urlunsplit(parts._replace(netloc=f"{user}@{host[2]}" if user else host[2], query=query))

    def hide(self, text: str) -> str:
        """A message of a driver, without the password."""
        parts = urlsplit(self.url)
        secrets = [parts.password or "", *(value for name, value in parse_qsl(parts.query) if _SECRETS.search(name))]
        for secret in filter(None, secrets):
            text = text.replace(secret, "***")
        return " ".join(text.replace(self.url, self.shown_url).split())


def declared(root: Path, written: Mapping[str, Any], urls: Mapping[str, str]) -> Iterator[Database]:
    """The databases of a project file, whose keys have been checked by name; `urls` are those of the settings.

    Raises ProjectFileError.
    """
    for name, table in written.items():
        where = f"databases.{name}"
        if not NAME.fullmatch(name):
            raise ProjectFileError(f"`{name}` cannot name a database: small letters, digits, `-` and `_`, up to 40")
        if (root / name).exists():
            raise ProjectFileError(f"`databases.{name}` is called like something in the folder: choose another name")
        sample = table.get("sample", _SAMPLE)
        if not isinstance(sample, int) or isinstance(sample, bool) or not 0 <= sample <= _MOST_ROWS:
            raise ProjectFileError(f"`databases.{name}.sample` must be a number of rows, 0 to {_MOST_ROWS:,}")
        yield Database(
            name=name,
            url=_url(root, name, table, urls),
            about=text_in(table, where, "about"),
            include=patterns_in(table, where, "include", _PATTERNS),
            exclude=patterns_in(table, where, "exclude", _PATTERNS),
            schema=text_in(table, where, "schema"),
            sample=sample,
        )


def _url(root: Path, name: str, table: Mapping[str, Any], urls: Mapping[str, str]) -> str:
    written = text_in(table, f"databases.{name}", "url")
    url = urls.get(name) or written
    setting = f'CITELINE_DATABASES = {{"{name}": "…"}}'
    if not url:
        raise ProjectFileError(f"`databases.{name}` has no `url`: write it there, or in the setting {setting}")
    try:
        parts = urlsplit(url)
        secret = parts.password or any(_SECRETS.search(key) for key, _ in parse_qsl(parts.query))
    except ValueError as error:
        raise ProjectFileError(f"`databases.{name}.url` is no URL: {error}") from None
    if secret and url == written:
        raise ProjectFileError(f"`databases.{name}.url` holds a secret: take it out, and set {setting}")
    if not parts.scheme.startswith("sqlite"):
        return url
    path = url.partition(":///")[2].partition("?")[0]
    if not path or path == ":memory:" or path.startswith("file:"):
        raise ProjectFileError(f"`databases.{name}.url` must name a file, such as sqlite:///data/shop.db")
    return f"sqlite:///{quote(str((root / path).resolve()))}"


def text_in(table: Mapping[str, Any], where: str, key: str) -> str:
    """Empty where nothing is written. Raises ProjectFileError for what is no text."""
    found = table.get(key, "")
    if not isinstance(found, str) or "\0" in found:
        raise ProjectFileError(f"`{where}.{key}` must be text")
    return found


def patterns_in(table: Mapping[str, Any], where: str, key: str, example: str) -> tuple[str, ...]:
    """None where nothing is written. Raises ProjectFileError for what is no list of texts, with an example of one."""
    found = table.get(key, [])
    if not isinstance(found, list) or not all(isinstance(pattern, str) and pattern for pattern in found):
        raise ProjectFileError(f"`{where}.{key}` must be a list of patterns, such as {example}")
    return tuple(found)
