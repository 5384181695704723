"""Secrets of many makes, put together when a test runs: no scanner finds one in this file, and none was ever valid."""

from __future__ import annotations

import random
import string
from dataclasses import dataclass
from typing import Final

_LETTERS: Final = string.ascii_letters + string.digits
_LOWER: Final = string.ascii_lowercase + string.digits
_HEX: Final = "0123456789abcdef"


@dataclass(frozen=True, slots=True)
class Planted:
    """One secret and how it is written."""

    make: str
    secret: str
    written: str
    """A line of its own, in no particular language."""
    name: str = "credential"
    """What it is assigned to where a language writes assignments."""
    value: str = ""
    """What is assigned, where that is more than the secret."""


def _random(seed: str, count: int, alphabet: str = _LETTERS) -> str:
    numbers = random.Random(seed)
    # A digit in front: by chance letters alone could spell words.
    return "7" + "".join(numbers.choice(alphabet) for _ in range(count - 1))


def _token(make: str, prefix: str, count: int, alphabet: str = _LETTERS) -> Planted:
    """A token that is found wherever it stands."""
    secret = prefix + _random(make, count, alphabet)
    return Planted(make, secret, f"use {secret} here")


def _value(make: str, name: str, secret: str, written: str = "{name} = '{secret}'") -> Planted:
    """A secret that is found by the name that it is assigned to."""
    return Planted(make, secret, written.format(name=name, secret=secret), name)


def _url(make: str, start: str, secret: str, rest: str) -> Planted:
    url = f"{start}{secret}{rest}"
    return Planted(make, secret, f"connect to {url}", value=url)


def _jwt() -> Planted:
    head = "eyJhbGciOiJIUzI1NiIsInR5cCI6" + "IkpXVCJ9"
    secret = f"{head}.eyJzdWIiOiIxMjM0NTY3ODkwIn0.{_random('jwt', 43)}"
    return Planted("json web token", secret, f"use {secret} here")


def _azure() -> Planted:
    secret = _random("azure", 86) + "=="
    return Planted("azure", secret, f"AccountKey={secret};", value=f"AccountKey={secret};")


PLANTED: Final[tuple[Planted, ...]] = (
    _token("artifactory", "AKC", 20),
    _token("aws id", "AKIA", 16, string.ascii_uppercase + string.digits),
    _token("aws temporary id", "ASIA", 16, string.ascii_uppercase + string.digits),
    _value("aws secret", "aws_secret_access_key", _random("aws", 40)),
    _azure(),
    _value("cloudant", "cloudant_password", _random("cloudant", 64, _HEX)),
    _token("discord", f"M{_random('d1', 23)}.{_random('d2', 6)}.", 27),
    _token("github classic", "ghp_", 36),
    _token("github app", "ghs_", 36),
    _token("github fine-grained", "github_pat_", 82),
    _token("gitlab", "glpat-", 20),
    _value("ibm cloud", "ibm_cloud_api_key", _random("ibm", 44)),
    _value("ibm storage", "cos_hmac_secret_access_key", _random("cos", 48, _HEX)),
    _jwt(),
    Planted("mailchimp", _random("mail", 32, _LOWER) + "-us12", f"use {_random('mail', 32, _LOWER)}-us12 here"),
    _token("openai", "sk-" + _random("o1", 20) + "T3Blbk" + "FJ", 20),
    _token("openai project", "sk-proj-", 80),
    _token("anthropic", "sk-ant-api03-", 80),
    _token("pypi", "pypi-AgEIcHlwaS5vcmc", 80),
    _token("sendgrid", f"SG.{_random('s1', 22)}.", 43),
    _token("slack bot", f"xoxb-{_random('x1', 11, string.digits)}-{_random('x2', 12, string.digits)}-", 24),
    _token("slack hook", "https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/", 24),
    _value("softlayer", "softlayer_api_key", _random("soft", 64, _LOWER)),
    _token("square", "sq0csp-", 43),
    _token("stripe live", "sk_live_", 24),
    _token("stripe long", "rk_live_", 99),
    _token("telegram", "712345678:", 35),
    _token("twilio", "SK", 32, _LOWER),
    _token("google", "AIza", 35),
    _token("hugging face", "hf_", 34),
    _token("npm", "npm_", 36),
    _token("digitalocean", "dop_v1_", 64, _HEX),
    _token("vault", "hvs.", 90),
    _token("shopify", "shpat_", 32, _HEX),
    _url("database url", "postgresql://app:", "s3cr" + "et!Pw9", "@db.example.com:5432/app"),
    _url("basic auth", "https://deploy:", _random("basic", 14), "@registry.example.com/"),
    _value("password", "password", "Tr0ub4" + "dor&3"),
    _value("api key", "api_key", _random("api", 32, _HEX)),
    _value("client secret", "client_secret", _random("client", 40)),
    _value("session token", "session_token", _random("session", 44)),
    _value("bearer", "Authorization", _random("bearer", 32), "{name}: Bearer {secret}"),
    _value("passphrase", "db_password", "9 Correct horses! battery"),
)


def private_key(kind: str = "RSA ") -> list[str]:
    """The lines of a key file."""
    body = [_random(f"key{number}", 64) for number in range(6)]
    return [
        f"-----BEGIN {kind}PRIVATE " + "KEY-----",
        *body,
        _random("end", 22) + "==",
        f"-----END {kind}PRIVATE KEY-----",
    ]
