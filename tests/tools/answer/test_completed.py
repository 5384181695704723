"""Which sentence of some lines is told."""

from __future__ import annotations

from citeline.tools.answer.completed import weight_held, worth_telling
from citeline.tools.answer.sought import read_sought
from citeline.tools.question.read import read

from .conftest import Indexed


def test_of_sentences_that_hold_as_much_the_one_with_the_nearest_words_is_told(indexed: Indexed) -> None:
    near, far = "Boats are erased with the crane.", "Boats are painted with the crane."
    index = indexed({"pier.md": f"# Pier\n\n{far} {near}\n"})
    sought = read_sought(index, read("how do I delete boats?"))
    assert weight_held(near, sought) == weight_held(far, sought)
    assert worth_telling(near, sought) > worth_telling(far, sought)
