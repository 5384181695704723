from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.tools.citations.facts import Fact, Relation
from citeline.tools.citations.passage import Passage
from citeline.tools.citations.typed.check import check_fact, is_reversed

from ..passages import stated


class Source(NamedTuple):
    path: str
    scope: str
    text: str


PYTHON = Source(
    "shop/sessions.py",
    "Session",
    """class Session(Redirects, Closing):
    limit: int = 30

    def send(self, request, timeout: float = 3.5, retries=None) -> Response | None:
        retries = retries or 7
        if request is None:
            raise errors.MissingRequest("none")
        return self.adapter_for(request)
""",
)
JAVA = Source(
    "src/Session.java",
    "Session.send",
    """  public Optional<Response> send(Request request) throws IOException {
    if (request == null) {
      throw new MissingRequest("none");
    }
    return adapterFor(request);
  }""",
)
TYPESCRIPT = Source(
    "src/session.ts",
    "Session",
    """export class Session extends Redirects implements Closing {
  async send(request: Request, timeout = 3.5): Promise<Response> {
    if (!request) throw new MissingRequest("none");
    return this.adapterFor(request);
  }
}""",
)
JAVASCRIPT = Source(
    "src/session.js", "send", 'function send(request, timeout = 3.5) { throw new MissingRequest("none") }'
)
GO = Source(
    "session.go",
    "Session.Send",
    "func (s *Session) Send(request Request) (*Response, error) {\n\treturn s.adapterFor(request)\n}",
)
GO_TYPE = Source("session.go", "Session", "type Session struct {\n\tRedirects\n\tlimit int\n}")
KOTLIN = Source(
    "Session.kt",
    "Session",
    """class Session : Redirects(), Closing {
    fun send(request: Request, timeout: Double = 3.5): Response {
        throw MissingRequest("none")
    }
}""",
)

FILLED = Source(
    "shop/load.py",
    "load",
    """def load(path: Path, timeout=None, tries=None, size=None) -> Optional[str]:
    if timeout is None:
        timeout = DEFAULT_TIMEOUT
    size = []
    if path["k"]:
        raise FileNotFoundError(path)
    return None
""",
)
KIN = Source("shop/errors.py", "", "class Gone(KeyError): ...\n\n\nclass Slow(IOError): ...\n")
NAMED = Source("shop/named.py", "", "Alias = dict[str, int]\n\n\ndef f() -> Alias: ...\n\n\ndef g() -> bool: ...\n")
JAVA_LOCAL = Source("a/Named.java", "name", '  String name() {\n    String first = "a";\n    return first;\n  }')
TYPESCRIPT_NAMED = Source("id.ts", "", "export type Id = string\n\nexport function next(): Id {\n  return make()\n}")

