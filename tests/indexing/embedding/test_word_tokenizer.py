from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from citeline.indexing.embedding.dense import split_identifiers
from citeline.indexing.embedding.word_tokenizer import BUNDLED_TOKENIZER, WordTokenizer

DEFINITION = BUNDLED_TOKENIZER.read_bytes()


@pytest.fixture(scope="module")
def library() -> Tokenizer:
    return Tokenizer.from_file(str(BUNDLED_TOKENIZER))


@pytest.fixture(scope="module")
def words() -> WordTokenizer:
    return WordTokenizer(DEFINITION, max_tokens=512)


def meaningful_ids(library: Tokenizer, text: str) -> list[int]:
    encoding = library.encode(split_identifiers(text))
    return [
        token_id
        for token_id, token in zip(encoding.ids, encoding.tokens, strict=True)
        if token != "[UNK]" and any(character.isalnum() for character in token)
    ]


@settings(deadline=None)
@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126), max_size=300))
def test_ids_are_those_of_the_library_without_punctuation(library: Tokenizer, words: WordTokenizer, text: str) -> None:
    assert words.token_ids(text).tolist() == meaningful_ids(library, text)


@pytest.mark.parametrize(
    "text", ["für naïve Straße", "退款期限 7 天", "Привет, мир", "café—crème", "ＦＵＬＬ ｗｉｄｔｈ"]
)
def test_other_scripts_are_tokenised_like_the_library(library: Tokenizer, words: WordTokenizer, text: str) -> None:
    assert words.token_ids(text).tolist() == meaningful_ids(library, text)


@settings(deadline=None)
@given(st.text(alphabet=st.characters(min_codepoint=128, categories=("L", "N")), max_size=60))
def test_letters_of_any_script_are_tokenised_like_the_library(
    library: Tokenizer, words: WordTokenizer, text: str
) -> None:
    assert words.token_ids(text).tolist() == meaningful_ids(library, text)


def test_each_letter_of_the_first_plane_has_the_ids_that_the_library_gives(
    library: Tokenizer, words: WordTokenizer
) -> None:
    letters = [letter for letter in map(chr, range(128, 0xD800)) if letter.isalnum()]
    found = library.encode_batch(letters, add_special_tokens=False)
    unknown = library.token_to_id("[UNK]")
    assert [words.token_ids(letter).tolist() for letter in letters] == [
        [token for token in one.ids if token != unknown] for one in found
    ]


def test_text_is_cut_at_the_token_limit() -> None:
    assert len(WordTokenizer(DEFINITION, max_tokens=7).token_ids("word " * 50)) == 7


def test_long_words_are_not_kept() -> None:
    words = WordTokenizer(DEFINITION, max_tokens=512)
    words.token_ids("short " + "long" * 100)
    assert list(words) == [b"short"]
