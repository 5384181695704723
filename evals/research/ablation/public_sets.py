"""The public labelled sets, searched again and again on indexes that stay open: NDCG@10 of each question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from citeline.model import Hit
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle, index

from ..benchmarks import code_search, quality
from ..benchmarks.translated import LANGUAGES, read_translated

_COLUMN: Final[dict[str, str]] = dict.fromkeys(("ja", "de", "es"), "ja, de, es")
"""Languages that share a column: they are read in the same way."""
Scores = dict[str, list[float]]
"""By set, a value for each question, always in the same order."""


@dataclass(frozen=True, slots=True)
class _Asked:
    name: str
    query: str
    targets: Sequence[code_search.Target]
    spans: Sequence[quality.Span]
    prefix: str = ""

    def score(self, hits: Sequence[Hit]) -> float:
        if self.spans:
            return quality.graded_ndcg(hits, self.spans)
        return code_search.ndcg(hits, self.targets, self.prefix)


class PublicSets:
    """Questions of every set whose working trees and labels are there."""

    def __init__(self, asked: Sequence[tuple[IndexHandle, Sequence[_Asked]]]) -> None:
        self._asked = asked

    def scores(self) -> Scores:
        """Search for all of them."""
        found: Scores = {}
        for handle, questions in self._asked:
            for one in questions:
                hits = handle.search(one.query, top_k=code_search.TOP).hits
                found.setdefault(one.name, []).append(one.score(hits))
        return found


@contextmanager
def public_sets(labels: Path, corpora: Path, settings: Settings) -> Iterator[PublicSets]:
    """Index what is there; the indexes are closed with the block."""
    with ExitStack() as stack:

        def opened(root: Path) -> IndexHandle:
            return stack.enter_context(index(root, settings=settings, force=True))

        asked = [(opened(root), questions) for root, questions in _questions(labels, corpora)]
        yield PublicSets(asked)


def _questions(labels: Path, corpora: Path) -> Iterator[tuple[Path, list[_Asked]]]:
    folder = labels / "code-search"
    if (folder / "repos.json").is_file():
        translated = read_translated(folder)
        for repository in code_search.repositories(folder, corpora):
            questions = [
                _Asked("code-search", one.query, one.targets, (), repository.prefix) for one in repository.samples
            ]
            questions += [
                _Asked(
                    f"code-search, in {_COLUMN.get(code, LANGUAGES[code])}", text, one.targets, (), repository.prefix
                )
                for one in translated
                if one.repository == repository.name
                for code, text in one.questions.items()
                if code != "en"
            ]
            yield repository.root, questions
    if (corpora / "octocode").is_dir() and (labels / "line-spans" / "queries.jsonl").is_file():
        samples = quality.read_samples(labels / "line-spans")
        yield (
            corpora / "octocode",
            [_Asked(f"line-spans, {one.kind}", one.query, (), one.spans) for one in samples],
        )
