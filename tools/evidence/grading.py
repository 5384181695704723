"""The floor under every answer: does the evidence look like an answer at all?

A logistic model over seven numbers that a person can check. Fitted on the development questions (`code-search`,
`line-spans`, `repo-qa`), each asked of its own repository and of two others; every repository is judged by a model that
has not seen it. One floor serves every index: to move it by what an index's own text scores was measured, and brought
nothing (`docs/decisions/008-one-floor.md`, which also shows that no score sees a single fact missing from the right
repository). A name that is missing can be seen, and is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import exp, log
from pathlib import PurePosixPath
from typing import Final

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.settings import Settings
from citeline.state import Evidence, Grade, Keywords, MissingName
from citeline.text import is_cjk, term_id, terms, words

from ..question.analysis import is_change_log
from ..question.question import Question, translate
from ..question.vocabulary.words import RAREST, background_share, content_words
from ..retrieval.keywords import expand_keywords
from ..retrieval.search import search
from .definition_asked import definitions_asked
from .evidence import evidence_from_hits
from .filter import evidence_terms
from .names import missing_measures, missing_names
from .term_weights import Asked, plain_terms

# Of evidence pieces; more is no better for an answer that shows at most eight claims.
TOO_MANY = 30
# The default of `evidence_floor`.
FLOOR = 0.35
# Below it nothing corroborates: 2 % of 824 labelled questions that are answerable are, 12 % of 105 that are not, half
# of those that are asked of another repository.
NOTHING = 0.01

# Fitted; then the bias set so that the default floor refuses 92 % of the foreign questions of `code-search`.
_BEST, _NAMED, _FAMILIAR, _STRANGE, _TERMS, _MISSING, _BIAS = 4.2, 2.9, 2.75, 1.4, 3.2, -3.85, -9.25
# Not fitted: few foreign questions are of this kind, so that any weight does. This one answers `Validated`, `license`,
# `charge a card` and `how do I install it`, of which too little can be told by how common their words are.
_DEFINED = 4.0
# Word lists lose words: without this, twice as many answerable questions are refused in Chinese.
_TRANSLATED = 0.95
_LOWEST, _HIGHEST = -6.0, 4.0
"""Of familiarity: beyond, it is a matter of how much was counted."""
_NOWHERE: Final = -1.0
"""A term in no chunk is a stranger, however rare it is elsewhere."""
_PRESENT, _ABSENT = 0.3, 0.05
"""Chunks added to what was counted, so that a share is never zero."""
_OF_RECORDS: Final = 20
"""Chunks of one document that count: beside a sheet of 60,000 rows the words of every other document would be rare."""
_EVERYDAY: Final = 5.0
"""Of weight: `install` (3.1), `error` (1.2); `life` (6.8) is none."""
_UNREAD_WEIGHT: Final = -log(RAREST)
_UNREAD_FAMILIARITY: Final = -3.0
"""Of a foreign word that no list has and the corpus does not hold: about as strange as an absent common term."""
_LEAST_WORDS: Final = 2


@dataclass(frozen=True, slots=True)
class Grading:
    """Whether the evidence can carry an answer."""

    grade: Grade
    score: float
    """0 to 1; compared with `evidence_floor`."""
    missing_names: tuple[MissingName, ...]
    """Names of the question that the index does not know."""


def grade(
    index: Index,
    question: Question,
    keywords: Keywords,
    evidence: Sequence[Evidence],
    sources: Collection[str] = (),
) -> Grading:
    """Judge the evidence. Grades by the default floor; a caller with another floor compares `score` itself.

    `keywords["exact"]` are the words of the question and of its English form. `sources`: those that are searched, where
    they are not all.
    """
    missing = (*missing_names(index, question), *missing_measures(index, question, evidence))
    if not evidence:
        return Grading("nothing", 0.0, missing)
    if definitions_asked(index, question, sources):
        return Grading("enough", 1.0, missing)
    examples = [one["name"] for one in missing if question.has_example(one["name"])]
    subjects = _subjects(index, question, keywords, examples)
    if not subjects:
        return Grading("too_little", 0.0, missing)
    asked = "sentence" in question.cues
    judged = (read_signals(subject, evidence, is_sentence=asked) for subject in subjects)
    signals = max(judged, key=lambda one: one.score())
    decisive = any(question.hangs_on(one["name"]) for one in missing)
    score = signals.score(missing=decisive, translated=question.language != "en")
    if sources and not signals.best:  # its words are known here, but to other sources than those that are searched
        return Grading("nothing", 0.0, missing)
    if score < FLOOR:
        is_nothing = score < NOTHING and not any(tells_of_product(question, piece["text"]) for piece in evidence)
        return Grading("nothing" if is_nothing else "too_little", score, missing)
    return Grading("too_much" if len(evidence) > TOO_MANY else "enough", score, missing)


def held_together(
    index: Index, question: Question, keywords: Keywords, evidence: Iterable[Evidence], absent: Iterable[str] = ()
) -> float:
    """Share of the question's weight that all pieces hold together, 0 where no word has any. `absent`: names that the
    index does not know.
    """
    subjects = _subjects(index, question, keywords, filter(question.has_example, absent))
    held = frozenset[str]().union(*map(evidence_terms, evidence))
    return max((subject.coverage(held) for subject in subjects), default=0.0)


@dataclass(frozen=True, slots=True)
class Signals:
    """What the floor is made of."""

    best: float
    """Share of the question's weight that the best single piece holds."""
    named: float
    """Share that paths and names of all pieces hold."""
    familiar: float
    """Mean over the terms of the log of how much more common each is here than in software at large, if it is."""
    strange: float
    """Mean of how much rarer; negative."""
    terms: int
    """Terms asked: a question of one word is covered by chance."""
    defined: float
    """1 when a piece defines what the question names, is called as the whole question is, says it in one line, or holds
    all of an everyday question."""

    def score(self, *, missing: bool = False, translated: bool = False) -> float:
        """0 to 1. `missing`: a name that the question hangs on does not exist. `translated`: it is asked in another
        language than English.
        """
        return 1 / (1 + exp(-_logit(self) - _MISSING * missing - _TRANSLATED * translated))


