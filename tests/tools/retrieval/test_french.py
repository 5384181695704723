"""French is data alone: a glossary, words and templates."""

import json

import pytest

from citeline.evals.research.benchmarks.translated import TRANSLATIONS
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.language import language_of
from citeline.tools.question.vocabulary.translation import read_question


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Où la connexion à la base de données est-elle fermée ?", {"where", "connection", "database", "close"}),
        ("comment l'en-tête d'une requête est-il lu ?", {"request", "header", "read"}),
        ("combien de jours de congé ai-je par an", {"how", "many", "day", "leave", "year"}),
    ],
)
def test_french_questions_are_put_into_english(question: str, words: set[str]) -> None:
    assert language_of(question) == "fr"
    assert words <= set(read_question(question).english.split())


def test_marked_code_stays_whole() -> None:
    assert "`l'analyseur`" in read_question("où est-ce que l'application appelle `l'analyseur` ?").english


def test_nearly_all_translated_questions_are_told_to_be_french() -> None:
    rows = [json.loads(line) for line in TRANSLATIONS.read_text("utf-8").splitlines()]
    assert len(rows) == 120
    assert sum(language_of(row["fr"]) == "fr" for row in rows) >= 114


@pytest.mark.parametrize("question", ["la page", "de facto standard", "port 80", "the date format", "note: sur y"])
def test_english_and_fragments_are_not_french(question: str) -> None:
    assert language_of(question) != "fr"


def test_french_questions_say_what_they_ask_for() -> None:
    assert read("pourquoi le verrou est-il pris deux fois ?").intents[0] == "why"
    assert read("qui appelle `flush` ?").intents[0] == "callers"
