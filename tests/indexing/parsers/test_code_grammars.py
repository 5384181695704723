"""The queries fit their grammars, and what they need around them works."""

from __future__ import annotations

from functools import cache

import pytest

from citeline.indexing.parsers.programs import grammars
from citeline.indexing.parsers.programs.grammars import GRAMMARS, GrammarError, load_grammar
from citeline.indexing.parsers.programs.macros import hide_macros
from citeline.indexing.parsers.programs.signatures import signature_of, simple_type, split_name
from citeline.indexing.parsers.programs.type_paths import expand_braces


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_the_query_fits_the_grammar(language: str) -> None:
    assert load_grammar(language) is not None


@pytest.mark.parametrize(
    ("query", "what"),
    [("(no_such_node) @class", "no_such_node"), ("(identifier) @nothing", "role"), ("(identifier)", "role")],
)
def test_a_wrong_query_is_named(query: str, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammars, "_read_query", lambda name: query)
    monkeypatch.setattr(grammars, "_compiled", grammars._compiled.__wrapped__)
    with pytest.raises(GrammarError, match=what):
        load_grammar.__wrapped__("python")


def test_a_query_that_languages_share_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(grammars, "_compiled", cache(grammars._compiled.__wrapped__))
    monkeypatch.setattr(grammars, "_read_query", lambda name: read.append(name) or "")  # type: ignore[func-returns-value]  # nothing
    for language in ("typescript", "vue", "svelte"):
        load_grammar.__wrapped__(language)
    assert read == GRAMMARS["typescript"].queries.split()


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("std::{io::{self, Read as R}, fmt}", [("std::io", ""), ("std::io::Read", "R"), ("std::fmt", "")]),
        ("crate::a::*", [("crate::a::*", "")]),
        ("import x.y.{Z, W => V, _}", [("x.y.Z", ""), ("x.y.W", "V"), ("x.y._", "")]),
        ("use E\\F as G, H\\I;", [("E\\F", "G"), ("H\\I", "")]),
        ("use function A\\{b, c};", [("A\\b", ""), ("A\\c", "")]),
        ("a::{b, {c, }", [("a::b", ""), ("a::c", "")]),
        ("", []),
    ],
)
def test_braces_of_an_import_are_expanded(text: str, paths: list[tuple[str, str]]) -> None:
    assert expand_braces(text) == paths


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("MY_API int f();", "       int f();"),
        ("class MY_API A {", "class        A {"),
        ("MY_BEGIN_NAMESPACE\nint x;", "                  \nint x;"),
        ("MY_NORETURN MY_API void f();", "                   void f();"),
        ("enum {\n  FIRST,\n  LAST_ONE\n};", "enum {\n  FIRST,\n  LAST_ONE\n};"),
        ("int x = MAX_SIZE;", "int x = MAX_SIZE;"),
        ("f(\n  SOME_FLAG\n);", "f(\n  SOME_FLAG\n);"),
        ("#define MY_API int\n", "#define MY_API int\n"),
        ("HANDLE open(int x);", "HANDLE open(int x);"),
    ],
)
def test_macros_are_hidden_where_the_grammar_expects_none(text: str, hidden: str) -> None:
    assert hide_macros(text.encode()).decode() == hidden


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Foo::bar", ("bar", "Foo", "::")),
        ("Foo<T>::bar", ("bar", "Foo", "::")),
        ("a::Foo::~Foo", ("~Foo", "a.Foo", "::")),
        ("Foo::operator==", ("operator==", "Foo", "::")),
        ("Foo<int>", ("Foo", "", "")),
        ("module.exports.x", ("x", "", ".")),
        ("Foo.prototype.w", ("w", "Foo", ".prototype")),
        ("M:f", ("f", "M", ":")),
        (":name", ("name", "", ":")),
        ("(<+>)", ("<+>", "", "")),
        ("[dbo]", ("dbo", "", "")),
        ("[]=", ("[]=", "", "")),
    ],
)
def test_a_name_is_parted_from_its_owner(text: str, parts: tuple[str, str, str]) -> None:
    assert split_name(text) == parts


def test_a_type_is_reduced_to_its_name() -> None:
    assert simple_type("*pkg.Foo[map[string]int]") == "pkg.Foo"


def test_a_signature_has_no_annotations_comments_or_line_breaks() -> None:
    text = "@Test(1)\n// why\npublic void  run(\n  int x) {"
    signature = signature_of(text, "run", is_value=False, is_type=False, has_body=True)
    assert signature == "public void run( int x)"
