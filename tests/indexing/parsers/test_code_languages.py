"""Every language that we promise: its definitions, a call, an import and a base class are found; nothing breaks it."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeline.indexing.parsers.languages import LANGUAGES, language_of
from citeline.indexing.parsers.registry import parse
from citeline.model import Format, ParsedDocument
from tests.indexing.trees import source_of

# path: (source, definitions as `kind qualified_name`, references as `kind target`)
PROMISED: dict[str, tuple[str, set[str], set[str]]] = {
    "a.py": (
        "import os\n\nclass Cat(Animal):\n    '''Purrs.'''\n\n    def speak(self):\n        return meow(self)\n",
        {"class Cat", "method Cat.speak"},
        {"imports os", "inherits Animal", "calls meow"},
    ),
    "A.java": (
        "import java.util.List;\nclass Cat extends Animal {\n  int lives;\n  void speak() { meow(); }\n}\n",
        {"class Cat", "field Cat.lives", "method Cat.speak"},
        {"imports java.util.List", "inherits Animal", "calls meow"},
    ),
    "a.kt": (
        "import a.b.Animal\n\nclass Cat : Animal() {\n  fun speak() {\n    meow()\n  }\n}\n",
        {"class Cat", "method Cat.speak"},
        {"imports a.b.Animal", "inherits Animal", "calls meow"},
    ),
    "a.js": (
        "import { meow } from './sounds';\nclass Cat extends Animal { speak() { meow(); } }\nconst purr = () => 1;\n",
        {"class Cat", "method Cat.speak", "function purr"},
        {"imports ./sounds", "inherits Animal", "calls meow"},
    ),
    "a.ts": (
        "interface Animal { name: string }\nclass Cat implements Animal {\n  speak(): void { meow(); }\n}\n",
        {"interface Animal", "class Cat", "method Cat.speak"},
        {"inherits Animal", "calls meow"},
    ),
    "a.tsx": (
        "export function Button(props: Props) {\n  return <b>{label(props)}</b>;\n}\n",
        {"function Button"},
        {"calls label", "references Props"},
    ),
    "a.go": (
        'package zoo\n\nimport "fmt"\n\ntype Cat struct{ Lives int }\n\nfunc (c *Cat) Speak() { fmt.Println(c) }\n',
        {"struct Cat", "field Cat.Lives", "method Cat.Speak"},
        {"imports fmt", "calls Println"},
    ),
    "a.rs": (
        "use std::fmt::Display;\nstruct Cat { lives: u8 }\nimpl Cat {\n    fn speak(&self) { meow(); }\n}\n",
        {"struct Cat", "method Cat.speak"},
        {"imports std::fmt::Display", "calls meow"},
    ),
    "a.c": (
        '#include "meow.h"\nstruct cat { int lives; };\nstatic int speak(struct cat *c) { return meow(c); }\n',
        {"struct cat", "function speak"},
        {"imports meow.h", "calls meow"},
    ),
    "a.cpp": (
        "class Cat : public Animal {\n public:\n  void speak();\n};\nvoid Cat::speak() { meow(); }\n",
        {"class Cat", "method Cat.speak"},
        {"inherits Animal", "calls meow"},
    ),
    "a.cs": (
        "using System;\nclass Cat : Animal {\n  public int Lives { get; set; }\n  void Speak() { Meow(); }\n}\n",
        {"class Cat", "method Cat.Speak"},
        {"imports System", "inherits Animal", "calls Meow"},
    ),
    "a.rb": (
        "require 'json'\n\nclass Cat < Animal\n  def speak\n    meow()\n  end\nend\n",
        {"class Cat", "method Cat.speak"},
        {"imports json", "inherits Animal", "calls meow"},
    ),
    "a.php": (
        "<?php\nuse Zoo\\Animal;\nclass Cat extends Animal {\n  function speak() { meow(); }\n}\n",
        {"class Cat", "method Cat.speak"},
        {"inherits Animal", "calls meow"},
    ),
    "a.swift": (
        "import Foundation\n\nclass Cat: Animal {\n  func speak() {\n    meow()\n  }\n}\n",
        {"class Cat", "method Cat.speak"},
        {"imports Foundation", "inherits Animal", "calls meow"},
    ),
    "a.scala": (
        "import a.b.Animal\n\nclass Cat extends Animal {\n  def speak(): Unit = meow()\n}\n",
        {"class Cat", "method Cat.speak"},
        {"inherits Animal", "calls meow"},
    ),
    "a.sh": ("speak() {\n  meow loud\n}\n", {"function speak"}, {"calls meow"}),
    "a.lua": (
        "local json = require('json')\nlocal M = {}\nfunction M.speak(cat)\n  meow(cat)\nend\nreturn M\n",
        {"function M.speak"},
        {"imports json", "calls meow"},
    ),
    "a.ex": (
        "defmodule Cat do\n  alias Zoo.Animal\n\n  def speak(cat) do\n    meow(cat)\n  end\nend\n",
        {"module Cat", "function Cat.speak"},
        {"imports Zoo.Animal", "calls meow"},
    ),
    "a.hs": (
        "module Cat where\n\nimport Data.List\n\nspeak :: Int -> String\nspeak n = meow n\n",
        {"function speak"},
        {"imports Data.List", "calls meow"},
    ),
    "a.sql": ("CREATE TABLE cats (id INT, name TEXT);\n", {"struct cats", "field cats.name"}, set()),
}


def read(path: str, text: str) -> ParsedDocument:
    return parse(source_of(text, path))


@pytest.mark.parametrize("path", PROMISED)
def test_definitions_and_references_of_a_language_are_found(path: str) -> None:
    text, definitions, references = PROMISED[path]
    document = read(path, text)
    found = {f"{node.kind} {node.qualified_name}" for node in document.nodes}
    named = {f"{reference.kind} {reference.target}" for reference in document.references}
    # Some languages call a free function of a module what others call a method.
    assert definitions - found == set()
    assert references - named == set()


def assert_tree(document: ParsedDocument, lines: int) -> None:
    assert (document.nodes[0].kind, document.nodes[0].parent) == ("file", None)
    for position, node in enumerate(document.nodes[1:], start=1):
        assert node.parent is not None and node.parent < position
        parent = document.nodes[node.parent]
        assert 1 <= parent.start_line <= node.start_line <= node.end_line <= max(parent.end_line, 1)
    for reference in document.references:
        assert 0 <= reference.source < len(document.nodes)
        assert 1 <= reference.line <= max(lines, 1)


@settings(deadline=None)  # the first example of a language loads its grammar
@given(st.sampled_from(sorted(PROMISED)), st.text(max_size=400))
def test_any_text_in_any_language_gives_a_tree(path: str, text: str) -> None:
    assert_tree(read(path, text), len(source_of(text).lines))


@settings(deadline=None)
@given(st.sampled_from(sorted(PROMISED)), st.data())
def test_a_cut_file_gives_a_tree(path: str, data: st.DataObject) -> None:
    text = PROMISED[path][0]
    cut = text[: data.draw(st.integers(0, len(text)))] + data.draw(st.text("(){}[]<>'\"\n", max_size=20))
    assert_tree(read(path, cut), len(source_of(cut).lines))


@pytest.mark.parametrize("path", ["a.py", "a.js", "a.c", "A.java", "a.rs", "a.go"])
@pytest.mark.parametrize("opening", ["(", "[", "{", "((((", "<"])
@pytest.mark.timeout(120)
def test_five_thousand_nested_brackets_end_soon(path: str, opening: str) -> None:
    document = read(path, f"x = {opening * 5_000}\n")
    assert document.nodes[0].kind == "file"


def test_a_long_file_is_read_like_a_short_one() -> None:
    # Predicates of queries crashed on trees of files that were read in pieces.
    document = read("a.js", "\n".join(f"app.method{number} = function () {{}};" for number in range(8_000)))
    assert [node.name for node in document.nodes[1:]] == [f"method{number}" for number in range(8_000)]


def test_names_inside_strings_and_comments_are_not_definitions() -> None:
    document = read("a.py", "text = '''\nclass Fake:\n    pass\n'''\n# def also_fake(): ...\n")
    assert {node.name for node in document.nodes if node.kind in ("class", "function")} == set()


def test_a_decorated_definition_starts_at_its_decorator() -> None:
    document = read("a.py", "@cached\n@other(1)\ndef load():\n    '''Load it.'''\n    return 1\n")
    (load,) = [node for node in document.nodes if node.name == "load"]
    assert (load.start_line, load.end_line) == (1, 5)
    assert load.signature.startswith("def load()")
    assert load.docstring == "Load it."


def test_every_language_has_a_known_kind_of_tree() -> None:
    assert {language.format for language in LANGUAGES} == set(get_args(Format))


def test_every_suffix_belongs_to_one_language() -> None:
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes.split()]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("run", "#!/usr/bin/env python3\nprint(1)\n", "python"),
        ("Dockerfile", "FROM scratch\n", "dockerfile"),
        ("include/a.h", "namespace a { class B; }\n", "cpp"),
        ("include/a.h", "struct a { int b; };\n", "c"),
        ("strange.xyz", "hello\n", "text"),
        ("shop.env.example", "PORT=80\n", "dotenv"),
        (".env.example", "PORT=80\n", "dotenv"),
        ("docs/guide.html.md.erb", "# Guide\n", "markdown"),
        ("docs/guide.rst.j2", "Guide\n=====\n", "rst"),
        ("views/cart.html.erb", "<p><%= total %></p>\n", "template"),
    ],
)
def test_a_name_or_a_look_inside_tells_the_language(path: str, text: str, language: str) -> None:
    assert language_of(path, text) == language


def test_a_last_line_without_a_line_end_is_no_error() -> None:
    document = read("chi.go", "package chi\n\ntype Routes interface {\n\tRoutes() []Route\n}")
    assert document.note == "" and [node.name for node in document.nodes][1:2] == ["Routes"]


@pytest.mark.parametrize(
    ("path", "text", "is_noted"),
    [
        ("a.rs", "trait A {\n    fn one(&self);,\n    fn two(&self);\n}\n", False),
        ("a.py", "x = = 1\n\ndef one(): pass\n", False),
        ("a.py", "def one(): pass\n\nclass C(\n    def two(self): pass\n", True),
        ("a.js", "function one() {\n  if (x) {\n}\nfunction two() {}\n", True),
    ],
)
def test_an_error_of_the_syntax_is_noted_where_it_may_hide_definitions(path: str, text: str, is_noted: bool) -> None:
    """Of tokio 13 files were listed by `status`, and no definition of theirs was missing."""
    assert bool(read(path, text).note) is is_noted
