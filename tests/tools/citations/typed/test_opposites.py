"""What whole definitions, lists of names, bounds and branches decide: true sentences and their subtly false twins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citeline.tools.citations import check_support
from citeline.tools.citations.passage import constants_in

from ..passages import passage

PYTHON = """\
def load(path, limit, encoding):
    if path in cache:
        return cache[path]
    if limit > 999:
        raise ValueError("limit")
    try:
        text = read(path, encoding)
    except (OSError, UnicodeError):
        text = ("", "")
    if not text.closed():
        text.flush(), text.release_buffers()
    return parse(text)
"""
GO = """\
func (s *Server) Err(next *Link) error {
	if !s.hasRequestContext() {
		return nil
	}
	if s.kind == Kind.Dir {
		return errDir
	}
	return s.ctx.Err()
}
"""
GO_SILENT = """\
func (s *Server) report(code int) {
	s.log(code)
}
"""
RUST = """\
fn check(&self, matcher: Matcher) -> Result<(), Error> {
    let term = match matcher.line_terminator() {
        None => return Ok(()),
        Some(term) => term,
    };
    Err(Error::Terminator)
}
"""
TYPESCRIPT = """\
function pick(mode: string, count: number, total: number): string {
  if (mode !== 'GET' && mode !== 'HEAD') return 'none';
  const rate = count / total;
  if (rate >= 100 && rate <= 999) {
    throw new RangeError('rate');
  }
  return count > 1 ? 'many' : 'one';
}
"""
GO_STEPS = """\
func (b *Writer) Start(parts []string) {
	if len(parts) > 0 {
		b.use(parts[0])
		return
	}
	b.started = true
	b.count++
	b.flush()
}
"""
JAVA = """\
class A {
  int size(Kind kind) {
    switch (kind) {
      case SMALL: return 1;
      default: return 9;
    }
  }
}
"""
CSHARP = """\
class A {
    int Size(Item item) {
        var size = item.Big ? 10 : 5;
        return size;
    }
}
"""
RUST_CHOICE = """\
fn width(wide: bool) -> u32 {
    if wide { 80 } else { 40 }
}
"""
PYTHON_GUARD = """\
def read(self, source):
    if not isinstance(source, Text):
        raise TypeError("source")
    if not hasattr(self, "_cache"):
        raise RuntimeError("cache")
    return self.decode(source)
