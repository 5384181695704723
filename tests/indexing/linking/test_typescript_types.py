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
        found = {edge.replace(" calls ", " ") for edge in corpus.edges("calls")}
    assert found == expected
