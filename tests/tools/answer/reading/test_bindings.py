"""One table of field names reads what a name is set to, whatever the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.reading import bindings
from citeline.tools.answer.reading.bindings import bindings_of
from citeline.tools.answer.reading.literals import kind_of
from citeline.tools.answer.reading.syntax import source_of

from ..trees import indexed

FILES = {
    "a.py": (
        ("TOP = 5\nTYPED: int = 6\n\n\ndef f(plain=1, typed: int = 2):\n    self.later = 30\n    g(given=8)\n"),
        "TOP=5 TYPED=6 plain=1 typed=2 later=30 given=8",
    ),
    "a.ts": (
        (
            "const top = 5;\nclass A {\n  limit = 10;\n  f(plain = 3, typed: number = 4) {}\n"
            "}\nconst o = { port: 80 };\nenum E { AA = 1 }\n"
        ),
        "top=5 limit=10 plain=3 typed=4 port=80 AA=1",
    ),
    "a.go": (
        (
            "package a\n\nconst (\n\tTop = 5\n)\n\nvar later = 6\n\n"
            "func f() {\n\tshort := 7\n\tshort += 8\n\t_ = T{Port: 80}\n}\n"
        ),
        "Top=5 later=6 short=7 Port=80",
    ),
    "A.java": (
        ("class A {\n  static final int TOP = 5;\n  int limit = 10;\n  void f() { later = 30; later -= 2; }\n}\n"),
        "TOP=5 limit=10 later=30",
    ),
    "a.rs": (
        (
            "const TOP: u32 = 5;\nfn f() {\n    let local = 7;\n"
            "    T { port: 80, q: Some(64 << 20) };\n    b.size(9);\n}\n"
        ),
        "TOP=5 local=7 port=80 Some=64 << 20 size=9",
    ),
    "a.php": (
        ("<?php\nclass A {\n  const TOP = 5;\n  function f(int $plain = 3) { $this->later = 30; }\n}\n"),
        "TOP=5 $plain=3 later=30",
    ),
    "a.c": ("#define SIZE 1024\nstatic const int top = 5;\nenum e { AAA = 4 };\n", "SIZE=1024 top=5 AAA=4"),
    "a.cs": (
        ("class A {\n  const int Top = 5;\n  public int Limit { get; set; } = 10;\n  void F(int plain = 30) { }\n}\n"),
        "Top=5 Limit=10 plain=30",
    ),
    "a.kt": (
        (
            "const val TOP = 5\nclass A(val limit: Int = 10) {\n  var time: Long = 30L\n}\n"
            'val KEPT = SECONDS.toNanos(\n  property("kept.alive.sec", 60L)\n)\n'
        ),
        "TOP=5 limit=10 time=30L kept.alive.sec=60L",
    ),
    "a.swift": ("let top = 5\nstruct A {\n  var limit: Int = 10\n}\nsize(9)\n", "top=5 limit=10 size=9"),
    "b.py": (
        (
            "limit = given or 20\nadd('--jobs', default=10)\nport = int(getenv('PORT', 80))\n\n\n"
            "def documented():\n    'No value.'\n"
        ),
        "limit=20 default=10 PORT=80",
    ),
    "b.ts": (
        "const threshold = options?.threshold ?? 1024\nconst host = env.HOST || 'localhost'\n",
        "threshold=1024 host='localhost'",
    ),
    "b.go": (
        'package a\n\nfunc f() {\n\tset.Int("jobs", 8, "so many")\n\tset.IntVarP(&n, "tries", "r", most, "so often")\n'
        '\tlog("a", 5, "b")\n}\n',
        "jobs=8 tries=most",
    ),
    "b.rs": (
        (
            "struct Opt {\n    /// How many.\n    #[arg(long, default_value_t = 8)]\n    jobs: u32,\n}\n"
            "fn timeout() -> Duration {\n    Duration::from_secs(30)\n}\n"
        ),
        "default_value_t=8 timeout=Duration::from_secs(30)",
    ),
    "a.rb": (
        "TOP = 5\n\ndef f(plain = 3, named: 4)\n  @later ||= 30\n  @waiting += 1\nend\n",
        "TOP=5 plain=3 named=4 later=30",
    ),
}


def set_in(tmp_path: Path, path: str, text: str) -> list[str]:
    """What the names of a file are set to: `name=value`."""
    opened = indexed(tmp_path, {path: text})
    document = opened.structure.document(path)
    source = source_of(opened, document.id) if document is not None else None
    assert source is not None
    return [f"{one.name}={one.value}" for one in bindings_of(source)]


@pytest.mark.parametrize("path", FILES)
def test_what_names_are_set_to_is_read_in_every_language(tmp_path: Path, path: str) -> None:
    text, expected = FILES[path]
    assert " ".join(set_in(tmp_path, path, text)) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "TIMEOUTS = {Mode.SLOW: 50, FAST: 2}\n", ["SLOW=50", "FAST=2"]),
        ("a.ts", "const settings = { ['keepAlive']: 5000 };\n", ["keepAlive=5000"]),
    ],
)
def test_a_key_that_stands_for_the_same_everywhere_is_set(
    tmp_path: Path, path: str, text: str, expected: list[str]
) -> None:
    assert set_in(tmp_path, path, text) == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "unit = {self.precision: 1, precision: 2}\n"),
        ("a.ts", "const unit = { [self.precision]: 1 };\n"),
        ("a.php", "<?php $unit = [$this->precision => 1];\n"),
        ("a.rb", "UNIT = {@precision => 1, precision => 2}\n"),
    ],
)
def test_an_expression_in_the_place_of_a_key_is_set_to_nothing(tmp_path: Path, path: str, text: str) -> None:
    """`{self.precision: 1}` was told as "`precision` is `1`", proved and with `yes`."""
    assert not set_in(tmp_path, path, text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.go", 'package a\n\nfunc f() {\n\tmedia, err := core.Load(0, "", name)\n}\n'),
        ("a.py", "def f():\n    media, error = load(0, first)\n"),
    ],
)
def test_one_of_several_names_is_not_set_to_the_whole(tmp_path: Path, path: str, text: str) -> None:
    """The largest upload was told as `err`, "which is `core.Load(0, "", name)`", with `yes`."""
    assert not set_in(tmp_path, path, text)


def test_the_number_that_a_field_is_sent_by_is_no_value(tmp_path: Path) -> None:
    """Which alerts are stored was told as "`AlertCreatedEvent.alert` is `1`", with `yes`."""
    message = (
        "message Created {\n  Alert alert = 1;\n  repeated string names = 2;\n  map<string, int32> counts = 3;\n}\n"
    )
    assert not set_in(tmp_path, "a.proto", message)
    assert set_in(tmp_path, "b.proto", f"{message}enum Kind {{\n  SLOW = 2;\n}}\n") == ["SLOW=2"]


@pytest.mark.parametrize("path", ["b.py", "b.rs"])
def test_a_default_is_told_with_the_setting_that_it_is_one_of(tmp_path: Path, path: str) -> None:
    opened = indexed(tmp_path, {path: FILES[path][0]})
    document = opened.structure.document(path)
    source = source_of(opened, document.id) if document is not None else None
    assert source is not None
    assert "jobs" in "".join(one.of for one in bindings_of(source))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("text", ["[{},\n]", "[{}, rest!]", "f({} !"])
@pytest.mark.parametrize("between", [", ", " - ", " * 1_000, "])
def test_a_long_list_of_figures_does_not_keep_an_answer_waiting(text: str, between: str) -> None:
    figures = between.join(str(number) for number in range(100, 160))
    assert kind_of(text.format(figures)) == "other"


def test_a_generated_call_of_many_arguments_is_read_once_and_not_once_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []

    class Noting:
        def fullmatch(self, kind: str) -> None:
            looked_at.append(kind)

    monkeypatch.setattr(bindings, "_STRING", Noting())
    lines = "".join(f"    a{number}={number},\n" for number in range(300))
    opened = indexed(tmp_path, {"a.py": f"f(\n{lines})\n"})
    document = opened.structure.document("a.py")
    source = source_of(opened, document.id) if document is not None else None
    assert source is not None
    assert len(bindings_of(source)) == 300
    assert len(looked_at) < 300 * 20


@pytest.mark.parametrize(
    ("path", "text", "within"),
    [
        ("a.py", 'TILL = {\n    "drawer": {\n        "limit": 5,\n    },\n}\n', ("drawer",)),
        ("b.py", "till = Till(\n    drawer=Drawer(\n        limit=5,\n    ),\n)\n", ("drawer",)),
        ("a.go", "package a\n\nvar till = Till{\n\tDrawer: Drawer{\n\t\tLimit: 5,\n\t},\n}\n", ("Drawer",)),
        ("a.ts", "const till = {\n  drawer: {\n    limit: 5,\n  },\n};\n", ("drawer",)),
        (
            "a.rs",
            "fn till() -> Till {\n    Till {\n        drawer: Drawer {\n            limit: 5,\n        },\n    }\n}\n",
            ("drawer",),
        ),
        ("a.yaml", "drawer:\n  limit: 5\n", ("drawer",)),
        ("c.py", "def drawer():\n    limit = 5\n    return limit\n", ()),
    ],
)
def test_a_part_of_a_literal_is_told_with_the_keys_around_it(
    tmp_path: Path, path: str, text: str, within: tuple[str, ...]
) -> None:
    opened = indexed(tmp_path, {path: text})
    document = opened.structure.document(path)
    source = source_of(opened, document.id) if document is not None else None
    assert source is not None
    (found,) = [one for one in bindings_of(source) if one.name.lower() == "limit"]
    assert found.within == within
    assert found.is_part == bool(within)
