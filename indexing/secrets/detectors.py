"""The detectors of detect-secrets, asked where in a line a secret stands.

Its scanner reports what it found; to mask we need from where to where, so the patterns of its plugins are matched
here. Its network verification, its scan of public addresses and (but for lines that name a token) its detectors of
high entropy are left out: hashes, ids and test data are of high entropy too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from .prefixes import PREFIXES
from .values import is_placeholder, is_run
from .without_requests import without_requests

with without_requests():
    from detect_secrets.plugins.aws import AWSKeyDetector
    from detect_secrets.plugins.base import RegexBasedDetector
    from detect_secrets.plugins.discord import DiscordBotTokenDetector
    from detect_secrets.plugins.github_token import GitHubTokenDetector
    from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
    from detect_secrets.plugins.jwt import JwtTokenDetector
    from detect_secrets.plugins.mailchimp import MailchimpDetector
    from detect_secrets.plugins.npm import NpmDetector
    from detect_secrets.plugins.openai import OpenAIDetector
    from detect_secrets.plugins.private_key import PrivateKeyDetector
    from detect_secrets.plugins.pypi_token import PypiTokenDetector
    from detect_secrets.plugins.sendgrid import SendGridDetector
    from detect_secrets.plugins.slack import SlackDetector
    from detect_secrets.plugins.square_oauth import SquareOAuthDetector
    from detect_secrets.plugins.stripe import StripeDetector
    from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
    from detect_secrets.plugins.twilio import TwilioKeyDetector


class Secret(NamedTuple):
    """Where one stands in a line; `end` is exclusive."""

    start: int
    end: int
    kind: str


DETECTORS: Final[tuple[tuple[str, type[RegexBasedDetector]], ...]] = (
    ("aws-key", AWSKeyDetector),
    ("discord-token", DiscordBotTokenDetector),
    ("github-token", GitHubTokenDetector),
    ("gitlab-token", GitLabTokenDetector),
    ("json-web-token", JwtTokenDetector),
    ("mailchimp-key", MailchimpDetector),
    ("npm-token", NpmDetector),
    ("openai-key", OpenAIDetector),
    ("pypi-token", PypiTokenDetector),
    ("sendgrid-key", SendGridDetector),
    ("slack-token", SlackDetector),
    ("square-secret", SquareOAuthDetector),
    ("stripe-key", StripeDetector),
    ("telegram-token", TelegramBotTokenDetector),
    ("twilio-key", TwilioKeyDetector),
)
_SHORT_GROUP: Final = 8
"""A group of a pattern is the secret, unless it is this short: then it is the prefix (`ghp`) of one."""
_ALONE: Final = frozenset({"aws-key", "twilio-key"})
"""Letters and digits that images and genomes hold too: nothing of the kind may stand before one."""
_INSIDE: Final = re.compile(r"(?<!\\[nrt])(?<=[A-Za-z0-9])")
_REST: Final = re.compile(r"(?:[\w+/=-]|\.(?=[\w-]))*", re.ASCII)
# As the detector of detect-secrets, which does not see passwords that hold one of !$&'()*+,;= or have no user.
_URL: Final = re.compile(r"://[^\s:/?#@'\"`<>]*:([^\s/@'\"`<>]+)@")
_PREFIXED: Final = tuple((prefix.kind, re.compile(prefix.pattern)) for prefix in PREFIXES)


def find_secrets(line: str) -> Iterator[Secret]:
    """The secrets in a line, in no order; they may overlap."""
    for kind, detector in _detectors():
        if any(True for _ in detector.analyze_string(line)):
            for pattern in detector.denylist:
                yield from _whole(line, pattern, kind)
    yield from _prefixed(line)
    yield from _passwords_in_urls(line)


def opens_private_key(line: str) -> bool:
    """True for the line before the lines of a private key."""
    return any(True for _ in _private_key().analyze_string(line))


def end_of_token(line: str, position: int) -> int:
    """Where the token ends that reaches at least to `position`."""
    rest = _REST.match(line, position)
    return rest.end() if rest else position


@cache
def _detectors() -> tuple[tuple[str, RegexBasedDetector], ...]:
    return tuple((kind, detector()) for kind, detector in DETECTORS)


@cache
def _private_key() -> PrivateKeyDetector:
    return PrivateKeyDetector()


def _whole(line: str, pattern: re.Pattern[str], kind: str) -> Iterator[Secret]:
    """What a pattern finds, up to the end of the token that it begins: newer tokens are longer than their pattern."""
    for match in pattern.finditer(line):
        group = next((n for n in range(1, pattern.groups + 1) if len(match[n] or "") >= _SHORT_GROUP), 0)
        # A group is a value that is recognised by what it is assigned to, and may be a long name.
        if is_placeholder(match[group]) if group else _is_chance(line, match, kind):
            continue
        start, end = match.span(group)
        yield Secret(start, end_of_token(line, end), kind)


def _is_chance(line: str, match: re.Match[str], kind: str) -> bool:
    return kind in _ALONE and (is_run(match[0]) or _INSIDE.match(line, match.start()) is not None)


def _prefixed(line: str) -> Iterator[Secret]:
    """Tokens of the table; what goes on in words is a name, such as `hf_decoder_input_ids_cmd`."""
    for kind, pattern in _PREFIXED:
        for match in pattern.finditer(line):
            if not is_placeholder(match[1]):
                yield Secret(match.start(), end_of_token(line, match.end()), kind)


def _passwords_in_urls(line: str) -> Iterator[Secret]:
    for match in _URL.finditer(line):
        if "{" not in match[1] and not is_placeholder(match[1]):
            yield Secret(*match.span(1), "password")
