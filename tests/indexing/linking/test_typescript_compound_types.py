"""Calls in TypeScript on types that are made of others: intersections, aliases of them, casts to objects, tuples.

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
    "an interface that extends an alias of five": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT
            + "interface A {}\ninterface B {}\ninterface C {}\ninterface D {}\ntype All<T> = A & B & C & D & Ours;\n"
            "interface Whole<T> extends A, All<T> {}\nexport function go(whole: Whole<string>) { whole.runIt(); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "an interface that extends all but a member": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + 'interface Most extends Omit<Ours, "name"> {}\n'
            "export function go(most: Most) { most.runIt(); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "a cast to an object and more": (
        {
            "a.ts": _OURS + "export class Clock { stop() {} }\n",
            "b.ts": _IMPORT + "export function go(given: unknown) {\n"
            "  const cast = given as Ours & { stop?: () => void };\n  cast.stop?.();\n  cast.runIt();\n}\n",
        },
        {"b.ts:go b.ts:go.stop", "b.ts:go a.ts:Ours.runIt"},
    ),
    "the type of a value and more": (
        {
            "a.ts": _OURS + "export const tools = { make() {} };\nexport class Clock { make() {} stop() {} }\n",
            "b.ts": "import { Ours, tools } from './a';\n"
            "const more = Object.assign({}, tools) as unknown as typeof tools & { stop(): void };\n"
            "export function go(ours: Ours) {\n  more.make();\n  more.stop();\n"
            "  const cast = ours as typeof ours & { name?: string; same: typeof ours };\n  cast.runIt();\n}\n",
        },
        {"b.ts:go a.ts:tools.make", "b.ts:go b.ts:more.stop", "b.ts:go a.ts:Ours.runIt"},
    ),
    "many of an object": (
        {
            "a.ts": "export class Clock { stop() {} start() {} }\n",
            "b.ts": "export function go(table: Record<string, { start(): void }>) {\n"
            "  let waiting: { stop: () => void }[] = [];\n"
            "  waiting.forEach((one) => one.stop());\n  table['x'].start();\n}\n",
        },
        {"b.ts:go b.ts:go.stop", "b.ts:go b.ts:go.start"},
    ),
    "parts of what a function gives": (
        {
            "a.ts": _OURS + "export function parts(): readonly [Other, Ours] { return null!; }\n"
            "export function made() {\n  function used() {}\n  const other = new Other();\n"
            "  return [other, used] as const;\n}\n"
            "export class Clock { used() {} }\n",
            "b.ts": "import { parts, made, Ours } from './a';\nconst [other, used] = made();\n"
            "export function go(many: Ours[]) {\n  const [, ours] = parts();\n  ours.runIt();\n  used();\n}\n"
            "export function go2(many: Ours[]) { const [first] = many; first.runIt(); }\n"
            "export function go3() { other.runIt(); }\n",
        },
        {
            "a.ts:made a.ts:Other",
            "b.ts a.ts:made",
            "b.ts:go a.ts:parts",
            "b.ts:go a.ts:Ours.runIt",
            "b.ts:go a.ts:made.used",
            "b.ts:go2 a.ts:Ours.runIt",
            "b.ts:go3 a.ts:Other.runIt",
        },
    ),
    "what a call is told to give": (
        {
            "a.ts": _OURS
            + "interface Use<T extends object | null> { (name: string): T; (name: string, or: T): T | undefined }\n"
            "interface Create { <T extends object>(name: string): readonly [string, Use<T>] }\n"
            "export const create: Create = null!;\nexport class Box<T> { held: T; get(): T { return this.held; } }\n"
            "export function boxed<T>(): Box<T> { return new Box<T>(); }\n",
            "b.ts": "import { create, Box, Ours, Other } from './a';\nconst [, useOurs] = create<Ours>('ours');\n"
            "export function go() { const ours = useOurs('ours'); ours.runIt(); }\n"
            "export function go2() { new Box<Other>().held.runIt(); }\n"
            "export function go3(box: Box<Ours>) { box.get().runIt(); }\n",
        },
        {
            "a.ts:boxed a.ts:Box",
            "b.ts a.ts:create",
            "b.ts:go a.ts:Ours.runIt",
            "b.ts:go2 a.ts:Box",
            "b.ts:go2 a.ts:Other.runIt",
            "b.ts:go3 a.ts:Box.get",
            "b.ts:go3 a.ts:Ours.runIt",
        },
    ),
    "what a module exports under another name, by the module": (
        {
            "a.tsx": "function PanelRoot() {}\nfunction Other() {}\nexport { PanelRoot as Root, Other };\n",
            "index.ts": "export { Root } from './a';\n",
            "b.tsx": "import * as Panel from './index';\nexport function Page() { return <Panel.Root/>; }\n",
        },
        {"b.tsx:Page a.tsx:PanelRoot"},
    ),
    "a part of a tuple by its number": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "type Parts = [\n  // the first\n  other: Other,\n  ours: Ours,\n];\n"
            "const parts = (): Readonly<Parts> => { throw 1; };\n"
            "export function go() { const ours = parts()[1]; ours.runIt(); }\n",
        },
        {"b.ts:go b.ts:parts", "b.ts:go a.ts:Ours.runIt"},
    ),
    "what an arrow function says that it gives": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "const make = (): Ours => { return JSON.parse(''); };\n"
            "export function go() { make().runIt(); }\n",
        },
        {"b.ts:go b.ts:make", "b.ts:go a.ts:Ours.runIt"},
    ),
    "what is spread into an object of a function": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "export function go(given: Ours) {\n  let all = { count: 1, ...given };\n"
            "  all.runIt();\n}\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "a cast to an object in place": (
        {
            "a.ts": "export class Clock { stop() {} }\nexport function go(given: unknown) {\n"
            "  ;(\n    given as unknown as {\n      // until it is told\n      stop: () => void\n    }\n  ).stop();\n"
            "}\n",
        },
        {"a.ts:go a.ts:go.stop"},
    ),
    "what a function gives that a function gives": (
        {
            "a.ts": _OURS + "export const one = (n: number) => (text: string): Ours => null!;\n"
            "export function two(n: number) { return (text: string): Ours => null!; }\n"
            "export function three(n: number): (text: string) => Ours { return null!; }\n",
            "b.ts": "import { one, two, three } from './a';\nexport function go1() { one(1)('').runIt(); }\n"
            "export function go2() { const made = two(1); made('').runIt(); }\n"
            "export function go3() { three(1)('').runIt(); }\nexport function go4() { three(1).runIt(); }\n",
        },
        {
            "b.ts:go1 a.ts:one",
            "b.ts:go1 a.ts:Ours.runIt",
            "b.ts:go2 a.ts:two",
            "b.ts:go2 a.ts:Ours.runIt",
            "b.ts:go3 a.ts:three",
            "b.ts:go3 a.ts:Ours.runIt",
            "b.ts:go4 a.ts:three",
        },
    ),
    "the values beside the keys of an object": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "type Info = Ours;\ntype Box = { held: Record<string, Info> };\n"
            "export function go(box: Box) { Object.entries(box.held).map(([key, one]) => one.runIt()); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "the rest of an object that is taken apart": (
        {
            "a.ts": _OURS + "type Box = { held: Ours; side: number };\n"
            "export const make = (box: Box) => {\n  return { kind: 1 as const, ...box };\n};\n",
            "b.ts": "import { make } from './a';\n"
            "export function go() { const { kind, ...rest } = make(null!); rest.held.runIt(); }\n",
        },
        {"b.ts:go a.ts:make", "b.ts:go a.ts:Ours.runIt"},
    ),
    "a member cast to a type of functions, which a constant holds": (
        {
            "a.ts": _OURS,
            "b.ts": _IMPORT + "export function go(ours: Ours) { const run = ours.runIt as () => void; run(); }\n",
        },
        {"b.ts:go a.ts:Ours.runIt"},
    ),
    "a conditional type that may be the type which it is given": (
        {
            "a.ts": _OURS
            + "type Made<S, M> = M extends [] ? S : M extends [infer A, ...infer R] ? Made<S, R> : never;\n"
            "export type Maker<T> = ((first: number, ours: Made<Ours, T>) => void) & { size?: number };\n",
            "b.ts": "import { Maker } from './a';\nexport const make: Maker<string> = (first, ours) => ours.runIt();\n",
        },
        {"b.ts:make a.ts:Ours.runIt"},
    ),
    "a method behind long functions in a chain": (
        {
            "a.ts": "export class Chain { then(f: unknown): Chain { return this; } last() {} }\n"
            "export class Other { then() {} last() {} }\n",
            "b.ts": "import { Chain, Other } from './a';\nexport function go(chain: Chain) {\n  chain"
            + "".join(f".then(() => {{\n{'    print(1);' * 130}\n  }})" for _ in range(3))
            + ".last();\n}\n",
        },
        {"b.ts:go a.ts:Chain.then", "b.ts:go a.ts:Chain.last"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_calls_lead_to_what_the_compiler_finds(name: str, tmp_path: Path) -> None:
    files, expected = CASES[name]
    with LinkedCorpus(tmp_path, files) as corpus:
        found = corpus.calls()
    assert found == expected


def test_a_change_of_what_a_module_exports_under_another_name_reaches_who_names_the_module(tmp_path: Path) -> None:
    files, expected = CASES["what a module exports under another name, by the module"]
    with LinkedCorpus(tmp_path, {**files, "a.tsx": "export {};\n"}) as corpus:
        assert not corpus.edges("calls")
        corpus.change({"a.tsx": files["a.tsx"]})
        assert corpus.calls() == expected
        corpus.change({"a.tsx": files["a.tsx"].replace("PanelRoot as", "Other as")})
        assert corpus.edges("calls") == {"b.tsx:Page calls a.tsx:Other"}


def test_a_member_of_a_parameter_is_not_that_of_the_object_which_the_function_makes(tmp_path: Path) -> None:
    text = "export function wrap(opts: { back: (n: number) => void }) {\n"
    text += "  return { back: (n: number) => opts.back(n) };\n}\n"
    with LinkedCorpus(tmp_path, {"b.ts": text}) as corpus:
        assert corpus.edges("calls", lines=True) == {"b.ts:wrap.back calls b.ts:wrap.back:1"}
