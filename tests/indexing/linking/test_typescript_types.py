"""Calls in TypeScript whose types no declaration at hand tells: objects, callbacks, arguments of generics.

Each case has a namesake that must not be called.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_OURS = "export class Ours { runIt() {} }\nexport class Other { runIt() {} }\n"
_IMPORT = "import { Ours, Other } from './a';\n"

CASES: Mapping[str, tuple[dict[str, str], set[str]]] = {
    "a function called in a member of an object that is called like it": (
        {
            "a.ts": "export function wrap() {}\nexport function pack() {}\n",
            "b.ts": "import { wrap, pack } from './a';\n"
            "export function make() { return { wrap() { return wrap(); }, pack: () => pack() }; }\n",
        },
        {"b.ts:make.wrap a.ts:wrap", "b.ts:make.pack a.ts:pack"},
    ),
    "a function in a component that only it knows by its name": (
        {
            "a.tsx": _OURS + "export function melt() {}\nexport const Panel = memo(function Inner() {\n  melt();\n"
            "  return <b/>;\n});\nexport function App() { return <Panel/>; }\n",
        },
        {"a.tsx:Panel a.tsx:melt", "a.tsx:App a.tsx:Panel"},
    ),
    "the parameter of a callback": (
        {
            "a.ts": _OURS + "export function each(f: (one: Ours, other: Other) => void) {}\n",
            "b.ts": "import { each } from './a';\nexport function go() { each((x) => x.runIt()); }\n",
        },
        {"b.ts:go a.ts:each", "b.ts:go a.ts:Ours.runIt"},
    ),
    "the parameter of a function whose type is named": (
        {
            "a.ts": _OURS + "export type Handler = (one: Other, two: Ours) => void;\n",
            "b.ts": "import { Handler } from './a';\n"
            "export function make(): Handler { return function go(x, y) { y.runIt(); }; }\n"
            "export const go2: Handler = (x, y) => { x.runIt(); };\n",
        },
        {"b.ts:make a.ts:Ours.runIt", "b.ts:go2 a.ts:Other.runIt"},
    ),
    "a member of an object that a function takes": (
        {
            "a.ts": _OURS + "export function on(given: { next(one: Ours): void; error: (one: Other) => void }) {}\n",
            "b.ts": "import { on } from './a';\n"
            "export function go() { on({ next(x) { x.runIt(); }, error: (x) => x.runIt() }); }\n",
        },
        {"b.ts:go a.ts:on", "b.ts:go.next a.ts:Ours.runIt", "b.ts:go.error a.ts:Other.runIt"},
    ),
    "an object that a parameter is declared as": (
        {"b.ts": "export function go(given: { stop(): void }) { given.stop(); }\nclass Other { stop() {} }\n"},
        {"b.ts:go b.ts:go.stop"},
    ),
    "names taken out of objects": (
        {
            "a.ts": _OURS + "export interface Box { held: Ours; deep: { other: Other } }\n",
            "b.ts": "import { Box } from './a';\nexport function go({ held, deep: { other } }: Box) { held.runIt(); }\n"
            "export function go2(box: Box) { const { held: x } = box; x.runIt(); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt", "b.ts:go2 a.ts:Ours.runIt"},
    ),
    "what a function gives that declares no type": (
        {
            "a.ts": _OURS + "export function make() { return new Ours(); }\nexport const other = () => new Other();\n",
            "b.ts": "import { make, other } from './a';\nexport function go() { make().runIt(); other().runIt(); }\n",
        },
        {
            *("a.ts:make a.ts:Ours", "a.ts:other a.ts:Other", "b.ts:go a.ts:make", "b.ts:go a.ts:other"),
            *("b.ts:go a.ts:Ours.runIt", "b.ts:go a.ts:Other.runIt"),
        },
    ),
    "objects and modules spread into one another": (
        {
            "a.ts": "export function wrap() {}\n",
            "b.ts": "import * as a from './a';\nfunction pack() {}\nconst z = { ...a, pack, open() {} };\n"
            "export function go() { z.wrap(); z.pack(); z.open(); }\n",
            "c.ts": "export class Other { wrap() {} pack() {} open() {} }\n",
        },
        {"b.ts:go a.ts:wrap", "b.ts:go b.ts:pack", "b.ts:go b.ts:z.open"},
    ),
    "elements of an array in its methods": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "export function go(many: Ours[], others: Other[]) {\n"
            "  many.filter((x) => x).forEach((x) => x.runIt()); others.find(Boolean)!.runIt();\n}\n",
        },
        {"b.ts:go a.ts:Ours.runIt", "b.ts:go a.ts:Other.runIt"},
    ),
    "one of two expressions": (
        {
            "a.ts": _OURS + "export function make(): Ours { return new Ours(); }\n",
            "b.ts": "import { Ours, make } from './a';\n"
            "export function go(x: Ours | undefined, y: boolean) {\n"
            "  const one = y ? x : make();\n  one.runIt();\n}\n"
            "export function go2(x?: Ours) {\n  const one = x ?? make();\n  one.runIt();\n}\n",
        },
        {"a.ts:make a.ts:Ours"}
        | {f"b.ts:{user} a.ts:{called}" for user in ("go", "go2") for called in ("make", "Ours.runIt")},
    ),
    "types that are said by a value": (
        {
            "a.ts": _OURS + "export function make(): Ours { return new Ours(); }\n"
            "export type Made = ReturnType<typeof make>;\nexport const held = new Ours();\n",
            "b.ts": "import { Made, held, Ours } from './a';\nexport function go(x: Made) { x.runIt(); }\n"
            "export function go2(x: typeof held) { x.runIt(); }\n"
            "export function go3(Type: typeof Ours) { const x = new Type(); x.runIt(); }\n",
        },
        {"a.ts:make a.ts:Ours", "a.ts:held a.ts:Ours"}
        | {f"b.ts:{user} a.ts:Ours.runIt" for user in ("go", "go2", "go3")},
    ),
    "the members of an object that is constant": (
        {
            "a.ts": "export function make() { return { run_it: () => {} } as const; }\nexport const held = make();\n",
            "b.ts": "import { held } from './a';\nexport function go() { held.run_it(); }\n",
        },
        {"a.ts:held a.ts:make", "b.ts:go a.ts:make.run_it"},
    ),
    "a function that is awaited with type arguments": (
        {
            "a.ts": "export async function load<T>(): Promise<T> { return 1 as T; }\n",
            "b.ts": "import { load } from './a';\nexport async function go() { await load<string>(); }\n",
        },
        {"b.ts:go a.ts:load"},
    ),
    "an object in its own functions": (
        {
            "a.ts": "export function make() {\n"
            "  const held = { stop: () => {}, run: () => { held.stop(); } };\n  return held;\n}\n"
            "export class Other { stop() {} }\n",
        },
        {"a.ts:make.run a.ts:make.stop"},
    ),
    "elements of a map whose types are arguments": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "const held = new Map<string, Ours>();\n"
            "export function go() { for (const one of held.values()) one.runIt(); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "functions of one name in two callbacks": (
        {
            "a.ts": "export function use() {}\n",
            "b.ts": "import { use } from './a';\n"
            "test(() => {\n  const App = () => 1;\n});\n"
            "test(() => {\n  use();\n});\n"
            "test(() => {\n  const App = () => 2;\n});\n",
        },
        {"b.ts a.ts:use"},
    ),
    "a global whose name a member has": (
        {
            "a.ts": "export class Store { create() {} }\nexport const kept = { Object: 1, all: { Object() {} } };\n"
            "export class Kept { Object = 1 }\n",
            "b.ts": "export function go() { Object.create(null); }\n",
        },
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls_lead_to_what_the_compiler_finds(name: str, tmp_path: Path) -> None:
    files, expected = CASES[name]
    with LinkedCorpus(tmp_path, files) as corpus:
        found = corpus.calls()
    assert found == expected


def test_signatures_without_semicolons_hide_nothing_of_what_stands_below_them(tmp_path: Path) -> None:
    text = (
        "interface Make {\n    (name: string): Shape\n    // any\n    <T>(given: T): T\n\n"
        "    <\n      K\n    >(key: K): Shape\n}\n"
        "class Shape {\n    drawIt() {}\n}\n"
        "function make(): Shape {\n    const found: Shape = new Shape()\n    return found\n}\n"
        "function go() {\n    make().drawIt()\n}\n"
    )
    with LinkedCorpus(tmp_path, {"a.ts": text}) as corpus:
        found = {edge for edge in corpus.edges("calls") if edge.startswith("a.ts:go")}
        assert found == {"a.ts:go calls a.ts:make", "a.ts:go calls a.ts:Shape.drawIt"}
        assert corpus.connection.execute("SELECT note FROM documents").fetchall() == [("",)]
