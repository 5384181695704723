"""A value comes before the first sentence that would be told, where that says nothing of a number."""

from __future__ import annotations

import pytest

from citeline.tools.answer.draft import Draft
from citeline.tools.answer.passages import passage_of
from citeline.tools.answer.ranking.candidates import Candidate
from citeline.tools.answer.ranking.ranker import Chosen
from citeline.tools.answer.ranking.spans import Span
from citeline.tools.answer.sought import read_sought
from citeline.tools.answer.sources.values import LikeliestValue
from citeline.tools.answer.valued import is_led_by
from citeline.tools.answer.writing.citing import Citations
from citeline.tools.question.read import read

from .conftest import Indexed

FILES = {
    "pier.py": "MOST_BOATS = 40\n",
    "pier.md": "# Pier\n\nAt most 40 boats may lie at the pier.\n\nBoats may lie at the pier by day.\n",
}


@pytest.mark.parametrize(
    ("name", "line", "value", "question", "leads"),
    [
        ("pier.py", 1, "40", "how many boats may lie at the pier?", True),
        ("pier.py", 1, "50", "how many boats may lie at the pier?", False),
        ("pier.md", 5, "40", "how many boats may lie at the pier?", True),
        ("pier.md", 3, "40", "how many boats may lie at the pier?", False),
        ("pier.md", 5, "40", "why may boats lie at the pier?", False),
    ],
    ids=["code that has it", "code with another", "no number", "a sentence with a number", "no number is asked for"],
)
def test_a_value_comes_before_what_says_no_other_number(
    indexed: Indexed, name: str, line: int, value: str, question: str, *, leads: bool
) -> None:
    index, asked = indexed(FILES), read(question)
    document = index.structure.document(name)
    assert document is not None
    (chunk,) = index.structure.chunks_of([document.id])
    span = Span(line - chunk.start_line, line - chunk.start_line, "window")
    shown = [Chosen(Candidate(passage_of(index, chunk, 1.0), span, 1), 1.0, {})]
    found = LikeliestValue(Draft.of("value", "MOST_BOATS", f"`{value}`", int(document.id), line), 0.5, is_named=True)
    sought = read_sought(index, asked)
    assert is_led_by(index, Citations(index, [], "en"), asked, shown, sought, found) == leads
