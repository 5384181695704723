"""A folder in each format: indexed, asked, queried, cited and verified from the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.cli.main import run

from ..terminal import as_json, empty_folder, index_files, items
from .notebooks import from_script

_CHURN = from_script("""--- markdown
# Customer churn
--- code
def load_customers(path):
    return open(path)
--- markdown
## Features
| feature | meaning |
|---|---|
| recency | days since the last order |

The threshold of churn is 90 days without an order. See [the guide](guide.md).
""")
_GUIDE = "# Guide\n\nHow to read the notebook.\n"


@pytest.fixture
def folder(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return empty_folder(tmp_path / "docs", monkeypatch)


def _line_of(path: Path, part: str) -> int:
    return next(n for n, line in enumerate(path.read_text("utf-8").splitlines(), start=1) if part in line)


def _check_cited(capsys: pytest.CaptureFixture[str], question: str, path: Path, part: str) -> None:
    """The question is answered from the line of the file that holds `part`, and a citation of it is in order."""
    line = _line_of(path, part)
    answer = as_json(capsys, "ask", question)
    (cited,) = [item for item in answer["evidence"] if item["path"] == path.name][:1]
    assert cited["start_line"] <= line <= cited["end_line"]
    assert part in cited["text"]
    (path.parent / "NOTE.md").write_text(f"`{path.name}:{line}`\n", encoding="utf-8")
    assert as_json(capsys, "verify", "NOTE.md")["counts"] == {"citations": 1, "fine": 1, "warning": 0, "error": 0}


def test_a_notebook(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"churn.ipynb": _CHURN, "guide.md": _GUIDE})
    _check_cited(capsys, "What is the threshold of churn?", folder / "churn.ipynb", "The threshold of churn is 90 days")
    toc = items(capsys, '$.toc[?(@.path=="churn.ipynb")]')
    assert [(item["title"], item["page"]) for item in toc] == [("Customer churn", 1), ("Features", 3)]
    (block,) = items(capsys, '$.content.codeblock[?(@.language=="python")]')
    assert block["code"] == "def load_customers(path):\n    return open(path)"
    (table,) = items(capsys, '$.content.table[?(@.headers contains "feature")]')
    assert table["rows"] == [["recency", "days since the last order"]]
    (link,) = items(capsys, "$.links")
    assert (link["resolved"], link["line"]) == ("guide.md:1", _line_of(folder / "churn.ipynb", "the guide"))
    assert items(capsys, '$.code.function("load_customers")')
    capsys.readouterr()
    assert run(["query", "$.toc"]) == 0
    assert "cell 3" in capsys.readouterr().out


_LIMITS = """.. _limits:

======
Limits
======

Every client has a quota. It is raised as :doc:`the guide <guide>` tells.

.. code-block:: python

   client.raise_quota(5)

.. list-table:: Quotas
   :header-rows: 1

   * - Plan
     - Requests
   * - free
     - 40

The quota of a client is reset at midnight in Lisbon.
"""


def test_restructured_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"limits.rst": _LIMITS, "guide.rst": "Guide\n=====\n\nSee `limits <limits.rst#limits>`_.\n"})
    _check_cited(
        capsys, "When is the quota of a client reset?", folder / "limits.rst", "is reset at midnight in Lisbon"
    )
    toc = items(capsys, '$.toc[?(@.path=="limits.rst")]')
    assert [(item["title"], item["line"]) for item in toc] == [("Limits", 3)]
    (block,) = items(capsys, '$.content.codeblock[?(@.language=="python")]')
    assert block["code"] == "client.raise_quota(5)"
    (table,) = items(capsys, '$.content.table[?(@.caption=="Quotas")]')
    assert table["rows"] == [["free", "40"]]
    links = items(capsys, "$.links")
    assert [(link["target"], link.get("resolved")) for link in links] == [
        ("limits.rst#limits", "limits.rst:3"),
        ("guide", "guide.rst:1"),
    ]


_BACKUP = """<!DOCTYPE html>
<html><head><title>Backup</title></head><body>
<nav><a href="index.html">Home</a></nav>
<main>
<h1>Backup</h1>
<p>A snapshot of the database is written to the vault at three in the morning.
<h2 id="restore">Restore</h2>
<p>Read <a href="guide.html#first">the guide</a> first.
<div class="highlight-bash"><pre>vault restore --last &amp;&amp; vault check</pre></div>
<table><tr><th>Kind<th>Kept for
<tr><td>daily<td>30 days
</table>
</main></body></html>
"""


def test_html(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index_files(folder, {"backup.html": _BACKUP, "guide.html": "<h1>Guide</h1>\n<p>x\n<h2 id=first>First</h2>\n<p>y\n"})
    question = "When is a snapshot of the database written to the vault?"
    _check_cited(capsys, question, folder / "backup.html", "is written to the vault at three in the morning")
    capsys.readouterr()
    run(["ask", question])
    printed = capsys.readouterr().out
    assert "A snapshot of the database is written to the vault at three in the morning." in printed
    assert "<p>" not in printed
    toc = items(capsys, '$.toc[?(@.path=="backup.html")]')
    assert [(item["title"], item.get("anchor")) for item in toc] == [("Backup", None), ("Restore", "#restore")]
    (block,) = items(capsys, '$.content.codeblock[?(@.language=="bash")]')
    assert block["code"] == "vault restore --last && vault check"
    (table,) = items(capsys, '$.content.table[?(@.headers contains "Kept for")]')
    assert table["rows"] == [["daily", "30 days"]]
    (link,) = items(capsys, "$.links")
    assert (link["text"], link["resolved"]) == ("the guide", "guide.html:3")
