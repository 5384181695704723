"""Documentation is found where writers put it, without its marks."""

from __future__ import annotations

import pytest

from citeline.indexing.parsers.programs.code import parse_code
from citeline.indexing.parsers.programs.comments import MAX_DOCSTRING
from citeline.model import Node

from .examples import source_of


def _nodes(text: str, language: str) -> dict[str, Node]:
    return {node.name: node for node in parse_code(source_of(text, "file"), language).nodes}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", 'def f():\n    """First.\n\n    Second.\n    """\n'),
        ("java", "class A {\n  /**\n   * First.\n   *\n   * Second.\n   */\n  void f() {}\n}\n"),
        ("go", "package a\n\n// First.\n//\n// Second.\nfunc f() {}\n"),
        ("rust", "/// First.\n///\n/// Second.\n#[inline]\nfn f() {}\n"),
        ("csharp", "class A {\n  /// <summary>First.</summary>\n  ///\n  /// <c>Second.</c>\n  void f() {}\n}\n"),
        ("haskell", "-- | First.\n--\n-- Second.\nf :: Int\nf = 1\n"),
        ("lua", "--- First.\n--\n-- Second.\nfunction f() end\n"),
        ("ruby", "# First.\n#\n# Second.\ndef f; end\n"),
        ("elixir", 'defmodule A do\n  @doc """\n  First.\n\n  Second.\n  """\n  def f, do: 1\nend\n'),
        ("c", "/*\n * First.\n *\n * Second.\n */\nint f(void) { return 1; }\n"),
        ("ocaml", "(** First.\n\n    Second. *)\nlet f x = x\n"),
        ("julia", '"""\nFirst.\n\nSecond.\n"""\nfunction f()\nend\n'),
    ],
)
def test_documentation_loses_its_marks(language: str, text: str) -> None:
    assert _nodes(text, language)["f"].docstring == "First.\n\nSecond."


def test_a_comment_with_a_blank_line_below_documents_nothing() -> None:
    assert _nodes("// Section.\n\nfunction f() {}\n", "javascript")["f"].docstring == ""


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("java", "class A {\n  /** Doc. */\n  // checkstyle:off\n  @Override\n  // why\n  public void f() {}\n}\n"),
        ("java", "import a.B;\n\n/** Doc. */\n// A licence.\n\n// ------\nclass f {}\n"),
        ("kotlin", "/** Doc. */\n// x\n@Foo\n@Bar(1)\nclass f\n"),
        ("csharp", "/// <summary>Doc.</summary>\n// x\n#pragma warning disable\n[Foo]\nclass f {}\n"),
        ("rust", "/// Doc.\n// why\n#[a(\n  x\n)]\n// and\n\n#[b]\nfn f() {}\n"),
        ("typescript", "class A {\n  /** Doc. */\n  @Foo()\n  // why\n  @Bar()\n  f() {}\n}\n"),
        ("php", "<?php\n/** Doc. */\n// x\n#[Foo]\nfunction f() {}\n"),
        ("swift", "/// Doc.\n// MARK: x\n@objc\nfunc f() {}\n"),
        ("cpp", "/** Doc. */\n// NOLINTNEXTLINE\ntemplate <class T>\nclass f {};\n"),
        ("cpp", "/*! Doc. */\n#ifdef X\nMY_EXPORT\nint f() { return 1; }\n#endif\n"),
        ("scala", "/** Doc. */\n// x\n@tailrec\ndef f(): Int = 1\n"),
        ("dart", "class A {\n  /// Doc.\n  @override\n  // x\n  void f() {}\n}\n"),
        ("zig", "/// Doc.\n// x\npub fn f() void {}\n"),
        ("haskell", "-- Section\n-- | Doc.\n{-# INLINE f #-}\nf :: Int\nf = 1\n"),
        ("lua", "-----\n--- Doc.\nfunction f() end\n"),
        ("go", "package a\n\n// Doc.\n//go:noinline\nfunc f() {}\n"),
        ("ruby", "# Doc.\n# rubocop:disable Foo\ndef f; end\n"),
        ("erlang", "-module(a).\n%% Doc.\n-spec f() -> ok.\nf() -> ok.\n"),
        ("elixir", "defmodule A do\n  # Doc.\n  @spec f() :: atom\n  def f, do: 1\nend\n"),
        ("ocaml_interface", "val f : int\n(** Doc. *)\n\nval g : int\n"),
    ],
)
def test_documentation_wins_over_what_stands_between(language: str, text: str) -> None:
    assert _nodes(text, language)["f"].docstring == "Doc."


@pytest.mark.parametrize(
    "definition",
    [
        "res.f = function send(body) {};",
        "exports.f = () => 1;",
        "Foo.prototype.f = function () {};",
        "module.exports = function f() {};",
        "exports = module.exports = function f() {};",
        "var f = exports.f = function () {};",
        "res.f =\nres.g = function () {};",
        "defineGetter(req, 'f', function f() {});",
        "export default class f {}",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n// eslint-disable-next-line\n"])
def test_an_assigned_function_has_the_comment_above_it(definition: str, gap: str) -> None:
    document = parse_code(source_of(f"run();\n\n/**\n * Doc of text/*.\n */{gap}{definition}\n", "a.js"), "javascript")
    found = [node for node in document.nodes if node.name == "f"]
    assert [node.docstring for node in found] == ["Doc of text/*."]


@pytest.mark.parametrize(
    "comment",
    ["/** @typedef {Object} X */", "/** @file Tools. */", "/** Copyright someone. */", "/* Plain. */", "// Plain."],
)
def test_a_comment_about_something_else_documents_nothing_below(comment: str) -> None:
    assert _nodes(f"run();\n\n{comment}\n\nfunction f() {{}}\n", "javascript")["f"].docstring == ""


def test_the_first_comment_of_a_file_is_the_files_when_a_line_is_left_below() -> None:
    nodes = parse_code(source_of("/** About all. */\n\nfunction f() {}\n", "a.js"), "javascript").nodes
    assert [node.docstring for node in nodes] == ["About all.", ""]


def test_the_first_comment_of_a_file_with_parameters_is_the_functions() -> None:
    nodes = parse_code(source_of("/** @param {x} y */\n\nfunction f(y) {}\n", "a.js"), "javascript").nodes
    assert [node.docstring for node in nodes] == ["", "@param {x} y"]


def test_a_plain_line_amid_documentation_is_left_out() -> None:
    assert _nodes("/// First.\n// not this\n/// Second.\nfn f() {}\n", "rust")["f"].docstring == "First.\nSecond."


def test_a_comment_behind_code_documents_nothing_below() -> None:
    assert _nodes("int x; /* of x */\nint f(void) { return 1; }\n", "c")["f"].docstring == ""


def test_members_on_the_line_of_their_class_do_not_get_its_comment() -> None:
    assert _nodes("// Of A.\nclass A { int x; }\n", "java")["x"].docstring == ""


@pytest.mark.parametrize(
    ("language", "text", "docstring"),
    [
        ("python", '#!/usr/bin/env python\n# Copyright someone\n"""About."""\n', "About."),
        ("go", "// Copyright someone\n\n// Package a is about.\npackage a\n", "Package a is about."),
        ("rust", "//! About.\nfn f() {}\n", "About."),
        ("javascript", "/* MIT licence */\n\n// Of f.\nfunction f() {}\n", ""),
    ],
)
def test_a_file_has_its_own_documentation(language: str, text: str, docstring: str) -> None:
    assert parse_code(source_of(text, "file"), language).nodes[0].docstring == docstring


def test_long_documentation_is_cut() -> None:
    text = f'def f():\n    """{"word " * 2_000}"""\n'
    assert len(_nodes(text, "python")["f"].docstring) <= MAX_DOCSTRING
