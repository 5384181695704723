"""What can be a secret: `9xK2mQ7pLw4Zt8`, and not `changeme`, `your-api-key`, `${TOKEN}`, `settings.password`."""

from __future__ import annotations

from functools import cache, lru_cache
from types import ModuleType
from typing import Final
from unicodedata import category
from urllib.parse import unquote

from citeline.patterns import re
from citeline.text import split_identifier

from ..embedding.word_tokenizer import bundled_vocabulary
from .without_requests import without_requests

_MIN_CHARS: Final = 6
_PIECE: Final = r"(?:(?:[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*|[A-Z]{2,}|[A-Za-z])\d{0,3}|\d{1,3})"
_BETWEEN: Final = r"[\s_.:,/'-]"
_WORDS: Final = re.compile(rf"{_BETWEEN}*{_PIECE}(?:{_BETWEEN}+{_PIECE})*{_BETWEEN}*")
"""Lower, upper, title or camel case; what is random has digits and capitals in places where words have none."""
_QUOTED: Final = re.compile(r':"([^"]*)"')
"""Within a value: `json:"password"`, a tag of a field in Go."""
_PHRASE: Final = re.compile(r"[A-Za-z]+(?: +[A-Za-z]+)+")
"""`OpenAI Token`: between spaces a word is one however it is capitalised."""
_TYPE: Final = re.compile(r"[\w.]*[A-Z][a-z]+(?:Key|Token|Secret|Password|Credential|Certificate)(?:s|Types?)?")
"""`ed25519.Ed25519PrivateKey`, as annotations name types."""
_MOST_REPEATED: Final = 8
"""Different characters of a run such as `xxxx-xxxx`; a long hexadecimal key has no more than sixteen."""
_TOKEN: Final = re.compile(r"[\w+/=.!@#$%^*~&:-]{8,}")
_BARE_DIGITS: Final = 3
_SYMBOLS: Final = frozenset("!@#$%^*~&")
_RUNS: Final = re.compile(r"[A-Za-z0-9]{8,}")
_HASH: Final = re.compile(r"[0-9a-f]+", re.IGNORECASE)
"""Hashes, ids and numbers, which stand beside names of secrets as they stand beside all else."""
_NEVER: Final = re.compile(
    r"[./~@].*|.*://.*|(?=.*/).*\..*|.*\.\.\..*|sha\d+-.*|.*\.[a-z]{1,5}(?:[#?].*)?|MII[A-Z].*|0x[0-9a-f]+[ul]*|\d{4}-\d\d-\d\d.*"
    r"|(?:(?:hmac|scram|pbkdf2)[-_]?)?(?:sha\d?|aes|rsa)[-_]?\d{1,4}(?:[-_]?(?:gcm|cbc|ctr|crypt))?|argon2(?:id|[id])?"
    r"|pbkdf2|(?:ed|x|curve)25519",
    re.IGNORECASE,
)
"""Paths, addresses, checksums, certificates, constants, dates, algorithms."""
_LONGEST: Final = 200
_MIN_RANDOM: Final = 10
# Word pieces for each letter or digit. Of 41,000 words and names in 18 repositories 2 % are above (mostly what a
# generator made indeed), of random strings of 12 letters and digits less than 0.1 % are below.
_RANDOM: Final = 0.5
_RANDOM_WORD: Final = 0.57
_SHORTEST_WORD: Final = 3
"""Letters of each part of `jsonWebToken2`, which has the form of words: more pieces are asked for."""
_LONGEST_PIECE: Final = 16


@cache
def _heuristic() -> ModuleType:
    """Of detect-secrets, whose import takes longer than most files: few have a value that comes to be judged."""
    with without_requests():
        from detect_secrets.filters import heuristic
    return heuristic


