"""Names that a question takes for granted: does the index hold them, or what was not read of a file?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from math import isclose
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from citeline.indexing.extraction.sampling import MOST_STREAMED_BYTES
from citeline.indexing.files.captures import tells_of_capture
from citeline.indexing.files.source_tree import real_path
from citeline.indexing.files.walk import open_unfollowed
from citeline.indexing.reader import Index
from citeline.indexing.stores.text_columns import to_column
from citeline.model import SAMPLE
from citeline.state import Evidence, MissingName
from citeline.text import fold, last_part, parts_of, split_identifier, stem, term_id, terms_of_word, words

from ..citations.opposites import is_as_much
from ..citations.said import Quantity, quantities_in, vocabulary, words_in
from ..question.mentions import products
from ..question.question import Name, Question
from ..question.read import read
from ..question.vocabulary.finance import long_forms
from ..question.vocabulary.words import is_ordinary
from .term_weights import plain_terms

_NEAREST: Final = 2
_CANDIDATES: Final = 8
_MISSPELT: Final = 0.75
"""Of the name of a file, by `SequenceMatcher`."""
_LETTERS_PER_SLIP: Final = 4
_OF_PLACES: Final = re.compile(r"(.*a)n|(.*)ese")
"""What is Californian or Japanese is of a place that is written without it; no Photon is of a photo."""
_LEAST_PLACE: Final = 5
_READ: Final = 50
"""Chunks that hold the letters of a name which are read for whether it is in another word there."""
_MOST: Final = 6
"""Names told: a pasted log has hundreds of words that no corpus knows."""
_MOST_FILES: Final = 3
"""Files that are looked through."""
_READ_BYTES: Final = 1 << 20


def missing_names(index: Index, question: Question) -> list[MissingName]:
    """Names of the question that are neither defined nor used anywhere in the corpus, half a dozen at most.

    Each comes with names that it may be a slip of the finger for: `middlware` with `middleware`.
    """
    # Reports write `COGS` in words, and what only our own translation says is nothing that was asked for.
    own = {word.lower() for word in question.own}
    translated = question.language != "en"
    said = (one for one in question.names if one.kind != "word" or not translated or one.text.lower() in own)
    absent = (one for one in said if not long_forms(one.text) and not _is_held(index, one))
    found: list[MissingName] = [{"name": one, "nearest": []} for one in _missing_records(index, question.records)]
    for mention in absent:
        if len(found) >= _MOST:
            break
        found.append({"name": mention.text, "nearest": list(_nearest(index, mention))})
    return found


def missing_measures(index: Index, question: Question, evidence: Sequence[Evidence]) -> list[MissingName]:
    """Measures of which is asked why, `paged over 10 MB`, and which nothing says: the evidence in no unit, and the
    corpus not as they are written. Where why is not asked a number is the asker's: `give up after 30 seconds`.
    """
    parts = map(read, question.parts) if len(question.parts) > 1 else [question]
    asked = [part.english for part in parts if part.asks_for("why")]
    wanted = [one for text in asked for one in quantities_in(words_in(text)) if one.unit]
    there = [one for piece in evidence if wanted for one in quantities_in(words_in(piece["text"]))]
    absent = [one for one in wanted if not any(is_as_much(one, other) or _may_be(one, other) for other in there)]
    unsaid = (one for one in absent if not _is_written(index, *_spellings(one)))
    return [{"name": question.as_written(f"{one.number} {one.unit}"), "nearest": []} for one in unsaid]


def _may_be(measure: Quantity, bare: Quantity) -> bool:
    """Whether a number without a unit is the measure in one of its units: `TIMEOUT_MS = 30000` is 30 seconds."""
    if bare.unit:
        return False
    scales = {scale for measured, scale in vocabulary().units.values() if measured == measure.measured}
    return any(isclose(float(bare.number) * scale, measure.amount) for scale in scales)


def _spellings(measure: Quantity) -> Iterator[str]:
    """As a text may have it: `2 minutes`, `two-minute`."""
    letters = (word for word, digits in vocabulary().numbers.items() if digits == measure.number)
    one = measure.unit.removesuffix("s")
    for number in (measure.number, *letters):
        yield from (f"{number}{mark}{unit}" for mark in (" ", "-") for unit in (one, f"{one}s"))


def _missing_records(index: Index, records: Sequence[str]) -> list[str]:
    """Those of a kind that the corpus has others of: `PR-4828` where there is `PR-4827`."""
    return [
        record
        for record in records[:_MOST]
        if not _is_written(index, record) and not _is_path_with(index, record) and _has_like(index, record)
    ]


def _has_like(index: Index, record: str) -> bool:
    if not index.structure.may_be_in_a_text(f"{record.rpartition('-')[0]}-"):
        return False
    like = re.compile(re.escape(to_column(record.rpartition("-")[0]).encode()) + rb"-[0-9]")
    return any(like.search(text) for _, _, text in index.structure.texts())


def _is_path_with(index: Index, name: str) -> bool:
    return any(name.lower() in path.lower() for path in index.structure.paths())


def _is_held(index: Index, mention: Name) -> bool:
    other = products().same.get(mention.text.lower())
    if other is not None and _is_mentioned(index, other):
        return True
    if mention.kind == "path":
        return _is_path(index, mention.text) or _is_written(index, mention.text)
    if mention.kind == "option":
        return _is_option(index, mention.text)
    if mention.kind == "symbol":
        return _is_path(index, mention.text) or _is_symbol(index, mention.text)
    return _is_mentioned(index, mention.text) or _is_spelled(index, mention.text)


def _is_spelled(index: Index, name: str) -> bool:
    """Whether `Q.resolve` is the name of a definition with what it stands in, though `Q` looks like an initial."""
    *_, last = parts = parts_of(name)
    nodes = index.structure.nodes_folded([fold(last)]) if len(parts) > 1 else []
    return any(parts_of(node.qualified_name)[-len(parts) :] == parts for node in nodes)


def _is_symbol(index: Index, name: str) -> bool:
    """Whether the index knows the name, or each of its parts; what comes before a part may be the asker's variable."""
    parts = parts_of(name)
    if len(parts) > 1 and index.structure.nodes_folded([fold("".join(parts))]):
        return True
    *qualifiers, last = parts
    return _is_part(index, last) and all(
        _is_part(index, part) or (part.islower() and is_ordinary(part)) for part in qualifiers
    )


