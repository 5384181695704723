"""Which language a question is in, and what is read from it: nobody says so, and a mistake loses the question."""

import pytest

from citeline.tools.question.clean import clean_question
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary import language as telling
from citeline.tools.question.vocabulary.language import Language, language_of
from citeline.tools.question.vocabulary.translation import read_question


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


@pytest.mark.parametrize("question", ["how are receive buffers refilled", "where is the interrupt handler of napiqx"])
def test_no_list_is_read_where_its_words_could_not_outnumber_english(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three lists were made for one word that software does not use: a third of a first search."""
    language_of.cache_clear()
    read_lists: list[str] = []
    monkeypatch.setattr(telling, "glossary_of", read_lists.append)
    assert language_of(question) == "en"
    assert not read_lists


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
    assert read("Wie werden die Sitzungen geschlossen?").own_words == ["Sitzungen", "geschlossen"]
    assert read("how are the sessions closed").own_words == ["how", "are", "the", "sessions", "closed"]


def test_endings_of_japanese_are_not_unread_but_words_are() -> None:
    assert read_question("トークンを魑魅していただけませんか").unread == ("魑魅",)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        # Short ones, of words that software uses too.
        ("Was ist Session?", "de"),
        ("Wo ist die Funktion get?", "de"),
        ("¿Dónde se usa get?", "es"),
        ("hola", "es"),
        ("環境変数", "ja"),
        ("这个月最近的报告", "zh"),
        # What is quoted is in no language.
        ('Where is the header "日本語" encoded?', "en"),
        ("How does `ひらがな` get tokenised?", "en"),
        # Languages without a list.
        ("Dove sono definite le sessioni?", "en"),
        ("Waar wordt de sessie gesloten", "en"),
        ("der encoder", "en"),
        ("plot y, predict y", "en"),
        ("man page, man command", "en"),
        ("DES and DER", "en"),
        ("supported locales: de, es, en, la", "en"),
        ("how is ¿ tokenized", "en"),
        ("servus backend", "en"),
        ('"Wie wird die Sitzung beendet?"', "de"),
        ("»Session« und »close«: wie geht das?", "de"),
    ],
)
def test_short_quoted_and_other_questions_are_told_apart(question: str, language: Language) -> None:
    assert language_of(question) == language


def test_marked_words_stay_whatever_their_script() -> None:
    assert "`ひらがな`" in read_question("How does `ひらがな` get tokenised?").english


def test_names_with_digits_do_not_keep_their_words_from_being_read() -> None:
    assert read_question("Wo wird der 404-Fehler behandelt?").english.startswith("where 404 error")


def test_a_question_that_no_list_reads_is_searched_for_as_it_is() -> None:
    korean = "로그인은 어디에서 처리됩니까?"
    assert read_question(korean).english == korean


def test_half_width_katakana_and_full_width_letters_are_read() -> None:
    assert clean_question("ｾｯｼｮﾝ ＡＰＩ２？") == "セッション API2？"
