"""The setting of an application that a question asks for, in the samples of its configuration: whatever a search finds.

It is told where its name and its comment hold nearly all that is asked, and no other setting as much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from math import fsum
from types import MappingProxyType
from typing import Final, NamedTuple

from citeline.data_files import shipped_table, shipped_terms
from citeline.indexing.object_cache import cache_per_object
from citeline.indexing.reader import Index
from citeline.indexing.secrets.names import names_in
from citeline.patterns import re
from citeline.text import split_identifier, terms, terms_of

from ...question.intents import Intent
from ...question.question import Question
from ...question.vocabulary.lexicon import shipped_lexicon
from ...retrieval.corpus import corpus_of
from ...retrieval.paths import read_path
from ...retrieval.signals import term_weights
from ..draft import Draft
from ..overview.facts import project_names
from ..ranking.candidates import Passage
from ..reading.documented_settings import documented_settings
from ..reading.settings import IMAGE, Setting, settings_of
from ..reading.syntax import Source, source_of
from .values import LikeliestValue

_NO_WORDS: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})

_MOST_FILES: Final = 16
"""Those nearest to the root first: a project of many services has as many samples."""
_MOST_LINES: Final = 20_000
"""Of all of them."""
_MOST_PAGES: Final = 8
_LONGEST_PAGE: Final = 6_000
"""Lines of a page that is read."""
_MANUAL: Final = "man"
"""Its entries are found whole, with a default and its name in one sentence."""
_MOST_LOOKED_AT: Final = 60
"""Files that are called so, of any format."""
_ALIKE: Final = 0.6
"""What a word that means nearly the same counts of the one that is asked."""
_LEAST: Final = 0.7
"""The share of a question that a setting has to hold in its name and its comment."""
_UNSET: Final = "commented_out"
_SHORTEST: Final = 3
"""Letters of what is cut off a word."""
_LONGEST_PART: Final = 24
_LEAST_OF_OTHERS: Final = 0.85
"""The same of one whose name has other words: `POLLING_LIMIT_PER_HOST` limits no users."""
_LEAST_NAMED: Final = 0.5
_SURE: Final = 0.95
"""The same of one that an answer rests on, whose name has no other word."""
_ASKED: Final[frozenset[Intent]] = frozenset(("value", "cell", "list", "whether", "rule", "topic", "how"))
"""What a question for a setting is read as."""
_table: Final = partial(shipped_table, "citeline.tools.answer.sources", "settings.toml")
_terms_in_row: Final = partial(shipped_terms, "citeline.tools.answer.sources", "settings.toml")
"""Of the words of the table that say that a setting is asked for, and not which one."""


class SettingTold(NamedTuple):
    """A setting that is asked for."""

    draft: Draft
    basis: str
    """What the answer rests on."""

    def basis_with(self, value: LikeliestValue | None) -> str:
        """The same, where the likeliest value of all is known: if it is this one, nothing is likelier."""
        is_same = (
            value is not None
            and value.is_sure
            and _bare(value.draft.fact["object"]) == _bare(self.draft.fact["object"])
        )
        return "setting" if is_same and self.basis == "likely setting" else self.basis


class _Known(NamedTuple):
    source: Source
    setting: Setting
    name: frozenset[str]
    """Terms of its own name."""
    joined: frozenset[str]
    """The same of its name as one word: `magic_dns` of MagicDNS."""
    around: frozenset[str]
    """Those of what it stands in."""
    said: frozenset[str]
    """Those of that and of its comment."""

    @property
    def terms(self) -> frozenset[str]:
        """All that may be asked for."""
        return self.name | self.joined | self.said


class _Fit(NamedTuple):
    share: float
    """Of the question, 0 to 1."""
    named: float
    """The same of the name alone, with half of what only the comment says."""
    others: int
    """Terms of the name, and of what it stands in, that are not asked for, negative: the port of another service."""
    neutral: int
    """Those that tell it from no other, negative: `workers` comes before `GUNICORN_WORKERS`."""
    is_live: bool
    is_valued: bool
    is_documented: bool


def setting_asked(
    index: Index, question: Question, passages: Sequence[Passage], sources: Collection[str] = ()
) -> SettingTold | None:
    """The setting that a question asks for; None where several hold as much of it, or none nearly all."""
    is_other = question.asks_for("why") or question.is_denied or "tests" in question.cues
    said = terms_of(question.english_words)
    is_value = question.intents[0] in ("value", "cell")
    if question.intents[0] not in _ASKED or is_other or not (is_value or said & _terms_in_row("asked")):
        return None
    weights = term_weights(corpus_of(index), question.english_analysis)
    beside = _terms_in_row("beside") | _terms_in_row("asked")
    weights = {term: weight for term, weight in weights.items() if term not in beside}
    total = fsum(weights.values())
    weights = {term: weight / total for term, weight in weights.items()}
    known, by_term = _of_samples(index)
    known = [known[at] for at in sorted({at for term in weights for at in by_term.get(term, ())})]
    known += [one for one in _of_pages(index, passages) if not weights.keys().isdisjoint(one.terms)] if weights else []
    known = [one for one in known if corpus_of(index).is_in(int(one.source.document.id), sources)]
    asks_name = not said.isdisjoint(_terms_in_row("variable"))
    if asks_name:
        known = [one for one in known if one.setting.name.isupper()]
    alike, short = alike_terms(weights), _beginnings(weights)
    beside |= _terms_in_row("neutral") | terms_of(project_names(index))
    fits = [(_fit(one, weights, alike, short, beside), one) for one in known]
    spelt = {one.text.lower() for one in question.names if one.kind == "symbol"}
    # One that is spelt out in the question is meant, whatever else that says.
    whole = [row for row in fits if not spelt.isdisjoint(_spellings(row[1].setting))]
    if not (fits := [(fit._replace(share=1.0, others=0, neutral=0), one) for fit, one in whole] or fits):
        return None
    best, chosen = max(fits, key=lambda one: one[0][1:])
    rivals = [one.setting for fit, one in fits if fit[:4] == best[:4]]
    least = _LEAST_OF_OTHERS if best.others else _LEAST
    if best.share < least or best.named < _LEAST_NAMED or len({_called(one) for one in rivals}) > 1:
        return None
    if not (chosen.setting.value or asks_name) and is_value:
        return None
    is_open = len({_bare(one.value) for one in rivals if bool(one.last_line) == best.is_documented}) > 1
    is_sure = best.share >= _SURE and not (best.others or is_open or best.is_documented)
    basis = "setting" if is_sure else "likely setting"
    return SettingTold(_draft(chosen, weights, question), basis if best.is_live else _UNSET)


def _called(setting: Setting) -> str:
    """Its own name, which a page may give with those around it."""
    return setting.name.rpartition(".")[2].lower()


def _spellings(setting: Setting) -> tuple[str, str]:
    """Its own name, and that with the keys around it."""
    return setting.name.lower(), ".".join((*setting.within, setting.name)).lower()


def _bare(value: str) -> str:
    return value.strip("\"'`").lower()


def _draft(known: _Known, weights: Mapping[str, float], question: Question) -> Draft:
    """One of a sample is told with its own comment alone, one of a page by its default, or by what the page says of it
    where something is to be done.
    """
    setting, document = known.setting, int(known.source.document.id)
    if not setting.last_line:
        name = setting.name if len(known.name) > 1 else ".".join((*setting.within, setting.name))
        line = known.source.lines[setting.line - 1].strip()
        said = ("value", setting.value) if setting.value else ("code", line)
        said = said if setting.is_live else (_UNSET, line)
        return Draft.of(said[0], name, said[1], document, setting.first_line, setting.line)
    said = ("default", setting.value)
    if not setting.value or ("task" in question.cues and setting.last_line > setting.first_line):
        lines = [line for line in setting.said.split("\n") if line.strip()]
        said = (
            "shown",
            max(lines, key=lambda line: len(weights.keys() & frozenset(terms(line))), default=setting.name),
        )
    return Draft.of(said[0], setting.name, said[1].strip(), document, setting.first_line, setting.last_line)


def _fit(
    one: _Known,
    weights: Mapping[str, float],
    alike: Mapping[str, str],
    short: Mapping[str, str],
    beside: Collection[str],
) -> _Fit:
    def held(there: AbstractSet[str]) -> float:
        own = weights.keys() & there
        near = {alike[term] for term in there & alike.keys()} - own
        return fsum([*(weights[term] for term in own), *(_ALIKE * weights[term] for term in near)])

    name = {short.get(term, term) for term in one.name}
    shown = _shown(one.setting.value) | name | one.joined
    share = round(held(shown | one.said), 9)
    named = (held(shown | one.around) + share) / 2
    is_joined = any(term in weights for term in one.joined)
    parts = one.around - one.name if is_joined else name | one.around
    unasked = [term for term in parts if not (term in weights or term in alike)]
    others = sum(term not in beside for term in unasked)
    valued, documented = bool(one.setting.value), bool(one.setting.last_line)
    return _Fit(share, round(named, 3), -others, others - len(unasked), one.setting.is_live, valued, documented)


def _beginnings(words: Iterable[str]) -> dict[str, str]:
    """What may be cut off a word to be a part of a name, with that word: `addr`, `conn`."""
    found: dict[str, str] = {}
    for word in words:
        for end in range(_SHORTEST, min(len(word), _LONGEST_PART) + 1):
            found.setdefault(word[:end], word)
    return found


def _shown(value: str) -> frozenset[str]:
    """What a value is by its looks: `127.0.0.1:8080` has a port."""
    return frozenset(term for term, looks in _table()["shown"].items() if re.search(looks, value))


def alike_terms(weights: Mapping[str, float], also: Mapping[str, Sequence[str]] = _NO_WORDS) -> dict[str, str]:
    """Terms that mean nearly the same as one that is asked, each with that one: by the lexicon, and what is `also` so,
    by terms.
    """
    lexicon = shipped_lexicon()
    others_of = ((term, (*lexicon.synonyms(term), *also.get(term, ()))) for term in weights)
    pairs = ((frozenset(terms(other)), term) for term, those in others_of for other in those)
    return {next(iter(others)): term for others, term in pairs if len(others) == 1 and not others & weights.keys()}


@cache_per_object
def _of_samples(index: Index) -> tuple[list[_Known], dict[str, list[int]]]:
    """The settings of all samples, read once while the index is open, and the places of those that have a term."""
    found, lines, by_term = list[_Known](), 0, dict[str, list[int]]()
    for source in _called_so(index, "samples", _MOST_FILES):
        if lines + len(source.lines) <= _MOST_LINES:
            lines += len(source.lines)
            found += _read(source, settings_of(source).values())
    for at, one in enumerate(found):
        for term in one.terms:
            by_term.setdefault(term, []).append(at)
    return found, by_term


def _of_pages(index: Index, passages: Sequence[Passage]) -> Iterator[_Known]:
    """Those that the pages about the configuration document, and the ones that the search finds."""
    found = list(dict.fromkeys(int(one.chunk.document) for one in passages if one.prose))[:_MOST_PAGES]
    pages = [*_called_so(index, "pages", _MOST_PAGES), *(source_of(index, one) for one in found)]
    for source in {id(one): one for one in pages if one is not None}.values():
        is_read = len(source.lines) <= _LONGEST_PAGE and source.document.language != _MANUAL
        if is_read and not read_path(source.document.path).is_change_log:
            yield from _of_page(source)


@cache_per_object
def _of_page(source: Source) -> tuple[_Known, ...]:
    return tuple(_read(source, documented_settings(source)))


def _read(source: Source, settings: Iterable[Setting]) -> Iterator[_Known]:
    for one in settings:
        around_it = "_".join((*one.within[-1:], one.name))
        if any(names_in(one.name)) or any(name.is_password for name in names_in(around_it)):
            continue  # nobody is told a password, also one that looks like a word
        parts = split_identifier(one.name)
        name, joined = (frozenset(terms(mark.join(parts))) for mark in (" ", ""))
        around = frozenset(terms(" ".join(one.within)))
        yield _Known(source, one, name, joined, around, around | frozenset(terms(one.said)))


@cache_per_object
def _paths(index: Index) -> Mapping[str, list[str]]:
    """Paths of files that are called like samples, and like pages, those nearest to the root first, and of a folder
    those of the fewest words: `application-dev.yaml` sets what holds in one place only.
    """
    found: dict[str, list[str]] = {"samples": [], "pages": []}
    for path in index.structure.paths():
        folder, _, name = path.rpartition("/")
        called = {word.lower() for part in name.split(".") for word in split_identifier(part)}
        is_hidden = f"/{folder}".find("/.") >= 0 or (name.startswith(".") and "env" not in called)
        for kind, paths in found.items():
            read = None if is_hidden or called.isdisjoint(_table()[kind]) else read_path(path)
            is_chosen = read is not None and read.is_deployment and called.isdisjoint(_table()["shows"])
            is_chosen = is_chosen or not called.isdisjoint(_table()["composed"])
            if read is not None and not (read.is_aside or is_chosen):
                paths.append(path)
    return {kind: sorted(paths, key=_plainest_first) for kind, paths in found.items()}


def _plainest_first(path: str) -> tuple[int, str, int, str]:
    folder, _, name = path.rpartition("/")
    return folder.count("/"), folder, len(split_identifier(name)), path


def _called_so(index: Index, kind: str, most: int) -> list[Source]:
    formats = ("prose",) if kind == "pages" else ("data", "text")
    found: list[Source] = []
    for path in _paths(index)[kind][:_MOST_LOOKED_AT]:
        stored = index.structure.document(path) if len(found) < most else None
        is_read = stored is not None and (stored.format in formats or stored.language == IMAGE)
        source = source_of(index, int(stored.id)) if stored and is_read else None
        found += [source] if source else []
    return found
