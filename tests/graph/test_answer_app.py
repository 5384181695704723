"""What other agents get from a LangGraph server: an answer with its places, and nothing of the machine."""

import asyncio
import json
from pathlib import Path
from typing import Any

from citeline import index
from citeline.graph.answer_app import graph


def test_another_agent_gets_claims_with_places(shop: Path, home: Path) -> None:
    index(shop).close()
    asked: Any = {"question": "how is a card charged?", "repo": str(shop)}
    told = asyncio.run(graph.ainvoke(asked))
    assert set(told) == {"status", "answer", "claims", "messages"} and told["messages"] == []
    assert told["status"] == "answered" and "[1]" in told["answer"]
    assert any(one["place"].startswith("src/shop/payment.py:") for one in told["claims"][0]["citations"])
    assert len(json.dumps(told["claims"])) < 4_000


def test_a_conversation_is_a_question_too(shop: Path, home: Path) -> None:
    index(shop).close()
    said: Any = {"messages": [{"role": "user", "content": "how is a card charged?"}], "repo": str(shop)}
    told = asyncio.run(graph.ainvoke(said))
    assert told["status"] == "answered" and told["messages"][-1].content == told["answer"]


def test_another_agent_is_told_why_it_gets_no_answer(tmp_path: Path, home: Path) -> None:
    asked: Any = {"question": "how?", "repo": str(tmp_path / "nowhere")}
    told = asyncio.run(graph.ainvoke(asked))
    assert told["status"] == "failed" and "does not exist" in told["answer"] and told["claims"] == []


def test_its_input_is_described() -> None:
    for schema in (graph.get_input_jsonschema(), graph.get_output_jsonschema()):
        assert all(field.get("description") for field in schema["properties"].values())
