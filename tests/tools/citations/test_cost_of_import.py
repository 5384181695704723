"""What a command imports must not compile patterns that it may never use."""

from __future__ import annotations

import subprocess
import sys

_COUNT = """
import re._compiler
plain, compiled = re._compiler.compile, []
re._compiler.compile = lambda pattern, flags=0: (compiled.append(pattern), plain(pattern, flags))[1]
from citeline.tools.citations import facts
early = [pattern for pattern in compiled if "subject_bare" in str(pattern)]
read = len(list(facts.read_facts("`a` calls `b`")))
print(sum("subject_bare" in str(pattern) for pattern in compiled), len(early), read)
"""


def test_patterns_of_facts_are_compiled_when_a_sentence_is_read() -> None:
    # Some of sixty patterns with alternations in five languages: half of what all patterns of `ask` cost together.
    found = subprocess.run([sys.executable, "-c", _COUNT], capture_output=True, text=True, check=True)
    known, compiled, read = map(int, found.stdout.split())
    assert known > 0
    assert compiled == 0
    assert read >= 1
