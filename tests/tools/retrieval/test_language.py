"""Which language a question is in, and what is read from it: nobody says so, and a mistake loses the question."""

import pytest

from citeline.tools.retrieval.language import Language, language_of
from citeline.tools.retrieval.translation import own_words, read_question, wordings


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("how are sessions closed?", "en"),
        ("die on error", "en"),
        ("DER encoding of a certificate", "en"),
        ("python elementtree delete namespace", "en"),
        ("get_user", "en"),
        ("", "en"),
        ("会话是怎么关闭的？", "zh"),
        ("会话 close", "zh"),
        ("セッションはどのように閉じられますか？", "ja"),
        ("Session.close はいつ呼ばれる", "ja"),
        ("Wie werden Sitzungen geschlossen?", "de"),
        ("Passwort zurücksetzen", "de"),
        ("Wo liegt der Quellcode von HTTPAdapter.send?", "de"),
        ("¿Cómo se cierran las sesiones?", "es"),
        ("como se cierran las sesiones", "es"),
        ("dónde está la configuración", "es"),
    ],
)
def test_the_language_of_a_question_is_told(question: str, language: Language) -> None:
    assert language_of(question) == language


def test_korean_is_no_chinese() -> None:
    assert language_of("세션은 어떻게 닫히나요") == "en"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("ユーザーのパスワードはどこで検証されますか？", {"user", "password", "where", "validate"}),
        ("Wo wird das Passwort eines Benutzers geprüft?", {"user", "password", "where", "check"}),
        ("¿Dónde se valida la contraseña de un usuario?", {"user", "password", "where", "validate"}),
    ],
)
def test_a_question_is_put_into_english(question: str, words: set[str]) -> None:
    read = read_question(question)
    assert words <= set(read.english.split())
    assert read.unread == ()


def test_words_that_say_nothing_are_not_searched_for() -> None:
    assert own_words("Wie werden die Sitzungen geschlossen?") == ["Sitzungen", "geschlossen"]
    assert own_words("how are the sessions closed") == ["how", "are", "the", "sessions", "closed"]


def test_an_english_question_has_one_wording() -> None:
    assert wordings("how do I install it") == ("how do I install it",)
    assert wordings("Wie kann ich es installieren?")[1].startswith("how")


def test_endings_of_japanese_are_not_unread_but_words_are() -> None:
    assert read_question("トークンを魑魅していただけませんか").unread == ("魑魅",)