def is_placeholder(value: str) -> bool:
    """True for short values, words and names (also with a number behind them), templates, and runs like `1234567`."""
    value = unquote(value).strip("()[]")
    plain = _plain_letters(_QUOTED.sub(r":\1", value))
    return (
        len(value) < _MIN_CHARS
        or (_WORDS.fullmatch(plain) is not None and not is_random(value))
        or _PHRASE.fullmatch(plain) is not None
        or "..." in value
        or is_run(value)
        or _heuristic().is_templated_secret(value)
        or _heuristic().is_prefixed_with_dollar_sign(value)
        or _heuristic().is_sequential_string(value)
        or _heuristic().is_not_alphanumeric_string(value)
    )


def _plain_letters(text: str) -> str:
    """With a letter of the English alphabet for every other letter and mark upon one: `contraseña` has the form of a
    word.
    """
    if text.isascii():
        return text
    return "".join(
        char if category(char)[0] not in "LM" or char.isascii() else "A" if char.isupper() else "a" for char in text
    )


def is_run(value: str) -> bool:
    """True for a few characters again and again, as where a token is to be filled in."""
    return len(set(value)) <= min(len(value) // 8 + 1, _MOST_REPEATED)


def is_assigned(token: str) -> bool:
    """True for what can be a secret if it is assigned to the name of one without quotes.

    Most of what follows `password =` is code or prose, so digits or symbols are asked for, or chance.
    """
    if not _TOKEN.fullmatch(token) or any(form.fullmatch(token) for form in (_NEVER, _TYPE)):
        return False
    digits = sum(map(str.isdigit, token))
    wanted = 1 if not _SYMBOLS.isdisjoint(token) else _BARE_DIGITS
    return is_random(token) or (wanted <= digits and any(map(str.isalpha, token)) and not is_placeholder(token))


def is_made_up(text: str) -> bool:
    """True for what a person may have for a password: letters with digits or signs among them, and no path, name of a
    constant, or template.
    """
    has_more = any(map(str.isdigit, text)) or not _SYMBOLS.isdisjoint(text)
    return (
        _MIN_CHARS <= len(text) <= _LONGEST
        and has_more
        and any(map(str.isalpha, text))
        and not _NEVER.fullmatch(text)
        and not _heuristic().is_templated_secret(text)
        and not _heuristic().is_prefixed_with_dollar_sign(text)
    )


def is_random(token: str) -> bool:
    """True for a token with eight letters and digits or more that a generator made, also in hexadecimal."""
    return not _NEVER.fullmatch(token) and any(map(_is_chance, _RUNS.findall(token)))


def is_generated(token: str) -> bool:
    """True for what a generator made and is no hash, id or path: a secret if anything near it speaks of one."""
    return (
        len(token) <= _LONGEST
        and not _NEVER.fullmatch(token)
        and any(
            len(run) >= _MIN_RANDOM and not _HASH.fullmatch(run) and _is_chance(run) for run in _RUNS.findall(token)
        )
    )


@lru_cache(10_000)
def _is_chance(run: str) -> bool:
    """Whether letters and digits fall into a word piece for every two of them, as only random ones do."""
    if run.isdigit() or (run.isalpha() and len(run) < _MIN_RANDOM) or is_run(run):
        return False
    parts = split_identifier(run)
    words = parts[:-1] if parts[-1].isdigit() else parts
    is_worded = all(part.isalpha() and len(part) >= _SHORTEST_WORD for part in words)
    is_strange = sum(map(_pieces, parts)) >= (_RANDOM_WORD if is_worded else _RANDOM) * len(run)
    return is_strange and not _heuristic().is_sequential_string(run)


def _pieces(part: str) -> int:
    """How many pieces of the bundled model's vocabulary a lower-case word is made of; a number is one."""
    known = bundled_vocabulary()
    count = start = 0
    while start < len(part):
        ends = range(min(len(part), start + _LONGEST_PIECE), start + 1, -1)
        begin = "##" if start else ""
        start = next((end for end in ends if begin + part[start:end] in known), start + 1)
        count += 1
    return count