def read_signals(subject: Subject, evidence: Sequence[Evidence], *, is_sentence: bool = False) -> Signals:
    """Measure the evidence against the question; `evidence` and the question's terms must not be empty."""
    everyday = is_sentence and subject.is_everyday()
    found = [evidence_terms(item) for item in evidence]
    names = terms("\n".join(f"{item['path']}\n{item['qualified_name']}\n{item['name']}" for item in evidence))
    familiarity = subject.familiarity.values()
    return Signals(
        best=max(map(subject.coverage, found)),
        named=subject.coverage(frozenset(names)),
        familiar=sum(max(value, 0.0) for value in familiarity) / len(familiarity),
        strange=sum(min(value, 0.0) for value in familiarity) / len(familiarity),
        terms=len(subject.weights),
        defined=max(_defined(piece, subject, held, everyday) for piece, held in zip(evidence, found, strict=True)),
    )


def _defined(piece: Evidence, subject: Subject, held: frozenset[str], everyday: bool) -> float:
    features, asked = piece["features"], subject.weights.keys()
    defined = max(features.get("def_ident", 0.0), float(features.get("def_f1", 0.0) >= 1.0))
    if defined >= 1.0 or not asked <= held:
        return defined
    lines = [set(terms(line)) for line in piece["text"].split("\n")]
    called = [set(terms(name)) for name in (piece["name"], PurePosixPath(piece["path"]).stem)]
    if asked in called or asked in lines:  # a line that is nothing else is a heading
        return 1.0
    if len(asked) == 1:  # one word stands somewhere by chance, but not in a name
        return max(defined, float(everyday and asked <= called[0] and not _is_aside(piece["path"])))
    # A sentence may go over three lines.
    near = 3 if everyday and not _is_aside(piece["path"]) else 1
    held_near = any(asked <= set().union(*lines[at : at + near]) for at in range(len(lines)))
    return max(defined, float(held_near))


def tells_of_product(question: Question, text: str) -> bool:
    """Whether a text names the products of `does it support LDAP`: what it says of them is the answer. Never for a
    question about anything else.
    """
    names = (name.text for name in question.names if name.kind == "proper" and question.intents[0] == "whether")
    named = {word.lower() for name in names for word in words(name)}
    return bool(named) and named.issubset(map(str.lower, words(text)))


def _is_aside(path: str) -> bool:
    """Whether a file is about the project's past or its upkeep: such files hold every common word."""
    return path.startswith(".") or is_change_log(path)


