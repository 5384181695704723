from __future__ import annotations

import subprocess
import sys
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

import citeline.text
from citeline.indexing.embedding.word_tokenizer import bundled_vocabulary
from citeline.text import (
    STOPWORDS,
    ScriptPattern,
    ascii_term_ids,
    beginnings_of,
    cjk_runs,
    fold,
    identifiers_in,
    is_cjk,
    is_cjk_run,
    name_terms,
    split_identifier,
    stem,
    term_id,
    terms,
    terms_of_word,
    unique,
    words,
)


@pytest.mark.parametrize(
    ("identifier", "parts"),
    [
        ("getUserName", ["get", "user", "name"]),
        ("HTTPServer2", ["http", "server", "2"]),
        ("load_index__fast", ["load", "index", "fast"]),
        ("sha256sum", ["sha", "256", "sum"]),
        ("ABC", ["abc"]),
        ("__", []),
    ],
)
def test_identifiers_split_at_case_underscore_and_digit(identifier: str, parts: list[str]) -> None:
    assert split_identifier(identifier) == parts


def test_words_keep_identifiers_numbers_and_scripts_apart() -> None:
    assert words("a.getName(12) 退款policy $x") == ["a", "getName", "12", "退款", "policy", "$x"]


@pytest.mark.parametrize("word", ["für", "naïve", "Straße", "Привет", "élan", "Ελλάδα"])
def test_words_with_letters_beyond_ascii_stay_whole(word: str) -> None:
    assert words(f"({word})") == [word]


def test_compound_gives_stemmed_parts_and_itself_unstemmed() -> None:
    assert terms_of_word("fetchUserNames") == ("fetch", "user", "name", "fetchusernames")


def test_stop_words_give_no_terms_but_stay_inside_a_compound() -> None:
    assert terms("what is the user") == ["user"]
    assert terms("getUser") == ["user", "getuser"]


def test_inflections_share_a_term() -> None:
    assert terms("retries") == terms("retry") == terms("Retrying")


@pytest.mark.parametrize(
    "forms",
    [
        "lose lost losing",
        "write wrote written writes",
        "overwrite overwrote overwritten",
        "catch caught catching",
        "child children",
        "organize organise organised organisation organization",
        "color colour colours",
        "disable disabled disables disabling",
        "advise advised advisable",
        "surprise surprised surprises",
        "promise promised promises promising",
    ],
)
def test_irregular_and_british_forms_share_a_term(forms: str) -> None:
    """Who asks what happens when a laptop is lost finds `If you lose it`."""
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["raise raised", "precise precision", "revise revision", "promise promised"])
def test_words_that_everybody_spells_with_an_s_keep_it_together(pair: str) -> None:
    assert len({stem(form) for form in pair.split()}) == 1


def test_a_form_that_is_another_word_too_stays_itself() -> None:
    assert stem("left") != stem("leave")
    assert stem("bound") != stem("bind")
    assert stem("lives") != stem("life")
    assert stem("gone") != stem("go") and stem("led") != stem("lead") and stem("hid") != stem("hide")


def test_every_irregular_form_has_one_word() -> None:
    """A slip in `irregular.txt` would send a form in a ring, or to two words."""
    lines = files("citeline").joinpath("irregular.txt").read_text("utf-8").splitlines()
    entries = [line.split() for line in lines if not line.startswith("#")]
    forms = [form for _, *rest in entries for form in rest]
    assert len(forms) == len(set(forms))
    assert not {word for word, *_ in entries} & set(forms)
    assert not {one for entry in entries for one in entry} & STOPWORDS


def test_short_words_are_not_stemmed() -> None:
    assert stem("bus") == "bus"


@pytest.mark.parametrize(
    ("text", "bigrams"),
    [
        ("退款期限", ["退款", "款期", "期限"]),
        ("退", ["退"]),
        ("カタカナ", ["カタ", "タカ", "カナ"]),
        ("한국", ["한국"]),
    ],
)
def test_cjk_runs_become_bigrams(text: str, bigrams: list[str]) -> None:
    assert terms(text) == bigrams


def test_terms_repeat_as_often_as_they_occur() -> None:
    assert terms("alpha beta alpha") == ["alpha", "beta", "alpha"]


@pytest.mark.parametrize("text", ["", " \n", "...", "🚀", "\x00\x7f", "_ __ $"])
def test_text_without_words_gives_no_terms(text: str) -> None:
    assert terms(text) == []


@given(st.text())
def test_terms_are_those_of_the_words(text: str) -> None:
    assert terms(text) == [term for word in words(text) for term in terms_of_word(word)]


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(text) == fold(fold(text))


