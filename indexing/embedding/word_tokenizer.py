"""Text to token ids by looking up whole words, in front of a slower subword tokeniser.

A repository repeats few distinct words, so each is split into identifier parts and subwords once and then found in a
dictionary: 19 to 34 microseconds a chunk of 1,200 characters; the tokeniser library takes some 350 (one core). It would
take .026 s to load, and most repositories have a word in another script, if only an author's name.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from citeline.patterns import re
from citeline.text import split_identifier

BUNDLED_TOKENIZER: Final = Path(__file__).parent / "bundled" / "tokenizer.json"

_ALPHANUMERIC: Final = re.compile(r"[^\W_]+")
_SEPARATORS_TO_SPACES: Final = bytes(byte if byte >= 0x80 or chr(byte).isalnum() else ord(" ") for byte in range(256))
"""Every ASCII byte that is neither letter nor digit; bytes of other scripts stay for `_subwords` to look at."""
_IDEOGRAPH: Final = re.compile(
    "([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b73f\U0002b740-\U0002b81f"
    "\U0002b920-\U0002ceaf\U0002f800-\U0002fa1f])"
)
"""Each is a word of its own."""
_CACHED_WORD_BYTES: Final = 64
_CACHED_WORDS: Final = 100_000
_MAX_BYTES: Final = 8_192
"""Enough for the token limit of any text that people write; keeps a 100 KB line from being split in full."""


@lru_cache(maxsize=1)
def read_model(definition: bytes) -> Mapping[str, Any]:
    """The model in a tokeniser's JSON, read once for all who ask for the same."""
    model: Mapping[str, Any] = json.loads(definition)["model"]
    return model


@cache
def bundled_vocabulary() -> Mapping[str, int]:
    """Piece of a word to token id, of the model in the package; `##` is before what goes on within a word."""
    vocabulary: Mapping[str, int] = read_model(BUNDLED_TOKENIZER.read_bytes())["vocab"]
    return vocabulary


class WordTokenizer(dict[bytes, bytes]):
    """Token ids by word, as the bytes of an array: a dictionary that computes a missing word, so that look-ups run
    without Python code and those of a text are only joined.

    Gives the ids that the library gives for the text with its identifiers split into words, less punctuation and
    unknown tokens. Safe to share between threads: two that miss the same word compute the same ids.
    """

    def __init__(self, definition: bytes, *, max_tokens: int) -> None:
        """`definition`: a tokeniser of word pieces in lower case, in the library's JSON."""
        super().__init__()
        model = read_model(definition)
        self._vocabulary: Mapping[str, int] = model["vocab"]
        self._within: str = model["continuing_subword_prefix"]
        self._longest: int = model["max_input_chars_per_word"]
        self._unknown_id = self._vocabulary[model["unk_token"]]
        self._max_tokens = max_tokens

    def __missing__(self, word: bytes) -> bytes:
        ids = array("q", self._subwords(word.decode("utf-8", "ignore"))).tobytes()
        if len(word) <= _CACHED_WORD_BYTES:
            if len(self) >= _CACHED_WORDS:
                self.clear()
            self[word] = ids
        return ids

    def _subwords(self, word: str) -> list[int]:
        ids: list[int] = []
        for run in _ALPHANUMERIC.findall(word):
            for part in split_identifier(run) if run.isascii() else _plain_words(run):
                ids.extend(self._pieces(part))
        return [token for token in ids if token != self._unknown_id]

    def _pieces(self, part: str) -> list[int]:
        """The longest pieces from the left of a lower-case word; none if it is not made of any.

        Source: WordPiece as BERT has it (Devlin et al. 2019).
        """
        ids: list[int] = []
        start = 0
        while start < len(part) <= self._longest:
            before = self._within if start else ""
            for end in range(len(part), start, -1):
                if (known := self._vocabulary.get(before + part[start:end])) is not None:
                    break
            else:
                return []
            ids.append(known)
            start = end
        return ids

    def token_ids(self, text: str) -> npt.NDArray[np.int64]:
        """Ids of one text, cut at the token limit."""
        # Cut before encoding, so that a huge text costs nothing, and after, for characters of several bytes.
        data = text[:_MAX_BYTES].encode("utf-8", "ignore")[:_MAX_BYTES]
        words = data.translate(_SEPARATORS_TO_SPACES).split()
        return np.frombuffer(b"".join(map(self.__getitem__, words)), np.int64)[: self._max_tokens]


def _plain_words(run: str) -> list[str]:
    """A run of letters and digits of any script as the model was trained on: without accents, in lower case.

    Source: BertNormalizer of `tokenizers`, whose letters become small one by one: the last `Σ` of a word is `σ`.
    """
    from unicodedata import category, normalize  # of most texts nobody asks it

    letters = (letter.lower() for letter in normalize("NFD", run) if category(letter) != "Mn")
    return _IDEOGRAPH.sub(r" \1 ", "".join(letters)).split()
