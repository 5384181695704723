"""A slip of the finger must not hide what the corpus is full of, and no name may be taken for one."""

import pytest

from citeline.tools.question.clean import respelled

TEXTS = {"vulnerability": 3, "number": 9, "message": 4, "default": 8, "defaults": 2, "fastest": 1, "middleware": 5}
"""Words of the corpus, with how many texts have them."""


def _count(word: str) -> int:
    return TEXTS.get(word, 0)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("is a vulnerabilty reported?", "is a vulnerability reported?"),  # a letter left out
        ("which nummber is it", "which number is it"),  # one twice
        ("the defualt", "the default"),  # two swapped
        ("Nummber of the day", "Number of the day"),
        ("order of middlware", "order of middleware"),  # no list of English words has it
    ],
)
def test_a_slip_is_read_as_the_word_that_the_corpus_has(typed: str, meant: str) -> None:
    assert respelled(typed, _count)[0] == meant


@pytest.mark.parametrize(
    "question",
    [
        "how do I set `defualt`?",
        'it says "defualt"',
        "what does defualt() do",
        "where is conf/defualt.py",
        "--defualt is ignored",
        "write to nummber@example.org",
        "what is <defualt>",
        "which files are defualt*",
        "who is Defualt",  # a name, not the first word
        "does it speak redux?",
        "how does the libary load?",  # the corpus has no library either
        "defualt " * 60,
    ],
)
def test_names_and_quotations_stay_as_they_are(question: str) -> None:
    assert respelled(question, _count) == (question, {})


def test_a_word_that_the_corpus_has_is_no_slip() -> None:
    assert respelled("the defualt", lambda word: 1) == ("the defualt", {})


def test_a_name_that_software_uses_is_no_slip() -> None:
    """`mongo` was read as `mongol` where the corpus had that."""
    assert respelled("how is mongo used?", lambda word: int(word == "mongol")) == ("how is mongo used?", {})


def test_a_contraction_without_its_apostrophe_is_no_slip() -> None:
    """`arent` was read as `parent`."""
    question = "what if two values arent numbers"
    assert respelled(question, lambda word: int(word == "parent")) == (question, {})