PROVED = [
    (PYTHON, "`Session` inherits from `Closing`."),
    (PYTHON, "`Session.send` raises `MissingRequest`."),
    (PYTHON, "The `timeout` parameter of `send` defaults to `3.5`."),
    (PYTHON, "`Session.send` returns `Response`."),
    (PYTHON, "`limit` defaults to `30`."),
    (PYTHON, "`Session.send` calls `adapter_for`."),
    (PYTHON, "`send` is a method of `Session`."),
    (PYTHON, "`Session` is defined in `shop/sessions.py`."),
    (PYTHON, "`Session` is defined in `shop.sessions`."),
    (JAVA, "`Session.send` throws `IOException`."),
    (JAVA, "`send` throws `MissingRequest`."),
    (JAVA, "`send` returns `Response`."),
    (JAVA, "`send` returns `Optional<Response>`."),
    (JAVA, "`adapterFor` is called by `Session.send`."),
    (TYPESCRIPT, "`Session` extends `Redirects`."),
    (TYPESCRIPT, "`Session` implements `Closing`."),
    (TYPESCRIPT, "`send` raises `MissingRequest`."),
    (TYPESCRIPT, "`timeout` defaults to `3.5`."),
    (TYPESCRIPT, "`send` returns `Response`."),
    (JAVASCRIPT, "`send` throws `MissingRequest`."),
    (JAVASCRIPT, "`timeout` defaults to `3.5`."),
    (GO, "`Session.Send` returns `error`."),
    (GO, "`Send` calls `adapterFor`."),
    (GO_TYPE, "`Session` embeds `Redirects`."),
    (KOTLIN, "`Session` inherits from `Closing`."),
    (KOTLIN, "`send` returns `Response`."),
    (KOTLIN, "In `send`, `timeout` defaults to `3.5`."),
    (FILLED, "`load` returns `None`."),
    (FILLED, "`load` returns `str | None`."),
    (KIN, "`Slow` inherits from `OSError`."),
]
CONTRADICTED = [
    (PYTHON, "`Session` inherits from `Thread`."),
    (PYTHON, "`Session.send` raises `TimedOut`."),
    (PYTHON, "The `timeout` parameter of `send` defaults to `30`."),
    (PYTHON, "`Session.send` returns `str`."),
    # All of it is there, and it does not.
    (PYTHON, "`Session.send` calls `close`."),
    (JAVA, "`send` throws `SQLException`."),
    (JAVA, "`send` returns `String`."),
    (TYPESCRIPT, "`Session` extends `Thread`."),
    (TYPESCRIPT, "`timeout` defaults to `null`."),
    (TYPESCRIPT, "`send` returns `Request[]`."),
    (GO, "`Session.Send` returns `*Request`."),
    (KOTLIN, "`Session` inherits from `Thread`."),
    (FILLED, "`tries` defaults to `5`."),
    (FILLED, "`size` defaults to `5`."),
    (FILLED, "`load` raises `ZeroDivisionError`."),
    (FILLED, "`load` returns `bytes`."),
    (KIN, "`Gone` inherits from `OSError`."),
    (NAMED, "`g` returns `str`."),
    # A variable of a type does not give it another name.
    (JAVA_LOCAL, "`name` returns `boolean`."),
    (PYTHON, "`adapter_for` calls `Session.send`."),  # the lines are all of `Session.send`, which calls it
]
UNKNOWN = [
    (TYPESCRIPT_NAMED, "`next` returns `string`."),
    (FILLED, "`timeout` defaults to `5`."),
    (FILLED, "`load` raises `KeyError`."),
    (FILLED, "`load` raises `Exception`."),
    (FILLED, "`load` returns `Optional[Path]`."),
    (KIN, "`Gone` inherits from `LookupError`."),
    (KIN, "`Gone` inherits from `Exception`."),
    (NAMED, "`f` returns `int`."),
    (NAMED, "`g` returns `True`."),
    (NAMED, "`g` returns `Boolean`."),
    # Of another class, or by whom it is not said here.
    (PYTHON, "`Closing` inherits from `Session`."),
    (PYTHON, "`Adapter.send` raises `MissingRequest`."),
    (PYTHON, "`close` raises `ValueError`."),
    # The body may choose what stands in for nothing, and a name may stand for any value.
    (PYTHON, "`retries` defaults to `7`."),
    (PYTHON, "`timeout` defaults to `DEFAULT_TIMEOUT`."),
    # A variable is no type.
    (PYTHON, "`send` returns `answer`."),
    (JAVA, "`Session.send` is defined in `src/Other.java`."),
    (GO_TYPE, "`Session` inherits from `Thread`."),
]


def _passage(source: Source) -> Passage:
    end = 10 + source.text.rstrip("\n").count("\n")
    return Passage(source.text, 10, end, source.path, source.scope)


def _find(source: Source, sentence: str) -> str:
    fact = stated(sentence)
    assert fact is not None
    return check_fact(fact, _passage(source))[0]