def _is_part(index: Index, part: str) -> bool:
    """Defined, or used though it is defined elsewhere: a compound is a term of its own."""
    if index.structure.nodes_folded([fold(part)]) or _is_of_the_project(index, part):
        return True
    of_words = [terms for word in words(part) if (terms := terms_of_word(word))]
    if not of_words:
        return True  # of stop words only: `has`, `get`
    frequencies = index.structure.term_frequencies({term_id(term) for terms in of_words for term in _forms(terms[-1])})
    if all(any(term_id(term) in frequencies for term in _forms(terms[-1])) for terms in of_words):
        return len(of_words) == 1 or _is_written(index, part)
    return _is_joined(index, split_identifier(part))


def _forms(term: str) -> set[str]:
    """`websockets` is kept whole as a compound, and `websocket` as a stem."""
    return {term, stem(term), term.removesuffix("s")}


def _is_joined(index: Index, parts: list[str]) -> bool:
    """`read_timeout` may be written `read-timeout` or `read.timeout` here: in a configuration, say, or an option."""
    plain = {term_id(term) for part in parts for term in terms_of_word(part)}
    if len(parts) < 2 or len(index.structure.term_frequencies(plain)) < len(plain):
        return False
    return _is_written(index, *(joint.join(parts) for joint in "-./"))


