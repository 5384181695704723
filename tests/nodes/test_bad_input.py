"""What a server is sent without having been asked for it: refused in a sentence that says what to send."""

from typing import Any, cast

import pytest

from citeline.errors import UsageError
from citeline.graph.build import build_graph
from citeline.nodes.plan_intent import asked
from citeline.state import RAGState


@pytest.mark.parametrize("question", [5, ["how?"], {"text": "how?"}, True])
def test_a_question_that_is_no_text_is_refused(question: Any) -> None:
    with pytest.raises(UsageError, match="no text") as caught:
        asked(cast(RAGState, {"question": question}))
    assert "question" in caught.value.remedy


@pytest.mark.parametrize("state", [{}, {"question": ""}, {"question": None}])
def test_no_question_is_an_empty_one(state: Any) -> None:
    assert asked(state) == ""


def test_studio_says_what_to_fill_in() -> None:
    fields = build_graph().get_input_jsonschema()["properties"]
    assert all(fields[name]["description"] for name in ("question", "messages"))
