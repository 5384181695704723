"""What an option of a command line does: the lines of a document, a help text or the code that begin with it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from citeline.data_files import shipped_table
from citeline.indexing.reader import Index
from citeline.model import StoredChunk
from citeline.text import is_cjk, split_identifier, terms_of, unique

from ...question.question import Question
from ...question.vocabulary.words import is_asking
from ...retrieval.corpus import corpus_of
from ..ranking.candidates import Candidate, Passage
from ..ranking.spans import Span
from ..reading.lines import Line, lines_of

_MOST_LINES: Final = 14
_MOST_ABOVE: Final = 3
"""Lines from the head of a call to the option."""
_LEAST_WORDS: Final = 3
"""Of what describes an option."""
_LEAST_CJK: Final = 5
_LONGEST: Final = 400
"""Characters of a line that are read."""
_CJK: Final = frozenset({"zh", "ja"})
_ROFF: Final = re.compile(r"\\f[A-Z]|^\.[A-Z]{1,2}\b|\\(?=-)")
_OTHERS: Final = re.compile(r"(?<![\w-])--?[\w?-]+|<[^<>]*>|\[[^\[\]]*\]|\b[A-Z][A-Z_]*\b")
"""Other spellings of an option in front of it, and what they take."""
_OPTION: Final = re.compile(r"[^\w-]*(?:-\s)?[^\w-]*--?[A-Za-z?]")
"""How the next option begins."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_TEXT: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|`[^`]*`")
_SENTENCE: Final = re.compile(r"[`*\"'=\w.\\]* ?\(?[^\W\d_A-Z]+ |[`*\"'\w=]*\s?[\u3040-\u9fff\uac00-\ud7af]")
"""Behind an option that is a word of a sentence: `--tac makes it slower`."""
_COLUMNS: Final = re.compile(r"[^\"']*?\s{2,}\S")
"""Behind an option in the text of `--help`, also within code."""
_BESIDE: Final = re.compile(r"[\"'`]\s*,")
"""Behind a name that is given with more: `flags.Bool("wait", false, …`."""
_OPENS, _CLOSES = "([{", ")]}"


class OptionTold(NamedTuple):
    """Lines that begin with an option and say what it does."""

    candidate: Candidate
    """As far as their first sentence."""
    shown: tuple[int, int]
    """All of them, 1-based, inclusive."""
    rank: tuple[bool, int, bool, int]
    """The less the better: whether a sentence begins with the option, of which it is a word, whether they are
    no document or have the marks of a manual, whether they are code, and how deep the file lies.
    """

    @property
    def is_defined(self) -> bool:
        """Whether they say what it is, and not something about it."""
        return not self.rank[0]


def option_told(index: Index, question: Question, sources: Collection[str] = ()) -> OptionTold | None:
    """The lines that say what the one option does that a question is about, in the script of the question: under its
    heading, behind it in a list, a table, a page of a manual or the text of `--help`, or in the call that declares it.
    None where more is asked about it.
    """
    options = question.options
    if len(options) != 1 or not _is_all(question, options[0]):
        return None
    in_cjk = question.language in _CJK
    told = (_all_told(index, name, sources) for name in _spellings(options[0]))
    of_script = ([one for one in found if is_cjk(one.candidate.text) == in_cjk] for found in told)
    return min(next(filter(None, of_script), []), key=lambda one: one.rank, default=None)


def _spellings(option: str) -> list[str]:
    """As it is written, then `--cache-dir`, `--cacheDir` and `--cache_dir` for each other; `-V` is no `-v`."""
    dashes = option[: len(option) - len(option.lstrip("-"))]
    parts = [part.lower() for part in split_identifier(option.lstrip("-"))]
    camel = "".join([*parts[:1], *map(str.capitalize, parts[1:])])
    others = ("-".join(parts), camel, "_".join(parts)) if len(parts) > 1 else ()
    return unique([option, *(f"{dashes}{name}" for name in others)])


def _all_told(index: Index, name: str, sources: Collection[str]) -> list[OptionTold]:
    # What is given to an option is its use: `--port=8080`, `--port={{ .Values.port }}`.
    dashed, bare = re.escape(name), re.escape(name.lstrip("-"))
    pattern = re.compile(rf"(?<![\w-]){dashed}(?![\w-]|=[^A-Z<\[])|(?<=[\"'`]){bare}(?=[\"'`])")
    return [one for chunk in _chunks_with(index, name, sources) for one in _told_in(index, chunk, pattern)]


def _is_all(question: Question, name: str) -> bool:
    """Whether nothing else is asked about: `what does the --fast flag do`, and not `what does --fast cost`."""
    if not (question.asks_for("definition") or question.about.lstrip("-") == name.lstrip("-")):
        return False
    beside = terms_of((name, *_words()["asked"]))
    said = [word for word in question.english_words if not is_asking(word)]
    return terms_of(said) <= beside


def _chunks_with(index: Index, name: str, sources: Collection[str]) -> Iterator[StoredChunk]:
    """Those of the product and its documents that have the option as it is written, or as a page of a manual has it, or
    without its dashes in a text of code.
    """
    corpus = corpus_of(index)
    spellings = (name, name.replace("-", r"\-"), *(f"{mark}{name.lstrip('-')}{mark}" for mark in "\"'`"))
    spelled = [one.encode() for one in spellings if index.structure.may_be_in_a_text(one)]
    texts = index.structure.texts() if spelled else ()
    documents = dict.fromkeys(int(document) for document, _, text in texts if any(one in text for one in spelled))
    asked = [one for one in documents if corpus.is_in(one, sources) and not _is_aside(index, one)]
    # Whoever deploys the program gives it options, and only pages say what they do.
    asked = [one for one in asked if corpus.is_prose(one) or not corpus.path_terms(one).is_deployment]
    for chunk in index.structure.chunks_of(asked):
        if chunk.id not in corpus.inline_tests:
            yield chunk


