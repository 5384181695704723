"""What is masked, in every way that a file may write it, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.secrets import holds_marker, mask_lines, pairs
from citeline.indexing.secrets.detectors import DETECTORS, find_secrets
from citeline.indexing.secrets.masking import lines_with_names, lines_with_shapes
from citeline.indexing.secrets.prefixes import PREFIXES

from .planted import PLANTED, Planted, private_key

WAYS = (
    '{name} = "{value}"',
    "{name} = '{value}',",
    '  "{name}": "{value}",',
    "{name}: {value}",
    '{name}: "{value}"  # for the staging system',
    'const {name} = "{value}"; // do not commit',
    "# {name} = '{value}'",
    'export {name}="{value}"',
    "| `{name}` | set `{name}='{value}'` first |",
    '        Config({name}="{value}", retries=3)',
)


def ways(planted: Planted) -> list[str]:
    """The secret as languages write it; those found by a name need quotes when they have spaces."""
    value = planted.value or planted.secret
    texts = [way.format(name=planted.name, value=value) for way in WAYS if " " not in value or way != "{name}: {value}"]
    return [planted.written, *(text for text in texts if "Bearer" not in planted.written)]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.make)
def test_a_planted_secret_is_masked_however_it_is_written(planted: Planted) -> None:
    for text in ways(planted):
        (masked,) = mask_lines([text])
        assert planted.secret not in masked and holds_marker(masked), masked
        assert not any(planted.secret[at : at + 8] in masked for at in range(0, len(planted.secret) - 7)), masked


def test_every_detector_and_every_vendor_is_planted() -> None:
    found = {secret.kind for planted in PLANTED for secret in find_secrets(planted.written)}
    missing = {kind for kind, _ in DETECTORS} - found
    assert missing <= {"npm-token"}  # it reads .npmrc, which is never indexed
    assert {"google-key", "anthropic-key", "cloud-token", "shop-token"} <= found & {prefix.kind for prefix in PREFIXES}


def test_all_that_a_detector_finds_is_suspicious_before() -> None:
    lines = [text for planted in PLANTED for text in ways(planted) if any(True for _ in find_secrets(text))]
    data = "\n".join(lines).encode()
    assert {*lines_with_shapes(data), *lines_with_names(data)} == set(range(len(lines)))


@pytest.mark.parametrize(
    "line",
    [
        'password = "changeme"',
        "password: ${DB_PASSWORD}",
        "secret: ${{ secrets.DEPLOY_KEY_2 }}",
        'api_key = os.environ["API_KEY_1"]',
        "password = self.settings.password_v2",
        'secret = "your-secret-here"',
        '"password": "<your password>"',
        "proxy: http://user:pass@proxy.example.com",
        "The password is hashed with bcrypt (see section 4.2).",
        "token = tokens[index + 1]",
        'sha256 = "09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7"',
        "commit 09d25e094faa6ca2556c818166b7a9563b93f709",
        'id: "3f2504e0-4f89-11d3-9a0c-0305e82c3301"',
        "Basic authentication-schemes are described below",
        # Each of these was masked in some package.
        'check(b"username=user&password=secure%20password")',
        'body = {"user": user, "secret": "NO SECRET :("}',
        "export SESSION_SECRET=99ae8af...snip...ec0f262ac",
        'secret_type = "OpenAI Token"',
        'API_KEY = "secret_key_123"',
        '"token_type": _X509_SUBJECT_TOKEN_TYPE,',
        "private_key: ed25519.Ed25519PrivateKey, others: list[str]",
        "for candidate in secret_access_key_candidates:",
        "return self.hf_forward_for_no_beam_search_op(audio_features)",
        "|| process.env.npm_config_VITEST_MODULE_DIRECTORIES",
        "# Account SID (AC" + "x" * 32 + ")",
        "use Cookie, secret: 'CHANGEME" + "a" * 56 + "'",
        "'GACCGG" + "AKIA" + "TCTTCCGGTAAAACCACGCTGACG'",
        'text("change_pwd_field_oldpwd") + I18nUtil.getString("system_invalid")',
        'Password passwordResponse `form:"passwordAuth" json:"passwordAuth"`',
        '"no-match-password": "Passwörter stimmen nicht überein",',
        '"incorrect-username-password": "Sai tên đăng nhập/mật khẩu.",',
        '"password": "Slaptažodis",',
        '"new-password": "नया पासवर्ड",',
        '"incorrect-username-password": "ভুল ব্যবহারকারীর নাম/পাসওয়ার্ড।",',
        "clone git://[path-to-repo[:]][ref@]path/to/file",
    ],
)
def test_placeholders_names_and_hashes_stay(line: str) -> None:
    assert mask_lines([line]) == (line,)


@pytest.mark.parametrize("digits", [32, 64, 128, 256])
def test_a_long_hexadecimal_key_is_no_run_of_a_few_characters(digits: int) -> None:
    key = "0123456789abcdef"[::-1] * (digits // 16)
    assert mask_lines([f"secret_key = '{key}'"]) == ("secret_key = '[secret:credential]'",)


def test_a_key_after_an_escaped_line_end_does_not_pass_for_the_middle_of_a_word() -> None:
    key = next(planted.secret for planted in PLANTED if planted.make == "aws id")
    assert mask_lines([f"text = 'use\\n{key}\\nhere'"]) == ("text = 'use\\n[secret:aws-key]\\nhere'",)


@pytest.mark.parametrize("kind", ["RSA ", "EC ", "OPENSSH ", ""])
@pytest.mark.parametrize("before", ["", "    ", "# ", "    | "])
def test_a_private_key_inside_a_file_is_masked_and_keeps_its_lines(kind: str, before: str) -> None:
    key = [before + line for line in private_key(kind)]
    masked = mask_lines(["key: |", *key, "next: value"])
    assert len(masked) == len(key) + 2
    assert (masked[0], masked[1], masked[-2], masked[-1]) == ("key: |", key[0], key[-1], "next: value")
    assert all(line == f"{before}[secret:private-key]" for line in masked[2:-2])


@pytest.mark.parametrize("joint", ["\\n", "\\r\\n"])
def test_a_private_key_in_a_string_is_masked(joint: str) -> None:
    key = private_key()
    (masked,) = mask_lines([f'"private_key": "{joint.join(key)}",'])
    assert masked == f'"private_key": "{key[0]}{joint}[secret:private-key]{joint}{key[-1]}",'


def test_code_that_reads_keys_is_not_one() -> None:
    first, last = private_key()[0], private_key()[-1]
    lines = [
        f'FIRST = "{first}"',
        f'LAST = "{last}"',
        "def read_the_key(text):",
        "    return between(FIRST, text, LAST)",
    ]
    assert mask_lines(lines) == tuple(lines)


def test_two_secrets_in_a_line_are_both_masked_and_all_else_stays() -> None:
    one, other = PLANTED[1].secret, "Tr0ub4" + "dor&3"
    line = f"connect(id='{one}', password='{other}', retries=3)  # {one}"
    kept = "connect(id='[secret:aws-key]', password='[secret:credential]', retries=3)  # [secret:aws-key]"
    assert mask_lines([line]) == (kept,)


@pytest.mark.parametrize("before", [0, 3_590, 3_999, 20_000])
def test_a_secret_in_an_endless_line_is_masked_wherever_it_stands(before: int) -> None:
    jwt = next(planted.secret for planted in PLANTED if planted.make == "json web token")
    secret = jwt + "a1B2" * 200
    (masked,) = mask_lines(["x " * (before // 2) + secret + " y" * 3_000])
    assert masked == "x " * (before // 2) + "[secret:json-web-token]" + " y" * 3_000


FRAGMENTS = [*(text for planted in PLANTED for text in ways(planted)[:3]), *private_key(), "[secret:x]", "=", ": ", "'"]


def test_a_secret_that_another_one_hid_is_masked_at_once() -> None:
    hidden, secret = (
        "7OrAcUxKIA7MPMRYkpBkZpHaiT2t4QFN" + "CcqFkjkGNUJAHpEBfeoA3jiE2DH9LzUr",
        "7QCVQk9TCGbFaCOc" + "OwIFDAsko8en0KAiper7YvYj",
    )
    masked = mask_lines([f"{hidden}client_secret = '{secret}'credential = \"AKC746DYrYNIyJNqOIp1TAA\""])
    assert mask_lines(masked) == masked


@given(st.lists(st.lists(st.sampled_from(FRAGMENTS) | st.text(), max_size=4).map("".join), max_size=8))
def test_lines_keep_their_number_and_masking_twice_is_masking_once(lines: list[str]) -> None:
    lines = [line.replace("\n", "") for line in lines]
    once = mask_lines(lines)
    assert len(once) == len(lines)
    assert mask_lines(once) == once


def test_a_head_counts_for_all_of_its_table() -> None:
    rows = [f"| user{number} | k9Xv{number:05}QwZ7tR2m |" for number in range(500)]
    masked = mask_lines(["| login | password |", "| --- | --- |", *rows])
    assert not any("k9Xv" in line for line in masked)


@pytest.mark.parametrize("lines", [
    ["id,name,password", "1,Ana,hunter2", "2,Ben,letmein", '3,Cem,"P@ss,w0rd"', "4,Dana,"],
    ["| User | Password |", "|---|---|", "| Ana | hunter2 |", "| Ben | letmein |", "| Cem | P@ssw0rd |"],
    ["name;DB password", "Ana;hunter2"],
    ["name,created (UTC),last-login%,2fa,pwd", "Ana,x,1,y,hunter2", "Ben,x,1,n,letmein", "Cem,x,1,n,s3cret!"],
    [",User's name,Password (initial)", "0,Ana,hunter2"],
    ["| User | Pass |", "|---|---|", "| Ana | hunter2 |"],
])  # fmt: skip
def test_a_column_of_passwords_is_masked_whole_also_where_people_made_them_up(lines: list[str]) -> None:
    """`hunter2` was shown by every answer and query that had its row."""
    masked = "\n".join(mask_lines(lines))
    assert not any(text in masked for text in ("hunter2", "letmein", "w0rd"))
    assert masked.count("[secret:") == len(lines) - 1 - ("|---|---|" in lines) - ("4,Dana," in lines)


def test_cells_and_rows_of_another_form_do_not_end_a_column_of_passwords() -> None:
    """A cell `not set` left all others to be read, a comma too many in a row all below it."""
    rows = ["Ana,x,hunter2", 'Ben,"one', 'two",letmein', "Cem,x,not set", "Dana,x,y,z", "Eve,x,s3cret!"]
    masked = mask_lines(["name,note,password", *rows])
    assert [line for line in masked if "[secret:" not in line] == ["name,note,password", rows[1], *rows[2:5]]
    assert not any(text in "".join(masked) for text in ("hunter2", "s3cret!"))


@pytest.mark.parametrize("lines", [
    ["| Variant | Password |", "|---|---|", "| a | md5 |", "| b | sha256 |", "| c | argon2id |", "| d | 12chars |"],
    ["    connect(user, password, port)", "    connect(user, second2, port)"],
    ["from auth import (", "    get_user, hash_password,", "    User2Form, OAuth2PasswordForm,", ")"],
    [", password", ", address1"],
    ["In :func:`~auth.hash_password`, less is done", "*iterable*, not the iterator."],
    ["Lio/Context;->getSecret()", "Lio/Context$1;-><init>()"],
    ["| Option | Password |", "|---|---|", "| basic | required |", "| oauth2 | none |"],
    ["| Rule | Password |", "|---|---|", "| length | at least 8 characters |", "| digits | 2 or more |"],
    ["from auth import (", "    hash_password,", "    OAuth2PasswordForm,", "    X25519Key,", ")"],
    ["    connect(user, password=secret,", "        method=sha256,", "        retries=b2,"],
    ["| Setting | Secret |", "|---|---|", "| mail | $MAIL_KEY2 |", "| shop | ${SHOP_KEY2} |"],
])  # fmt: skip
def test_words_code_and_templates_below_such_a_head_stay(lines: list[str]) -> None:
    assert mask_lines(lines) == tuple(lines)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "lines",
    [["| password | token |"] * 1_500, ["password    token"] * 1_500, ['token="' + "\\" * 200_000]],
    ids=["heads of a table", "heads in columns", "backslashes"],
)
def test_hostile_lines_end(lines: list[str]) -> None:
    assert mask_lines(lines) == tuple(lines)  # with the square of their length it would take minutes


def test_names_of_secrets_with_nothing_long_beside_them_ask_for_no_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine in ten lines that name a secret are code about one, with no value in it."""
    monkeypatch.setattr(pairs, "_TOKEN", None)
    assert [*pairs._generated("check(token) if has_auth(user)", 11, 30)] == []
