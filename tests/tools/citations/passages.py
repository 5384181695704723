"""Evidence and passages for tests."""

from __future__ import annotations

from citeline.state import Evidence
from citeline.tools.citations import text_sha256
from citeline.tools.citations.facts import Fact, read_facts
from citeline.tools.citations.passage import Passage

SEND = '''    def send(self, request, timeout=30, **kwargs):
        """Send a given request.

        :rtype: Response
        """
        adapter = self.get_adapter(url=request.url)
        return adapter.send(request, timeout=timeout)'''


def passage(text: str = SEND, **fields: object) -> Passage:
    values: dict[str, object] = {
        "text": text,
        "start_line": 41,
        "end_line": 40 + len(text.split("\n")),
        "path": "src/shop/sessions.py",
        "scope": "Session.send",
    }
    return Passage(**{**values, **fields})  # type: ignore[arg-type]  # fields of the dataclass, by name


def stated(sentence: str) -> Fact | None:
    """The fact that a sentence states and says nothing beside."""
    return next((fact for fact in read_facts(sentence) if fact.whole), None)


def evidence(text: str = SEND, *, identity: int = 1, start_line: int = 41, **fields: object) -> Evidence:
    found: Evidence = {
        "id": identity,
        "chunk_id": identity,
        "path": "src/shop/sessions.py",
        "start_line": start_line,
        "end_line": start_line + text.count("\n"),
        "page": None,
        "kind": "method",
        "name": "send",
        "qualified_name": "Session.send",
        "language": "python",
        "text": text,
        "sha256": text_sha256(text),
        "score": 1.0,
        "relevance": 8.0,
        "channels": {"lexical": 1},
        "features": {},
    }
    return {**found, **fields}  # type: ignore[typeddict-item]  # keys of Evidence, by name
