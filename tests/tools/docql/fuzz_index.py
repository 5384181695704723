"""Random and mutated queries on a real index: each gives a result or a DocQLError, and never takes a second.

`python -m tests.tools.docql.fuzz_index 100000 [SEED]` runs as many as that, and tells which took longest.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console

from citeline.cli.rendering.render_query import render_query
from citeline.settings import Settings
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.result import DocQLResult
from citeline.tools.handle import IndexHandle, index

from .corpora import write_files
from .fuzz import fuzz_as_asked, read_and_check

_LIMIT = 5
FILES: dict[str, str | bytes] = {
    "app/http.py": '''"""Requests."""

import time

TIMEOUT_S = 3


class Base:
    """What all sessions share."""


class Session(Base):
    """Sends requests."""

    tries: int = 3

    def __init__(self, url: str) -> None:
        self.url = url

    def send(self, request):
        return retry(request, self.tries)


def retry(request, tries):
    """Retries with a delay."""
    for _ in range(tries):
        parse_body(request)
        time.sleep(1)


def parse_body(request):
    return request


def get_session():
    return Session("x")
''',
    "app/__init__.py": "from .http import Session\n",
    "tests/test_http.py": """from app.http import Session, retry


def test_send():
    Session("x").send(retry)
""",
    "web/view.ts": """export class View {
  private name = 'e';
  show(): void {}
}
export type Handler = () => void;
""",
    "README.md": """Before the first heading.

# Install

See the [guide](docs/guide.md#limits) and https://example.org.

## Install

```python
import app  # timeout
```

~~~
plain
~~~

    indented

## 安装

一段文字。

### Install it

#### Install all

##### To install

###### Install last

End [up](#install).
""",
    "docs/guide.md": """---
title: Guide
author: {name: E, tags: [a, b]}
draft: true
version: 1.5
my-key: e
---
# Guide

## Limits

| name | value |
|:--|--:|
| time\\|out | 3 |
| size | 10 |

[broken](nowhere.md)
""".replace("\n", "\r\n"),
    "docs/broken.md": "---\ntitle: [unclosed\n---\n# Broken\n\n```\nnever closed\n# no heading\n",
    "docs/page.html": "<h1>Page</h1><table><caption>Limits</caption><tr><th>name</th></tr><tr><td>e</td></tr></table>",
    "data.json": '{"version": "1", "dependencies": [{"name": "a", "size": 1}, {"name": "b"}], "empty": null}',
    "pyproject.toml": '[project]\nname = "app"\ndependencies = ["a>=1"]\n',
    "config.yaml": "version: 1\nretry: {tries: 3}\nlist:\n  - name: x\n  - [1, 2]\n",
    "broken.yaml": "a: [1\nb: 2\n",
    "numbers.csv": "name,value\na,1\nb,2\n",
    "CHANGELOG.md": "# Changes\n\n## 1.0\n\n- Install\n",
}


@contextmanager
def small_index(folder: Path) -> Iterator[IndexHandle]:
    """An index of a few files of every kind, some of them broken; the examples of the language find something there."""
    write_files(folder / "files", FILES)
    with index(folder / "files", settings=Settings(home=folder / "home")) as handle:
        yield handle


def asking(handle: IndexHandle) -> Callable[[str], str]:
    """Asks one query, prints what comes back in both forms, and checks what a result promises."""
    console = Console(file=io.StringIO(), width=80)

    def ask(query: str) -> str:
        if query.lstrip().startswith("$"):
            read_and_check(query)
        try:
            result = handle.query(query, limit=_LIMIT)
        except DocQLError as error:
            json.dumps(error.to_json())
            error.report()
            return error.kind
        _check(result)
        json.dumps(result.to_json())
        render_query(result, console)
        console.file = io.StringIO()
        return "found" if result.total else "nothing"

    return ask


def _check(result: DocQLResult) -> None:
    assert result.trace[-1].items == result.total or result.search is not None
    assert len(result.items) <= result.total
    assert len(result.items) <= _LIMIT or result.kind == "structure"
    assert result.items or not result.total
    for item in result.items:
        assert item.path in FILES
        assert 1 <= item.line <= item.end_line
    if not result.total and result.search is None:
        assert result.emptiness is not None


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch, small_index(Path(scratch)) as opened:
        fuzz_as_asked(sys.argv[1:], asking(opened))
