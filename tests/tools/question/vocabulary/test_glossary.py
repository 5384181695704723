"""A German or Spanish question becomes English word by word; names stay as they are."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.data_files import shipped_text
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.glossary import STEMMERS, Glossary, glossary_of
from citeline.tools.question.vocabulary.lexicon import read_concepts, shipped_lexicon

GERMAN = Glossary(
    read_concepts(
        """
        how | wie
        session | Sitzung
        management | Verwaltung
        close | schließen, geschlossen
        change | ändern
        upload | hochladen
        reset | zurücksetzen
         | werden, die, der, andere, anderen, man, ich, eine, ist
        """
    ),
    "de",
)
SPANISH = Glossary(
    read_concepts(
        """
        how | cómo
        database | base de datos
        base | base
        validation | validación
        close | cerrar, cierra
         | se, la, de, las
        """
    ),
    "es",
)


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Wie werden die Sitzungen geschlossen", "how session close"),
        ("wie werden Sitzungen geschlossen?", "how session close ?"),
        ("schliessen", "close"),
        ("SCHLIESSEN", "close"),
    ],
)
def test_inflected_words_and_typed_umlauts_are_known(question: str, english: str) -> None:
    assert GERMAN.render(question).english == english


def test_accents_may_be_missing_and_phrases_win_over_their_words() -> None:
    assert SPANISH.render("como se cierra la base de datos").english == "how close database"
    assert SPANISH.render("¿Cómo se cierran las bases de datos?").english == "¿ how close database ?"
    assert SPANISH.render("validaciones, validacion").english == "validation , validation"


@pytest.mark.parametrize(
    ("compound", "english"),
    [
        ("Sitzungsverwaltung", "session management"),
        ("Sitzungsverwaltungen", "session management"),
        ("Cacheverwaltung", "cache management"),
        ("Sitzungs-Verwaltung", None),
        ("Verwaltungsrat", None),
    ],
)
def test_a_compound_is_taken_apart_where_all_of_it_is_known(compound: str, english: str | None) -> None:
    assert GERMAN.lookup(compound) == english


def test_a_word_that_says_nothing_does_not_lend_its_stem() -> None:
    # Both have the stem `and`.
    assert GERMAN.lookup("andere") == ""
    assert GERMAN.lookup("ändert") is None or GERMAN.lookup("ändert") == "change"


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Wie lade ich eine Sitzung hoch?", "how upload session ?"),
        ("Wie lädt man Sitzungen hoch", "how upload session"),
        ("Wie setzt man die Sitzung zurück?", "how reset session ?"),
        ("hoch", "hoch"),
        ("Wie hoch ist die Sitzung?", "how hoch session ?"),
    ],
)
def test_a_verb_finds_the_prefix_at_the_end_of_its_clause(question: str, english: str) -> None:
    assert GERMAN.render(question).english == english


def test_names_stay_as_they_are() -> None:
    kept = "`schließen` Session.close get_user sessions.py --sitzung HTTPServer v1.2"
    assert GERMAN.render(f"Sitzung {kept}").english == f"session {kept}"


def test_words_that_no_list_has_are_told_apart_from_loan_words() -> None:
    read = GERMAN.render("Sitzung Middleware Fluxkompensator")
    assert read.english == "session Middleware Fluxkompensator"
    assert read.own == ("Sitzung", "Middleware", "Fluxkompensator")
    assert read.unread == ("Fluxkompensator",)


def test_loan_words_alone_make_no_german_word() -> None:
    assert not GERMAN.has("sessiontoken")
    assert GERMAN.has("Sitzungstoken")


def test_a_long_word_of_many_parts_takes_no_time() -> None:
    assert GERMAN.lookup("sitzung" * 300 + "x") is None


@given(st.text(st.characters(), max_size=80))
def test_any_text_is_read(text: str) -> None:
    for glossary in (GERMAN, SPANISH):
        read = glossary.render(text)
        assert set(read.unread) <= set(read.own)


def words_of(name: str) -> str:
    return shipped_text("citeline.tools.question", name)


@pytest.mark.parametrize("name", ["lexicon.txt", *(f"glossaries/{one}.txt" for one in ("de", "es", "fr", "ja", "zh"))])
def test_every_line_of_a_shipped_list_is_whole(name: str) -> None:
    for number, line in enumerate(words_of(name).splitlines(), 1):
        content = line.split("#", 1)[0].strip()
        assert content.count("|") <= 1, f"{name}:{number}"
        assert not content or all(word.strip() for word in re.split(r"[,|]", content.removeprefix("|"))), (
            f"{name}:{number}: an empty word"
        )


@pytest.mark.parametrize("language", [*STEMMERS, "zh"])
def test_no_word_of_a_shipped_list_stands_for_two_things(language: str) -> None:
    meant: dict[str, str] = {}
    for concept in read_concepts(words_of(f"glossaries/{language}.txt")):
        english = concept.english[0] if concept.english else ""
        for word in concept.foreign:
            assert meant.setdefault(word, english) == english, word


def test_no_chinese_word_is_in_both_of_its_lists() -> None:
    # The one in the glossary would never be read.
    first = {word for concept in read_concepts(words_of("lexicon.txt")) for word in concept.foreign}
    further = {word for concept in read_concepts(words_of("glossaries/zh.txt")) for word in concept.foreign}
    assert not first & further


def test_the_first_sense_of_a_chinese_word_is_what_it_is_read_as() -> None:
    # Of another one no sense would ever be read.
    for concept in read_concepts(words_of("glossaries/zh_senses.txt")):
        for word in concept.foreign:
            assert shipped_lexicon().to_english(word) == concept.english[0]


def test_the_shipped_lists_read_everyday_questions() -> None:
    german = glossary_of("de").render("Wo wird die Datenbankverbindung wieder geschlossen?")
    assert german.english.split()[:1] == ["where"]
    assert {"database", "connection", "close"} <= set(german.english.split())
    spanish = glossary_of("es").render("¿Dónde se cierra la conexión a la base de datos?")
    assert {"where", "close", "connection", "database"} <= set(spanish.english.split())


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("如何让任务定时执行？", "task schedule"),
        ("怎么关掉自动更新检查？", "disable automatic update check"),
        ("怎么给接口加上限流？", "interface add rate limit"),
        ("怎么撤销令牌？", "revoke token"),
        ("怎么保证消息只被处理一次？", "guarantee message exactly once"),
        ("失败的任务会重新排队吗？", "failure task requeue"),
    ],
)
def test_chinese_is_put_into_the_words_of_code_and_pages(question: str, english: str) -> None:
    """`加上限流` was read as a limit and a stream, and to revoke a token as to roll it back."""
    assert read(question).english.rstrip(" ？") == english
