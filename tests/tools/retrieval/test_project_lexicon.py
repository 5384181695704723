"""Words of a project's `citeline.toml`: who asks in them finds what the code calls otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from citeline.errors import ProjectFileError
from citeline.graph.run import ask
from citeline.indexing.sources.project_file import read_words
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.question.question import translate
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.lexicon import Concept, lexicon_at, shipped_lexicon
from citeline.tools.retrieval.keywords import expand_keywords
from citeline.tools.retrieval.project_lexicon import lexicon_of

from . import trees

LEXICON = '[lexicon]\nbasket = ["Warenkorb", "cesta de la compra", "cesta", "trolley", "提篮", "手提袋"]\n'
CODE = {
    "shop.py": (
        "def basket_total(items):\n"
        '    """Sum of the prices of all items in the basket, without shipping."""\n'
        "    return sum(item.price for item in items)\n"
    ),
    "calls.py": 'def throttle(calls):\n    """Refuse calls beyond ten a minute."""\n    return calls[:10]\n',
}
QUESTIONS = (
    "where is the total of the trolley computed?",
    "what does the Warenkorb total hold?",
    "what is in the total of the cesta de la compra?",
    "手提袋の合計",
    "提篮的总和在哪里计算",
)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IndexHandle]:
    tree = trees.write(tmp_path_factory.mktemp("tree"), CODE)
    with trees.indexed(tree, tmp_path_factory.mktemp("home")) as handle:
        yield handle


@pytest.fixture
def told(shop: IndexHandle) -> Iterator[IndexHandle]:
    file = shop.reader.root / "citeline.toml"
    file.write_text(LEXICON, "utf-8")
    yield shop
    file.unlink()


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_in_the_projects_words_is_answered(told: IndexHandle, question: str) -> None:
    found = ask(question, told, settings=Settings(), no_model=True)
    assert found.status == "answered"
    assert found.missing_names == ()
    assert "basket_total" in found.answer


@pytest.mark.parametrize("question", [one for one in QUESTIONS if "Warenkorb" in one or "cesta" in one])
def test_without_them_it_is_not(shop: IndexHandle, question: str) -> None:
    found = ask(question, shop, settings=Settings(), no_model=True)
    assert found.answers is not None and found.answers["verdict"] != "yes"


def test_a_question_about_something_else_is_refused_as_before(told: IndexHandle) -> None:
    found = ask("how are Kubernetes ingress rules of the Warenkorb rotated?", told, settings=Settings(), no_model=True)
    assert found.status == "not_found"


def test_the_word_of_the_code_stands_beside_the_one_that_was_asked(told: IndexHandle) -> None:
    lexicon = lexicon_of(told.reader, "")
    assert lexicon.to_english("empty the Trolley now") == "empty the Trolley basket now"
    assert lexicon.by_heads("la cesta de la compra") == "la basket"
    assert lexicon.to_english("trolleys, a basket and a trolley") == "trolleys, a basket and a trolley"
    assert lexicon.by_heads("the basket") == ""
    assert lexicon.to_english("ce\u017fta") == "ce\u017fta basket"  # `re` folds it to an s
    assert "Warenkorb" in lexicon.synonyms("trolley")


@pytest.mark.parametrize(
    "name",
    ["trolley.total", "shop/trolley.py", "--trolley-size", "`trolley`", "Trolley()", "my_trolley", "Shop::trolley"],
)
def test_names_stay_as_they_are(told: IndexHandle, name: str) -> None:
    assert lexicon_of(told.reader, "").to_english(f"what does {name} hold") == f"what does {name} hold"
    assert lexicon_of(told.reader, "").to_english(f"{name}, and the trolley.") == f"{name}, and the trolley basket."


def test_the_projects_words_are_before_the_shipped_and_after_a_persons_own(told: IndexHandle, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('[glossary]\n"提篮" = "hamper"\n', "utf-8")
    assert lexicon_of(told.reader, "").to_english("提篮") == "basket"
    assert lexicon_of(told.reader, str(own)).to_english("提篮") == "hamper"
    shipped = shipped_lexicon().concepts[0].foreign[0]
    assert lexicon_at("", (Concept(("mine",), (shipped,)),)).to_english(shipped) == "mine"


def test_a_changed_file_counts_at_once_and_a_half_saved_one_for_nothing(told: IndexHandle) -> None:
    file = told.reader.root / "citeline.toml"
    assert lexicon_of(told.reader, "") is lexicon_of(told.reader, "")
    file.write_text('[lexicon]\nbasket = ["hamper"]\n', "utf-8")
    os.utime(file, ns=(1, 1))
    assert lexicon_of(told.reader, "").to_english("hamper") == "hamper basket"
    file.write_text("[lexicon]\nbasket = 3\n", "utf-8")
    assert lexicon_of(told.reader, "").concepts is shipped_lexicon().concepts
    with pytest.raises(ProjectFileError, match="line 2"):
        read_words(told.reader.root)
    file.write_text('[sources.code]\npath = "."\n', "utf-8")
    assert lexicon_of(told.reader, "").concepts is shipped_lexicon().concepts


def test_an_english_question_without_them_stays_as_it_is(told: IndexHandle) -> None:
    question = "where  is throttle defined"
    assert translate(read(question, lexicon_of(told.reader, "")))["english"] == read(question).text


def test_words_that_stand_together_have_synonyms_too(shop: IndexHandle) -> None:
    question = "the rate limit of calls"
    related = expand_keywords(shop.reader, read(question), translate(read(question)), level=3)["related"]
    assert "throttle" in related


def test_the_file_itself_answers_only_who_asks_for_it(tmp_path: Path) -> None:
    tree = trees.write(tmp_path / "tree", {**CODE, "citeline.toml": LEXICON})
    with trees.indexed(tree, tmp_path / "home") as handle:
        assert "citeline.toml" not in trees.paths(handle, "Warenkorb cesta de la compra trolley")
        assert "citeline.toml" in trees.paths(handle, "lexicon in citeline.toml")


def test_of_the_senses_of_a_chinese_word_the_one_is_meant_that_the_corpus_has(tmp_path: Path) -> None:
    """`主题` was a topic to a blog that has 1,954 themes and nine topics, `挂起函数` a function that hangs."""
    for name, word, english in (("blog", "theme", "theme switch"), ("queue", "topic", "topic switch")):
        pages = {f"{at}.md": f"# Page {at}\n\nThe {word} is one of them.\n" for at in range(4)}
        with trees.indexed(trees.write(tmp_path / name, pages), tmp_path / f"home-{name}") as handle:
            lexicon = lexicon_of(handle.reader, "")
            assert read("主题如何切换？", lexicon).english == english
            assert lexicon is lexicon_of(handle.reader, "")
    assert read("主题如何切换？").english == "topic switch"
