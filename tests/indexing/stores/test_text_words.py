from __future__ import annotations

import pytest

from citeline.indexing.stores.text_words import TextWords, pack_words, unpack_words, words_of
from citeline.model import Chunk


def text_words(*texts: str) -> TextWords:
    chunks = [Chunk("text", 1, 1, text, "", "", 0, ()) for text in texts]
    return TextWords(pack_words(words_of(chunks)))


@pytest.mark.parametrize(
    "part", ["redis", "aioredis", "REDIS", "io", "read-timeout", "d-time", "-timeout", "größe", "登录", "v2", "", "12"]
)
def test_what_a_text_has_may_be_in_one(part: str) -> None:
    assert text_words("import AioRedis", "read-timeout = 12, v2; Größe 登录").may_be_in_a_text(part)


@pytest.mark.parametrize("part", ["kafka", "redisx", "read_out", "time-", "--port", "read.kafka"])
def test_a_word_that_no_text_has_is_in_none(part: str) -> None:
    assert not text_words("import aioredis", "read-timeout = 12").may_be_in_a_text(part)


def test_words_are_gathered_over_several_lists() -> None:
    packed = [pack_words({b"redis"}), pack_words(set()), pack_words({b"kafka", b"import"})]
    words = TextWords(*packed)
    assert all(map(words.may_be_in_a_text, ("redis", "kafka", "import")))
    assert unpack_words(packed[2]) == {b"kafka", b"import"} and unpack_words(packed[1]) == set()