def _is_aside(index: Index, document: int) -> bool:
    path = corpus_of(index).path_terms(document)
    return path.is_aside or path.is_change_log


def _told_in(index: Index, chunk: StoredChunk, pattern: re.Pattern[str]) -> Iterator[OptionTold]:
    prose, is_code = corpus_of(index).is_prose(chunk.document), chunk.kind == "code"
    lines = lines_of(chunk)
    texts = [_ROFF.sub("", text[:_LONGEST]) for text in chunk.text.split("\n")][: len(lines)]
    for place, text in enumerate(texts):
        if (match := pattern.search(text)) is None:
            continue
        before, behind = _OTHERS.sub("", text[: match.start()]), text[match.end() :]
        is_bare = not match[0].startswith("-")
        is_call = is_code and (is_bare or not _COLUMNS.match(behind))
        if (is_bare and not is_call) or (_WORD.search(before) and not (is_call and (is_bare or _declares(before)))):
            continue
        first, last = _call_around(texts, place, before) if is_call else (place, _end(texts, lines, place))
        if is_bare and not (_BESIDE.match(behind) and _declares_bare(before if first == place else texts[first])):
            continue
        told = [text if is_call else behind, *texts[place + 1 : last + 1]]
        describes = partial(_describes, is_call=is_call, least=_LEAST_WORDS - is_bare)
        if not describes("\n".join(told)):
            continue
        own = next((place + at for at, one in enumerate(told) if describes(one)), place + 1)
        end = own if is_call else next((one for one in range(own, last) if _ends(texts, lines, one)), last)
        is_column = is_call or lines[place].heading or _COLUMNS.match(behind)
        is_word = not is_column and _SENTENCE.match(_OTHERS.sub("", behind)) is not None
        candidate = Candidate(Passage(chunk, 1.0, prose), Span(own, end, "block"), 1)
        raw = 2 if "\\f" in candidate.text else int(not prose)
        shown = (chunk.start_line + first, chunk.start_line + last)
        yield OptionTold(candidate, shown, (is_word, raw, is_code, chunk.path.count("/")))


def _ends(texts: Sequence[str], lines: Sequence[Line], place: int) -> bool:
    """Whether a sentence or a paragraph ends on a line."""
    return not lines[place].blank and (lines[place + 1].blank or texts[place].rstrip().endswith((".", "。")))


def _declares(head: str) -> bool:
    """Whether what stands before an option is a call that declares one: `parser.add_argument("`, `.option('-p, `."""
    names = re.findall(r"[A-Za-z_]\w*", head)
    return bool(names) and any(part.lower() in _words()["calls"] for part in split_identifier(names[-1]))


def _declares_bare(head: str) -> bool:
    """The same of a name without dashes: `flags.Bool("`, `fs.DurationVar(&wait, "`, `&cli.BoolFlag{`; no other call
    takes the type of a value, and `viper.GetBool("` asks for it.
    """
    names = re.findall(r"([A-Za-z_]\w*)(?=[({])", head)
    return any(
        not {part.lower() for part in parts}.isdisjoint(_words()["calls"]) or parts[0].lower() in _words()["types"]
        for parts in map(split_identifier, names)
        if parts
    )


@cache
def _words() -> Mapping[str, Sequence[str]]:
    table: Mapping[str, Sequence[str]] = shipped_table("citeline.tools.answer.sources", "options.toml")
    return table


def _describes(told: str, *, is_call: bool, least: int = _LEAST_WORDS) -> bool:
    """Whether it has some words, of a call in one text; Chinese and Japanese set nothing between theirs."""
    texts = [_OTHERS.sub(" ", text) for text in (_TEXT.findall(told) if is_call else [told])]
    return any(len(_WORD.findall(text)) >= least or (is_cjk(text) and len(text) > _LEAST_CJK) for text in texts)


def _call_around(texts: Sequence[str], place: int, before: str) -> tuple[int, int]:
    """The lines of the call that has a text in it, by its brackets. `before`: of its line, where it may begin."""
    is_opened = sum(map(before.count, _OPENS)) > sum(map(before.count, _CLOSES))
    above = range(place, place if is_opened else max(0, place - _MOST_ABOVE) - 1, -1)
    first = next((at for at in above if texts[at].rstrip().endswith(tuple(_OPENS))), place)
    depth = 0
    for end in range(first, min(len(texts), first + _MOST_LINES)):
        bare = _TEXT.sub("", texts[end])
        depth += sum(bare.count(one) for one in _OPENS) - sum(bare.count(one) for one in _CLOSES)
        if depth <= 0:
            return first, end
    return first, min(len(texts), first + _MOST_LINES) - 1


def _end(texts: Sequence[str], lines: Sequence[Line], place: int) -> int:
    """The last line that is about the option: up to the next heading, the next option, or behind a paragraph."""
    is_heading, last, seen = lines[place].heading, place, False
    for end in range(place + 1, min(len(texts), place + _MOST_LINES)):
        if lines[end].heading or (not is_heading and _OPTION.match(texts[end])):
            break
        if lines[end].blank:
            if seen and not is_heading:
                break
            continue
        last, seen = end, True
    return last
