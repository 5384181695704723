"""Which sentences of an answer are shown without their lines."""

from __future__ import annotations

import pytest

from citeline.graph.answer_text import told_by_sentences


@pytest.mark.parametrize("relation", ["calls", "may_call"])
def test_a_long_list_of_calls_is_read_as_a_list_however_certain_they_are(relation: str) -> None:
    """Each of five uncertain calls on lines below one another was printed with them, certain ones without."""
    text = "    store.add(it)"
    evidence = {
        one: {"id": one, "path": "a.py", "text": text, "start_line": one, "end_line": one} for one in range(1, 6)
    }
    fact = {"relation": relation, "subject": "load", "object": "Store.add"}
    claims = [{"text": f"`load_{one}` is said of it:", "evidence": [one], "fact": fact} for one in evidence]
    assert told_by_sentences(claims, evidence) == set(evidence)
    assert not told_by_sentences(claims[:3], evidence)