def test_fold_joins_naming_styles() -> None:
    assert fold("get_user") == fold("getUser") == fold("get-user") == "getuser"


def test_huge_word_is_handled() -> None:
    assert len(terms("x" * 200_000)) == 1


@given(st.text())
def test_term_ids_fit_in_32_bits(term: str) -> None:
    assert 0 <= term_id(term) < 2**32


@given(st.text("abcdefgXYZthe0189_$", min_size=1))
def test_ids_of_an_ascii_name_are_those_of_its_terms(piece: str) -> None:
    assert ascii_term_ids(piece.encode()) == tuple(map(term_id, terms(piece)))


def test_a_word_begins_as_what_is_looked_for_in_its_place() -> None:
    """Of thousands of names those that may hold a term of a question are found by that, unstemmed."""
    known = [word for word in bundled_vocabulary() if word.isascii() and word.isalpha()]
    irregular = citeline.text._irregular()
    endings = ("", "s", "es", "ed", "ing", "ly", "ies", "ness", "ation", "isation", "ised", "isers", "ibility", "ably")
    said = {*irregular, *irregular.values(), *(word[: -1 or None] + end for word in known for end in endings)}
    for word in said:
        assert word.startswith(beginnings_of(stem(word))), word


@given(st.text("abcdefgXYZtheis0189_$ é会"))
def test_terms_of_a_name_are_those_of_the_text_without_its_compound(name: str) -> None:
    found = terms(name) if not name.isascii() else terms_of_word(name)
    whole = len(found) > 1 and found[-1] == fold(name)
    assert name_terms(name) == frozenset(found[:-1] if whole else found)


def test_names_of_the_same_parts_have_each_part_stemmed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first search reads the names of hundreds of files, and took a third of its time for their stems."""
    stemmed: list[str] = []

    def noting(word: str) -> str:
        stemmed.append(word)
        return stem(word)

    monkeypatch.setattr(citeline.text, "stem", noting)
    parts = [f"part{letter}" for letter in "abcdefghijklmnop"]
    names = [f"{one}_{other}" for one in parts for other in parts]
    assert {*map(name_terms, names)} >= {frozenset((stem("parta"), stem("partb")))}
    assert sorted(stemmed) == parts


def test_term_id_is_the_same_in_another_process() -> None:
    program = "from citeline.text import term_id; print(term_id('退款'), term_id('router'))"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert other.stdout.split() == [str(term_id("退款")), str(term_id("router"))]


def test_is_cjk_sees_a_single_character() -> None:
    assert is_cjk("the 款 word")
    assert not is_cjk("Straße 🚀")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("where is getUserName() called?", ["getUserName"]),
        ("what does app.config.load_index do", ["app.config.load_index"]),
        ("how does `run` differ from HTTPServer", ["run", "HTTPServer"]),
        ("std::vector and Foo#bar", ["std::vector", "Foo#bar"]),
        ("MAX_SIZE, and MAX_SIZE again", ["MAX_SIZE"]),
        ("is md5_sum what h264_decode calls", ["md5_sum", "h264_decode"]),
        ("where are retries configured?", []),
        ("", []),
    ],
)
def test_identifier_shaped_words_are_found_once_in_order(question: str, found: list[str]) -> None:
    assert identifiers_in(question) == found


def test_unique_keeps_the_first_of_each() -> None:
    assert unique(["b", "a", "b"]) == ["b", "a"]


def test_text_in_ascii_asks_for_no_pattern_over_all_of_unicode() -> None:
    """They take 1.6 ms each to compile, in every process that reads code or an English question."""
    citeline.text._compiled.cache_clear()
    assert terms("def getUser(self): return 1") and words("a b1") == ["a", "b1"]
    assert not is_cjk("abc") and cjk_runs("abc") == []
    assert citeline.text._compiled.cache_info().currsize == 0
    assert identifiers_in("where is `get_user` or a_b") == ["get_user", "a_b"]
    assert citeline.text._CJK not in citeline.text._BETWEEN_NAMES.of("a_b").pattern
    assert words("für 東京 x1") == ["für", "東京", "x1"]


def test_a_pattern_of_scripts_finds_the_same_in_any_text() -> None:
    pattern = ScriptPattern(r"\d+|{cjk}")
    assert pattern.of("a1 b22").findall("a1 b22") == ["1", "22"]
    assert pattern.of("東京 x1 가").findall("東京 x1 가") == ["東京", "1", "가"]
    assert cjk_runs("a東京b가") == ["東京", "가"]
    assert is_cjk_run("東京") and not is_cjk_run("東京 ") and not is_cjk_run("") and not is_cjk_run("a")
