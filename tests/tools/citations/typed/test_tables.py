"""Tables, configuration and change logs: what their cells, keys and headings prove and contradict."""

from __future__ import annotations

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.passage import Passage

OPTIONS = """\
| Option | Type | Default |
|---|---|---|
| `timeout` | `number` | `30` |
| `retries` | `integer` | 3 |
| `mode` | string | `fast` |
"""
COUNTRIES = "Country,Capital,Population\nGermany,Berlin,83\nFrance,Paris,68\n"
YAML = "server:\n  port: 8080 # of the proxy\n  hosts:\n    - one\n    - two\nimage: ubuntu-latest\n"
TOML = '[tool.ruff]\nline-length = 100\nselect = ["E", "F"]\ntarget-version = "py39"\n'
JSON = '{\n  "options": {\n    "strict": true,\n    "target": "ES2020"\n  }\n}\n'
INI = "[server]\nport = 80\n"
CHANGES = "## 2.31.0 (2023-05-22)\n\n- Added `frob`\n\n## [2.30.0] - 2023-05-03\n- Removed `old_thing`\n"
PAIRS = [
    ("a.md", OPTIONS, "The default of `timeout` is `30`.", "The default of `timeout` is `3`."),
    ("a.md", OPTIONS, '`mode` defaults to `"fast"`.', "`mode` defaults to `slow`."),
    ("a.md", OPTIONS, "The type of `retries` is `integer`.", "`retries` is of type `string`."),
    ("a.csv", COUNTRIES, "The capital of France is Paris.", "The capital of France is Berlin."),
    ("a.csv", COUNTRIES, "The population of Germany is 83.", "The population of Germany is 68."),
    ("a.yaml", YAML, "`server.port` is set to `8080`.", "`server.port` is set to `8081`."),
    ("a.yaml", YAML, "`image` is `ubuntu-latest`.", "`image` is `ubuntu-20.04`."),
    ("a.yaml", YAML, "`hosts` has two entries.", "`hosts` has three entries."),
    ("a.toml", TOML, "`tool.ruff.line-length` is set to `100`.", "`line-length` is `88`."),
    ("a.toml", TOML, "`E` is one of the entries of `select`.", "`W` is one of the entries of `select`."),
    ("a.json", JSON, "`strict` is `true`.", "`strict` is `false`."),
    ("a.json", JSON, "`options.target` is set to `ES2020`.", "`options.target` is set to `ES2022`."),
    ("a.yaml", "debug: yes\n", "`debug` is `true`.", "`debug` is `false`."),
    ("a.ini", INI, "`server.port` is `80`.", "`server.port` is `8080`."),
    (
        "CHANGES.md",
        CHANGES,
        "Version 2.31.0 was released on 2023-05-22.",
        "Version 2.31.0 was released on 2023-05-03.",
    ),
    ("CHANGES.md", CHANGES, "`2.30.0` was released on May 3, 2023.", "`2.30.0` was released on May 4, 2023."),
]
UNDECIDED = [
    ("a.md", OPTIONS, "The owner of `timeout` is `30`."),
    ("a.md", OPTIONS, "`timeout` defaults to a minute."),
    ("a.md", OPTIONS, "The type of `retries` is `int`."),
    ("a.md", OPTIONS.replace("`30`", "-"), "The default of `timeout` is `None`."),
    ("a.md", OPTIONS.replace("`30`", "60s"), "The default of `timeout` is `1m`."),
    ("CHANGES.md", "## 1.9\n- `f` will go in 2.0\n", "`f` was removed in version 2.0."),
    ("a.md", OPTIONS.partition("\n")[2], "The default of `retries` is `5`."),
    ("a.yaml", f"{YAML}other:\n  port: 1\n", "`port` is `8081` or so."),
    ("CHANGES.md", CHANGES, "`frob` was added in version 2.31.0."),
    ("CHANGES.md", CHANGES, "Version 2.29.0 was released on 2023-05-22."),
]


@pytest.mark.parametrize(("path", "text", "true", "false"), PAIRS)
def test_a_cell_a_key_or_a_date_is_told_from_another_one(path: str, text: str, true: str, false: str) -> None:
    lines = Passage(text, 1, text.count("\n"), path, "")
    assert check_support(true, lines).verdict == "supported"
    assert check_support(false, lines).verdict == "contradicted"


@pytest.mark.parametrize(("path", "text", "sentence"), UNDECIDED)
def test_what_no_cell_key_or_heading_says_is_left_undecided(path: str, text: str, sentence: str) -> None:
    found = check_support(sentence, Passage(text, 1, text.count("\n"), path, ""))
    assert found.verdict not in ("supported", "contradicted"), found.why


def test_an_entry_under_another_version_contradicts_the_version_that_is_said() -> None:
    lines = Passage(CHANGES, 1, 6, "CHANGES.md", "")
    assert check_support("`old_thing` was removed in version 2.31.0.", lines).verdict == "contradicted"
