"""Gives every citation of a Markdown file its verdicts: resolves, unchanged, supports; symbols exist."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, get_args

from citeline.dataclass import dataclass
from citeline.indexing.extraction.decoding import split_lines
from citeline.indexing.files.source_tree import Root, SourceTree
from citeline.indexing.parsers.notebook_lines import SUFFIX as NOTEBOOK_SUFFIX
from citeline.model import SourceFile
from citeline.state import CARRIES, SUPPORTS

from ..answer.writing.phrases import spoken
from ..citations.passage import Passage, constants_in, lines_behind, with_reading
from ..citations.support import Support, check_support
from ..citations.working_tree import WorkingTree
from ..question.vocabulary.language import Language
from .baseline import Baseline, Mention, mentions_of
from .checked import Checked, Level, Rule
from .compared import CitedLines, Comparison, Elsewhere, joined_lines
from .documents import MarkdownFile, in_sources
from .history import AtCommit, History
from .html_anchors import Headings
from .markdown import Citation, UnreadableMarkdownError, find_citations, is_source
from .meaning import CERTAIN, CLEARLY_ELSEWHERE, FITS, Meaning, Suggestion
from .paging import Paging
from .places import Places, candidates
from .resolving import Resolver
from .symbols import Symbols

_WIDEST = 80
"""Lines of a definition that may speak for one of its lines."""
_RELATIONS: Final = ("filed", "none_filed")


@dataclass(frozen=True, slots=True)
class Cited:
    """The lines of a citation, and the definition around them when only one line is cited."""

    passage: Passage
    wider: Passage | None


def read_cited(source: SourceFile, lines: tuple[int, int], baseline: Baseline, place: str = "") -> Cited:
    """The cited lines as they are now. Whoever cites the first line of a definition means the definition.

    `place` is the page or the cells that are cited in place of lines.
    """
    around = baseline.enclosing(source, *lines)
    wider = None
    if around is not None and lines[0] == lines[1] and around.end - around.start < _WIDEST:
        text = with_reading(source.slice(around.start, around.end), source.path)
        wider = Passage(text, around.start, around.end, source.path, around.name, around.signature, ended=True)
        behind = lines_behind(source.lines, around.end)
        wider = replace(wider, constants=constants_in(text, source.lines), behind=behind)
        if around.start == lines[0] and not place:
            return Cited(wider, None)
    name, signature = (around.name, around.signature) if around else ("", "")
    text = with_reading(source.slice(*lines), source.path)
    ended = around is not None and around.end == lines[1]
    constants, behind = constants_in(text, source.lines), lines_behind(source.lines, lines[1])
    return Cited(Passage(text, *lines, source.path, name, signature, place, ended, constants, behind), wider)


def judge(citation: Citation, cited: Cited, beside: Sequence[Passage]) -> Support | None:
    """The best that the clause or the sentence gets; None when they hold nothing that could be looked for, or say how
    many documents there are.

    `beside` are the passages that the same sentence cites too: names that stand there are not missing here.
    """
    if is_of_all(citation.sentence):
        return None
    found = [check_support(text, cited.passage) for text in dict.fromkeys((citation.clause, citation.sentence)) if text]
    found = [support for support in found if support.basis]
    if not found:
        return None
    best = min(found, key=lambda support: SUPPORTS.index(support.verdict))
    if any(support.verdict == "contradicted" for support in found) and best.verdict != "supported":
        return next(support for support in found if support.verdict == "contradicted")
    if best.verdict != "not_shown":
        return best
    if cited.wider is not None:
        wide = check_support(citation.clause or citation.sentence, cited.wider)
        if wide.verdict in CARRIES:
            return Support("partly", wide.basis, f"{wide.why}; the cited line alone does not show it")
    return _together(citation, cited.passage, beside) or best


def _together(citation: Citation, passage: Passage, beside: Sequence[Passage]) -> Support | None:
    if not beside:
        return None
    texts = "\n".join([passage.text, *(other.text for other in beside)])
    scopes = " ".join([passage.scope, *(other.scope for other in beside)])
    joint = check_support(citation.sentence, replace(passage, text=texts, scope=scopes, behind=""))
    if joint.verdict not in CARRIES:
        return None
    return Support("partly", joint.basis, "together with the other places that the sentence cites")


def is_of_all(sentence: str) -> bool:
    """Whether a sentence is one of them, in any language."""
    return _pattern().search(sentence) is not None


@cache
def _pattern() -> re.Pattern[str]:
    sentences = [spoken(language)["answer"][relation] for language in get_args(Language) for relation in _RELATIONS]
    return re.compile("|".join(".+?".join(map(re.escape, re.split(r"\{\w+\}", one))) for one in sentences))


_IN_DOUBT: Final = frozenset({"moved", "edited", "stale", "unresolved", "not-shown", "partly", "contradicted"})
"""Verdicts after which it is worth looking for what the sentence is about."""
_BESIDE: Final = 8


class Auditor:
    """Checks texts against one tree as it is now and one generation of its index; reads each file once."""

    def __init__(self, root: Root, baseline: Baseline, *, max_file_bytes: int) -> None:
        self.root = SourceTree.of(root).root
        self._tree = WorkingTree(root, baseline)
        self._baseline = baseline
        self._history = None if self._tree.sources.mounted else History(self.root)
        headings = Headings(baseline)
        paging = Paging(baseline, headings)
        elsewhere = Elsewhere(root, self._tree, baseline, max_file_bytes=max_file_bytes)
        self._meaning = Meaning(baseline)
        self._comparison = Comparison(self._tree, baseline, paging=paging, elsewhere=elsewhere)
        self._resolver = Resolver(
            tree=self._tree,
            baseline=baseline,
            history=self._history,
            headings=headings,
            paging=paging,
            meaning=self._meaning,
            comparison=self._comparison,
            symbols=Symbols(baseline.structure, elsewhere.is_new),
            places=Places(self._tree, baseline.paths),
        )

    def place(self, document: MarkdownFile) -> MarkdownFile | str:
        """The document with its path in the tree, or why it cannot be checked."""
        return in_sources(document, self._tree.sources, self._baseline.sha256)

    def check(self, document: MarkdownFile, *, since: AtCommit | None = None) -> list[Checked]:
        """Every citation of the document with its verdicts, in reading order. Raises UnreadableMarkdownError.

        With `since`, a citation that the document had at that commit is compared with what it cited then, and left out
        when it does not hold but what it cites is as it was then.
        """
        before = self._baseline.mentions(document.path) if document.path else None
        had = _mentions_at(since, document.path) if since and document.path else ()
        citations = find_citations(document.text, document.written_as)
        writers = self._writers(document, frozenset(citation.line for citation in citations))
        found: list[Checked] = []
        cited: dict[int, Cited] = {}
        sources: dict[int, CitedLines] = {}
        old: set[int] = set()
        for citation, mention in zip(citations, mentions_of(citations), strict=True):
            committed = self._at(writers.get(citation.line, ""))
            if any(mention.is_same(other) for other in had):
                old.add(len(found))
                committed = since
            resolved = self._resolver.resolve(citation, document.path, committed)
            if isinstance(resolved, CitedLines):
                if resolved.then is None:
                    changed_ns = resolved.source.mtime_ns
                    if _was_right_for(mention, before, written_ns=document.mtime_ns, changed_ns=changed_ns):
                        resolved = replace(resolved, then=self._baseline)
                checked, anchor = self._comparison.checked(resolved)
                if checked.resolves and checked.unchanged not in ("stale", "deleted"):
                    lines = anchor.place if anchor and anchor.place else resolved.lines
                    told = "" if citation.lines else checked.place
                    cited[len(found)] = read_cited(resolved.source, lines, self._baseline, told)
                sources[len(found)] = resolved
                found.append(checked)
            elif resolved is not None:
                found.append(resolved)
            else:
                old.discard(len(found))
        self._judge_support(found, cited, in_comments=is_source(document.written_as))
        judged = [self._by_meaning(item, sources.get(number)) for number, item in enumerate(found)]
        if since is None:
            return judged
        return [
            item
            for number, item in enumerate(judged)
            if number not in old or item.level == "fine" or self._is_broken_since(item, since, document.path)
        ]

    def _is_broken_since(self, checked: Checked, since: AtCommit, near: str | None) -> bool:
        """Whether what an unsound citation cites was another at a commit, or was there."""
        citation = checked.citation
        if citation.kind == "symbol":
            return False
        paths = [path for path in (checked.path, *candidates(self._tree.sources, citation.path, near)) if path]
        known = [lines for path in paths if (lines := since.lines(path)) is not None]
        if citation.lines and known and all(len(lines) < citation.lines[1] for lines in known):
            return False
        return checked.unchanged not in (None, "unchanged") or bool(known and not checked.resolves)

    def _by_meaning(self, checked: Checked, cited: CitedLines | None) -> Checked:
        """With the lines that the sentence may be about, where the cited ones do not carry it.

        A text that moved and never was what the sentence is about is `wrong`: where it went to is no better.
        """
        if cited is None or cited.citation.lines is None or checked.rule not in _IN_DOUBT:
            return checked
        citation, source = cited.citation, cited.source
        moved = checked.moved_to if checked.moved_to and checked.moved_to[0] == source.path else None
        if checked.rule == "moved" and moved is None:
            return checked
        place = moved[1:] if moved else cited.lines
        fit = self._meaning.fit(citation.sentence, citation.clause, source, place)
        if fit >= FITS:
            if moved is None or fit >= CERTAIN:
                return checked
            place_now = Suggestion(source.path, moved[1:], round(fit, 2))
            return replace(checked, certain=False, suggested=(place_now,))
        length = max(1, min(cited.lines[1] - cited.lines[0] + 1, len(source.lines)))
        found = self._meaning.suggest(citation.sentence, citation.clause, source, length)
        if checked.rule == "moved" and found:
            why = f"{checked.why}, but the sentence is about something else"
            return replace(checked, rule="wrong", why=why, suggested=found)
        if (
            checked.rule == "not-shown"
            and checked.level == "error"
            and fit >= CLEARLY_ELSEWHERE
            and _is_as_cited(cited)
        ):
            return replace(checked, level="warning", suggested=found)
        return replace(checked, suggested=found)

    def _writers(self, document: MarkdownFile, lines: frozenset[int]) -> dict[int, str]:
        """The commits that wrote some lines of a document; of a notebook, whose lines are cells, none."""
        if document.path is None or self._history is None or document.path.endswith(NOTEBOOK_SUFFIX):
            return {}
        return self._history.writers_of(document.path, split_lines(document.text)[0], lines)

    def _at(self, commit: str) -> AtCommit | None:
        return AtCommit(self._history, commit) if commit and self._history is not None else None

    def _judge_support(self, found: list[Checked], cited: Mapping[int, Cited], *, in_comments: bool) -> None:
        by_sentence: dict[str, list[int]] = {}
        for number in cited:
            by_sentence.setdefault(found[number].citation.sentence, []).append(number)
        by_sentence.pop("", None)
        for numbers in by_sentence.values():
            for number in numbers:
                beside = [cited[other].passage for other in numbers if other != number]
                support = judge(found[number].citation, cited[number], beside[:_BESIDE])
                if support is not None:
                    found[number] = _with_support(found[number], support, in_comment=in_comments)


def _mentions_at(commit: AtCommit, path: str) -> tuple[Mention, ...]:
    """What a document cited at a commit."""
    try:
        return mentions_of(find_citations("\n".join(commit.lines(path) or ()), path))
    except UnreadableMarkdownError:
        return ()


def _is_as_cited(cited: CitedLines) -> bool:
    """Whether git knows that a person cited these very lines."""
    known = cited.then.lines(cited.source.path) if isinstance(cited.then, AtCommit) else None
    return known is not None and joined_lines(known, cited.lines) == cited.source.slice(*cited.lines)


def _was_right_for(mention: Mention, before: Sequence[Mention] | None, *, written_ns: int, changed_ns: int) -> bool:
    """Whether a citation was written for the file as it was indexed, and not for what it is now.

    It was when the document had it when it was indexed, or when the file has changed after the document.
    """
    if before is not None and any(mention.is_same(other) for other in before):
        return True
    known = before is None or any(mention.written == other.written for other in before)
    return known and written_ns < changed_ns


def _with_support(checked: Checked, support: Support, *, in_comment: bool) -> Checked:
    """Lines that moved or were edited keep that as their one word; what they carry is told beside it.

    A comment is about the code below it, and cites other lines for a part of what it says: what these do not show is a
    warning.
    """
    judged = replace(checked, supports=support.verdict, basis=support.basis, added=support.added)
    if checked.level == "error":
        return judged
    if support.verdict in ("not_shown", "contradicted"):
        rule: Rule = "contradicted" if support.verdict == "contradicted" else "not-shown"
        level: Level = "warning" if in_comment and rule == "not-shown" else "error"
        return replace(judged, rule=rule, level=level, why=support.why)
    if checked.rule == "fine":
        partly = support.verdict == "partly"
        return replace(
            judged, rule="partly" if partly else "fine", level="warning" if partly else "fine", why=support.why
        )
    return judged
