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

from detect_secrets.plugins import high_entropy_strings, keyword
from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.base import RegexBasedDetector
from detect_secrets.plugins.cloudant import CloudantDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.ibm_cloud_iam import IbmCloudIamDetector
from detect_secrets.plugins.ibm_cos_hmac import IbmCosHmacDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.softlayer import SoftlayerDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

from .assignments import assigned_values
from .placeholders import bare_token, is_placeholder, is_run
from .prefixes import PREFIXES


class Secret(NamedTuple):
    """Where one stands in a line; `end` is exclusive."""

    start: int
    end: int
    kind: str


DETECTORS: Final[tuple[tuple[str, type[RegexBasedDetector]], ...]] = (
    ("aws-key", AWSKeyDetector),
    ("azure-storage-key", AzureStorageKeyDetector),
    ("cloudant-key", CloudantDetector),
    ("discord-token", DiscordBotTokenDetector),
    ("github-token", GitHubTokenDetector),
    ("gitlab-token", GitLabTokenDetector),
    ("ibm-cloud-key", IbmCloudIamDetector),
    ("ibm-cos-key", IbmCosHmacDetector),
    ("json-web-token", JwtTokenDetector),
    ("mailchimp-key", MailchimpDetector),
    ("npm-token", NpmDetector),
    ("openai-key", OpenAIDetector),
    ("pypi-token", PypiTokenDetector),
    ("sendgrid-key", SendGridDetector),
    ("slack-token", SlackDetector),
    ("softlayer-key", SoftlayerDetector),
    ("square-secret", SquareOAuthDetector),
    ("stripe-key", StripeDetector),
    ("telegram-token", TelegramBotTokenDetector),
    ("twilio-key", TwilioKeyDetector),
)
_QUOTES: Final = "'\"`"
_SHORT_GROUP: Final = 8
"""A group of a pattern is the secret, unless it is this short: then it is the prefix (`ghp`) of one."""
_ALONE: Final = frozenset({"aws-key", "twilio-key"})
"""Letters and digits that images and genomes hold too: nothing of the kind may stand before one."""
_INSIDE: Final = re.compile(r"(?<!\\[nrt])(?<=[A-Za-z0-9])")
_VALUE_DIGITS: Final = 3
_REST: Final = re.compile(r"(?:[\w+/=-]|\.(?=[\w-]))*", re.ASCII)
# As the detector of detect-secrets, which does not see passwords that hold one of !$&'()*+,;= or have no user.
_URL: Final = re.compile(r"://[^\s:/?#@'\"`<>]*:([^\s/@'\"`<>]+)@")
_NAMED_TOKEN: Final = re.compile(
    r"""(?:token|credentials?|auth|authorization)\w*["'\]]{0,2} *(?:=>|:=|::|[:= ]) *["'`]?([\w+/=-]{20,})""",
    re.IGNORECASE | re.ASCII,
)
_HEADER: Final = re.compile(r"\b(?:bearer|basic)\s+([\w+/=.~-]{16,})", re.IGNORECASE | re.ASCII)
_PREFIXED: Final = tuple((prefix.kind, re.compile(prefix.pattern)) for prefix in PREFIXES)


def find_secrets(line: str) -> Iterator[Secret]:
    """The secrets in a line, in no order; they may overlap."""
    for kind, detector in _detectors():
        if any(True for _ in detector.analyze_string(line)):
            for pattern in detector.denylist:
                yield from _whole(line, pattern, kind)
    yield from _prefixed(line)
    yield from _passwords_in_urls(line)
    yield from _named_values(line)
    yield from _headers(line)
    yield from _named_tokens(line)
    for start, end in assigned_values(line):
        yield Secret(start, end, "credential")


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


@cache
def _entropy_detectors(is_value: bool) -> tuple[high_entropy_strings.HighEntropyStringsPlugin, ...]:
    # Below the limits of their own (4.5 and 3) where quotes or digits say that it is a value and no name of a class:
    # 20 random characters have some 4.1 bits, or 3.3 in hexadecimal.
    base64, hexadecimal = (3.6, 2.8) if is_value else (4.5, 3.0)
    return high_entropy_strings.Base64HighEntropyString(base64), high_entropy_strings.HexHighEntropyString(hexadecimal)


@cache
def _keyword_patterns() -> dict[re.Pattern[str], int]:
    """Pattern to the number of the group that is the value.

    Of all languages together: a README shows shell, YAML and code, and a comment may hold any of them.
    """
    return {pattern: group for table in keyword.REGEX_BY_FILETYPE.values() for pattern, group in table.items()}


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


def _named_values(line: str) -> Iterator[Secret]:
    """What is assigned to `password`, `api_key`, `client_secret`…"""
    for pattern, group in _keyword_patterns().items():
        for match in pattern.finditer(line):
            start, end = match.span(group)
            if line[start - 1 : start] in _QUOTES and line[end : end + 1] in _QUOTES:
                if not is_placeholder(match[group]):
                    yield Secret(start, end, "credential")
            elif token := bare_token(match[group]):
                yield Secret(start, start + len(token), "credential")


def _headers(line: str) -> Iterator[Secret]:
    for match in _HEADER.finditer(line):
        if not is_placeholder(match[1]):
            yield Secret(*match.span(1), "token")


def _named_tokens(line: str) -> Iterator[Secret]:
    for match in _NAMED_TOKEN.finditer(line):
        is_value = line[match.start(1) - 1] in _QUOTES or sum(map(str.isdigit, match[1])) >= _VALUE_DIGITS
        if not is_placeholder(match[1]) and any(_is_random(match[1], by) for by in _entropy_detectors(is_value)):
            yield Secret(*match.span(1), "token")


def _is_random(value: str, by: high_entropy_strings.HighEntropyStringsPlugin) -> bool:
    return set(value) <= set(by.charset) and by.calculate_shannon_entropy(value) > by.entropy_limit
