"""Which sides of the project as a whole a question asks for, and what is said of them; nothing for a question about one
feature of it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from typing import Final, TypeAlias

from citeline.dataclass import dataclass
from citeline.indexing.reader import Index
from citeline.text import STOPWORDS, is_cjk, terms

from ...question.question import Question
from ...question.vocabulary.language import Language
from ..draft import Draft
from .facts import overview_facts, project_names, texts_of
from .model import Aspect, Overview, Part, ProjectFact
from .parts import dependencies_of, parts_of, product_of
from .words import (
    PROJECT,
    aspect_words,
    common_words,
    content_rows,
    documentation_words,
    pattern_of,
    pointing_words,
    project_words,
)

_Span: TypeAlias = tuple[int, int]
_SENTENCE_END: Final = re.compile(r"(?:(?<!\b\w\.\w)\.|[?!;])(?=\s|$)|[。？！；?!]|\n")
"""None is the end of a shortened word, as `i.e.` is."""
_CLAUSE_END: Final = re.compile(r":(?=\s|$)|：|\s[-–—]+\s")
_OF_ALL: Final = frozenset[Aspect](("purpose", "features", "design", "parts", "start"))
"""What may be asked of anything: `the big picture: …` is one of what is named behind it."""
_SUBJECT: Final = 3
"""Words of a clause beyond which it is about something of its own."""
_WORD: Final = re.compile(r"[^\W_][\w+#'’-]*(?:[./][\w+#-]+)*/?")
_PATH: Final = re.compile(r"(?<![\w/.:])(?![\w.-]*/\d)[a-z_.][\w.-]*/(?:[\w.-]+/?)*")
_BEHIND: Final = re.compile(r"\s+([a-z][\w-]*)")
_NEAR: Final = 5
"""Characters between two groups that follow each other: room for an article."""
_WHETHER: Final = 0.15
"""The chance that it is asked whether something is so, from which on a version may be asked about."""
_AROUND_PATH: Final = " ?？.`'\"/"
_MAX_CHARS: Final = 2_000
"""A longer question holds a log or a listing, and asks about that."""
_LIMIT: Final = 8
_TITLE_WORDS, _WORDS, _MOST_WORDS = 0.3, 0.08, 4
"""What a heading gains that has only words of the question, and a fact by each of up to so many words."""
_COMMAND: Final = 0.2
"""What a command gains before a sentence, where a command is asked for."""
_KIND: Final = 0.5
"""What a fact gains that has all words of the question beside those for the aspect itself."""
_DEPENDENCIES: Final = 2
"""Beside the parts: how they depend on each other is asked with what they are."""
_BESIDE: Final[dict[Aspect, tuple[Aspect, ...]]] = {
    "purpose": ("features",),
    "features": ("purpose",),
    "start": ("entry",),
    "entry": ("extras",),
}
"""Aspects that an answer to one of them is not complete without."""
_EACH: Final[dict[Aspect, int]] = {"parts": 8, "start": 6, "purpose": 3, "contribute": 4, "entry": 5, "extras": 5}
_EACH_OTHER: Final = 4


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    language: Language
    names: re.Pattern[str]
    """Matches what the project is called."""
    is_named: bool
    """Whether it is called by more than a pronoun."""


def aspects_asked(question: Question, names: Collection[str] = ()) -> list[Aspect]:
    """The aspects that a question asks for, in the order of its words; empty when it asks about something else.

    A sentence counts when a row of `words.toml` matches it and no other word in it says what it is about: one
    such word is allowed where the project is named. Its English form is read where it says nothing itself. What it is
    and what it has are asked where no row matches a question that is read as one for an overview, and speaks of
    `this library`. `names`: what the project is called; folders that the question names are no words of their own.
    """
    if len(question.text) > _MAX_CHARS:
        return []
    is_other = question.intents[0] == "definition"  # of `what is a blueprint in Flask` the one word is what is asked
    asked = _asked(question.text, question.language, names, is_other=is_other)
    if not asked and question.english != question.text:
        asked = _asked(question.english, "en", names, is_other=is_other)
    # `How do I commit without running it` asks for no way to run it.
    found: list[Aspect] = [aspect for aspect in asked if aspect in _OF_ALL or not question.is_denied]
    is_meant = question.intents[0] == "overview" and pointing_words(question.language).search(question.text)
    return found or (["purpose", "features"] if is_meant else [])


def _asked(question: str, language: Language, names: Collection[str], *, is_other: bool) -> list[Aspect]:
    """`is_other`: a word that says what a sentence is about is what is asked for, though the project is named too."""
    found: dict[Aspect, None] = {}
    has_other = False  # a sentence before says what `it` is: `some fields have no type. What does it do?`
    for text in _SENTENCE_END.split(question):
        clauses = [_sentence(clause, language, names) for clause in _CLAUSE_END.split(text) if clause.strip()]
        clauses = [replace(clause, is_named=clause.is_named and not is_other) for clause in clauses]
        asked = [sorted(_aspects_of(clause), key=lambda one: one[1]) for clause in clauses]
        has_subject = any(
            not aspects and _unexplained(clause, ()) > _SUBJECT for clause, aspects in zip(clauses, asked, strict=True)
        )
        is_named = any(clause.is_named for clause in clauses)
        for aspect, _ in itertools.chain.from_iterable(asked):
            if not ((has_subject or (has_other and not is_named)) and aspect in _OF_ALL):
                found.setdefault(aspect)
        has_other = has_other or (has_subject and not is_named)
    return list(found)


def _sentence(text: str, language: Language, names: Collection[str]) -> _Sentence:
    # Each project has other names: all patterns of its words would be compiled anew with them.
    folded = text.lower()
    own = [name for name in names if len(name) > 1 and _may_match(name, folded)]
    words = [word for word in project_words(language) if _may_match(word, folded)]
    strong = pattern_of([*own, *(word for word in words if " " in word or is_cjk(word))])
    return _Sentence(text, language, pattern_of([*own, *words]), strong.search(text) is not None)


def _may_match(alternative: str, folded: str) -> bool:
    """Whether a text in lower case holds all words of an alternative of a pattern."""
    return all(word in folded for word in alternative.replace("*", " ").lower().split())


def _aspects_of(sentence: _Sentence) -> Iterator[tuple[Aspect, int]]:
    matched: list[tuple[Aspect, list[_Span]]] = []
    for aspect, words in aspect_words().items():
        rows = [row for row in words.asked.get(sentence.language, ()) if _matches(_groups(row), sentence, ())]
        if rows:
            groups = [group for row in rows for _, group in _groups(row)]
            matched.append((aspect, [span for group in groups for span in _found(group, sentence)]))
    if not matched:
        return
    said = {aspect: _without_names(spans, sentence) for aspect, spans in matched}
    explained = [span for _, spans in matched for span in spans]
    allowed = 1 if (sentence.is_named and not _names_part(sentence, explained)) or len(matched) > 1 else 0
    if _unexplained(sentence, explained) <= allowed:
        for aspect, spans in matched:
            # What something is for, is asked beside other things and in their words.
            if not any(_is_within(said[aspect], wider) for other, wider in said.items() if other != "purpose"):
                yield aspect, max(spans, key=lambda span: span[1] - span[0])[0]


def _matches(groups: Sequence[tuple[str, str]], sentence: _Sentence, taken: Sequence[_Span]) -> bool:
    """Whether each group has a match of its own: no two share a word."""
    if not groups:
        return True
    (glue, group), rest = groups[0], groups[1:]
    if glue == "-":
        return not _found(group, sentence) and _matches(rest, sentence, taken)
    return any(
        all(end <= left or right <= start for left, right in taken)
        and (glue != "~" or 0 <= start - taken[-1][1] <= _NEAR)
        and _matches(rest, sentence, (*taken, (start, end)))
        for start, end in _found(group, sentence)
    )


def _found(group: str, sentence: _Sentence) -> list[_Span]:
    """Where the alternatives of a group stand."""
    folded = sentence.text.lower()
    patterns = [sentence.names] if PROJECT in group.split("|") else []
    if any(beginning in folded for beginning in _beginnings(group)):
        patterns.append(_compiled(group))
    return [match.span() for pattern in patterns for match in pattern.finditer(sentence.text)]


def _without_names(spans: Sequence[_Span], sentence: _Sentence) -> list[_Span]:
    named = [match.span() for match in sentence.names.finditer(sentence.text)]
    return sorted({span for span in spans if not any(left <= span[0] and span[1] <= right for left, right in named)})


def _is_within(said: Sequence[_Span], other: Sequence[_Span]) -> bool:
    """Whether another aspect says all of that, and more: `run the tests` is about tests, not about running."""
    if _length(other) <= _length(said):
        return False
    return all(any(start >= left and end <= right for left, right in other) for start, end in said)


def _length(spans: Sequence[_Span]) -> int:
    return len({place for start, end in spans for place in range(start, end)})


@cache
def _groups(row: str) -> tuple[tuple[str, str], ...]:
    """How each group is joined to the one before it, and its alternatives."""
    parts = re.split(r" ([+~-]) ", f" + {row}")
    return tuple(zip(parts[1::2], parts[2::2], strict=True))


def _unexplained(sentence: _Sentence, spans: Sequence[_Span]) -> int:
    """Words that neither the rows nor the common words account for; characters of a script without spaces by twos."""
    text = list(sentence.text)
    for start, end in [*spans, *(m.span() for m in sentence.names.finditer(sentence.text)), *_paths(sentence.text)]:
        text[start:end] = " " * (end - start)
    left = "".join(text)
    if sentence.language in ("zh", "ja"):
        left = _common(sentence.language).sub(" ", left)
    common = _common_set(sentence.language) | _common_set("en")
    count = 0
    for match in _WORD.finditer(left):
        word = match[0].lower().replace("’", "'")
        if is_cjk(word):
            count += (len(word) + 1) // 2
        elif word not in common and not word.isdigit():
            count += 1
    return count


def _names_part(sentence: _Sentence, spans: Sequence[_Span]) -> bool:
    """Whether a word of its own stands right behind the name: `what does pipx reset do` asks for a command."""
    for name in sentence.names.finditer(sentence.text):
        if name[0].lower() in project_words(sentence.language):
            continue
        after = _BEHIND.match(sentence.text, name.end())
        if after is None or any(start < after.end(1) and after.start(1) < end for start, end in spans):
            continue
        if after[1] not in STOPWORDS and _unexplained(replace(sentence, text=after[1]), ()):
            return True
    return False


def _paths(text: str) -> list[_Span]:
    return [match.span() for match in _PATH.finditer(text)]


def asks_what_is_in(question: Question, path: str) -> bool:
    """Whether all of a question asks what a file or a folder is for, or what is in it; its path alone does too."""
    if question.about.lstrip("./") != path.lstrip("./"):
        return False
    if question.text.strip(_AROUND_PATH) in (path, f"./{path}") or "purpose" in aspects_asked(question, [path]):
        return True
    sentence = _sentence(question.text, question.language, [path])
    rows = content_rows(question.language)
    return any(_matches(_groups(row), sentence, ()) for row in rows)


def folders_in(question: Question) -> list[str]:
    """The folders that a question names as paths: `lib` of `lib/`, `src/app`."""
    return [match[0].strip("./") for match in _PATH.finditer(question.text) if match[0].strip("./")]


@cache
def _beginnings(group: str) -> frozenset[str]:
    """How each alternative begins, up to its first blank or star: a pattern is compiled for texts that hold one."""
    return frozenset(text.replace("*", " ").partition(" ")[0].lower() for text in group.split("|") if text != PROJECT)


@cache
def _compiled(group: str) -> re.Pattern[str]:
    return pattern_of([text for text in group.split("|") if text != PROJECT])


@cache
def _common(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, common_words(language))))


@cache
def _common_set(language: Language) -> frozenset[str]:
    return frozenset(common_words(language))


def overview_drafts(index: Index, question: Question, aspects: Collection[Aspect] | None = None) -> list[Draft]:
    """What the corpus as a whole says to a question about it, best first; empty for any other question.

    `aspects`: by default those that `aspects_asked` finds. Aspects take turns, each with its best fact first, so that
    a question for two of them is answered for both.
    """
    asked = list(aspects) if aspects is not None else aspects_asked(question, project_names(index))
    if not asked:
        return []
    overview = overview_facts(index)
    words = frozenset([*question.analysis.terms, *question.english_analysis.terms])
    columns = [list(_about(index, overview, aspect, question, words)) for aspect in asked]
    columns += [overview.about(more)[:1] for aspect in asked for more in _BESIDE.get(aspect, ()) if more not in asked]
    return [fact.draft for fact in _in_turn(columns)][:_LIMIT]


def asks_for_requirements(index: Index, question: Question) -> bool:
    """Whether nothing but what the project requires is asked for."""
    return aspects_asked(question, project_names(index)) == ["requirements"]


def required_drafts(index: Index, question: Question) -> list[Draft]:
    """What a manifest requires of a language that the question names, first, then what is written of requirements.

    Empty where more than that is asked, or no manifest says it: rows of tables have versions too. Whether a version is
    supported a manifest knows better than the entry of a release that once began to.
    """
    of_version = question.chances.get("whether", 0.0) >= _WHETHER and bool(question.versions)
    if not (of_version or asks_for_requirements(index, question)):
        return []
    words = {*question.analysis.terms, *question.english_analysis.terms}
    found = overview_drafts(index, question, ["requirements"])
    manifests = (draft for draft in found if draft.fact["relation"] == "requires")
    required = [one for one in manifests if not words.isdisjoint(terms(one.fact["object"].partition(" ")[0])[:1])]
    return [*required, *(draft for draft in found if required and not of_version and draft not in required)]


def _about(
    index: Index, overview: Overview, aspect: Aspect, question: Question, words: frozenset[str]
) -> Iterator[ProjectFact]:
    most = _EACH.get(aspect, _EACH_OTHER)
    if aspect == "parts":
        yield from _parts(index, overview, question, most)
    elif aspect == "start":
        yield from overview.order[:most]
    else:
        facts = overview.about(aspect)
        if aspect_words()[aspect].commands:  # a command is the answer, whatever words stand around it
            kind = words - aspect_words()[aspect].own_terms - _plain_terms(question.language)
            kind |= words & _terms_of_pages()
            facts.sort(key=lambda fact: fact.rank - _fits_kind(fact, kind))
        else:
            facts.sort(key=lambda fact: fact.rank - _shared(fact, words))
        yield from _as_written(facts[:most])


def _as_written(facts: Sequence[ProjectFact]) -> list[ProjectFact]:
    """The sentences of one line as they stand there: a line of a document may hold a whole paragraph."""
    by_line: dict[tuple[int, int], list[ProjectFact]] = {}
    for fact in sorted(facts, key=lambda fact: fact.rank):
        by_line.setdefault((fact.draft.document, fact.draft.start_line), []).append(fact)
    return [by_line[fact.draft.document, fact.draft.start_line].pop(0) for fact in facts]


@cache
def _plain_terms(language: Language) -> frozenset[str]:
    """Of the words that say nothing of which command is meant."""
    words = (word for one in (language, "en") for word in (*common_words(one), *project_words(one)))
    return frozenset(terms(" ".join(words)))


@cache
def _terms_of_pages() -> frozenset[str]:
    return frozenset(terms(" ".join(documentation_words())))


def _fits_kind(fact: ProjectFact, kind: frozenset[str]) -> float:
    """What a fact gains as a command, and by words that say which: `run the integration tests`."""
    said = fact.draft.fact
    held = kind & frozenset(terms(f"{said['subject']} {said['object']}"))
    return _COMMAND * said["relation"].startswith("to_") + (_KIND * len(held) / len(kind) if held else 0.0)


def _shared(fact: ProjectFact, words: frozenset[str]) -> float:
    """What a fact gains by words of the question, in its heading and in what it says."""
    said = fact.draft.fact
    title, text = frozenset(terms(said["subject"])), frozenset(terms(said["object"]))
    in_title = len(title & words) / len(title) if title and said["relation"] == "section" else 0.0
    return _TITLE_WORDS * in_title + _WORDS * min(len(text & words), _MOST_WORDS)


def _parts(index: Index, overview: Overview, question: Question, most: int) -> Iterator[ProjectFact]:
    """The parts of the folder that the question names, else of all; then the strongest dependencies."""
    # A name of a file says nothing of its folder.
    parts: Sequence[Part] = sorted(overview.parts, key=lambda part: not part.summary)
    dependencies, described = overview.dependencies, overview.described
    texts = texts_of(index)
    for folder in folders_in(question):
        if any(document.path.startswith(folder + "/") for document in texts.documents):
            product = product_of(texts, folder)
            parts = parts_of(texts, product, {})
            dependencies = dependencies_of(texts, parts)
            described = [fact for fact in described if fact.draft.fact["subject"].startswith(folder + "/")]
            break
    else:
        # What is built together names all parts, also those that no code is imported from.
        built = [fact for fact in overview.about("parts") if fact.draft.fact["relation"] == "members"]
        yield from [fact for fact in built if "*" not in fact.draft.fact["object"]][:1]
    told = {fact.draft.fact["subject"] for fact in described}
    shown = [*described, *(part.fact for part in parts if part.path not in told)][:most]
    yield from shown
    yield from [dependency.fact for dependency in dependencies[:_DEPENDENCIES]]


def _in_turn(columns: Sequence[Sequence[ProjectFact]]) -> Iterator[ProjectFact]:
    """One of each column after the other; what was said already of the same place is left out."""
    seen: dict[tuple[int, int], list[str]] = {}
    for fact in itertools.chain.from_iterable(zip_longest(*columns)):
        if fact is None:
            continue
        said, text = seen.setdefault((fact.draft.document, fact.draft.start_line), []), fact.draft.fact["object"]
        if not any(text in other for other in said):
            said.append(text)
            yield fact
