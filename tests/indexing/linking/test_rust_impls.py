"""Calls of Rust that an `impl` decides: which of several blocks is meant, what a block hands on, and what is bound."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_PART = "pub trait Part { fn run_it(&self); }\n"

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "a function is not the enumeration of its name": (
        {"src/lib.rs": "enum Err { One(u8) }\nfn go() -> Result<(), Err> { Err(Err::One(1)) }\n"},
        {"src/lib.rs:go src/lib.rs:Err.One:1"},
    ),
    "a block for a pointer hands on to what is behind that": (
        {
            "src/lib.rs": f"{_PART}trait More: Part {{}}\n"
            "impl Part for Box<dyn More> { fn run_it(&self) { (**self).run_it() } }\n"
        },
        {"src/lib.rs:More.run_it src/lib.rs:Part.run_it:1"},
    ),
    "a block for a reference hands on to that for the type": (
        {
            "src/lib.rs": f"{_PART}impl Part for u8 {{ fn run_it(&self) {{}} }}\n"
            "impl<'a> Part for &'a u8 { fn run_it(&self) { (*self).run_it() } }\n"
        },
        {"src/lib.rs:u8.run_it src/lib.rs:u8.run_it:2"},
    ),
    "a block for one type argument asks that for another": (
        {
            "src/lib.rs": "struct Ours;\ntrait Like<T> { fn is_it(&self, other: T); }\n"
            "impl Like<u8> for Ours { fn is_it(&self, other: u8) {} }\n"
            "impl Like<&u8> for Ours { fn is_it(&self, other: &u8) { self.is_it(*other) } }\n"
        },
        {"src/lib.rs:Ours.is_it src/lib.rs:Ours.is_it:3"},
    ),
    "of many blocks for one trait that is asked which takes the argument": (
        {
            "src/lib.rs": "mod more;\npub trait Like<T> { fn is_it(&self, other: T); }\n"
            "impl Like<&[u8]> for &[u8] { fn is_it(&self, other: &[u8]) {} }\n"
            "impl Like<[u8; 2]> for &[u8] { fn is_it(&self, other: [u8; 2]) { self.is_it(&other[..]) } }\n"
            "impl Like<(u8,)> for &[u8] { fn is_it(&self, other: (u8,)) {} }\n"
            "impl Like<u8> for &[u8] { fn is_it(&self, other: u8) {} }\n"
            "impl Like<&str> for &[u8] { fn is_it(&self, other: &str) {} }\n"
            "impl Like<char> for &[u8] { fn is_it(&self, other: char) { self.is_it(other.encode_utf8(b)) } }\n"
            "impl Like<u8> for &str { fn is_it(&self, other: u8) { self.as_bytes().is_it(other) } }\n",
            "src/more.rs": "use crate::Like;\npub struct More;\n"
            "impl Like<More> for &[u8] { fn is_it(&self, other: More) {} }\n",
        },
        {
            "src/lib.rs:slice.is_it src/lib.rs:slice.is_it:3",
            "src/lib.rs:slice.is_it src/lib.rs:slice.is_it:7",
            "src/lib.rs:str.is_it src/lib.rs:slice.is_it:6",
        },
    ),
    "a type that is asked as a trait has that trait's method": (
        {
            "src/lib.rs": "struct Ours;\ntrait Part { fn run_it(&self) {} }\ntrait More { fn run_it(&self); }\n"
            "impl Part for u8 {}\nimpl More for u8 { fn run_it(&self) { <Self as Part>::run_it(self) } }\n"
            "impl Part for Ours { fn run_it(&self) {} }\n"
            "impl More for Ours { fn run_it(&self) { <Ours as crate::Part>::run_it(self) } }\n"
        },
        {
            "src/lib.rs:u8.run_it src/lib.rs:Part.run_it:2",
            "src/lib.rs:Ours.run_it src/lib.rs:Ours.run_it:6",
        },
    ),
    "a method of the only block calls itself": (
        {
            "src/lib.rs": "struct Ours;\nimpl Iterator for Ours { type Item = u8;\n"
            " fn next(&mut self) -> Option<u8> { self.next() } }\n"
        },
        {"src/lib.rs:Ours.next src/lib.rs:Ours.next:3"},
    ),
    "a type that is not ours has the method itself": (
        {"src/lib.rs": "trait Sized { fn len(&self); }\nimpl Sized for String { fn len(&self) { self.len() } }\n"},
        set(),
    ),
    "what a value leads to, not the value": (
        {
            "src/lib.rs": "struct Text;\nimpl Deref for Text { type Target = str; }\n"
            "impl Display for Text { fn fmt(&self) { (**self).fmt() } }\n"
        },
        set(),
    ),
    "a type that a trait says of one of its own": (
        {
            "src/lib.rs": "mod a;\nuse a::{Reader, Fault};\nstruct Error;\nimpl Error { fn made(self) {} }\n"
            "fn go<R: Reader>(r: R) { <R as Reader>::Error::made() }\n",
            "src/a.rs": "pub trait Fault { fn made(); }\npub trait Reader { type Error: Fault; }\n",
        },
        {"src/lib.rs:go src/a.rs:Fault.made:1"},
    ),
    "more is asked of a trait's own type": (
        {
            "src/lib.rs": f"{_PART}trait Many {{ type Item;\n"
            " fn each<F>(&self, f: F) where F: Fn(Self::Item) -> bool; }\n"
            "trait Other { fn run_it(&self); }\n"
            "fn go<M: Many>(m: M) where <M as Many>::Item: Part { m.each(|one| one.run_it()) }\n"
            "fn went<M>(m: M) where M: Many, M::Item: Part { m.each(|one| one.run_it()) }\n"
        },
        {
            *("src/lib.rs:go src/lib.rs:Part.run_it:1", "src/lib.rs:went src/lib.rs:Part.run_it:1"),
            *("src/lib.rs:go src/lib.rs:Many.each:3", "src/lib.rs:went src/lib.rs:Many.each:3"),
        },
    ),
    "an iterator of ours gives what it says": (
        {
            "src/lib.rs": "struct One;\nimpl One { fn run_it(&self) {} }\nstruct Other;\n"
            "impl Other { fn run_it(&self) {} }\nstruct Walk;\n"
            "impl Iterator for Walk { type Item = One; }\nfn walk() -> Walk {}\n"
            "fn go() { for one in walk() { one.run_it() } }\nfn went() { walk().map(|one| one.run_it()) }\n"
        },
        {
            *("src/lib.rs:go src/lib.rs:walk:7", "src/lib.rs:went src/lib.rs:walk:7"),
            *("src/lib.rs:go src/lib.rs:One.run_it:2", "src/lib.rs:went src/lib.rs:One.run_it:2"),
        },
    ),
    "of parts that conditions keep apart the one that a build takes": (
        {
            "src/lib.rs": "mod imp;\nuse imp::Group;\nfn go() { Group::load_it() }\n",
            "src/imp/mod.rs": 'cfg_if! {\n if #[cfg(all(target_feature = "sse2", // remark\n not(miri)))] {\n'
            "  mod fast;\n  use fast as found;\n } else if #[cfg(windows)] {\n  mod slow;\n  use slow as found;\n"
            " } else {\n  mod slow;\n  use slow as found;\n }\n}\npub use self::found::Group;\n",
            "src/imp/fast.rs": "pub struct Group;\nimpl Group { pub fn load_it() {} }\n",
            "src/imp/slow.rs": "pub struct Group;\nimpl Group { pub fn load_it() {} }\n",
        },
        {"src/lib.rs:go src/imp/fast.rs:Group.load_it:2"},
    ),
    "variants of the file's own type by their name alone": (
        {"src/lib.rs": "enum Side { Left(u8), Right(u8) }\nuse crate::Side::{Left, Right};\nfn go() { Left(1) }\n"},
        {"src/lib.rs:go src/lib.rs:Side.Left:1"},
    ),
    "what the file defines for builds that lack what it imports": (
        {
            "src/lib.rs": 'use std::sync::atomic::AtomicUsize;\n#[cfg(not(target_has_atomic = "ptr"))]\n'
            'struct AtomicUsize;\n#[cfg(not(target_has_atomic = "ptr"))]\nimpl AtomicUsize { fn load(&self) {} }\n'
            "static STATE: AtomicUsize = 0;\nfn go() { STATE.load() }\n"
        },
        set(),
    ),
    "a method that only the file knows, and a trait's for others": (
        {
            "src/lib.rs": "mod a;\nuse a::{Date, Dated};\nfn go(d: Date) { d.year_of() }\n",
            "src/a.rs": "pub struct Date;\nimpl Date { fn year_of(&self) {} }\npub trait Dated { fn year_of(&self); }\n"
            "impl Dated for Date { fn year_of(&self) {} }\nfn went(d: Date) { d.year_of() }\n",
        },
        {"src/lib.rs:go src/a.rs:Date.year_of:4", "src/a.rs:went src/a.rs:Date.year_of:2"},
    ),
    "a macro of the language's name that only a module has": (
        {
            "src/lib.rs": "fn go() { assert_eq!(1, 2) }\nmod inner {\n macro_rules! assert_eq { () => {} }\n"
            " fn went() { assert_eq!() }\n}\n"
        },
        {"src/lib.rs:inner.went src/lib.rs:inner.assert_eq:3"},
    ),
    "what must be in a wrapper of the library to which a block adds": (
        {
            "src/lib.rs": "trait Clock { fn tick(&self) -> u8; }\n"
            "impl<C: Clock> Clock for AssertUnwindSafe<C> {\n fn tick(&self) -> u8 { self.0.tick() }\n}\n"
            "impl<C: Clock + Sound> Clock for Mutex<C> {\n"
            " fn tick(&self) -> u8 { self.lock().unwrap_or_else(|err| err.into_inner()).tick() }\n}\n"
        },
        {"src/lib.rs:AssertUnwindSafe.tick src/lib.rs:Clock.tick:1", "src/lib.rs:Mutex.tick src/lib.rs:Clock.tick:1"},
    ),
    "what a macro declares is not called there": (
        {"src/lib.rs": "fn shape() {}\nmacro_rules! make { () => { fn shape() {} } }\n"},
        set(),
    ),
}


@pytest.mark.parametrize(("files", "expected"), CASES.values(), ids=CASES.keys())
def test_rust_calls_lead_to(files: dict[str, str], expected: set[str], tmp_path: Path) -> None:
    with LinkedCorpus(tmp_path, files) as corpus:
        assert corpus.calls(lines=True) == expected