def _subjects(index: Index, question: Question, keywords: Keywords, examples: Iterable[str]) -> list[Subject]:
    """The question in English, and one in another language also as it is: its answer may be in either.

    Without the `examples`, which are nowhere and need not be. One with words of the project's lexicon is read as it is
    and in the words that stand for them.
    """
    asked = question.words
    exact = question.without_measures(keywords["exact"]) or asked
    foreign = set(question.own).difference(question.english_words).union(question.unread)
    foreign.update(examples)
    latin = [word for word in (asked if question.renamed else exact) if not is_cjk(word) and word not in foreign]
    read = [read_subject(index, latin, question.unread)]
    if question.renamed:
        read.append(read_subject(index, words(question.renamed), question.unread))
    if question.own:
        read.append(read_subject(index, question.own))
    return [subject for subject in read if subject.weights]


def _logit(signals: Signals) -> float:
    return (
        _BIAS
        + _BEST * signals.best
        + _NAMED * signals.named
        + _FAMILIAR * signals.familiar
        + _STRANGE * signals.strange
        + _TERMS * log(signals.terms)
        + _DEFINED * signals.defined
    )


@dataclass(frozen=True, slots=True)
class Subject(Asked):
    """The terms of a question and what they say: their weight is minus the log of their share in software at large,
    about 0.5 to 8.
    """

    familiarity: Mapping[str, float]
    """Term to the log of its share of this corpus over that in software at large, -6 to 4."""
    absent: tuple[str, ...]
    """Words, as written, of which no part occurs anywhere in the corpus."""

    def is_everyday(self) -> bool:
        """Whether software at large uses all of its words so much that they cannot tell which project it is about."""
        return not self.absent and max(self.weights.values(), default=_EVERYDAY) < _EVERYDAY


def read_subject(index: Index, words: Iterable[str], unread: Iterable[str] = ()) -> Subject:
    """Weigh the words of a question. `unread`: pieces of it that could not be put into English."""
    by_word = {word: plain_terms(word) for word in content_words(words)}
    by_word = {word: terms for word, terms in by_word.items() if terms}
    foreign = {word: plain_terms(word) for word in unread}
    identities = {term: term_id(term) for terms in (*by_word.values(), *foreign.values()) for term in terms}
    frequencies = index.structure.term_frequencies(set(identities.values()))
    held = {term: frequencies.get(identity, (0, 0))[0] for term, identity in identities.items()}
    chunks = index.structure.capped_chunks(_OF_RECORDS)
    weights = {term: -log(_share(term)) for terms in by_word.values() for term in terms}
    familiarity = {term: _familiarity(term, held[term], chunks) for term in weights}
    absent = [word for word, terms in by_word.items() if not any(held[term] for term in terms)]
    for word, forms in foreign.items():
        if not any(held[term] for term in forms):
            weights[word], familiarity[word] = _UNREAD_WEIGHT, _UNREAD_FAMILIARITY
            absent.append(word)
    return Subject(weights, familiarity, tuple(absent))


def _share(term: str) -> float:
    # The background was counted over English projects: in it every Chinese term is rare, and says much.
    return RAREST if is_cjk(term) else background_share(term)


def _familiarity(term: str, held: int, chunks: int) -> float:
    share = _share(term)
    if not held:
        return max(_LOWEST, min(_NOWHERE, log(_ABSENT / max(chunks, 1) / share)))
    held = min(held, chunks)
    return min(_HIGHEST, max(_LOWEST, log((held + _PRESENT) / (chunks + 2 * _PRESENT) / share)))


def evidence_of_part(
    index: Index, part: Question, context: Sequence[Evidence], sources: Sequence[str], settings: Settings
) -> Sequence[Evidence]:
    """The best evidence for a part, as many pieces as the settings say; empty when it lies below the floor.

    The evidence for the whole question may hold nothing of a part, and its grade says nothing of one. A part of a word
    or none, `and does any come first?`, is about what the others are about: it has the `context` of the whole.
    """
    if len(content_words(part.english_words)) < _LEAST_WORDS:
        return context
    hits = search(index, part, top_k=settings.evidence_k, sources=sources).hits
    evidence = evidence_from_hits(hits)
    grading = grade_part(index, part, evidence, sources)
    return evidence if grading.score >= settings.evidence_floor else []


def grade_part(index: Index, part: Question, evidence: Sequence[Evidence], sources: Sequence[str]) -> Grading:
    """Judge evidence as if nothing but the part had been asked."""
    keywords = expand_keywords(index, part, translate(part), level=1)
    return grade(index, part, keywords, evidence, sources)
