"""Calls of Rust that lead to what traits of ours give to types that are not, and to what macros write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_EXT = "pub trait Ext { fn size(&self) -> usize; fn twice(&self) -> usize { self.size() } }\n"

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "a slice has the methods of a trait for slices, in a file that knows the trait": (
        {
            "src/lib.rs": "mod ext;\nmod user;\nmod other;\n",
            "src/ext.rs": f"{_EXT}impl Ext for [u8] {{ fn size(&self) -> usize {{ 1 }} }}\n",
            "src/user.rs": "use crate::ext::Ext;\nfn go(s: &[u8]) { s.size(); }\nfn whole(s: Vec<u8>) { s.twice(); }\n",
            "src/other.rs": "fn go(s: &[u8]) { s.size(); }\n",
        },
        {
            "src/user.rs:go src/ext.rs:slice.size:2",
            "src/user.rs:whole src/ext.rs:Ext.twice:1",
            "src/ext.rs:Ext.twice src/ext.rs:Ext.size:1",
        },
    ),
    "what the type has itself is no method of a trait": (
        {
            "src/lib.rs": "pub trait Ext { fn len(&self); fn find(&self); }\n"
            "impl Ext for [u8] { fn len(&self) {} fn find(&self) {} }\n"
            "impl Ext for u8 { fn len(&self) {} fn find(&self) {} }\n"
            "fn go(s: &[u8], n: u8) { s.len(); n.find(); }\n"
        },
        {"src/lib.rs:go src/lib.rs:u8.find:3"},
    ),
    "pointers of two kinds are two types": (
        {
            "src/lib.rs": "pub trait Ext { fn size(&self); }\n"
            "impl<T> Ext for *const T { fn size(&self) {} }\nimpl<T> Ext for *mut T { fn size(&self) {} }\n"
            "fn go(p: *mut u8) { p.size() }\n"
        },
        {"src/lib.rs:go src/lib.rs:mut_pointer.size:3"},
    ),
    "a chain goes on behind a method of the language's types": (
        {
            "src/lib.rs": "pub trait Ext { fn size(&self); }\nimpl Ext for [u8] { fn size(&self) {} }\n"
            "fn go(s: &str) { s.trim().as_bytes().size() }\n"
        },
        {"src/lib.rs:go src/lib.rs:slice.size:2"},
    ),
    "a function has the methods of a trait for all functions": (
        {
            "src/lib.rs": "pub trait Parse { fn parse(&self); fn map(&self) -> Self { self.parse() } }\n"
            "impl<F> Parse for F where F: FnMut(u8) -> u8 { fn parse(&self) {} }\n"
            "fn digit(n: u8) -> u8 { n }\nfn go() { digit.map(); digit.parse(); }\n"
        },
        {
            "src/lib.rs:go src/lib.rs:Parse.map:1",
            "src/lib.rs:go src/lib.rs:fn.parse:2",
            "src/lib.rs:Parse.map src/lib.rs:Parse.parse:1",
        },
    ),
    "an iterator has those of a trait for all iterators": (
        {
            "src/lib.rs": "pub trait More: Iterator { fn pairs(&self) {} }\nimpl<I: Iterator> More for I {}\n"
            "struct One;\nfn go(v: Vec<One>) { v.iter().pairs() }\n"
        },
        {"src/lib.rs:go src/lib.rs:More.pairs:1"},
    ),
    "a block in a module adds to the type of another file": (
        {
            "src/lib.rs": "mod text;\nmod impls;\n",
            "src/text.rs": "pub struct Text;\nimpl Text { pub fn bytes(&self) {} }\npub struct Other;\n"
            "impl Other { fn bytes(&self) {} }\n",
            "src/impls.rs": "mod text {\n use crate::text::Text;\n impl AsRef<[u8]> for Text {\n"
            "  fn as_ref(&self) { self.bytes() }\n }\n}\n",
        },
        {"src/impls.rs:text.Text.as_ref src/text.rs:Text.bytes:2"},
    ),
    "a block for another name of a type adds to the type": (
        {
            "src/lib.rs": "pub enum Found<T> { One(T) }\npub type Local<T> = Found<T>;\n"
            "impl<T> Local<T> { fn single(self) {} }\nfn go(f: Found<u8>) { f.single() }\n"
        },
        {"src/lib.rs:go src/lib.rs:Found.single:3"},
    ),
    "a collection of ours is no collection": (
        {
            "src/lib.rs": "mod map;\nmod set;\n",
            "src/map.rs": "pub struct HashMap<K, V> { k: K, v: V }\n"
            "impl<K, V> HashMap<K, V> { pub fn reserve(&self) {} }\npub struct Other;\n"
            "impl Other { fn reserve(&self) {} }\n",
            "src/set.rs": "use crate::map::HashMap;\nstruct Set<T> { map: HashMap<T, ()> }\n"
            "impl<T> Set<T> { fn more(&self) { self.map.reserve() } }\n",
        },
        {"src/set.rs:Set.more src/map.rs:HashMap.reserve:2"},
    ),
    "what a type parameter must have is what nobody knows else": (
        {
            "src/lib.rs": "pub trait Fault { fn is_soft(&self); }\nstruct A;\n"
            "impl Fault for A { fn is_soft(&self) {} }\n"
            "fn go<E: Fault>() { call(|z| match z.run() { Err(e) => e.is_soft(), _ => () }) }\n"
            "fn other() { call(|z| match z.run() { Err(e) => e.is_soft(), _ => () }) }\n"
        },
        {"src/lib.rs:go src/lib.rs:Fault.is_soft:1"},
    ),
    "an error is what the function says": (
        {
            "src/lib.rs": "struct A;\nimpl A { fn told(&self) {} }\nstruct B;\nimpl B { fn told(&self) {} }\n"
            "fn make() -> Result<B, A> { Ok(B) }\n"
            "fn go() { match make() { Err(e) => e.told(), Ok(b) => b.told() } }\n"
            "fn on() { make().map_err(|e| e.told()); }\n"
        },
        {
            "src/lib.rs:go src/lib.rs:make:5",
            "src/lib.rs:go src/lib.rs:A.told:2",
            "src/lib.rs:go src/lib.rs:B.told:4",
            "src/lib.rs:on src/lib.rs:make:5",
            "src/lib.rs:on src/lib.rs:A.told:2",
        },
    ),
    "patterns of several parts": (
        {
            "src/lib.rs": "struct A;\nimpl A { fn day(&self) {} }\nstruct B;\nimpl B { fn day(&self) {} }\n"
            "struct Both { a: A, b: Option<B> }\n"
            "fn go(z: Both) { match (1, z.a, z.b) { (_, _, Some(x)) => x.day(), _ => () } }\n"
        },
        {"src/lib.rs:go src/lib.rs:B.day:4"},
    ),
    "a default fills the field": (
        {
            "src/lib.rs": "struct A;\nimpl Default for A { fn default() -> A { A } }\nstruct C;\n"
            "impl Default for C { fn default() -> C { C } }\n"
            "struct B { a: A }\nimpl Default for B { fn default() -> B { B { a: Default::default() } } }\n"
        },
        {"src/lib.rs:B.default src/lib.rs:A.default:2"},
    ),
    "of several conversions the one for what is given": (
        {
            "src/lib.rs": "struct A;\nimpl From<u8> for A { fn from(n: u8) -> A { A } }\n"
            "impl From<String> for A { fn from(s: String) -> A { A } }\nfn go(s: String) { A::from(s); }\n"
        },
        {"src/lib.rs:go src/lib.rs:A.from:3"},
    ),
    "what a parameter is made into": (
        {"src/lib.rs": "struct A;\nimpl A { fn run_it(&self) {} }\nfn go<T: Into<A>>(t: T) { t.into().run_it() }\n"},
        {"src/lib.rs:go src/lib.rs:A.run_it:2"},
    ),
    "a method, not the field of its name": (
        {
            "src/lib.rs": "mod a;\nmod b;\n",
            "src/a.rs": "pub trait Run { fn size(&self); }\npub struct A { size: usize }\n"
            "impl Run for A { fn size(&self) {} }\n",
            "src/b.rs": "use crate::a::{A, Run};\nfn go(a: A) { a.size() }\n",
        },
        {"src/b.rs:go src/a.rs:A.size:3"},
    ),
    "a macro writes blocks for types and traits": (
        {
            "src/lib.rs": "pub struct A;\npub struct B;\nmacro_rules! ids {\n ($name:ident, $other:ident) => {\n"
            "  impl $name { pub fn get(&self) -> $name { $name }\n  pub fn sum(&self) { self.get() } }\n };\n}\n"
            "ids!(A, X);\nids!(B, Y);\nmacro_rules! faults { () => { pub trait Fault { fn code(&self); } } }\n"
            "fn go<F: Fault>(b: B, f: F) { b.get().sum(); f.code() }\n"
        },
        {
            "src/lib.rs:A.sum src/lib.rs:A.get:5",
            "src/lib.rs:go src/lib.rs:A.get:5",
            "src/lib.rs:go src/lib.rs:A.sum:6",
            "src/lib.rs:go src/lib.rs:Fault.code:11",
            "src/lib.rs src/lib.rs:ids:3",
        },
    ),
    "what a macro puts before a dot is not known": (
        {"src/lib.rs": "struct A;\nimpl A { fn folded(&self) {} }\nfn go(z: Unknown) { each!(z => .folded()) }\n"},
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls(name: str, tmp_path: Path) -> None:
    files, expected = CASES[name]
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.calls(lines=True) == expected
        corpus.assert_linked_as_anew()
