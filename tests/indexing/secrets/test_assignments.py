"""Passwords in the forms that configuration, shells and code give them; and what only looks like one."""

import pytest

from citeline.indexing.secrets import mask_lines

VALUE = "9xK2m" + "Q7pLw4Zt8"
FORMS = (
    "- name: DB_PASSWORD\n  value: {}",
    '- name: API_TOKEN\n  value: "{}"',
    '{{"name": "DB_PASSWORD",\n "value": "{}"}}',
    '{{"name": "DB_PASSWORD", "value": "{}"}}',
    "<password>{}</password>",
    '<add key="ApiKey" value="{}"/>',
    '<property name="password" value="{}"/>',
    "mysql --password {} -h db",
    "curl -u admin:{} https://api.example.com",
    "ENV DB_PASSWORD {}",
    "ARG TOKEN={}",
    'config.setPassword("{}");',
    "x-api-key: {}",
    "'X-Api-Key': '{}',",
    "token: {}",
    "GET /items?access_token={}&page=1",
    "passphrase: {}",
    'psk="{}"',
    "machine db.example.com login me password {}",
    "const password: string = '{}';",
    'var apiToken = "{}"',
    'password="""{}"""',
    "| `api_token` | `{}` |",
    "DJANGO_SECRET_KEY = b'{}'",
    "encryption_key = '{}'",
    "signing_key: '{}'",
    "aws_session_token = {}",
)


@pytest.mark.parametrize("form", FORMS)
def test_a_value_beside_a_telling_name_is_masked(form: str) -> None:
    masked = "\n".join(mask_lines(form.format(VALUE).split("\n")))
    assert masked == form.format("[secret:credential]")


@pytest.mark.parametrize(
    "line",
    [
        "tokenizer = GPT2Tokenizer.from_pretrained(model)",
        "self.top_1_tokens = Gpt2Tester.predict_next_token(logits)",
        "token: OAuth2Token",
        "Credential: _win32typing.PyCredHandle,",
        'encoding = from_tiktoken("cl100k_base")',
        '<assemblyIdentity name="Types" publicKeyToken="89845dcd8080cc91" />',
        "token_id: 3f2504e04f89",
        "token_expires_at: 2026-01-02T10:00:00Z",
        "password_file: /run/secrets/db_1",
        "token = parse(line, 1234567)",
        "bypass: x1y2z3abc",
        "- name: DB_PASSWORD\n  valueFrom: vault1234abc",
        "- name: DB_HOST\n  value: db7a3.internal9",
    ],
)
def test_names_types_and_identifiers_stay(line: str) -> None:
    assert mask_lines(line.split("\n")) == tuple(line.split("\n"))
