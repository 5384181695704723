"""Random and mutated queries: each gives a plan or a DocQLError, never anything else.

`python -m tests.tools.docql.fuzz 100000 [SEED]` runs as many as that, tells which took longest, and lets none take a
second.
"""

from __future__ import annotations

import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import get_args

from citeline.tools.docql.language.catalog import CONTEXTS, FUNCTIONS, OPERATORS, PROPERTIES, functions_on
from citeline.tools.docql.language.errors import DocQLError
from citeline.tools.docql.language.plan import ItemKind
from citeline.tools.docql.language.printer import show
from citeline.tools.docql.parser import parse, plan

from .read_examples import FOLDER, read_examples

LIMIT_S = 1.0
_PIECES: tuple[str, ...] = (
    *"$.@[]()?!*:,=<>~&|/\\\"'+-_0123456789 \n\t\0#%;{}^`",
    *"，。（）［］“”‘’：！＝＜＞＄＠｜～标é🎉\u200b\u202e\ud800\udc80\ufeff",
    *("&&", "||", "==", "=~", "~=", ">=", "<=", "!=", "..", "[*]", "[0]", "[-1:]", "[?(", ")]", "()", "@.", "$."),
    *("contains", "startsWith", "starts with", "in", "and", "or", "not", "null", "true", "like"),
    *("toc", "entities", "content", "code", "files", "structure", "frontmatter", "data", "links", "heading", "grep"),
    *("title", "level", "name", "type", "path", "headers", "rowCount", "callers()", "members()", "source()"),
    *('["my-key"]', "..*", ".*", "..", "[?(@.x)]", "`len`", "`parent`", "$.data", "@["),
    *('"x"', "'y'", "/a+/i", "/(/", "1.5", "99999999999999999999", "[1,2]", '["a"]', "1e999", '"\\"'),
)


def seeds() -> list[str]:
    """Queries that the mutations begin with: right ones, and all the wrong ones of the examples."""
    queries = [entry.example for entry in CONTEXTS] + [entry.example for entry in FUNCTIONS]
    for path in sorted(FOLDER.glob("*.md")):
        queries += [example.query for example in read_examples(path) if example.query.startswith("$")]
    return queries


def starts_of(kind: ItemKind) -> list[str]:
    """Queries that find items of the kind."""
    plain = [entry.example for entry in CONTEXTS if entry.kind == kind]
    return plain + [entry.example for entry in FUNCTIONS if entry.kind == kind and entry.context]


def sensible_query(generator: random.Random) -> str:
    """A query whose steps fit, most of the time."""
    kind = generator.choice(get_args(ItemKind))
    query = generator.choice(starts_of(kind))
    for _ in range(generator.randint(0, 3)):
        functions = functions_on(kind)
        if functions and generator.random() < 0.3:
            function = generator.choice(functions)
            query += f".{function.name}()"
            kind = function.kind
        elif generator.random() < 0.4:
            query += generator.choice(("[*]", "[0]", "[-1]", "[1:3]", "[:-1]"))
        else:
            tests = [_sensible_test(kind, generator) for _ in range(generator.randint(1, 3))]
            query += f"[?({generator.choice((' && ', ' || ', ' && !')).join(tests)})]"
    return query


def _sensible_test(kind: ItemKind, generator: random.Random) -> str:
    known = generator.choice(PROPERTIES[kind])
    operator = generator.choice(OPERATORS[known.type])
    value = generator.choice((json.dumps(known.sample), '"e"', "null", "/[a-m]+/i", "2"))
    return f"@.{known.name} {operator} {f'[{value}]' if operator == 'in' else value}"


def random_queries(count: int, seed: int) -> Iterator[str]:
    """That many queries; the same ones for the same seed."""
    generator, known = random.Random(seed), seeds()
    for _ in range(count):
        if generator.random() < 0.1:
            yield "$" * (generator.random() < 0.9) + "".join(generator.choices(_PIECES, k=generator.randint(0, 20)))
            continue
        query = generator.choice(known) if generator.random() < 0.6 else sensible_query(generator)
        if generator.random() < 0.3:
            yield query
            continue
        for _ in range(generator.randint(1, 3)):
            query = _mutated(query, generator, known)
        yield query


def _mutated(query: str, generator: random.Random, known: list[str]) -> str:
    start = generator.randint(0, len(query))
    end = min(len(query), start + generator.randint(1, 6))
    match generator.randint(0, 6):
        case 0:
            return query[:start] + query[end:]
        case 1:
            return query[:start] + generator.choice(_PIECES) + query[end:]
        case 2:
            return query[:start] + query[start:end] * generator.randint(2, 4) + query[end:]
        case 3:
            other = generator.choice(known)
            return query[:start] + other[generator.randint(0, len(other)) :]
        case 4:
            code = generator.randint(0, generator.choice((127, 0x10FFFF)))
            return query[:start] + chr(code) + query[start:]
        case 5:
            return query[:start] + query[start:end].swapcase()[::-1] + query[end:]
        case _:
            return query[:start] + generator.choice(_PIECES) + query[start:]


def read_and_check(query: str) -> str:
    """What came of a query: `plan` or the kind of its error. Raises AssertionError when a promise is broken."""
    try:
        tree = parse(query)
        shown = show(tree)
        assert parse(shown) == tree, f"shown as {shown!r}, which is read as another tree"
        plan(tree)
    except DocQLError as error:
        assert error.query == query and 0 <= error.position <= len(query) and error.message
        assert error.example != query
        assert "\n" not in error.message + error.hint
        json.dumps(error.to_json())
        error.report()
        plan(parse(error.example))
        return error.kind
    return "plan"


@dataclass(slots=True)
class Fuzzed:
    """What came of many queries."""

    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: str = ""
    slowest_s: float = 0.0
    """Of the processor: whatever else runs on the machine counts for nothing."""


def fuzz(count: int, seed: int = 0, run: Callable[[str], str] = read_and_check, limit_s: float = math.inf) -> Fuzzed:
    """Run that many queries. Raises AssertionError, which names the query, when one breaks or takes too long."""
    fuzzed = Fuzzed()
    for query in random_queries(count, seed):
        began = time.thread_time()
        try:
            fuzzed.outcomes[run(query)] += 1
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} ({error}) for {query!r}") from error
        took = time.thread_time() - began
        assert took < limit_s, f"{took:.2f} s for {query!r}"
        if took > fuzzed.slowest_s:
            fuzzed.slowest, fuzzed.slowest_s = query, took
    return fuzzed


def fuzz_as_asked(arguments: Sequence[str], run: Callable[[str], str] = read_and_check) -> None:
    """Fuzz with a count and a seed from a command line, and print what came of it."""
    count, seed = (*map(int, arguments), *(100_000, 0)[len(arguments) :])
    began = time.perf_counter()
    fuzzed = fuzz(count, seed, run, LIMIT_S)
    took, outcomes = time.perf_counter() - began, dict(fuzzed.outcomes.most_common())
    sys.stdout.write(f"{count:,} queries of seed {seed} in {took:.1f} s: {outcomes}\n")
    sys.stdout.write(f"slowest: {fuzzed.slowest_s:.3f} s for {fuzzed.slowest!r}\n")


if __name__ == "__main__":
    fuzz_as_asked(sys.argv[1:])
