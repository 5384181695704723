"""Calls of Rust: what a build leaves out, what a bare name and a macro reach, and which of several methods is meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_TWO = (
    "pub struct Ours;\nimpl Ours { pub fn run_it(&self) {} }\n"
    "pub struct Other;\nimpl Other { pub fn run_it(&self) {} }\n"
)

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "of two definitions the one that a build takes": (
        {
            "src/lib.rs": "#[cfg(windows)]\n/// One.\n#[inline]\nfn shape() {}\n"
            '#[cfg(all(unix, feature = "x", not(test)))]\nfn shape() {}\nfn go() { shape() }\n'
        },
        {"src/lib.rs:go src/lib.rs:shape:5"},
    ),
    "what only the project knows may be either": (
        {"src/lib.rs": "#[cfg(fast)]\nfn shape() {}\n#[cfg(not(fast))]\nfn shape() {}\nfn go() { shape() }\n"},
        {"src/lib.rs:go src/lib.rs:shape:1", "src/lib.rs:go src/lib.rs:shape:3"},
    ),
    "what no build takes is all the same what its only name means": (
        {"src/lib.rs": "#[cfg(windows)]\nfn shape() {}\n#[cfg(windows)]\nfn go() { shape() }\n"},
        {"src/lib.rs:go src/lib.rs:shape:1"},
    ),
    "of two imports of a name the one that a build takes": (
        {
            "src/lib.rs": "mod io;\nmod b;\n",
            "src/io/mod.rs": "pub use self::imp::Write;\n"
            '#[cfg(not(feature = "std"))]\n#[path = "core.rs"]\nmod imp;\n'
            '#[cfg(feature = "std")]\nuse std::io as imp;\n',
            "src/io/core.rs": "pub trait Write { fn write_it(&self) {} }\n",
            "src/b.rs": "use crate::io;\nfn go<W: io::Write>(w: W) { w.write_it() }\n",
        },
        set(),
    ),
    "an associated type is not known by its name alone": (
        {
            "src/lib.rs": "use serde::Reader;\nstruct Ours;\nimpl Ours { fn read_it(&self) {} }\n"
            "impl Into for Ours { type Reader = Ours; fn go<R: Reader>(r: R) { r.read_it() } }\n"
        },
        set(),
    ),
    "a variant is known by its name alone where its type is opened": (
        {
            "src/lib.rs": "mod a;\nmod b;\nmod c;\n",
            "src/a.rs": "pub enum Mode { Some(u8) }\n",
            "src/b.rs": "use crate::a::Mode;\nfn go(m: Mode) { Some(1); }\n",
            "src/c.rs": "use crate::a::Mode::*;\nfn go() { Some(1); }\n",
        },
        {"src/c.rs:go src/a.rs:Mode.Some:1"},
    ),
    "the standard macros are another file's only where it imports them": (
        {
            "src/lib.rs": "mod a;\nmod b;\n",
            "src/a.rs": "macro_rules! writeln { () => {} }\nmacro_rules! check { () => {} }\nfn go() { writeln!(); }\n",
            "src/b.rs": "fn go() { writeln!(); check!(); }\n",
        },
        {"src/a.rs:go src/a.rs:writeln:1", "src/b.rs:go src/a.rs:check:2"},
    ),
    "in a macro a variant that is matched and an attribute are no calls": (
        {
            "src/lib.rs": "enum N { One(u8) }\nfn not() {}\n"
            "macro_rules! m { () => { #[cfg(not(test))] match n { N::One(u) => not(u) } } }\n"
        },
        {"src/lib.rs:m src/lib.rs:not:2"},
    ),
    "methods of a collection are not those of what is in it": (
        {"src/lib.rs": f"{_TWO}struct A {{ z: Vec<Ours> }}\nimpl A {{ fn go(&self) {{ self.z.run_it() }} }}\n"},
        set(),
    ),
    "a crate under another name": (
        {
            "x/Cargo.toml": '[package]\nname = "x-one"\n',
            "x/src/lib.rs": "pub fn shape() {}\n",
            "y/Cargo.toml": '[package]\nname = "y"\n',
            "y/src/lib.rs": "pub extern crate x_one as x;\n",
            "z/Cargo.toml": '[package]\nname = "z"\n',
            "z/src/lib.rs": "fn go() { y::x::shape() }\nfn shape() {}\n",
        },
        {"z/src/lib.rs:go x/src/lib.rs:shape:1"},
    ),
    "methods of an optional value are not those of what it holds": (
        {
            "src/lib.rs": f"{_TWO}struct A {{ z: Option<Ours> }}\nimpl A {{\n fn no(&self) {{ self.z.run_it() }}\n"
            " fn one(&self) { if let Some(ref mut x) = self.z { x.run_it() } }\n"
            " fn two(&self) -> Option<()> { self.z?.run_it(); None }\n"
            " fn three(&self) { self.z.as_ref().unwrap().run_it() }\n"
            " fn four(&self) { self.z.map(|x| x.run_it()) }\n"
            " fn five(&self) { let x = match self.z { Some(x) => x, None => return }; x.run_it() }\n"
            " fn six(&self) { match self.z { None => {} Some(Other) => {} x => x.unwrap().run_it() } }\n}\n"
        },
        {f"src/lib.rs:A.{name} src/lib.rs:Ours.run_it:2" for name in ("one", "two", "three", "four", "five", "six")},
    ),
    "elements of collections, also one by one": (
        {
            "src/lib.rs": f"{_TWO}const ALL: &[&Ours] = &[];\n"
            "fn one() { for x in ALL.iter().rev() { x.run_it() } }\n"
            "fn two(z: Vec<Ours>) { for (i, x) in z.iter().enumerate() { x.run_it() } }\n"
            "fn three(z: Vec<Ours>) { z.iter().map(|x| x.run_it()) }\n"
            "fn four(z: Vec<Ours>) { if let Some(x) = z.first() { x.run_it() } }\n"
        },
        {f"src/lib.rs:{name} src/lib.rs:Ours.run_it:2" for name in ("one", "two", "three", "four")},
    ),
    "what a function of the corpus gives a closure": (
        {
            "src/lib.rs": f"{_TWO}fn each<F>(n: u8, f: F) where F: Fn(&Other, &mut Ours) {{}}\n"
            "fn boxed(f: Box<dyn FnOnce(Ours) + Send>) {}\nfn plain(f: impl Fn(&Ours) -> u8) {}\n"
            "struct A { f: fn(Ours) }\nimpl A { fn with<G: FnMut(Ours)>(&self, f: G) {} }\n"
            "fn one() { each(1, |_, x| x.run_it()) }\nfn two() { boxed(|mut x| x.run_it()) }\n"
            "fn three() { plain(|&x| x.run_it()) }\nfn four(a: A) { a.with::<u8>(|x| x.run_it()) }\n"
            "fn five() { let f: Box<dyn Fn(u8, Ours)> = Box::new(|_, x| x.run_it()); }\n"
        },
        {
            *("src/lib.rs:one src/lib.rs:each:5", "src/lib.rs:two src/lib.rs:boxed:6"),
            *("src/lib.rs:three src/lib.rs:plain:7", "src/lib.rs:four src/lib.rs:A.with:9"),
            *(f"src/lib.rs:{name} src/lib.rs:Ours.run_it:2" for name in ("one", "two", "three", "four")),
        },
    ),
    "what a collection or an optional value gives a closure": (
        {
            "src/lib.rs": f"{_TWO}fn one(z: Vec<Ours>) {{ z.iter().fold(0, |n, x| x.run_it()) }}\n"
            "fn two(z: Option<Ours>) { z.map_or(0, |x| x.run_it()) }\n"
            "fn three(z: Vec<Ours>) { z.sort_by(|x, y| y.run_it()) }\n"
            "fn four(z: impl Iterator<Item = Ours>) { z.filter(|x| x.run_it()) }\n"
            "fn no(z: Option<Ours>) { z.map_err(|x| x.run_it()); std::get().map(|x| x.run_alone()) }\n"
            "impl Other { fn run_alone(&self) {} }\n"
        },
        {f"src/lib.rs:{name} src/lib.rs:Ours.run_it:2" for name in ("one", "two", "three", "four")},
    ),
    "a wrapper of the corpus leads to what it holds": (
        {
            "src/lib.rs": f"{_TWO}pub struct Guard<'a, T>(&'a T);\n"
            "impl<'a, T> std::ops::Deref for Guard<'a, T> { type Target = T; fn deref(&self) -> &T {} }\n"
            "impl<T> Guard<'_, T> { fn own_it(&self) {} }\npub struct Plain<T>(T);\n"
            "pub struct Lead;\nimpl Deref for Lead { type Target = Guard<'static, Ours>; }\n"
            "fn one(z: Guard<'_, Ours>) { z.run_it(); z.own_it() }\nfn two(z: Lead) { z.run_it() }\n"
            "fn no(z: Plain<Ours>) { z.run_it() }\n"
        },
        {
            *("src/lib.rs:one src/lib.rs:Ours.run_it:2", "src/lib.rs:one src/lib.rs:Guard.own_it:7"),
            "src/lib.rs:two src/lib.rs:Ours.run_it:2",
        },
    ),
    "what a generic type is given is what its fields and methods tell": (
        {
            "src/lib.rs": f"{_TWO}pub struct Slot<T> {{ held: T, many: Vec<T> }}\n"
            "impl<T> Slot<T> {\n fn get_it(&self) -> &T {}\n fn find_it(&self) -> Option<&T> {}\n"
            " fn with_it<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {}\n fn guard(&self) -> Slot<T> {} }\n"
            "enum E { A(Slot<Ours>), B(Slot<Other>) }\n"
            "fn one(z: Slot<Ours>) { z.held.run_it() }\nfn two(z: &Slot<Ours>) { z.get_it().run_it() }\n"
            "fn three(z: Slot<Ours>) { z.many.iter().map(|x| x.run_it()) }\n"
            "fn four(z: Vec<Slot<Ours>>) { z[0].find_it().unwrap().run_it() }\n"
            "fn five(z: Slot<Ours>) { z.with_it(|x| x.run_it()) }\nfn six(z: Slot<Ours>) { z.guard().held.run_it() }\n"
            "fn seven(z: E) { match z { E::A(x) => x.held.run_it() } }\n"
            "fn no(z: Slot<Ours>) { z.with_it(|x| Other).run_it() }\n"
        },
        {
            *(
                f"src/lib.rs:{name} src/lib.rs:Ours.run_it:2"
                for name in ("one", "two", "three", "four", "five", "six", "seven")
            ),
            *("src/lib.rs:two src/lib.rs:Slot.get_it:7", "src/lib.rs:four src/lib.rs:Slot.find_it:8"),
            *("src/lib.rs:five src/lib.rs:Slot.with_it:9", "src/lib.rs:six src/lib.rs:Slot.guard:10"),
            "src/lib.rs:no src/lib.rs:Slot.with_it:9",
        },
    ),
    "a method of a type that is given types where it is named": (
        {
            "src/lib.rs": "pub struct Block<T>(T);\nimpl<T> Block<T> { fn make_it() {} }\n"
            "pub struct Other;\nimpl Other { fn make_it() {} }\nfn go() { Block::<u8>::make_it() }\n"
        },
        {"src/lib.rs:go src/lib.rs:Block.make_it:2"},
    ),
    "a module in a module, and one that a field of it is called like": (
        {
            "src/lib.rs": "mod a;\nmod b;\n",
            "src/a/mod.rs": "pub mod zero;\npub mod one;\n",
            "src/a/zero.rs": "pub struct Shape { zero: u8 }\nimpl Shape { pub fn make_it() {} }\n",
            "src/a/one.rs": "pub struct Shape;\nimpl Shape { pub fn make_it() {} }\n",
            "src/b.rs": "use crate::a::{self, one};\nfn go() { a::zero::Shape::make_it(); one::Shape::make_it() }\n",
        },
        {"src/b.rs:go src/a/zero.rs:Shape.make_it:2", "src/b.rs:go src/a/one.rs:Shape.make_it:2"},
    ),
    "what a macro writes for the type in it": (
        {
            "src/lib.rs": f"{_TWO}pub trait Read {{ fn read_it(&self) {{}} }}\n\npin_project! {{\n"
            " /// The struct of this.\n pub struct Buffer<R> { #[pin] inner: R, held: Ours }\n}\n"
            "impl<R: Read> Buffer<R> {\n"
            " fn go(self: Pin<&mut Self>) { let me = self.project(); me.inner.read_it(); me.held.run_it() } }\n"
            "pin_project! { struct Unused { held: Ours } }\n"
        },
        {
            *("src/lib.rs:Buffer.go src/lib.rs:Buffer.project:7", "src/lib.rs:Buffer.go src/lib.rs:Read.read_it:5"),
            "src/lib.rs:Buffer.go src/lib.rs:Ours.run_it:2",
        },
    ),
    "a chain of calls in the arguments of a macro": (
        {
            "src/lib.rs": f"{_TWO}struct A {{ held: Ours }}\nimpl A {{ fn get_it(&self) -> &Ours {{}}\n"
            " fn go(&self) { assert!(1 < self.get_it().run_it()); }\n"
            " fn go2(&self) -> u8 { std::task::ready!(other().poll_it()).run_it() } }\n"
            "fn other() -> A {}\nimpl A { fn poll_it(&self) -> Poll<Ours> {} }\n"
        },
        {
            *("src/lib.rs:A.go src/lib.rs:A.get_it:6", "src/lib.rs:A.go src/lib.rs:Ours.run_it:2"),
            *("src/lib.rs:A.go2 src/lib.rs:other:9", "src/lib.rs:A.go2 src/lib.rs:A.poll_it:10"),
            "src/lib.rs:A.go2 src/lib.rs:Ours.run_it:2",
        },
    ),
    "a variable that is assigned later": (
        {
            "src/lib.rs": f"{_TWO}fn make() -> Ours {{}}\n"
            "fn go() { let x; x = make(); x.run_it(); }\nfn go2() { let mut x = make(); x = outside(); x.run_it(); }\n"
        },
        {
            *("src/lib.rs:go src/lib.rs:make:5", "src/lib.rs:go src/lib.rs:Ours.run_it:2"),
            *("src/lib.rs:go2 src/lib.rs:make:5", "src/lib.rs:go2 src/lib.rs:Ours.run_it:2"),
        },
    ),
    "a macro of the own crate, where others have one of its name": (
        {
            "x/Cargo.toml": '[package]\nname = "x"\n',
            "x/src/lib.rs": "macro_rules! check_it { () => {} }\nmod a;\n",
            "x/src/a.rs": "fn go() { check_it!(); }\n",
            "y/Cargo.toml": '[package]\nname = "y"\n',
            "y/src/lib.rs": "macro_rules! check_it { () => {} }\n",
        },
        {"x/src/a.rs:go x/src/lib.rs:check_it:1"},
    ),
    "a method of a trait that is called by the trait's name": (
        {
            "src/lib.rs": "use serde::ser;\npub struct Ours;\nimpl ser::Seq for Ours { fn end_it(&self) {} }\n"
            "impl ser::Map for Ours { fn end_it(&self) {} }\n"
            "impl Ours { fn go(&self) { ser::Map::end_it(self); ser::Outside::end_it(self) } }\n"
            "fn go() { <Ours as ser::Seq>::begin_it(); }\nimpl ser::Seq for Ours { fn begin_it() {} }\n"
        },
        {"src/lib.rs:Ours.go src/lib.rs:Ours.end_it:4", "src/lib.rs:go src/lib.rs:Ours.begin_it:7"},
    ),
    "of several methods of a type first its own, then the block's": (
        {
            "src/lib.rs": "pub struct Ours;\nimpl Ours { fn run_it(&self) {} }\n"
            "impl Runner for Ours { fn run_it(&self) { self.run_it() } }\n"
            "impl Reader for Ours { fn read_it(&self) {}\n fn go(&self) { self.read_it() } }\n"
            "impl Reader for &Ours { fn read_it(&self) {}\n fn go(&self) { self.read_it() } }\n"
        },
        {
            "src/lib.rs:Ours.run_it src/lib.rs:Ours.run_it:2",
            "src/lib.rs:Ours.go src/lib.rs:Ours.read_it:4",
            "src/lib.rs:Ours.go src/lib.rs:Ours.read_it:6",
        },
    ),
    "a variant makes a value of its enumeration, and an alias stands for its type": (
        {
            "src/lib.rs": f"{_TWO}enum E {{ Io(Other) }}\nimpl E {{ fn run_it(&self) {{}} }}\ntype Form = Ours;\n"
            "fn one(z: Other) { E::Io(z).run_it() }\nimpl Ours { fn new() -> Self {} }\nfn two() { Form::new() }\n"
        },
        {
            *("src/lib.rs:one src/lib.rs:E.Io:5", "src/lib.rs:one src/lib.rs:E.run_it:6"),
            "src/lib.rs:two src/lib.rs:Ours.new:9",
        },
    ),
    "what a module hands on under another name": (
        {
            "src/lib.rs": "mod flags;\nfn go() { flags::make_it() }\n",
            "src/flags/mod.rs": "mod a;\npub use crate::flags::a::{shape as make_it};\n",
            "src/flags/a.rs": "pub fn shape() {}\n",
        },
        {"src/lib.rs:go src/flags/a.rs:shape:1"},
    ),
    "a type of another crate that no import names": (
        {
            "x/Cargo.toml": '[package]\nname = "x-one"\n',
            "x/src/lib.rs": "mod a;\npub use a::Ours;\n",
            "x/src/a.rs": _TWO,
            "z/Cargo.toml": '[package]\nname = "z"\n',
            "z/src/lib.rs": "struct A { held: x_one::Ours }\nimpl A { fn go(&self) { self.held.run_it() } }\n",
        },
        {"z/src/lib.rs:A.go x/src/a.rs:Ours.run_it:2"},
    ),
    "blocks for tuples and slices hold no functions of the file": (
        {
            "src/lib.rs": "fn shape() {}\nimpl Shape for (u8, u8) { fn shape() {} }\n"
            "impl Shape for [A] { fn shape() {} }\n"
            "fn go() { shape() }\n"
        },
        {"src/lib.rs:go src/lib.rs:shape:1"},
    ),
    "a chain of calls that is longer than a line": (
        {
            "src/lib.rs": "pub struct Maker;\nimpl Maker { fn new() -> Maker {}\n"
            " fn with_a_long_name(&self) -> &Maker {}\n"
            " fn build_it(&self) {} }\npub struct Other;\nimpl Other { fn build_it(&self) {} }\n"
            f"fn go() {{ Maker::new(){'.with_a_long_name()' * 8}.build_it() }}\n"
        },
        {
            *("src/lib.rs:go src/lib.rs:Maker.new:2", "src/lib.rs:go src/lib.rs:Maker.with_a_long_name:3"),
            "src/lib.rs:go src/lib.rs:Maker.build_it:4",
        },
    ),
    "what a macro defines for the lack of a feature": (
        {
            "src/lib.rs": "mod a;\nmod b;\nfn go() { a::shape() }\n",
            "src/a.rs": "cfg_rt! { pub use crate::b::shape; }\ncfg_not_rt! {\n pub fn shape() {}\n}\n",
            "src/b.rs": "pub fn shape() {}\n",
        },
        {"src/lib.rs:go src/b.rs:shape:1"},
    ),
}


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES.keys())
def test_rust_calls_lead_to(files: dict[str, str], expected: set[str], tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        found = corpus.calls(lines=True)
        assert found == expected


_BY_PATH = {
    "src/lib.rs": "mod a;\nmod b;\nmod c;\n",
    "src/a.rs": "pub use crate::c::Ours;\n",
    "src/b.rs": "fn go(z: crate::a::Ours) { z.run_it(); crate::a::Ours::make_it(); crate::a::shape() }\n",
    "src/c.rs": "pub struct Ours;\nimpl Ours { pub fn run_it(&self) {}\n pub fn make_it() {} }\npub fn shape() {}\n"
    "pub struct Other;\nimpl Other { pub fn run_it(&self) {}\n pub fn make_it() {} }\n",
}


@pytest.mark.parametrize(
    "change",
    [None, "pub use crate::c::Other as Ours;\n", "pub use crate::c::shape;\n", "pub use crate::c::*;\n", "mod d;\n"],
)
def test_a_path_without_use_is_linked_again_when_its_module_changes(change: str | None, tmp_path: Path) -> None:
    for name, first, then in (("one", _BY_PATH["src/a.rs"], change), ("two", change, _BY_PATH["src/a.rs"])):
        (tmp_path / name).mkdir()
        files = {path: text for path, text in _BY_PATH.items() if path != "src/a.rs"}
        with LinkedCorpus(tmp_path / name, files if first is None else {**files, "src/a.rs": first}) as corpus:
            before = corpus.edges()
            corpus.change({"src/a.rs": then})
            partial = corpus.snapshot()
            assert corpus.edges() != before
            corpus.link_everything()
            assert corpus.snapshot() == partial