def _is_option(index: Index, option: str) -> bool:
    """`--dry-run` as it is, or what a program makes such an option from: `dry_run`, `dryRun`, `"dry-run"`."""
    bare = option.lstrip("-")
    if index.structure.nodes_folded([fold(bare)]) or _is_written(index, option):
        return True
    if "-" in bare or "_" in bare:
        compound = term_id(fold(bare))
        return compound in index.structure.term_frequencies({compound})
    return _is_written(index, *(f"{quote}{bare}{quote}" for quote in "\"'`"))


def _is_mentioned(index: Index, name: str) -> bool:
    found = _OF_PLACES.fullmatch(name) if name[0].isupper() else None
    place = (found[1] or found[2] or "") if found else ""
    return _is_said(index, name) or (len(place) >= _LEAST_PLACE and _is_said(index, place))


def _is_said(index: Index, name: str) -> bool:
    terms = {term_id(term) for term in plain_terms(name)}
    frequencies = index.structure.term_frequencies(terms)
    if index.structure.nodes_folded([fold(name)]) or _is_of_the_project(index, name):
        return True
    if len(terms) > len(frequencies) or not terms:
        compound = terms_of_word(name)[-1:] if name.isalnum() else ()
        whole = {term_id(form) for term in compound for form in _forms(term)}
        return bool(index.structure.term_frequencies(whole)) or _is_written(index, name)
    if "/" in name:  # `HTTP/3`, `HTTP3`, `http_3`
        return _is_written(index, *(name.replace("/", joint) for joint in ("/", "", " ", "_", "-")))
    if len(words(name)) > 1:  # `socket.io`: both words are somewhere
        return _is_written(index, name)
    # To react is no React: where the product is meant, it has its capital, or stands in an import.
    if name[0].isupper() and name.lower() in products().words:
        return _is_written(index, name, exact=True) or _is_written(
            index, *(f"{quote}{name.lower()}" for quote in "\"'/@")
        )
    return True


def _is_of_the_project(index: Index, name: str) -> bool:
    """The corpus itself by name, or a language that it is written in."""
    known = [index.manifest.root.rstrip("/").rpartition("/")[2], *index.structure.languages()]
    return fold(name) in map(fold, known)


def _is_written(index: Index, *texts: str, exact: bool = False) -> bool:
    """Whether some chunk holds one of the texts letter by letter; in either case unless it must be `exact`.

    `redistribution` does not hold `redis`, and `aioredis` does; where many chunks have the letters, one of them may.
    Reads every chunk once, until one does, and only for names that no table has and whose words are somewhere.
    """
    stored = [to_column(text) for text in texts if index.structure.may_be_in_a_text(text)]
    held: dict[bytes, tuple[str, list[str]]] = {
        (text if exact else text.lower()).encode(): (text, []) for text in stored
    }
    for chunk in (text for _, _, text in index.structure.texts()) if held else ():
        searched = chunk if exact else chunk.lower()
        for wanted, (_, found) in held.items():
            if wanted in searched:
                found.append(chunk.decode())
                if len(found) == _READ:
                    return True
    for text, found in held.values():
        around = re.compile(rf"[a-z]*{re.escape(text)}[a-z]*", re.IGNORECASE)
        words_around = (word for chunk in found for word in around.findall(chunk))
        if any(len(word) == len(text) or not is_ordinary(word) for word in words_around):
            return True
    return False


def _is_path(index: Index, name: str) -> bool:
    """`sessions.py`, `src/app` and `docs/` are paths of the corpus, whole or in part; so are files that it left out."""
    wanted = f"/{name.strip('/').lower()}"
    if "/" not in name and not PurePosixPath(name).suffix:
        return False
    known = [*index.structure.paths(), *(skipped.path for skipped in index.structure.skipped())]
    paths = (f"/{path.lower()}" for path in known)
    return any(path.endswith(wanted) or f"{wanted}/" in path for path in paths)


