"""What `declare global` makes known in all files, members that constants name, and functions that objects hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_GLOBALS = (
    "class Stream<T> { close() {} pipe() {} }\nclass BoxImpl<T> { open() {} }\n"
    "declare global {\n"
    "  interface Stream<T> { close: () => void; push(value: T): void; }\n"
    "  interface BoxCtor { new <T>(init: (stream: Stream<T>) => void): Box<T>; from<T>(value: T): Box<T>; }\n"
    "  var Box: BoxCtor;\n"
    "  interface Box<T> extends BoxImpl<T> {}\n"
    "}\n"
)
_ADDED = (
    "export const spill: unique symbol = Symbol('spill');\n"
    "declare global {\n  interface Box<T> {\n"
    "    [spill]: (init: (stream: Stream<T>) => void) => Box<T>;\n    sealIt(): void;\n  }\n}\n"
)

CALLS: Mapping[str, tuple[str, set[str]]] = {
    "a method of a base that another part has": (
        "export function go(box: Box<string>) { box.open(); }\n",
        {"globals.ts:BoxImpl.open"},
    ),
    "a member of a part in another file": (
        "export function go(box: Box<string>) { box.sealIt(); }\n",
        {"added.ts:global.Box.sealIt"},
    ),
    "of a global variable": (
        "export function go() { Box.from(1).sealIt(); }\n",
        {"globals.ts:global.BoxCtor.from", "added.ts:global.Box.sealIt"},
    ),
    "the parameter of what a new object is given": (
        "export function go() { return new Box((stream) => { stream.close(); }); }\n",
        {"globals.ts:global.Box", "globals.ts:global.Stream.close"},
    ),
    "the parameter of what a member is given that a constant names": (
        "import { spill } from './added';\n"
        "export function go(box: Box<string>) { return box[spill]((stream) => stream.push('')); }\n",
        {"globals.ts:global.Stream.push"},
    ),
    "this, where its type is declared": (
        "import './added';\nexport function go(this: Box<string>) { this.sealIt(); }\n",
        {"added.ts:global.Box.sealIt"},
    ),
    "not a member that a constant names, by its plain name": (
        "export function go(box: Box<string>) { box.spill(); }\n",
        set(),
    ),
    "the class of a file before the global of its name": (
        "class Box { sealIt() {} }\nexport function go(box: Box) { box.sealIt(); }\n",
        {"b.ts:Box.sealIt"},
    ),
    "elements of an array that is made of a set": (
        "class Own { runIt() {} }\n"
        "export function go(all: Set<Own>) { for (const one of Array.from(all)) one.runIt(); }\n",
        {"b.ts:Own.runIt"},
    ),
    "a function that was taken out of what another one makes": (
        "const { runIt } = make();\nexport function go() { runIt(); }\n"
        "function make() {\n  return { runIt };\n  function runIt() {}\n}\n",
        {"b.ts:make.runIt"},
    ),
    "not a member of a type, taken out of a value": (
        "interface Own { runIt: () => void }\nexport function go({ runIt }: Own) { runIt(); }\n",
        set(),
    ),
    "a function with several signatures": (
        "export function melt(): string\nexport function melt(heat: number): string\n"
        "export function melt(heat?: number): string { return ''; }\nexport function go() { melt(); }\n",
        {"b.ts:melt"},
    ),
    "a function that is called like a type of the language": (
        "export function unknown() {}\nexport function go() { unknown(); }\n",
        {"b.ts:unknown"},
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_on_what_all_files_know_is_certain(name: str, tmp_path: Path) -> None:
    text, expected = CALLS[name]
    with LinkedCorpus(tmp_path, {"globals.ts": _GLOBALS, "added.ts": _ADDED, "b.ts": text}) as corpus:
        found = corpus.weighed_calls("go")
    assert found == {(one, 1.0) for one in expected}


def test_parts_of_a_global_type_that_come_change_and_go_are_linked_as_in_a_full_pass(tmp_path: Path) -> None:
    users = {f"user{number}.ts": text for number, (text, _) in enumerate(CALLS.values())}
    with LinkedCorpus(tmp_path, {"globals.ts": _GLOBALS, "added.ts": _ADDED, **users}) as corpus:
        changes: list[dict[str, str | None]] = [
            {"added.ts": _ADDED.replace("sealIt", "shutIt")},
            {"early.ts": "declare global {\n  interface Box<T> { open(): void; }\n}\nexport {};\n"},
            {"globals.ts": _GLOBALS.replace(" extends BoxImpl<T>", "")},
            {"added.ts": None},
            {"added.ts": _ADDED, "early.ts": None, "globals.ts": _GLOBALS},
        ]
        for change in changes:
            corpus.change(change)
            corpus.assert_linked_as_anew()
