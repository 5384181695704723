"""What calls of Rust reach, as a printed tree of its compiler says."""

from __future__ import annotations

from pathlib import Path

from citeline.evals.research.calls.rust_items import Items, text_of
from citeline.evals.research.calls.rust_truth import Dump, Resolver, calls

_SOURCE = """\
pub trait Part { fn run_it(&self); fn left_out(&self) {} }
pub struct One(u8);
impl Part for One { fn run_it(&self) {} }
impl Part for Box<One> { fn run_it(&self) {} }
pub mod other { pub struct One; }
fn go<P: Part>(one: One, part: P) {
    one.run_it(); one.left_out(); part.run_it();
    helper(); One(1); len("");
}
fn helper() {}
#[cfg(test)] fn went() { helper() }
"""


def _call(kind: str, line: int, start: int, end: int) -> str:
    return f"Call {{\nty: {kind}\nfun:\nExpr {{\nspan: src/lib.rs:{line}:{start}: {line}:{end} (#0)\n"


def _method(name: str, kind: str) -> str:
    return f"FnDef(DefId(0:4 ~ ours[ab]::Part::{name}), [{kind}])"


_VARIANTS = 'variants: [VariantDef { def_id: DefId(0:6 ~ ours[ab]::One#1), ctor: None, name: "One" }]'
_DUMP = "".join(
    [
        "DefId(0:9 ~ ours[ab]::helper):\nbody:\nspan: src/lib.rs:10:13: 10:15 (#0)\n",
        "DefId(0:8 ~ ours[ab]::go):\nbody:\nspan: src/lib.rs:6:36: 9:2 (#0)\n",
        _call(_method("run_it", "One"), 7, 9, 15),
        _call(_method("left_out", "One"), 7, 23, 31),
        _call(_method("run_it", "P/#0"), 7, 40, 46),
        _call("FnDef(DefId(0:9 ~ ours[ab]::helper), [])", 8, 5, 11),
        f"span: src/lib.rs:8:15: 8:21 (#0)\nAdt {{\n{_VARIANTS}\nvariant_index: 0\n",
        _call("FnDef(DefId(2:9 ~ core[cd]::str::{impl#0}::len), [])", 8, 23, 26),
    ]
)


def test_calls_reach_the_block_for_the_type_else_the_declaration(tmp_path: Path) -> None:
    file = tmp_path / "lib.rs"
    file.write_text(_SOURCE, "utf-8")
    items = Items({"src/lib.rs": file})
    resolver = Resolver(Dump(_DUMP.splitlines()), items)
    found = [
        (name.start_point.row + 1, text_of(name), resolver.called("src/lib.rs", name))
        for name in calls(items.tree("src/lib.rs"))
        if 6 < name.start_point.row + 1 < 9
    ]
    assert sorted(found) == [
        (7, "left_out", [("src/lib.rs", 1)]),
        (7, "run_it", [("src/lib.rs", 1)]),
        (7, "run_it", [("src/lib.rs", 3)]),
        (8, "One", [("src/lib.rs", 2)]),
        (8, "helper", [("src/lib.rs", 10)]),
        (8, "len", None),
    ]


def test_a_function_begins_where_its_own_body_does_and_not_at_an_arm_of_a_macro() -> None:
    arm = "body:\nspan: src/macros.rs:4:9: 4:12 (#0)\n"
    dump = Dump(f"DefId(0:8 ~ ours[ab]::go):\nbody:\nspan: src/lib.rs:6:36: 9:2 (#0)\n{arm}".splitlines())
    assert dump.bodies == {"8": ("src/lib.rs", (6, 36))}
