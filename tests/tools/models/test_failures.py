from __future__ import annotations

import socket
import ssl

import pytest

from citeline.tools.models.failures import FailureKind, failure_of


class StatusError(Exception):
    def __init__(self, status: int, said: str = "", code: str = "") -> None:
        super().__init__(said)
        self.status_code = status
        self.code = code


@pytest.mark.parametrize(
    ("error", "kind", "told"),
    [
        (StatusError(401), "barred", "CITELINE_MODEL_KEY"),
        (StatusError(404), "barred", "CITELINE_MODEL_URL"),
        (StatusError(307), "barred", "another address"),
        (StatusError(418), "rejected", "418"),
        (StatusError(429), "rate_limit", "slow down"),
        (StatusError(503), "server", "overloaded"),
        (StatusError(599), "server", "failed"),
        (StatusError(400, code="context_length_exceeded"), "context_length", "too long"),
        (TimeoutError(), "time", "in time"),
        (ConnectionRefusedError("no"), "connection", "cannot be reached"),
        (socket.gaierror("no such name"), "connection", "cannot be reached"),
        (ssl.SSLError("bad"), "barred", "safe connection"),
        (IndexError("list index out of range"), "reply", "cannot be read"),
    ],
)
def test_an_error_becomes_a_sentence_that_says_what_to_do(error: Exception, kind: FailureKind, told: str) -> None:
    failure = failure_of(error, host="models.example")
    assert failure.kind == kind
    assert told in failure.why and "models.example" in failure.why


def test_the_cause_decides_and_not_what_a_library_wraps_it_in() -> None:
    wrapped = RuntimeError("request failed")
    wrapped.__cause__ = ssl.SSLError("certificate verify failed")
    assert failure_of(wrapped, host="h").kind == "barred"


def test_a_long_body_is_cut() -> None:
    assert len(failure_of(StatusError(500, "x" * 100_000), host="h").why) < 400