"""
GO_MODES = """\
func pick(r string) Hash {
	var h Hash
	switch r {
	case "once":
		h = hash.Name
	case "always":
		h = hash.Empty
	}
	return h
}
"""
ENUMS = {
    "e.rs": "pub enum Mode {\n    Fast,\n    Slow(u8),\n}\n",
    "e.py": "class Mode(Enum):\n    Fast = 1\n    Slow = 2\n",
    "e.ts": "export enum Mode {\n  Fast,\n  Slow = 2,\n}\n",
    "E.java": "enum Mode {\n  Fast, Slow(2);\n  int speed;\n}\n",
    "E.cs": "enum Mode { Fast, Slow = 2 }\n",
}
LINES = {
    "d.go": GO_MODES,
    **ENUMS,
    "a.py": PYTHON,
    "a.go": GO,
    "b.go": GO_SILENT,
    "a.rs": RUST,
    "a.ts": TYPESCRIPT,
    "c.go": GO_STEPS,
    "A.java": JAVA,
    "A.cs": CSHARP,
    "b.rs": RUST_CHOICE,
    "b.py": PYTHON_GUARD,
}
PAIRS = [
    *((path, "`Mode` has two members.", "`Mode` has three members.") for path in ENUMS),
    *((path, "`Fast` is one of the members of `Mode`.", "`Calm` is one of the members of `Mode`.") for path in ENUMS),
    (
        "a.ts",
        "`pick` returns `'none'` if the mode is neither `GET` nor `HEAD`.",
        "`pick` returns `'one'` if the mode is neither `GET` nor `HEAD`.",
    ),
    ("c.go", "`Writer.Start` sets `b.started` to `true`.", "`Writer.Start` sets `b.started` to `false`."),
    ("A.cs", "`Size` sets `size` to `10` if `item.Big`.", "`Size` sets `size` to `5` if `item.Big`."),
    ("b.rs", "`width` returns `80` if `wide` is true.", "`width` returns `40` if `wide` is true."),
    ("A.java", "`size` returns `9` in the default case.", "`size` returns `1` in the default case."),
    (
        "b.py",
        "`read` raises `TypeError` if `source` is not a `Text`.",
        "`read` raises `TypeError` if `source` is a `Text`.",
    ),
    (
        "b.py",
        "`read` raises `RuntimeError` if `self` has no `_cache`.",
        "`read` raises `RuntimeError` if `self` has `_cache`.",
    ),
    ("a.py", "`load` calls `parse`.", "`load` calls `decode`."),
    ("a.py", "`load` returns `parse(text)`.", "`load` returns `decode(text)`."),
    ("a.py", "`load` does not call `decode`.", "`load` does not call `parse`."),
    ("a.py", "`load` calls `read` and `parse`.", "`load` calls `read` and `decode`."),
    ("a.py", "`load` swallows `OSError` and `UnicodeError`.", "`load` lets `OSError` and `UnicodeError` propagate."),
    ("a.py", "`limit` in `load` has no default value.", "`limit` of `load` defaults to `None`."),
    (
        "a.go",
        "`Server.Err` returns `nil` when there is no request context.",
        "`Server.Err` returns `nil` when there is a request context.",
    ),
    (
        "a.rs",
        "`check` returns `Ok(())` when the matcher has no line terminator.",
        "`check` returns an error when the matcher has no line terminator.",
    ),
]
FALSE = [
    ("d.go", 'When the mode is `"once"`, `pick` sets `h` to `hash.Empty`.'),
    ("a.ts", "`pick` checks that `mode !== 'GET' || mode !== 'HEAD'`."),
    ("c.go", "`Writer.Start` flushes before it increments the count."),
    ("a.ts", "`pick` throws for a bad rate, and then looks at the mode."),
    ("c.go", "`Writer.Start` stores that it has started only if there are parts."),
    ("a.ts", "`pick` throws for rates with `rate >= 100 && rate <= 599`."),
    ("a.ts", "`pick` divides the numbers, `total / count`, before it looks at them."),
    ("a.ts", "`pick` throws a `TypeError` for rates of three digits."),
    ("c.go", "`Writer.Start` uses the first part only with `len(parts) > 1`."),
    ("a.py", "`parse` calls `load`."),
    ("a.py", "`load` rejects a limit of 999 and above."),
    ("a.py", "`load` raises `ValueError` if the limit is at least 999."),
    ("a.py", "`load` flushes and releases all buffers if the text is closed."),
    ("a.go", "`Server.Err` returns `nil` when the thing is a `Kind.Dir`."),
    ("b.go", "`Server.report` returns the write error to its caller."),
]
UNDECIDED = [
    ("a.py", "`load` raises `ValueError` if the limit is above 999 because there is no other way."),
    ("c.go", "`Writer.Start` increments the count before it flushes."),
    ("c.go", "`Writer.Start` closes the file before it flushes."),
    ("c.go", "`Writer.Start` flushes before any other increment of the count."),
    ("a.ts", "`pick` goes on with `rate < 100`, and with `mode === 'GET'`."),
    ("a.ts", "`pick` takes `1 < count` for many."),
    ("a.ts", "`pick` computes `count / other`."),
    ("a.py", "`decode` calls `load`."),
    ("a.py", "`load` rejects a limit above 999."),
    ("a.py", "`load` accepts a limit of at most 999."),
    ("a.py", "`load` reads at least 999 characters."),
    ("a.py", "`load` does not flush and release buffers if the text is closed."),
    ("a.py", "`load` raises `ValueError` if `path` is zero."),
    ("a.py", "`load` never returns `None`."),
    ("a.py", "`load` returns `read` and `parse`."),
]


@pytest.mark.parametrize(("path", "true", "false"), PAIRS)
def test_a_sentence_and_its_opposite_are_told_apart(path: str, true: str, false: str) -> None:
    lines = passage(LINES[path], scope="", path=path)
    assert check_support(true, lines).verdict == "supported"
    assert check_support(false, lines).verdict == "contradicted"


@pytest.mark.parametrize(("path", "sentence"), FALSE)
def test_what_happens_on_the_other_side_of_a_branch_is_contradicted(path: str, sentence: str) -> None:
    assert check_support(sentence, passage(LINES[path], scope="", path=path)).verdict == "contradicted"


@pytest.mark.parametrize(("path", "sentence"), UNDECIDED)
def test_what_may_be_meant_otherwise_is_left_undecided(path: str, sentence: str) -> None:
    found = check_support(sentence, passage(LINES[path], scope="", path=path))
    assert found.verdict not in ("supported", "contradicted"), found.why


def test_of_two_values_under_a_condition_both_must_be_right() -> None:
    lines = passage("def pick(x):\n    if x:\n        return 1\n    return 2\n", scope="", path="a.py")
    assert check_support("`pick` returns `1` if `x` is true and `2` otherwise.", lines).verdict == "supported"
    assert check_support("`pick` returns `2` if `x` is true, otherwise `1`.", lines).verdict == "contradicted"


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("a.py", "READ_TIMEOUT: Final = 30  # seconds\ndef f(timeout=READ_TIMEOUT):\n    return timeout\n"),
        ("a.ts", "export const READ_TIMEOUT = 30;\nfunction f(timeout = READ_TIMEOUT) {\n  return timeout;\n}\n"),
        ("a.rb", "READ_TIMEOUT = 30\ndef f(timeout = READ_TIMEOUT)\n  timeout\nend\n"),
        ("a.kt", "const val READ_TIMEOUT = 30\nfun f(timeout: Int = READ_TIMEOUT): Int {\n  return timeout\n}\n"),
    ],
)
def test_a_default_behind_a_constant_of_the_same_file_is_its_value(path: str, file: str) -> None:
    lines = file.splitlines()
    text = "\n".join(lines[1:])
    cited = replace(passage(text, scope="", path=path), constants=constants_in(text, lines))
    assert check_support("`timeout` of `f` defaults to `30`.", cited).verdict == "supported"
    assert check_support("`timeout` of `f` defaults to `READ_TIMEOUT`.", cited).verdict == "supported"
    assert check_support("`timeout` of `f` defaults to `60`.", cited).verdict == "contradicted"
    for other in ("READ_TIMEOUT = 60", "READ_TIMEOUT = read(60)"):
        twice = replace(cited, constants=constants_in(text, [*lines, other]))
        assert check_support("`timeout` of `f` defaults to `60`.", twice).verdict not in ("supported", "contradicted")
