"""What an answer repeats of code is whole: nobody reads half a condition.

A line that is only the head of a condition is told with what follows from it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.model import CALLABLE_KINDS
from citeline.text import terms
from citeline.tools.answer.reading.guards import guards_in
from citeline.tools.answer.reading.says_nothing import asks_log, writes_log
from citeline.tools.answer.reading.statements import (
    Statement,
    behind_log,
    does_nothing,
    head_told,
    opened_at,
    statement_at,
)
from citeline.tools.answer.reading.syntax import source_of

from ..conftest import Indexed
from ..trees import indexed, place_of

MOST = 200
GUARD = """\
def pick(items, limit):
    if len(items) > limit:
        raise OverflowError(
            "too many"
        )
    if not items:
        log("none")
        count = 0
        return count
    return (
        items.first
        or items.last
    )
"""


def stated(
    indexed: Indexed, text: str, line: int, *, name: str = "a.py", conditional: bool = False
) -> Statement | None:
    index = indexed({name: text})
    document = index.structure.document(name)
    source = source_of(index, int(document.id)) if document else None
    assert source is not None
    return statement_at(source, line, MOST)


def test_a_condition_is_stated_with_what_follows_from_it(indexed: Indexed) -> None:
    found = stated(indexed, GUARD, 2)
    assert found == Statement('if len(items) > limit: raise OverflowError( "too many" )', 2, 5)


@pytest.mark.parametrize("line", [10, 11, 12, 13])
def test_every_line_of_a_statement_gives_all_of_it(indexed: Indexed, line: int) -> None:
    assert stated(indexed, GUARD, line) == Statement("return ( items.first or items.last )", 10, 13)


@pytest.mark.parametrize("line", [6, 7, 8])
def test_steps_are_not_read_as_one(indexed: Indexed, line: int) -> None:
    """Several in one line would be."""
    assert stated(indexed, GUARD, line) is None


def test_braces_are_read_as_indentation_is(indexed: Indexed) -> None:
    text = "function status(sizes) {\n  if (sizes.size !== 1) {\n    return 207;\n  }\n  return 200;\n}\n"
    assert stated(indexed, text, 2, name="a.ts") == Statement("if (sizes.size !== 1) { return 207; }", 2, 4)


def test_a_chain_of_calls_is_not_cut_before_the_arguments_of_one(indexed: Indexed) -> None:
    """It ended with `.option`."""
    options = "".join(
        f"  .option('--{name}', '{name * 12} is what the boats are for')\n" for name in ("ropes", "sails")
    )
    text = f"program.version('1')\n  .about('boats')\n{options}  .parse();\n"
    found = stated(indexed, text, 2, name="a.js")
    assert found is not None
    assert found.text.endswith("are for')")


def test_a_function_is_no_statement_of_its_first_line(indexed: Indexed) -> None:
    assert stated(indexed, GUARD, 1) is None


def test_a_literal_is_stated_with_its_comments(indexed: Indexed) -> None:
    text = "package a\n\nvar till = Till{\n\tLock: Lock{\n\t\tSeconds: 90, // so long\n\t},\n\tName: name(),\n}\n"
    assert stated(indexed, text, 4, name="a.go") == Statement(
        "var till = Till{ Lock: Lock{ Seconds: 90, // so long }, Name: name(), }", 3, 8
    )


OPENED = {
    "a.py": ("def add(parts):\n    for part in parts:\n        ask(part)\n        pay(part)\n", 1),
    "a.go": ("package a\n\nfunc add() {\n\tif ok {\n\t\tpay()\n\t} else {\n\t\task()\n\t\tpay()\n\t}\n}\n", 6),
    "a.ts": ("export const add = (part: number) => {\n  ask(part)\n  pay(part)\n}\n", 1),
    "A.java": ("class A extends B {\n  int coins = 3;\n  int notes = 4;\n}\n", 1),
}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a.py", "def add(parts): for part in parts: ask(part) …"),
        ("a.go", "else { ask() …"),
        ("a.ts", "export const add = (part: number) => { ask(part) …"),
        ("A.java", "class A extends B { int coins = 3; …"),
    ],
)
def test_a_head_goes_on_to_the_first_statement_that_it_opens(indexed: Indexed, name: str, told: str) -> None:
    text, line = OPENED[name]
    source = source_of(indexed({name: text}), 1)
    assert source is not None
    found = opened_at(source, line, MOST)
    assert found is not None
    assert found.text == told


@pytest.mark.parametrize(
    "text",
    [
        "def pay():\n    'Pays.'\n    add()\n",
        "def pay():\n    # twice\n    add()\n",
        "class Paid(Exception):\n    pass\n",
        "class Till:\n    @property\n    def sum(self):\n        return 3\n",
        "for part in parts:  # each one\n    ask(part)\n    pay(part)\n",
        ", bell=None) -> None:\n    ring(bell)\n    pay()\n",
    ],
)
def test_a_head_above_a_comment_or_nothing_goes_on_to_nothing(indexed: Indexed, text: str) -> None:
    """What stands between the two would be cut out, and the comment is told itself; `pass` says nothing."""
    source = source_of(indexed({"a.py": text}), 1)
    assert source is not None
    assert opened_at(source, 1, MOST) is None


@pytest.mark.parametrize(
    ("text", "line", "name"),
    [
        ("fn run(\n    till: Till,\n    drawer: Drawer,\n) {\n    till.open();\n}\n", 2, "a.rs"),
        ("fn run<L>(till: L)\nwhere\n    L: Lock,\n    L: Send,\n{\n    till.open();\n}\n", 3, "a.rs"),
        ("@Lock\n@Order(3)\npublic class Till implements Drawer {\n    int coins;\n}\n", 2, "Till.java"),
    ],
    ids=["parameters", "a clause", "modifiers"],
)
def test_a_part_of_the_head_of_a_definition_is_no_statement(indexed: Indexed, text: str, line: int, name: str) -> None:
    """`( till: Till, drawer: Drawer, )` was told as what a function does."""
    assert stated(indexed, text, line, name=name) is None


def test_the_arguments_of_a_call_are_stated_with_what_is_called(indexed: Indexed) -> None:
    found = stated(indexed, 'def run(till):\n    till.ask(\n        "how many",\n        coins=3,\n    )\n', 4)
    assert found == Statement('till.ask( "how many", coins=3, )', 2, 5)


WHOLE = {
    "Till.java": (
        "class Till {\n  String note = ask(\n      one,\n      two);\n}\n",
        3,
        "String note = ask( one, two);",
    ),
    "Drawer.java": (
        "class Drawer {\n  void run() {\n    till.ask(\n        one,\n        two);\n  }\n}\n",
        4,
        "till.ask( one, two);",
    ),
    "till.ts": ("class Till {\n  notes = ask(\n    one,\n    two,\n  );\n}\n", 3, "notes = ask( one, two, )"),
    "Till.kt": ("class Till {\n  val notes = ask(\n    1,\n    2,\n  )\n}\n", 3, "val notes = ask( 1, 2, )"),
    "till.rs": (
        "fn run() -> Till {\n    Till {\n        coins: 1,\n        notes: 2,\n    }\n}\n",
        3,
        "Till { coins: 1, notes: 2, }",
    ),
    "till.php": ("<?php\nfunction run() {\n    ask(\n        1,\n        2\n    );\n}\n", 4, "ask( 1, 2 );"),
    "till.lua": ("local function run()\n  ask(\n    1,\n    2\n  )\nend\n", 3, "ask( 1, 2 )"),
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_field_or_a_call_over_several_lines_is_stated_whole(indexed: Indexed, name: str) -> None:
    text, line, told = WHOLE[name]
    found = stated(indexed, text, line, name=name)
    assert found is not None
    assert found.text == told


TREES = {
    "python": (
        (
            "def redirect(request, response):\n    if response.status == 301:\n"
            "        # browsers do so too\n        request.method = 'GET'\n"
            "    return request\n"
        ),
        "app.py",
        ("redirect", "response.status == 301", "request.method = 'GET'", "app.py:2-4"),
    ),
    "go": (
        (
            "package app\n\nfunc redirect(status int) error {\n\tif status == 301 {\n"
            '\t\treturn errors.New("a redirect")\n\t}\n\treturn nil\n}\n'
        ),
        "app.go",
        ("redirect", "status == 301", 'return errors.New("a redirect")', "app.go:4-6"),
    ),
    "java": (
        (
            "class App {\n  int redirect(int status) {\n    if (status == 301) {\n"
            "      throw new IllegalStateException();\n    }\n    return 0;\n  }\n}\n"
        ),
        "App.java",
        ("App.redirect", "status == 301", "throw new IllegalStateException();", "App.java:3-5"),
    ),
    "javascript": (
        "function redirect(status) {\n  switch (status) {\n    case 301:\n      return 'moved'\n  }\n}\n",
        "app.js",
        ("redirect", "case 301", "return 'moved'", "app.js:3-4"),
    ),
    "several statements of a case": (
        (
            "class App {\n  int redirect(int status) {\n    switch (status) {\n      case 301:\n        count();\n"
            "        move();\n        break;\n      default:\n        stay();\n    }\n    return 0;\n  }\n}\n"
        ),
        "App.java",
        ("App.redirect", "case 301", "count();", "App.java:4-7"),
    ),
}


@pytest.mark.parametrize("tree", TREES)
def test_the_head_of_a_condition_is_told_with_what_follows(tmp_path: Path, tree: str) -> None:
    text, path, (subject, condition, consequence, place) = TREES[tree]
    opened = indexed(tmp_path, {path: text})
    first = int(place.partition(":")[2].partition("-")[0])
    source = source_of(opened, 1)
    chunk = next(one for one in opened.structure.chunks_of([1]) if one.start_line <= first <= one.end_line)
    assert source is not None
    draft = head_told(source, chunk, first)
    assert draft is not None
    fact = draft.fact
    assert (fact["relation"], fact["subject"], fact["object"]) == ("when", subject, consequence)
    assert fact["condition"] == condition
    assert place_of(opened, draft) == place


def test_a_module_that_is_required_is_no_condition(tmp_path: Path) -> None:
    source = source_of(indexed(tmp_path, {"app.js": "const redirect = require('redirect')\n"}), 1)
    assert source is not None
    assert not list(guards_in(source, 1, 1))


LOGS = {
    "a.go": (
        'package a\n\nfunc pay(sum int) {\n\tif sum == 0 {\n\t\tslog.Warn("no sum", slog.Int("sum", sum))\n'
        "\t\tanswer(402)\n\t\treturn\n\t}\n}\n",
        5,
        ('slog.Warn("no sum"', "answer(402)"),
    ),
    "A.java": (
        "class A {\n  void pay(int sum) {\n    if (sum == 0) {\n      if (LOG.isDebugEnabled()) {\n"
        '        LOG.debug("no sum");\n      }\n      answer(402);\n    }\n  }\n}\n',
        4,
        ('LOG.debug("no sum"', "answer(402);"),
    ),
    "a.py": (
        "def pay(self, sum):\n    if not sum:\n        self._logger.error('no sum')\n        # so be it\n"
        "        answer(402)\n",
        3,
        ("self._logger.error('no sum'", "answer(402)"),
    ),
    "a.rs": (
        'fn pay(sum: u8) {\n    if sum == 0 {\n        warn!("no sum");\n        answer(402);\n    }\n}\n',
        3,
        ('warn!("no sum"', "answer(402);"),
    ),
    "A.cs": (
        "class A {\n  void Pay(int sum) {\n    if (sum == 0) {\n"
        '      _logger.LogError("no sum");\n      Answer(402);\n    }\n  }\n}\n',
        4,
        ('_logger.LogError("no sum"', "Answer(402);"),
    ),
    "quoted.py": (
        "def pay(self, sum):\n    if not sum:\n        log.warning('don\\'t pay')\n        answer(402)\n",
        3,
        ("log.warning('don\\'t pay'", "answer(402)"),
    ),
    "a.js": ("function pay() {\n  if (!user) {\n    logIn('owner')\n    answer(402)\n  }\n}\n", 3, None),
    "b.go": ('package a\n\nfunc pay() {\n\tif sum == 0 {\n\t\tlog.Print("none")\n\t\treturn\n\t}\n}\n', 5, None),
}


@pytest.mark.parametrize("name", LOGS)
def test_what_is_done_behind_what_is_logged(indexed: Indexed, name: str) -> None:
    text, line, told = LOGS[name]
    source = source_of(indexed({name: text}), 1)
    assert source is not None
    found = behind_log(source, line, MOST)
    assert (found and (found[0].text, found[1].text)) == told


def test_the_end_of_a_parameter_list_is_no_head(indexed: Indexed) -> None:
    """`, bell=None): ring(bell) …` was told."""
    source = source_of(indexed({"a.py": "def pay(part,\n        bell=None):\n    ring(bell)\n    add(part)\n"}), 1)
    assert source is not None
    assert opened_at(source, 2, MOST) is None


def test_a_comment_behind_a_brace_is_no_part_of_what_follows(indexed: Indexed) -> None:
    """`function pay(parts) { // each ask(parts) …` reads as if the call were a comment."""
    source = source_of(indexed({"a.js": "function pay(parts) { // each\n  ask(parts)\n  add(parts)\n}\n"}), 1)
    assert source is not None
    assert opened_at(source, 1, MOST) is None


@pytest.mark.parametrize(
    ("called", "writes"),
    [
        ("slog.Warn", True),
        ("log.Printf", True),
        ("this.logger.info", True),
        ("self.log.append", False),
        ("logger.addHandler", False),
        ("Debug.Assert", False),
        ("console.clear", False),
        ("log.Fatal", False),
        ("logIn", False),
    ],
)
def test_a_call_writes_to_a_log_by_all_of_its_last_name(called: str, writes: bool) -> None:
    """A Raft node that appends to its log was told by what it does next, and `log.Fatal` ends a program."""
    assert writes_log(called) is writes


@pytest.mark.parametrize(
    ("asked", "logs"),
    [
        ("what is logged when a worker dies?", True),
        ("which warnings are there?", True),
        ("how do I debug a test?", False),
        ("who logs in?", True),
    ],
)
def test_who_asks_for_a_log_is_told_of_it(asked: str, logs: bool) -> None:
    """ "What is logged when a worker is aborted?" was told what is done behind that."""
    assert asks_log({*terms(asked)}) is logs


@pytest.mark.parametrize(("logs", "told"), [(False, "count = 0"), (True, 'log("none")')])
def test_what_is_logged_is_told_to_who_asks_for_it(indexed: Indexed, logs: bool, told: str) -> None:
    index = indexed({"a.py": GUARD.replace("        return count\n", "")})
    source = source_of(index, 1)
    assert source is not None
    draft = head_told(source, index.structure.chunks_of([1])[0], 6, logs=logs)
    assert draft is not None and draft.fact["object"] == told


def test_a_branch_is_told_by_what_it_does_and_not_by_what_it_logs(indexed: Indexed) -> None:
    index = indexed({"a.py": GUARD})
    (chunk,) = index.structure.chunks_of([1])
    source = source_of(index, 1)
    assert source is not None
    draft = head_told(source, chunk, 6)
    assert draft is not None
    assert draft.fact["object"] == "return count"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "def hook(it):\n    pass\n\n\ndef works(it):\n    return it\n\n\ndef gives():\n    'text'\n"),
        ("a.py", "class Base:\n    def hook(self):\n        '''Called last.'''\n        ...\n"),
        ("a.js", "function hook() {\n  // nothing yet\n}\n\nfunction works() {\n  run()\n}\n"),
        ("a.kt", "fun hook() {\n}\n\nfun works() = run()\n\nfun also() { run() }\n"),
        ("a.go", "package a\n\nfunc hook() {}\n\nfunc works() { run() }\n"),
    ],
)
def test_a_body_that_is_empty_does_nothing(indexed: Indexed, name: str, text: str) -> None:
    source = source_of(indexed({name: text}), 1)
    assert source is not None
    assert {one.name for one in source.nodes if one.kind in CALLABLE_KINDS and does_nothing(source, one)} == {"hook"}
