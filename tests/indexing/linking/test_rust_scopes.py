"""Calls of Rust: what a file knows by `use a::*` and traits, what patterns take out, what parameters stand for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_SHAPE = "pub struct Shape;\nimpl Shape {\n pub fn draw_it(&self) {}\n pub fn make_it() -> Shape { Shape }\n}\n"
_OTHER = "pub struct Other;\nimpl Other {\n pub fn draw_it(&self) {}\n}\n"

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "a module that the file above knows": (
        {
            "src/lib.rs": "mod net;\n",
            "src/net/mod.rs": "mod shape;\nmod user;\n",
            "src/net/shape.rs": _SHAPE,
            "src/net/user.rs": "use super::*;\nfn go(s: &shape::Shape) { s.draw_it(); shape::Shape::make_it(); }\n",
        },
        {"src/net/user.rs:go src/net/shape.rs:Shape.draw_it:3", "src/net/user.rs:go src/net/shape.rs:Shape.make_it:4"},
    ),
    "a type that `super::*` brings before one of a file that is only imported from": (
        {
            "src/lib.rs": "mod net;\nmod far;\n",
            "src/far.rs": "pub struct Shape;\nimpl Shape { pub fn draw_it(&self) {} }\npub struct Far;\n",
            "src/net/mod.rs": "mod shape;\nmod user;\npub use self::shape::Shape;\n",
            "src/net/shape.rs": _SHAPE,
            "src/net/user.rs": "use super::*;\nuse crate::far::Far;\nfn go(s: &Shape, f: Far) { s.draw_it() }\n",
        },
        {"src/net/user.rs:go src/net/shape.rs:Shape.draw_it:3"},
    ),
    "a type of the file above, named by its path": (
        {
            "src/lib.rs": "mod net;\n",
            "src/net/mod.rs": "mod shape;\nmod user;\npub use self::shape::Shape;\n",
            "src/net/shape.rs": f"{_SHAPE}{_OTHER}",
            "src/net/user.rs": "struct User { held: super::Shape }\n"
            "impl User { fn go(&self) { self.held.draw_it() } }\n",
        },
        {"src/net/user.rs:User.go src/net/shape.rs:Shape.draw_it:3"},
    ),
    "a module, where a variable is called like it": (
        {
            "src/lib.rs": "mod shape;\nmod user;\n",
            "src/shape.rs": f"pub fn build() {{}}\n{_SHAPE}",
            "src/user.rs": "use crate::shape;\nfn go(shape: shape::Shape) { shape.draw_it(); shape::build(); }\n"
            "fn here() {}\nfn near() { self::here() }\n",
        },
        {
            "src/user.rs:go src/shape.rs:Shape.draw_it:4",
            "src/user.rs:go src/shape.rs:build:1",
            "src/user.rs:near src/user.rs:here:3",
        },
    ),
    "the method of an extension trait that the file imports": (
        {
            "src/lib.rs": "mod read;\nmod ext;\nmod user;\nmod deaf;\n",
            "src/read.rs": "pub trait Read { fn poll_it(&self); }\npub struct File;\nimpl Read for File {\n"
            " fn poll_it(&self) {} }\n",
            "src/ext.rs": "pub trait ReadExt {\n fn read_all(&self) {}\n}\n"
            "impl<R: crate::read::Read> ReadExt for R {}\n",
            "src/user.rs": "use crate::ext::ReadExt;\nuse crate::read::{File, Read};\n"
            "fn go<R: Read + ?Sized>(r: &R) { r.read_all() }\nfn of(f: File) { f.read_all() }\n",
            "src/deaf.rs": "use crate::read::File;\nfn go(f: File) { f.read_all() }\n",
        },
        {"src/user.rs:go src/ext.rs:ReadExt.read_all:2", "src/user.rs:of src/ext.rs:ReadExt.read_all:2"},
    ),
    "fields that patterns take out of structs and variants": (
        {
            "src/lib.rs": f"{_SHAPE}{_OTHER}struct Pair {{ one: Shape, two: Other }}\nenum Mode {{\n"
            " Held { shape: Shape, n: u8 },\n None,\n}\nimpl Mode { fn run_it(&self) {} }\n"
            "fn pair(p: Pair) { let Pair { one, two: ref mut other } = p; one.draw_it(); other.draw_it(); }\n"
            "fn mode(m: Mode) { match m {\n Mode::Held { shape, .. } => shape.draw_it(),\n"
            " Mode::None => Mode::None.run_it() } }\n"
        },
        {
            "src/lib.rs:pair src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:pair src/lib.rs:Other.draw_it:8",
            "src/lib.rs:mode src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:mode src/lib.rs:Mode.run_it:15",
        },
    ),
    "what a block asks of a type's parameter": (
        {
            "src/lib.rs": "trait Read { fn read_it(&self); }\ntrait Write { fn write_it(&self); }\n"
            "struct Both<T: ?Sized> { held: T }\n"
            "impl<T: Read + ?Sized> Both<T> { fn get(&self) -> &T { &self.held } }\n"
            "impl<T: Read + Write + ?Sized> Write for Both<T> { fn write_it(&self) { self.get().write_it() } }\n"
        },
        {"src/lib.rs:Both.write_it src/lib.rs:Both.get:4", "src/lib.rs:Both.write_it src/lib.rs:Write.write_it:2"},
    ),
    "what only the user's block asks of a parameter of another file's type": (
        {
            "src/lib.rs": "mod chan;\nmod user;\n",
            "src/chan.rs": "pub struct Chan<T, S> { pub value: T, pub guard: S }\n",
            "src/user.rs": "use crate::chan::Chan;\nuse std::sync::Arc;\ntrait Guard { fn close_it(&self); }\n"
            "struct Sender<T, S> { inner: Arc<Chan<T, S>> }\n"
            "impl<T, S: Guard> Sender<T, S> { fn go(&self) { self.inner.guard.close_it() } }\n",
        },
        {"src/user.rs:Sender.go src/user.rs:Guard.close_it:3"},
    ),
    "a block for a pointer adds to what that leads to": (
        {
            "src/lib.rs": f"{_SHAPE}trait Run {{ fn run_it(&self); }}\n"
            "impl Run for std::sync::Arc<Shape> {\n fn run_it(&self) { self.draw_it() }\n}\n"
            "fn go(s: Arc<Shape>) { s.run_it() }\n"
        },
        {"src/lib.rs:Shape.run_it src/lib.rs:Shape.draw_it:3", "src/lib.rs:go src/lib.rs:Shape.run_it:8"},
    ),
    "what a pointer's function gives back, and a guard with a lifetime": (
        {
            "src/lib.rs": f"{_SHAPE}struct User {{ held: Arc<Shape> }}\nimpl User {{\n"
            " fn copy(&self) { Arc::clone(&self.held).draw_it() }\n"
            " fn pinned(self: Pin<&mut Self>) { Pin::into_inner(self).copy() }\n}\n"
            "fn guarded(g: MutexGuard<'_, Shape>) { g.draw_it() }\n"
        },
        {
            "src/lib.rs:User.copy src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:User.pinned src/lib.rs:User.copy:8",
            "src/lib.rs:guarded src/lib.rs:Shape.draw_it:3",
        },
    ),
    "an associated type, in the trait what it must be, in a block what it is": (
        {
            "src/lib.rs": f"{_SHAPE}{_OTHER}trait Fold {{\n fn fold_it(&self) {{}}\n}}\n"
            "trait Drive {\n type Folder: Fold + Send;\n fn folder(&self) -> Self::Folder;\n}\n"
            "struct Engine;\nimpl Drive for Engine {\n type Folder = Shape;\n fn folder(&self) -> Self::Folder {}\n}\n"
            "fn open<D: Drive>(d: D) { d.folder().fold_it() }\nfn known(e: Engine) { e.folder().draw_it() }\n"
        },
        {
            "src/lib.rs:open src/lib.rs:Drive.folder:15",
            "src/lib.rs:open src/lib.rs:Fold.fold_it:11",
            "src/lib.rs:known src/lib.rs:Engine.folder:20",
            "src/lib.rs:known src/lib.rs:Shape.draw_it:3",
        },
    ),
    "what stands in `unsafe`, behind brackets, and what `impl Index` gives": (
        {
            "src/lib.rs": f"{_SHAPE}struct Store {{ all: Vec<Side>, one: Shape }}\nstruct Side {{ shape: Shape }}\n"
            "impl std::ops::Index<Key> for Store {\n type Output = Side;\n fn index(&self) {}\n}\n"
            "fn held(s: &Store) { let one = unsafe { &s.one }; one.draw_it(); }\n"
            "fn many(s: &Store) { s.all[0].shape.draw_it() }\nfn key(s: &Store, k: Key) { s[k].shape.draw_it() }\n"
        },
        {
            "src/lib.rs:held src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:many src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:key src/lib.rs:Shape.draw_it:3",
        },
    ),
    "a type parameter that a block calls otherwise": (
        {
            "src/lib.rs": "trait Melt {\n fn melt_it(&self) {}\n}\nstruct Map<I, F> { iter: I, f: F }\n"
            "impl<I, R> Map<I, R> where R: Melt {\n fn go(&self) { self.f.melt_it() }\n}\n"
        },
        {"src/lib.rs:Map.go src/lib.rs:Melt.melt_it:2"},
    ),
    "what a map holds that is told how it hashes": (
        {
            "src/lib.rs": f"{_SHAPE}{_OTHER}trait Melt {{\n fn melt_it(&self) {{}}\n}}\n"
            "type Held = HashMap<Key, Box<dyn Melt + Send + Sync>, Hasher<Other>>;\n"
            "struct Store {\n map: Option<Box<Held>>,\n}\n"
            "impl Store {\n fn go(&self) { self.map.as_ref().unwrap().values().for_each(|one| one.melt_it()) }\n}\n"
        },
        {"src/lib.rs:Store.go src/lib.rs:Melt.melt_it:11"},
    ),
    "what a method that gives its own type hands to a closure": (
        {
            "src/lib.rs": f"{_SHAPE}struct Build;\n"
            "impl Build {\n fn then<F>(self, func: F) -> Self where F: FnOnce(Shape) -> Shape {}\n"
            " fn go(self) -> Self { self.then(move |mut one| { one.draw_it(); one }) }\n}\n"
        },
        {"src/lib.rs:Build.go src/lib.rs:Build.then:8", "src/lib.rs:Build.go src/lib.rs:Shape.draw_it:3"},
    ),
    "a type in a module that adds to it": (
        {
            "src/lib.rs": "mod shape;\nmod inner {\n use crate::shape::Shape;\n"
            " impl Draw for Shape {\n  fn draw_it(&self) { <Shape>::draw_it(self) }\n }\n}\n",
            "src/shape.rs": _SHAPE,
        },
        {"src/lib.rs:inner.Shape.draw_it src/shape.rs:Shape.draw_it:3"},
    ),
    "an alias of a wrapper of ours leads to what is in that": (
        {
            "src/lib.rs": f"{_SHAPE}struct Mutex<T>(T);\n"
            "impl<T> Mutex<T> { fn lock(&self) -> MutexGuard<'_, T> {} }\n"
            "struct MutexGuard<'a, T>(&'a T);\ntype Shared = Mutex<Shape>;\n"
            "fn go(s: &Shared) { s.lock().draw_it() }\n"
        },
        {"src/lib.rs:go src/lib.rs:Mutex.lock:7", "src/lib.rs:go src/lib.rs:Shape.draw_it:3"},
    ),
    "a type that must be mixed with itself": (
        {
            "src/lib.rs": "trait Valid { type Kind; fn kind(&self) -> Self::Kind; }\n"
            "trait Mixed<T> { fn mix(&self) -> T; }\nstruct Statement<S> { inner: S }\n"
            "impl<S: Valid, E: Valid> Statement<S> where <S as Valid>::Kind: Mixed<<E as Valid>::Kind> {\n"
            " fn go(&self, other: E) { self.inner.kind().mix(); }\n}\n"
        },
        {"src/lib.rs:Statement.go src/lib.rs:Valid.kind:1", "src/lib.rs:Statement.go src/lib.rs:Mixed.mix:2"},
    ),
    "a field that has a method of its name": (
        {
            "src/lib.rs": f"{_SHAPE}{_OTHER}struct Menu {{ side: Shape }}\n"
            "impl Menu {\n fn side(self, side: Shape) -> Self { self }\n fn build(self) {}\n}\n"
            "fn go(menu: Menu) { menu.side.draw_it() }\nfn near(menu: Menu, s: Shape) { menu.side(s).build() }\n"
        },
        {
            "src/lib.rs:go src/lib.rs:Shape.draw_it:3",
            "src/lib.rs:near src/lib.rs:Menu.side:12",
            "src/lib.rs:near src/lib.rs:Menu.build:13",
        },
    ),
    "a function that a pattern takes out is no variant of that name, nor a struct": (
        {
            "src/lib.rs": "enum Split {\n Plain,\n Custom(fn(&str) -> u8),\n}\nstruct Held(fn(&str) -> u8);\n"
            'impl Split {\n fn go(&self) { match self { Split::Plain => 1, Split::Custom(by) => by("") } }\n}\n'
            'fn near(held: Held) { let Held(by) = held; by(""); }\nfn make() { Split::Custom(f); }\n'
        },
        {"src/lib.rs:make src/lib.rs:Split.Custom:3"},
    ),
    "a field whose name is a word of the language": (
        {
            "src/lib.rs": "struct Menu { r#type: Shape }\nstruct Shape(u8);\n"
            "impl Shape { fn round() -> Self { Shape(1) } }\n"
            "fn go() -> Menu { Menu { r#type: Shape::round() } }\n"
        },
        {"src/lib.rs:go src/lib.rs:Shape.round:3", "src/lib.rs:Shape.round src/lib.rs:Shape:2"},
    ),
}


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=[*CASES])
def test_rust_scopes_lead_to(files: dict[str, str], expected: set[str], tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        found = corpus.calls(lines=True)
        assert found == expected
