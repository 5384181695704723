"""How long DocQL queries take in an open index: those by structure, and those that have to read the files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from citeline.settings import Settings
from citeline.tools.docql.language.printer import show
from citeline.tools.docql.language.syntax import Text
from citeline.tools.handle import IndexHandle, index

Say = Callable[[str], None]
_EVERYTHING: Final = 10**9
_NAMES: Final = 4
_ROUNDS: Final = 5
_FILES: Final = 5_000
_HALF_MS: Final = 5
_MOST_MS: Final = 25
_FIXED: Final = (
    "$.toc",
    "$.toc[0]",
    "$.toc[?(@.level<=2)]",
    '$.toc[?(@.title contains "install")]',
    "$.toc[?(@.level==2)][0:10].members()",
    "$.entities",
    "$.entities[100:120]",
    '$.entities[?(@.type=="class")]',
    '$.entities[?(@.type in ["interface", "enum", "trait"])]',
    '$.entities[?(@.type=="method" && @.name startsWith "get")]',
    "$.entities[?(@.name =~ /^_?(get|set)/)][0:10]",
    "$.code.classes[-1]",
    '$.code.functions[?(@.signature contains "async")]',
    "$.content.codeblock",
    '$.content.codeblock[?(@.language=="python")]',
    "$.content.table",
    "$.links",
    '$.links[?(@.kind=="web")]',
    "$.files",
    "$.files[?(@.size>10000)]",
    '$.files[?(@.extension in ["toml", "json"])]',
)
_OF_CLASS: Final = ("$.code.class({})", "$.code.class({}).members()", "$.code.class({}).references()")
_OF_FUNCTION: Final = (
    "$.code.function({})",
    "$.code.function({}).callers()",
    "$.code.function({}).callees()",
    "$.code.function({}).tests()",
)
_OF_TITLE: Final = ("$.content.heading({})", "$.toc[?(@.title=={})].parents()")
_OF_PATH: Final = ("$.toc[?(@.path=={})]", "$.entities[?(@.path=={})][0:5].source()")
# Nothing in the store answers these: they read every file, or every one of a format.
_READING: Final = (
    '$.content.grep("time_?out")',
    "$.content.chunks()",
    "$.frontmatter",
    "$.data.name",
    "$.structure",
    '$.content.table[?(@.headers contains "name")]',
)


def queries_on(handle: IndexHandle) -> list[str]:
    """Some sixty queries by structure, with names, titles and paths that the index holds, picked evenly."""
    asked: list[str] = [*_FIXED]
    for source, key, shapes in (
        ("$.code.classes", "qualifiedName", _OF_CLASS),
        ("$.code.functions", "qualifiedName", _OF_FUNCTION),
        ("$.toc", "title", _OF_TITLE),
        ("$.files", "path", _OF_PATH),
    ):
        items = handle.query(source, limit=_EVERYTHING).items
        for value in _spread(dict.fromkeys(str(item.values[key]) for item in items), _NAMES):
            asked += [shape.format(show(Text(value))) for shape in shapes]
    return asked


def _spread(values: Iterable[str], count: int) -> list[str]:
    found = list(values)
    return [found[number * len(found) // count] for number in range(min(count, len(found)))]


def _times(handle: IndexHandle, queries: Sequence[str]) -> dict[str, list[float]]:
    """Milliseconds of each query, round after round."""
    times: dict[str, list[float]] = {query: [] for query in queries}
    for _ in range(_ROUNDS + 1):
        for query in queries:
            started = time.perf_counter()
            handle.query(query)
            times[query].append((time.perf_counter() - started) * 1000)
    return times


def measure(handle: IndexHandle, say: Say) -> tuple[float, float]:
    """Half of the queries by structure, and 95 of 100, took no longer than so many milliseconds."""
    files = handle.query("$.files", limit=1).total
    few = "" if files >= _FILES else f": few; the limits are for an index of {_FILES:,}"
    say(f"  {files:,} files, {handle.reader.structure.counts().nodes:,} symbols, headings, blocks and tables{few}")
    times = _times(handle, queries_on(handle))
    _report("asked first", {query: taken[:1] for query, taken in times.items()}, say)
    half, most = _report("by structure", {query: taken[1:] for query, taken in times.items()}, say)
    kept = half <= _HALF_MS and most <= _MOST_MS
    say(f"    limits: p50 {_HALF_MS} ms, p95 {_MOST_MS} ms: {'kept' if kept else 'missed'}")
    reading = _times(handle, _READING)
    _report("that read files", {query: taken[1:] for query, taken in reading.items()}, say)
    return half, most


def _report(name: str, times: dict[str, list[float]], say: Say) -> tuple[float, float]:
    every = [taken for several in times.values() for taken in several]
    half, most = median(every), quantiles(every, n=20)[-1]
    say(f"  {name:<16} p50 {half:7.2f} ms   p95 {most:7.2f} ms   n={len(every)} ({len(times)} queries)")
    slowest = max(times, key=lambda query: median(times[query]))
    say(f"    slowest: {slowest}  {median(times[slowest]):.1f} ms")
    return half, most


def measure_tree(tree: Path, home: Path, say: Say) -> None:
    """The same for a tree, which is indexed first; the index goes to `home`."""
    with index(tree, settings=Settings(home=home), force=True) as handle:
        measure(handle, say)