def _nearest(index: Index, mention: Name) -> tuple[str, ...]:
    if mention.kind == "path" and (near := _nearest_paths(index, mention.text)):
        return near
    name = last_part(mention.text.lstrip("-"))
    # `TOTP`, `gRPC` and `Train` are what was meant, however near `TOP`, `tRPC` and `Trait` are.
    is_word = mention.kind in ("proper", "word") and is_ordinary(name)
    if is_word or name.isupper() or name.lower() in products().names:
        return ()
    spelled = {fold(near): near for near in reversed(index.structure.suggest_names(name, _CANDIDATES))}
    slips = {near: edits for near in spelled if 0 < (edits := _edits(fold(name), near)) <= _most_edits(near)}
    return tuple(spelled[near] for near in sorted(slips, key=lambda one: slips[one]))[:_NEAREST]


def _most_edits(name: str) -> int:
    """Letters that a slip of the finger may change: one of five, two of nine."""
    return min(2, (len(name) - 1) // _LETTERS_PER_SLIP)


def _edits(one: str, other: str) -> int:
    """Letters to add, leave out, change, or swap with their neighbour, to make a word of another."""
    before: list[int] = []
    last = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        row = [at]
        for to, there in enumerate(other, 1):
            row.append(min(last[to] + 1, row[-1] + 1, last[to - 1] + (letter != there)))
            if at > 1 and to > 1 and one[at - 2 : at] == there + other[to - 2] and letter != there:
                row[-1] = min(row[-1], before[to - 2] + 1)
        before, last = last, row
    return last[-1]


def _nearest_paths(index: Index, name: str) -> tuple[str, ...]:
    """Paths of files that are called almost so, for a name with the suffix of a file that the corpus has."""
    wanted = PurePosixPath(name.replace("\\", "/").lower())
    paths = index.structure.paths()
    names = {path: PurePosixPath(path.lower()).name for path in paths}
    alike = [one for one in set(names.values()) if PurePosixPath(one).suffix == wanted.suffix]
    near = get_close_matches(wanted.name, sorted(alike), _NEAREST, _MISSPELT) if wanted.suffix else []
    return tuple(path for one in near for path in paths if names[path] == one)[:_NEAREST]


class UnreadPlace(NamedTuple):
    """A line that has a name, in a file whose index has not read all of its lines."""

    name: str
    path: str
    line: int
    """1-based."""


def sampled_paths(index: Index) -> list[str]:
    """Files of which a sample is in the index, data of tests last: there may be hundreds."""
    sampled = [(path, note) for path, note in index.structure.notes().items() if note.startswith(SAMPLE)]
    return [path for path, _ in sorted(sampled, key=lambda found: tells_of_capture(found[1]))]


def unread_places(index: Index, names: Sequence[str], paths: Sequence[str]) -> list[UnreadPlace]:
    """The first line of each file that has a name which the index does not hold; in any case, UTF-8 alone."""
    return [place for path in paths[:_MOST_FILES] for place in _places(index, path, names)]


def _places(index: Index, path: str, names: Sequence[str]) -> Iterator[UnreadPlace]:
    wanted = {name: re.compile(rb"(?<!\w)" + re.escape(name.lower().encode()) + rb"(?!\w)") for name in names if name}
    overlap = max((len(name.encode()) for name in wanted), default=0) + 1
    try:
        with open_unfollowed(real_path(index.tree, path)) as file:
            ends, kept = 1, b""
            left = MOST_STREAMED_BYTES
            while wanted and left > 0 and (data := file.read(_READ_BYTES)):
                left -= len(data)
                block = kept + data.lower()
                for name, whole in list(wanted.items()):
                    found = whole.search(block)
                    # What goes on behind the block may belong to the word.
                    if found and (found.end() < len(block) or len(data) < _READ_BYTES):
                        del wanted[name]
                        yield UnreadPlace(name, path, ends + block.count(b"\n", 0, found.start()))
                kept = block[max(0, len(block) - overlap) :]
                ends += block.count(b"\n", 0, len(block) - len(kept))
    except OSError:
        return
