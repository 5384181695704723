from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.tools.citations.facts import Fact, read_facts

from .passages import stated

SAID = {
    "`send` raises `HTTPError`.": Fact("raises", "send", "HTTPError"),
    "`send()` may throw a `HTTPError`": Fact("raises", "send", "HTTPError"),
    "A `HTTPError` exception is raised by `send`.": Fact("raises", "send", "HTTPError"),
    "Calling `send` can raise HTTPError.": Fact("raises", "send", "HTTPError"),
    "`send` 抛出 `HTTPError`。": Fact("raises", "send", "HTTPError"),
    "`send` returns a `Response` object.": Fact("returns", "send", "Response"),
    "The return type of `send` is `list[int]`.": Fact("returns", "send", "list[int]"),
    "`send` is annotated to return `str`.": Fact("returns", "send", "str"),
    "`timeout` defaults to 30.": Fact("default", "timeout", "30"),
    "The default value of `timeout` in `send` is `None`.": Fact("default", "timeout", "None", "send"),
    "The `timeout` parameter of `send` defaults to `3.5`.": Fact("default", "timeout", "3.5", "send"),
    "`send` takes `timeout` with a default of `30`.": Fact("default", "timeout", "30", "send"),
    "By default, `timeout` is `30`.": Fact("default", "timeout", "30"),
    "In `send`, `timeout` defaults to 'x'.": Fact("default", "timeout", "'x'", "send"),
    "`Session` is a subclass of `Closing`.": Fact("inherits", "Session", "Closing"),
    "The base class of `Session` is `Closing`.": Fact("inherits", "Session", "Closing"),
    "`Closing` is a base class of `Session`.": Fact("inherits", "Session", "Closing"),
    "`send` makes a call to `get_adapter`.": Fact("calls", "send", "get_adapter"),
    "`get_adapter` is called by `send`.": Fact("calls", "send", "get_adapter"),
    "In the body of `send`, `get_adapter()` is called.": Fact("calls", "send", "get_adapter"),
    "Session.send invokes get_adapter().": Fact("calls", "Session.send", "get_adapter"),
    "`shop/sessions.py` defines `Session`.": Fact("defined_in", "Session", "shop/sessions.py"),
    "`send` raises `HTTPError` when the server answers 500.": Fact(
        "raises", "send", "HTTPError", condition="the server answers 500"
    ),
    "Unless `strict` is set, `send` returns `None`.": Fact(
        "returns", "send", "None", condition="`strict` is set", turned=True
    ),
    "`send` converts `OSError` into `SendError`.": Fact("converts", "OSError", "SendError", "send"),
    "`send` calls `sign` before it calls `post`.": Fact("order", "sign", "post", "send"),
    "`limit` is set to `3` in `send`.": Fact("sets", "limit", "3", "send"),
    "`send` is a method of `Session`.": Fact("defined_in", "send", "Session"),
    "`send` does not raise `HTTPError`.": Fact("raises", "send", "HTTPError", denied=True),
    "`send` never calls `close`.": Fact("calls", "send", "close", denied=True),
}
MORE_OR_LESS = [
    "It calls `close`.",
    "A plain sentence.",
    "",
]


@pytest.mark.parametrize("sentence", SAID)
def test_a_fact_is_read_however_it_is_said(sentence: str) -> None:
    assert stated(sentence) == SAID[sentence]


@pytest.mark.parametrize("sentence", MORE_OR_LESS)
def test_what_says_more_or_the_opposite_is_not_taken_for_the_fact(sentence: str) -> None:
    assert stated(sentence) is None


def test_a_fact_in_a_longer_sentence_is_read_as_a_part_of_it() -> None:
    (fact,) = read_facts("When it is too late, `send` raises `HTTPError` for the caller.")
    assert fact == Fact("raises", "send", "HTTPError", whole=False)


@settings(deadline=None)
@given(st.text(alphabet="`abC_.() israedcallbyofthdefult,'\"0"))
@pytest.mark.timeout(120)
def test_no_sentence_breaks_or_stalls_the_reading(sentence: str) -> None:
    list(read_facts((sentence * 40)[:400]))
