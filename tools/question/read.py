"""Reads a question: everything that later steps ask about its words, in one value."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Final, cast, get_args

from citeline.dataclass import dataclass
from citeline.patterns import re
from citeline.read import Read
from citeline.state import Chat, RAGState
from citeline.text import ScriptPattern, identifiers_in, is_cjk, terms, unique, word_runs

from .clean import clean_question, cut_question
from .cues import Cue, cues_in
from .frames import beside_trace, frames_in
from .intents import intent_chances, intents_of, known_words, relation_asked, stemmed
from .masks import MASKS, mask, tokens
from .mentions import Mention, mentions, products, records_in
from .messages import exact_texts, pasted_sentences
from .question import Mark, Name, Question
from .time_spans import names_month
from .vocabulary.glossary import STEMMERS
from .vocabulary.language import Language
from .vocabulary.languages import table_of
from .vocabulary.lexicon import Lexicon, shipped_lexicon
from .vocabulary.translation import Reading, read_question
from .vocabulary.words import content_words

_NAME: Final = r"(?a:[@$]?[A-Za-z_$][\w$]*(?:(?:\.|::|#|->|/|-)[\w$]+)*)"
"""ASCII only, or a Chinese or Japanese question without blanks would be one name."""
_TOKEN: Final = ScriptPattern(rf"{_NAME}(?![A-Za-z0-9_$\u00c0-\u024f])|{{cjk}}|[^\W\d_]+")
_BEHIND_NAME: Final = re.compile(r"-([A-Z\u00c4\u00d6\u00dc][a-z\u00df-\u00fc]+)\b")
"""A noun joined to a name: `HTTP/2-Verbindung`."""
_QUOTED: Final = re.compile(r"(`[^`]*`|\"[^\"]*\"|“[^”]*”)")
_GRAMMAR: Final = re.compile(r"[\u3041-\u309f]")
"""Hiragana, in which Japanese writes what is no name."""
_MOST: Final = 4
_LEAST_WORDS: Final = 3
"""Of a part: `and how` alone asks nothing."""
_LONGEST: Final = 100
"""Characters of a thing that stands for a pronoun."""


def question_of(state: RAGState) -> Question:
    """The question of a run, as `plan_intent` or a person has read it."""
    stored: object = state.get("read")
    if not isinstance(stored, Mapping):
        return read(state["question"])
    return Question.from_json(cast(Read, stored), lambda: read(state["question"]))


def read(question: str, lexicon: Lexicon | None = None) -> Question:
    """What a question asks, its first 4,000 characters. `lexicon`: by default the shipped one. Pure and cached."""
    return _read(question, lexicon or shipped_lexicon())


def parts_read(question: Question, lexicon: Lexicon | None = None) -> list[Question]:
    """Each of several questions in one, read by itself; empty where one thing is asked."""
    return [read(part, lexicon) for part in question.parts] if len(question.parts) > 1 else []


@lru_cache(maxsize=256)
def _read(question: str, lexicon: Lexicon) -> Question:
    question = cut_question(question)
    whole = clean_question(question)
    text = without_idioms(without_directions(whole))
    said = read_question(text, lexicon)
    renamed = lexicon.by_heads(text) if said.language not in STEMMERS else ""
    written = clean_question(beside_trace(question))  # a trace names what other programs have
    names = tuple(
        Name(one.text, one.kind, _mark(one, text))
        for one in mentions(_with_its_names(renamed or text, said))
        if (written == whole or one.text in written) and not _is_month(one, said.language)
    )
    cues = cues_in(text, said)
    about = about_of(text, said.language, {name.text for name in names})
    symbols = [name.text for name in names if name.kind == "symbol"]
    named = about or (symbols[0] if len(symbols) == 1 else "")
    relation = relation_asked(text, named, said.language)
    return Question(
        text=text,
        language=said.language,
        english=said.english,
        own=said.own,
        unread=said.unread,
        names=names,
        quoted=exact_texts(question),
        pasted=_pasted(whole, cues),
        intents=(relation,) if relation else intents_of(text, said.language),
        chances={relation: 1.0} if relation else intent_chances(text, said.language),
        parts=tuple(parts_of(text)),
        cues=cues,
        about=named if relation else about,
        records=tuple(records_in(text)),
        renamed=renamed,
        frames=frames_in(question),
        chat=small_talk(text, said),
        asked=whole,
    )


def _pasted(question: str, cues: Collection[Cue]) -> tuple[str, ...]:
    found = pasted_sentences(question)
    return () if len(found) == 1 and "sentence" in cues else tuple(found)


def _is_month(one: Mention, language: Language) -> bool:
    """`March` is a time, which a corpus of dates in figures need not mention."""
    return one.kind in ("proper", "word") and names_month(one.text, language)


def _with_its_names(text: str, said: Reading) -> str:
    """The question in the form that its names are read from.

    A word of the project's lexicon need not be in its files: another one stands for it. Of the words that no list has
    only well-known software is a name; in German every noun has a capital, a loan word too.
    """
    if said.language not in STEMMERS:
        return text
    known = products().names
    kept = [word for word in said.english.split() if word not in said.unread or word.lower() in known]
    if said.language == "de":
        kept = [word.lower() if word.istitle() and word.lower() not in known else word for word in kept]
        kept = [_BEHIND_NAME.sub(lambda noun: noun[0] if noun[1].lower() in known else "", word) for word in kept]
    return " ".join(kept)


def _mark(mention: Mention, question: str) -> Mark:
    if mention.kind in ("path", "option"):
        return "code"
    name = re.escape(mention.text)
    if re.search(rf"`[^`]*{name}[^`]*`", question):
        return "code"
    if re.search(rf"['\"“‘「«]{name}['\"”’」»]", question):
        return "quotes"
    return "code" if f"{mention.text}(" in question else "none"


def about_of(text: str, language: str, names: Collection[str]) -> str:
    """That name, as it is written; empty where a question has several, or other words that no template has.

    `names`: what the question mentions as names. A word that only asks can be the name where there is no other.
    """
    found = unique(token for token in _TOKEN.of(text).findall(text) if _says_more(token, language, names))
    if not found:
        found = content_words(_TOKEN.of(text).findall(text)) if language == "en" else _TOKEN.of(text).findall(text)
    return found[0] if len(found) == 1 and re.fullmatch(_NAME, found[0]) else ""


def _says_more(token: str, language: str, names: Collection[str]) -> bool:
    known = known_words(language)
    if is_cjk(token):
        return not known.issuperset(_GRAMMAR.sub("", token))
    is_compound = "-" in token.strip("-")  # `add-on`, though templates have both of its words
    return (
        is_compound
        or token in names
        or mask(token).strip() in MASKS
        or not known.issuperset(stemmed(tokens(token), language))
    )


def small_talk(question: str, read: Reading) -> Chat | None:
    """Which reply is enough; `empty` where no word says anything; None for a question to search for."""
    # Brackets and back quotes stay, so that `bye()` is a name.
    bare = re.sub(r"[^\w\s,()`]+", "", question).strip(" ,").lower()
    for chat, pattern in _patterns():
        if pattern.fullmatch(bare):
            return chat
    asks = terms(question) if read.language in ("en", "zh") else read.own
    return None if asks or identifiers_in(question) else "empty"


@cache
def _patterns() -> tuple[tuple[Chat, re.Pattern[str]], ...]:
    tables = [table_of(language)["chat"] for language in get_args(Language)]
    return tuple((chat, re.compile(pattern)) for table in tables for chat, pattern in table.items())


def without_directions(question: str) -> str:
    """It without sentences, clauses and brackets that only direct its answer; all of it if nothing is left."""
    if not _direction("hint").search(question):
        return question
    patterns = _direction_patterns()
    sentences = [sentence for sentence in patterns.between.split(question) if not patterns.sentence.match(sentence)]
    kept = " ".join(patterns.unit.sub("", patterns.clause.sub("", sentence)) for sentence in sentences)
    kept = " ".join(kept.split()).replace(" ?", "?")
    return kept if re.search(r"\w{2}", kept) else question


def without_idioms(question: str) -> str:
    """It with plain words for figures of speech: `by default` for `out of the box`; what is quoted stays."""
    gate, idioms = _idioms()
    if not gate.search(question):
        return question
    pieces = _QUOTED.split(question)
    for pattern, plain in idioms:
        pieces[::2] = [pattern.sub(plain, piece) for piece in pieces[::2]]
    return "".join(pieces)


@cache
def _idioms() -> tuple[re.Pattern[str], tuple[tuple[re.Pattern[str], str], ...]]:
    """What every figure of speech has, and each of them with its plain words."""
    said: Mapping[str, str] = table_of("en")["idioms"]
    patterns = (re.compile(rf"(?<![\w./-])(?:{one})(?![\w/]|\.\w)", re.IGNORECASE) for one in said.values())
    return re.compile(table_of("en")["idiom"]["word"], re.IGNORECASE), tuple(zip(patterns, said, strict=True))


@dataclass(frozen=True, slots=True)
class _Patterns:
    between: re.Pattern[str]
    sentence: re.Pattern[str]
    clause: re.Pattern[str]
    unit: re.Pattern[str]


@cache
def _direction_patterns() -> _Patterns:
    return _Patterns(*map(_direction, ("between", "sentence", "clause", "unit")))


@cache
def _direction(key: str) -> re.Pattern[str]:
    """`hint`: without one of its words there is nothing to look for."""
    table: Mapping[str, str] = table_of("en")["directions"]
    text = table[key].replace("{statement}", table["statement"]).replace("{asks}", table_of("en")["parts"]["asks"])
    return re.compile(text, re.IGNORECASE | re.VERBOSE if key == "sentence" else re.IGNORECASE)


def parts_of(question: str) -> list[str]:
    """What is asked, one question each; the question alone when it asks one thing.

    The name that the first part is about, or else the thing, stands for a pronoun in the others, so that each can be
    answered by itself.
    """
    parts = [part.strip(" ¿?？.") for part in _part_patterns().between.split(question) if part.strip(" ¿?？.")]
    whole = len(parts) > 1 and all(map(_asks, parts))
    if not whole or len(parts) > _MOST:
        return [question]
    things = _part_patterns().thing.findall(parts[0])
    names = [*records_in(parts[0]), *identifiers_in(parts[0]), *(one for one in things if len(one) <= _LONGEST)]
    if not names:
        return parts
    return [parts[0], *(with_pronoun_named(part, names[0]) for part in parts[1:])]


def is_led_to(question: str) -> bool:
    """Whether a statement and a bare comma lead to the one thing that is asked: `the key is lost, how do I get one`."""
    borders = [*_part_patterns().between.finditer(question)]
    if len(borders) != 1 or borders[0][0].strip() != ",":
        return False
    return _part_patterns().opens.search(question[: borders[0].start()]) is None


def with_pronoun_named(question: str, name: str) -> str:
    """The question with the name in the place of its first pronoun."""
    return _part_patterns().pronoun.sub(lambda _: name, question, count=1)


def _asks(part: str) -> bool:
    """A comma also stands behind a condition or a place, which asks nothing: `没有 pip，怎么装包？`"""
    if _part_patterns().condition.match(part):
        return False
    return _part_patterns().asks.search(part) is not None if is_cjk(part) else len(word_runs(part)) >= _LEAST_WORDS


@dataclass(frozen=True, slots=True)
class _PartPatterns:
    """Those of all languages: a question of two parts may mix them."""

    between: re.Pattern[str]
    pronoun: re.Pattern[str]
    thing: re.Pattern[str]
    """What a question without a name is about, to its end."""
    asks: re.Pattern[str]
    """Of Chinese, where words are not apart."""
    condition: re.Pattern[str]
    """What a part begins with that asks nothing."""
    opens: re.Pattern[str]
    """Of English: what a question begins with, or asks by further on."""


@cache
def _part_patterns() -> _PartPatterns:
    tables = {language: table_of(language).get("parts", {}) for language in get_args(Language)}
    between = [table["between"].replace("{asks}", table["asks"]) for table in tables.values() if table]
    return _PartPatterns(
        re.compile("|".join(between), re.IGNORECASE),
        re.compile(tables["en"]["pronoun"], re.IGNORECASE),
        re.compile(tables["en"]["thing"], re.IGNORECASE),
        re.compile(tables["zh"]["asks"]),
        re.compile("|".join(table["condition"] for table in tables.values() if "condition" in table), re.IGNORECASE),
        re.compile(rf"{table_of('en')['cues']['sentence']}|\b{tables['en']['asks']}", re.IGNORECASE),
    )
