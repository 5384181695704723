"""Whether a question is about code, about prose, or may be about either: they are ranked differently.

The corpus itself answers: the share of prose among the chunks that the question comes closest to before any ranking.
On `line-spans` its median is 58 % for documentation questions and 11 % for code questions.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from citeline.state import Style

from ..question.cues import Cue
from .corpus import Corpus
from .query import SearchQuery
from .signals import Signals, near_chunks

# Measured on 128 questions of `line-spans` (code / documentation) and 497 of `code-search`, NDCG@10: always code
# .647 / .387 / .878, always prose .644 / .644 / .741, these two limits .636 / .518 / .871.
MIXED_SHARE = 0.3
PROSE_SHARE = 0.65
GUIDE_SHARE = 0.1
"""From which on prose alone answers who asks how to do something, or what a project offers: a guide says it better than
the code does. The documentation half of `line-spans` has .684 without, .794 with it, and from .1 to .15 the same;
`code-search` (477) has .906 with and without.
"""
_GUIDED: Final[frozenset[Cue]] = frozenset(("how_to", "facts"))
_DEPTH = 50
_TOP = 20


def style_of(corpus: Corpus, query: SearchQuery, signals: Signals) -> Style:
    """`prose` when documents hold most of what the channels have found close to the query, `mixed` when a good part,
    else `code`, which it is too where the question asks for the code itself.
    """
    if "code" in query.question.cues:
        return "code"
    near = near_chunks(signals, depth=_DEPTH)
    corpus.read_documents({document for document, _ in near[: 2 * _TOP]})
    if "changes" not in query.question.cues:
        # A change log mentions everything once, which makes no question one about prose.
        present = (one for one in near if not corpus.path_terms(one[0]).is_change_log)
        near = [*islice(present, _TOP)] or near
    top = near[:_TOP]
    total = sum(score for _, score in top)
    prose = sum(score for document, score in top if corpus.is_prose(document))
    share = prose / total if total else 0.0
    if share >= (PROSE_SHARE if _GUIDED.isdisjoint(query.question.cues) else GUIDE_SHARE):
        return "prose"
    # The code of an application repeats the words of whoever uses it, in hundreds of files beside one guide.
    return "mixed" if "task" in query.question.cues or share >= MIXED_SHARE else "code"
