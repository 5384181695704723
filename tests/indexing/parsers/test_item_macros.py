"""What stands inside of Rust's item macros has symbols, on the lines where it stands."""

from __future__ import annotations

import pytest

from citeline.indexing.parsers.programs.code import parse_code
from citeline.indexing.parsers.programs.item_macros import uncover_items

from .examples import source_of


def _symbols(text: str) -> list[tuple[str, int]]:
    nodes = parse_code(source_of(text, "src/lib.rs"), "rust").nodes
    return [(node.qualified_name, node.start_line) for node in nodes[1:] if node.name != "helper"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cfg_rt! {\n    pub fn run() {}\n}\n", [("run", 2)]),
        ("cfg_rt! {\n    /// Documented: `{`.\n    #[inline]\n    pub(crate) async fn run() {}\n}\n", [("run", 3)]),
        ("doc! {macro_rules! select {\n    ($x:expr) => { fn inner() {} };\n}}\n", [("select", 1), ("inner", 2)]),
        ("impl A {\n    cfg_io! {\n        fn run(&self) { let a = '}'; }\n    }\n}\n", [("A", 1), ("A.run", 3)]),
        ("cfg_a! {\n    cfg_b! {\n        struct Inner;\n    }\n}\n", [("Inner", 3)]),
        ("pin_project! {\n    #[derive(Debug)]\n    pub struct Sleep { at: u8 }\n}\n", [("Sleep", 2), ("Sleep.at", 3)]),
        (
            "cfg_unix!(\n    fn run() { go((1)) }\n    fn go(a: u8) {}\n);\nfn after() {}\n",
            [("run", 2), ("go", 3), ("after", 5)],
        ),
        ("thread_local! {\n    static SEEN: u8 = 1;\n}\n", [("SEEN", 2)]),
        (
            "cfg_variant! {\n    stable: { fn run() {} }\n    unstable: {\n        fn run() {}\n    }\n}\n",
            [("run", 2), ("run", 4)],
        ),
        # Code for output and expressions are no items, nor are calls of macros in the rules of one.
        ("fn go() {\n    quote! {\n        impl #name { fn made() {} }\n    }\n}\n", [("go", 1)]),
        ("fn go() {\n    check!(\n        type_of(a), 1\n    );\n    check!(fn, 1);\n}\n", [("go", 1)]),
        ("fn go() {\n    select! {\n        a = run() => {}\n    }\n}\n", [("go", 1)]),
        (
            "macro_rules! rules {\n    () => {\n        cfg_rt! {\n            fn made() {}\n        }\n    };\n}\n",
            [("rules", 1)],
        ),
    ],
)
def test_items_in_macros(text: str, expected: list[tuple[str, int]]) -> None:
    assert _symbols(text) == expected


def test_a_macro_around_items_is_called_by_its_file() -> None:
    text = "cfg_rt! {\n    fn run() {\n        cfg_rt! { let a = 1; }\n    }\n}\n"
    document = parse_code(source_of(text, "a.rs"), "rust")
    assert [(found.source, found.kind, found.target, found.line) for found in document.references] == [
        (0, "calls", "cfg_rt", 1),
        (1, "calls", "cfg_rt", 3),
    ]


def test_every_position_stays_where_it_was() -> None:
    text = b'cfg_rt! {\n    pub fn run() { let s = r#"}"#; }\n}\nfn after() {}\n'
    uncovered = uncover_items(text)
    assert len(uncovered) == len(text)
    assert [i for i, c in enumerate(uncovered) if c == 10] == [i for i, c in enumerate(text) if c == 10]
    assert uncovered.index(b"fn after") == text.index(b"fn after")
