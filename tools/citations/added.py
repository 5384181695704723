"""What a sentence of a document says beyond one that repeats the rest of it: a condition, an exception or a part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from citeline.markup import plain_prose
from citeline.text import is_cjk

from .atoms import strip_citations
from .passage import Passage, is_document
from .said import Word, vocabulary, words_in
from .statements import sentences_in

_REPEATED: Final = 0.8
"""Share of the words of a claim that a sentence must have in the same order."""
_LEAST: Final = 3
_LONGEST: Final = 120
_SHOWN: Final = 10
_ENDS: Final = frozenset(";:.!?—")


def find_added(sentence: str, passage: Passage) -> str:
    """The words of the lines that limit what a sentence repeats without them; empty where nothing tells."""
    if is_cjk(sentence) or not is_document(passage):
        return ""
    claim = words_in(plain_prose(strip_citations(sentence, passage.text)))
    said = (words for one in sentences_in(passage.text) if len(words := words_in(one)) <= _LONGEST)
    return next((_shown(run) for words in said for run in _runs(claim, words) if _limits(run, claim)), "")


def _runs(claim: Sequence[Word], said: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """Words of a sentence that stand between, before and behind those that a claim repeats; none where it does not."""
    stems = [word.stem for word in claim]
    operations = SequenceMatcher(None, stems, [word.stem for word in said], autojunk=False).get_opcodes()
    content = [word.stem for word in claim if word.is_content]
    repeated = [
        word for kind, start, end, _, _ in operations if kind == "equal" for word in claim[start:end] if word.is_content
    ]
    if len(repeated) < max(_LEAST, _REPEATED * len(content)):
        return
    for kind, _, _, at, to in operations:
        if kind in ("insert", "replace"):
            run = said[at:to]
            ends = [place for place, word in enumerate(run) if word.text in _ENDS]
            if at == 0:
                yield run[ends[-1] + 1 :] if ends else run
            elif not ends or to == len(said):
                yield run[: ends[0]] if ends else run


def _limits(run: Sequence[Word], claim: Sequence[Word]) -> bool:
    data = vocabulary()
    limiting = {word.text for word in run} & (data.conditions | data.exceptions | data.limiting)
    return any(word.is_content for word in run) and bool(limiting - {word.text for word in claim})


def _shown(run: Sequence[Word]) -> str:
    told = " ".join(word.text for word in run[:_SHOWN]).replace(" ,", ",").strip(" ,")
    return f"{told} …" if len(run) > _SHOWN else told
