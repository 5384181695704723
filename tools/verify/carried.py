"""Does what a citation points at carry the sentence that it stands in?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, get_args

from citeline.model import SourceFile
from citeline.state import CARRIES, SUPPORTS

from ..answer.writing.phrases import spoken
from ..citations.passage import Passage, constants_in, lines_behind, with_reading
from ..citations.support import Support, check_support
from ..question.vocabulary.language import Language
from .baseline import Baseline
from .markdown import Citation

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
