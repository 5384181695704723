"""An index that keeps secrets: a person sees them, a model does not, however the text is cut."""

from __future__ import annotations

import json
from typing import Any

import pytest

import citeline
from citeline.settings import Settings
from tests.scripted_server import Call, Calls, Reply, ScriptedServer

from ..tools.explore.test_hostile_calls import KEY, SECRETS
from .obedient_model import obey, step_of
from .test_explore import turn_of
from .test_with_model import settings


def test_no_step_sends_the_middle_of_a_private_key(
    model_server: ScriptedServer, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("sent") / "tree"
    for path, text in SECRETS.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    handle = citeline.index(root, settings=Settings(home=root.parent / "home", secrets="keep"))
    read = Call("read_lines", json.dumps({"file": "conf/key.md", "first": 14, "last": 16}))

    def reply(body: dict[str, Any]) -> Reply:
        return Calls((read,)) if step_of(body) == "explore" and not turn_of(body) else obey(body)

    model_server.reply(reply)
    question = f"what is {KEY[12]} step by step?"
    with handle:
        assert any(KEY[12] in hit.chunk.text for hit in handle.search(KEY[12]).hits)
        citeline.ask(question, handle, settings=settings(model_server, handle, budget_s=20.0))
    sent = [json.dumps(request.body) for request in model_server.requests]
    asked = {step_of(request.body) for request in model_server.requests}
    assert {"filter_documents", "explore", "generate_answer"} <= asked
    # The line that the person has written into the question is the person's to send.
    assert not [line for line in KEY if line != KEY[12] and any(line in text for text in sent)]
