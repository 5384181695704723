"""A variable of which nobody tells the type may hold something of ours: a call on it is a guess, not lost."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from .corpus import LinkedCorpus

_KOTLIN = ("Tool.kt", "class Tool { fun sharpenBlade() {} }\n")
_SCALA = ("Tool.scala", "class Tool { def sharpenBlade(): Int = 1 }\n")

BINDINGS: Mapping[str, tuple[tuple[str, str], str, str]] = {
    "Kotlin: a parameter": (_KOTLIN, "use.kt", "fun go(x: Tool) { x.sharpenBlade() }\n"),
    "Kotlin: a variable": (_KOTLIN, "use.kt", "fun go() { val x = make(); x.sharpenBlade() }\n"),
    "Kotlin: what a block is given": (_KOTLIN, "use.kt", "fun go() { make().let { it.sharpenBlade() } }\n"),
    "Scala: a parameter": (_SCALA, "use.scala", "object Use { def go(x: Tool) = x.sharpenBlade() }\n"),
    "Scala: a case": (_SCALA, "use.scala", "object Use { def go(v: Any) = v match { case x => x.sharpenBlade() } }\n"),
}


@pytest.mark.parametrize("name", BINDINGS)
def test_a_call_on_a_bound_name_without_a_type_is_a_guess(name: str, tmp_path: Path) -> None:
    (path, definition), user, text = BINDINGS[name]
    with LinkedCorpus(tmp_path, {path: definition, user: text}) as corpus:
        assert any(f" calls {path}:Tool.sharpen" in edge for edge in corpus.edges("calls"))