@pytest.mark.parametrize(("source", "sentence"), PROVED)
def test_what_the_lines_say_is_proved(source: Source, sentence: str) -> None:
    assert _find(source, sentence) == "proved"


@pytest.mark.parametrize(("source", "sentence"), CONTRADICTED)
def test_what_the_lines_say_differently_is_contradicted(source: Source, sentence: str) -> None:
    assert _find(source, sentence) == "contradicted"


@pytest.mark.parametrize(("source", "sentence"), UNKNOWN)
def test_anything_less_is_unknown(source: Source, sentence: str) -> None:
    assert _find(source, sentence) == "unknown"


def test_a_signature_outside_the_lines_tells_defaults_and_return_types() -> None:
    body = Passage("        pass", 5, 5, "a.py", "Session.send", "def send(self, timeout=30) -> Response")
    assert check_fact(Fact("default", "timeout", "30"), body)[0] == "proved"
    assert check_fact(Fact("returns", "Session.send", "Response"), body)[0] == "proved"


def test_what_a_neighbour_in_the_same_lines_calls_is_not_called_by_what_they_are_known_by() -> None:
    two = Passage("def first():\n    pass\n\ndef second():\n    helper()", 1, 5, "a.py", "first")
    assert check_fact(Fact("calls", "first", "helper"), two)[0] == "contradicted"
    assert check_fact(Fact("calls", "second", "helper"), two)[0] == "proved"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a.py", "resp = session.fetch("),
        ("a.ts", "pages: fetch(url),"),
        ("a.go", "page := fetch{"),
        ("a.java", "return fetch(new Handler() {"),
        ("a.rb", "fetch"),
    ],
)
def test_one_line_of_a_longer_call_proves_it_for_the_definition_around(path: str, line: str) -> None:
    inner = Passage(line, 7, 7, path, "Session.load")
    assert check_fact(Fact("calls", "Session.load", "fetch"), inner)[0] == "proved"
    assert check_fact(Fact("calls", "fetch", "Session.load"), inner)[0] == "unknown"


def test_one_line_of_a_type_proves_the_base_that_it_names() -> None:
    inner = Passage("\tRedirects", 2, 2, "a.go", "Session")
    assert check_fact(Fact("inherits", "Session", "Redirects"), inner)[0] == "proved"
    assert check_fact(Fact("inherits", "Redirects", "Session"), inner)[0] == "unknown"


def test_a_reversed_call_is_recognised() -> None:
    assert is_reversed(Fact("calls", "adapter_for", "Session.send"), _passage(PYTHON))
    assert not is_reversed(Fact("calls", "Session.send", "adapter_for"), _passage(PYTHON))


def test_lines_without_a_grammar_prove_calls_and_places_by_their_text() -> None:
    lines = Passage("sub send\n  fetch(url)", 1, 2, "a.vb", "send")
    assert check_fact(Fact("calls", "send", "fetch"), lines)[0] == "proved"
    assert check_fact(Fact("raises", "send", "Error"), lines)[0] == "unknown"


@settings(deadline=None)  # the first use of a grammar loads it
@given(
    st.sampled_from(["raises", "returns", "default", "inherits", "calls", "defined_in"]),
    st.text(max_size=40),
    st.text(max_size=40),
    st.text(alphabet="def clas(:)=-> \n\t'\"rtuiex{}[]*", max_size=120),
    st.sampled_from(["a.py", "a.ts", "a.go", "a.java", "a.php", "a.md"]),
)
def test_whatever_the_lines_a_finding_has_its_reason(
    relation: Relation, subject: str, object_: str, text: str, path: str
) -> None:
    passage = Passage(text, 1, 1 + text.count("\n"), path, subject, text)
    finding, why = check_fact(Fact(relation, subject, object_), passage)
    assert bool(why) == (finding != "unknown")
    # What is defined where is never contradicted, nor is anything by prose.
    assert finding != "contradicted" or (relation != "defined_in" and path != "a.md")
