"""A person's settings keep every byte that is not ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeline.cli.agent_hosts.json_edit import (
    JsonEditError,
    add_to_group,
    remove_from_groups,
    remove_member,
    set_member,
)

_VALUE = {"command": "citeline", "args": ["mcp"]}
_PATH = ["mcpServers", "citeline"]
_COMMENTS = ['// "b": 2', "/* and", "// keep }", "// last, not ours", "// head"]
_FILES = [
    '{"a": 1}',
    '{\n  "a": 1\n}\n',
    '{\n\t"a": 1, // "b": 2\n\t/* and\n\tso on */\n}\n',
    '// head\n{\n    "mcpServers": {\n        "x": {"command": "y"}, // keep }\n    },\n    "z": [1,2,],\n}\n',
    '{"mcpServers":{"x":{}}}',
    '{\r\n  "mcpServers": {\r\n    "x": {}\r\n  }\r\n}\r\n',
    '{\n  "mcpServers": {\n    "x": {} // last, not ours\n  }\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "say done"}]}\n    ]\n  }\n}\n',
    '{\n      "odd":{ "x":[\n1,\n  2]},\n "mcpServers": { "x" : {\n} }}',
    '{"text": "// no comment, }", "url": "https://example.org/*x*/"}\n',
]


def _is_ours(value: Any) -> bool:
    return "citeline hook" in json.dumps(value)


def _plain(text: str) -> Any:
    """As another reader of JSON with comments sees it: the first file of the table is enough to tell them apart."""
    from citeline.cli.agent_hosts.json_edit import _checked

    return json.loads(_checked(text))


@pytest.mark.parametrize("text", _FILES)
def test_a_member_is_added_once_and_taken_back_to_the_byte(text: str) -> None:
    added = set_member(text, _PATH, _VALUE)
    assert _plain(added)["mcpServers"]["citeline"] == _VALUE
    assert all(_plain(added)[key] == value for key, value in _plain(text).items() if key != "mcpServers")
    assert set_member(added, _PATH, _VALUE) == added
    assert all(comment in added for comment in _COMMENTS if comment in text)
    assert remove_member(added, _PATH) == text


@pytest.mark.parametrize("text", _FILES)
def test_a_value_of_a_group_is_added_once_and_taken_back_to_the_byte(text: str) -> None:
    value = {"type": "command", "command": "citeline hook"}
    added = add_to_group(text, ["hooks", "Stop"], "hooks", value, is_ours=_is_ours)
    assert {"hooks": [value]} in _plain(added)["hooks"]["Stop"]
    assert add_to_group(added, ["hooks", "Stop"], "hooks", value, is_ours=_is_ours) == added
    assert remove_from_groups(added, ["hooks", "Stop"], "hooks", is_ours=_is_ours) == text


def test_an_older_entry_of_ours_is_brought_up_to_date() -> None:
    text = '{\n  "mcpServers": {\n    "citeline": {"command": "/old"}, // mine\n    "b": {}\n  }\n}\n'
    changed = set_member(text, _PATH, _VALUE)
    assert _plain(changed)["mcpServers"] == {"citeline": _VALUE, "b": {}} and "// mine" in changed


@pytest.mark.parametrize("text", ['{"a": 1', "[1]", '{"a" 1}', "{'a': 1}", '{"a": 1} x', "null", '{"a": /* }'])
def test_a_broken_file_is_refused(text: str) -> None:
    with pytest.raises(JsonEditError, match="is no JSON"):
        set_member(text, _PATH, _VALUE)


@pytest.mark.parametrize("text", ['{"mcpServers": []}', '{"mcpServers": "x"}'])
def test_another_shape_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(JsonEditError, match="no object at mcpServers"):
        set_member(text, _PATH, _VALUE)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # how busy the machine is decides nothing
@given(
    st.dictionaries(st.text(max_size=4), _JSON, max_size=4),
    st.dictionaries(st.text(min_size=1, max_size=4), _JSON, min_size=1, max_size=3),
    st.sampled_from([None, 2, 4, "\t"]),
)
def test_any_json_keeps_what_it_says(file: dict[str, Any], servers: dict[str, Any], indent: int | str | None) -> None:
    servers.pop("citeline", None)
    text = json.dumps({**file, "mcpServers": {**servers, "x": 1}}, indent=indent)
    added = set_member(text, _PATH, _VALUE)
    assert json.loads(added) == {**file, "mcpServers": {**servers, "x": 1, "citeline": _VALUE}}
    assert remove_member(added, _PATH) == text
