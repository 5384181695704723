# ruff: noqa: E501  # a table of ways of writing, in five languages
"""A tree of files with random passwords, keys and tokens in them: every kind in every format. Made when a test runs.

The values are 12 to 32 random letters and digits, some without a digit: they have no vendor's prefix, so only where
they stand tells that they are secret.
"""

from __future__ import annotations

import json
import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_ALPHABET: Final = string.ascii_letters + string.digits


@dataclass(frozen=True, slots=True)
class Kind:
    """What a secret is called."""

    identifier: str
    english: str
    german: str
    spanish: str
    french: str
    chinese: str
    japanese: str

    @property
    def upper(self) -> str:
        """As the environment names it."""
        return self.identifier.upper()

    @property
    def camel(self) -> str:
        """As Java and JavaScript name it."""
        first, *rest = self.identifier.split("_")
        return first + "".join(map(str.title, rest))


KINDS: Final[tuple[Kind, ...]] = (
    Kind(
        "db_password",
        "database password",
        "Datenbankpasswort",
        "contraseña de la base de datos",
        "mot de passe de la base de données",
        "数据库密码",
        "データベースのパスワード",
    ),
    Kind(
        "admin_password",
        "admin password",
        "Admin-Passwort",
        "contraseña de administrador",
        "mot de passe administrateur",
        "管理员密码",
        "管理者パスワード",
    ),
    Kind(
        "root_pwd",
        "root password",
        "Root-Kennwort",
        "clave de root",
        "mot de passe root",
        "root口令",
        "rootのパスワード",
    ),
    Kind(
        "smtp_password",
        "SMTP password",
        "SMTP-Passwort",
        "contraseña SMTP",
        "mot de passe SMTP",
        "邮箱密码",
        "SMTPパスワード",
    ),
    Kind(
        "ldap_bind_passwd",
        "LDAP bind password",
        "LDAP-Kennwort",
        "contraseña LDAP",
        "mot de passe LDAP",
        "LDAP密码",
        "LDAPパスワード",
    ),
    Kind("api_key", "API key", "API-Schlüssel", "clave de API", "clé API", "API密钥", "APIキー"),
    Kind("api_token", "API token", "API-Token", "token de API", "jeton API", "API令牌", "APIトークン"),
    Kind(
        "access_token",
        "access token",
        "Zugriffstoken",
        "token de acceso",
        "jeton d'accès",
        "访问令牌",
        "アクセストークン",
    ),
    Kind(
        "refresh_token",
        "refresh token",
        "Aktualisierungstoken",
        "token de actualización",
        "jeton d'actualisation",
        "刷新令牌",
        "リフレッシュトークン",
    ),
    Kind(
        "client_secret",
        "client secret",
        "Client-Geheimnis",
        "secreto del cliente",
        "secret du client",
        "客户端密钥",
        "クライアントシークレット",
    ),
    Kind("secret_key", "secret key", "geheimer Schlüssel", "clave secreta", "clé secrète", "密钥", "シークレットキー"),
    Kind(
        "encryption_key",
        "encryption key",
        "Verschlüsselungsschlüssel",
        "clave de cifrado",
        "clé de chiffrement",
        "加密密钥",
        "暗号化キー",
    ),
    Kind(
        "signing_key", "signing key", "Signaturschlüssel", "clave de firma", "clé de signature", "签名密钥", "署名キー"
    ),
    Kind(
        "webhook_secret",
        "webhook secret",
        "Webhook-Geheimnis",
        "secreto del webhook",
        "secret du webhook",
        "Webhook密钥",
        "Webhookシークレット",
    ),
    Kind(
        "session_secret",
        "session secret",
        "Sitzungsgeheimnis",
        "secreto de sesión",
        "secret de session",
        "会话密钥",
        "セッションシークレット",
    ),
    Kind(
        "aws_secret_access_key",
        "AWS secret access key",
        "AWS-Zugriffsschlüssel",
        "clave de acceso secreta de AWS",
        "clé d'accès secrète AWS",
        "AWS访问密钥",
        "AWSアクセスキー",
    ),
    Kind(
        "storage_account_key",
        "storage account key",
        "Speicherkontoschlüssel",
        "clave de la cuenta de almacenamiento",
        "clé du compte de stockage",
        "存储账户密钥",
        "ストレージアカウントキー",
    ),
    Kind(
        "backup_passphrase",
        "backup passphrase",
        "Passphrase der Sicherung",
        "frase de contraseña",
        "phrase secrète",
        "备份口令",
        "バックアップのパスフレーズ",
    ),
    Kind(
        "wifi_psk",
        "pre-shared key",
        "WLAN-Passwort",
        "contraseña del wifi",
        "mot de passe wifi",
        "WiFi密码",
        "WiFiパスワード",
    ),
    Kind(
        "auth_token",
        "auth token",
        "Authentifizierungstoken",
        "token de autenticación",
        "jeton d'authentification",
        "认证令牌",
        "認証トークン",
    ),
)


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret of the tree, and where it was put."""

    kind: Kind
    value: str
    path: str
    way: int
    """Which way of its format it is written in."""

    @property
    def halves(self) -> tuple[str, str]:
        """As a literal may be split."""
        middle = len(self.value) // 2
        return self.value[:middle], self.value[middle:]


_Way = Callable[[Secret], str]


def _filled(template: str) -> _Way:
    def way(secret: Secret) -> str:
        kind = secret.kind
        names = {
            "n": kind.identifier, "u": kind.upper, "c": kind.camel, "t": kind.camel[0].upper() + kind.camel[1:],
            "en": kind.english, "En": kind.english[0].upper() + kind.english[1:], "de": kind.german,
            "es": kind.spanish, "fr": kind.french, "zh": kind.chinese, "ja": kind.japanese,
            "v": secret.value, "a": secret.halves[0], "b": secret.halves[1], "kebab": kind.identifier.replace("_", "-"),
        }  # fmt: skip
        text = template
        for name, value in names.items():
            text = text.replace(f"‹{name}›", value)
        return text

    return way


def _lines(separator: str, *templates: str) -> Callable[[Sequence[Secret]], str]:
    """A file in which each secret is written in one of several ways, in turn."""
    ways = [_filled(template) for template in templates]

    def write(secrets: Sequence[Secret]) -> str:
        return separator.join(ways[secret.way % len(ways)](secret) for secret in secrets) + "\n"

    return write


def _table(
    before: str, header: str, rule: str, row: str, after: str, size: int = 4
) -> Callable[[Sequence[Secret]], str]:
    """Tables with a kind of secret at the head of a column and values below, ordinary rows between them."""

    def write(secrets: Sequence[Secret]) -> str:
        tables: list[str] = []
        for secret in secrets:
            rows = [
                _filled(row)(secret if number == secret.way % size else _ordinary(secret, number))
                for number in range(size)
            ]
            tables.append(before + _filled(header)(secret) + rule + "".join(rows) + after)
        return "\n".join(tables)

    return write


def _ordinary(secret: Secret, number: int) -> Secret:
    return Secret(secret.kind, ("changeme", "see the vault", "-", "none")[number % 4], secret.path, secret.way)


def _notebook(indent: int | None) -> Callable[[Sequence[Secret]], str]:
    def write(secrets: Sequence[Secret]) -> str:
        cells = [
            {
                "cell_type": "code",
                "execution_count": 1,
                "metadata": {},
                "source": [f"show(accounts[{number}])\n", "# as it was last week"],
                "outputs": [_output(secret)],
            }
            for number, secret in enumerate(secrets)
        ]
        about = {"language_info": {"name": "python"}}
        return json.dumps({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}, indent=indent) + "\n"

    return write


def _output(secret: Secret) -> dict[str, object]:
    name, value = secret.kind.identifier, secret.value
    shown = json.dumps({"user": "app", name: value}, indent=2)
    texts = (
        shown,
        json.dumps({"user": "app", name: value}),
        repr({"user": "app", name: value}),
        f"   user        {name}\n0  app  {value}",
        f"{name}\n{value}",
        f"connected with {name} {value}",
    )
    text = texts[secret.way % len(texts)].splitlines(keepends=True)
    if secret.way % 4 == 3:
        return {"output_type": "stream", "name": "stdout", "text": text}
    data: dict[str, object] = {"text/plain": text}
    if secret.way % 4 == 1:
        data["text/html"] = [
            f"<table><tr><th>user</th><th>{name}</th></tr>\n",
            f"<tr><td>app</td><td>{value}</td></tr>",
        ]
    if secret.way % 4 == 2:
        data["application/json"] = {"user": "app", name: value}
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": data}


_PROSE: Final = (
    "The ‹en› is ‹v›.",
    "The ‹en› for the staging system is `‹v›`; do not share it.",
    "Log in as *deploy*. ‹En›: **‹v›**",
    "* ‹En› – ‹v›",
    "Use `‹v›` as the ‹en› until Friday.",
    "We changed the ‹en› of the old cluster to ‹v› last week.",
    "‹En›\n\n    ‹v›",
    "### ‹En›\n\n```\n‹v›\n```",
    "The new ‹en› (‹v›) works from tomorrow.",
    "‹En›:\n‹v›",
)
# fmt: off
FORMATS: Final[dict[str, Callable[[Sequence[Secret]], str]]] = {
    "connect.py": _lines(
        "\n\n",
        '‹u› = "‹v›"', "‹n›: str = '‹v›'", 'client.connect(‹n›="‹v›", retries=3)', 'os.environ["‹u›"] = "‹v›"',
        'settings = {"‹n›": "‹v›"}', '‹u› = "‹a›" + "‹b›"', '‹u› = (\n    "‹a›"\n    "‹b›"\n)', "# ‹en›: ‹v›",
        'def login(‹n›: str = "‹v›") -> None: ...', "assert ‹n› == '‹v›'",
    ),
    "client.ts": _lines(
        "\n",
        "const ‹c› = '‹v›';", "export const ‹u›: string = `‹v›`;", 'login({ user: "app", ‹c›: "‹v›" });',
        'process.env.‹u› = "‹v›";', 'const ‹c› = "‹a›" +\n  "‹b›";', '// ‹en› = ‹v›', 'this.set‹t›("‹v›");',
        'const ‹c› = process.env.‹u› || "‹v›";', 'headers.set("X-‹kebab›", "‹v›");', 'env["‹u›"] ?? "‹v›",',
    ),
    "Client.java": _lines(
        "\n",
        'private static final String ‹u› = "‹v›";', 'config.set‹t›("‹v›");', '@Value("${‹n›:‹v›}")',
        'builder.property("‹n›", "‹v›");', 'String ‹c› = "‹a›" + "‹b›";', "/* ‹en› ‹v› */",
        'map.put("‹c›", "‹v›");', 'new Login("app", /* ‹en› */ "‹v›");',
    ),
    "main.go": _lines(
        "\n",
        '‹c› := "‹v›"', 'const ‹t› = "‹v›"', 'os.Setenv("‹u›", "‹v›")', '\t‹t›: "‹v›",', 'flag.String("‹kebab›", "‹v›", "for staging")',
        "‹c› := `‹v›` // ‹en›", 'var ‹c› string = "‹a›" + "‹b›"', 'getenv("‹u›", "‹v›")',
    ),
    "deploy.sh": _lines(
        "\n",
        "export ‹u›=‹v›", "‹u›='‹v›' ./run", "mysql -u root -p‹v› shop", "mysqldump -uroot -p'‹v›' shop > out.sql",
        "curl -u admin:‹v› https://example.com", "tool --‹kebab› ‹v›", "tool --‹kebab›=‹v›", "sshpass -p ‹v› ssh app@host",
        'PGPASSWORD="‹v›" psql shop', "redis-cli -a ‹v› ping", "docker login -u app -p ‹v› registry.example.com",
        'echo "‹v›" | docker login --password-stdin', "curl -H 'Authorization: Bearer ‹v›' https://example.com",
        "curl 'https://example.com/?‹n›=‹v›&page=1'", "setx ‹u› ‹v›", 'read -r ‹u› <<< "‹v›"',
    ),
    "Dockerfile": _lines("\n", "ENV ‹u› ‹v›", "ENV ‹u›=‹v›", "ARG ‹u›=‹v›", "# ‹en› ‹v›", 'RUN ‹u›="‹v›" make', 'LABEL ‹n›="‹v›"'),
    "config.yaml": _lines(
        "\n",
        "‹n›: ‹v›", "‹c›: '‹v›'", "- name: ‹u›\n  value: ‹v›", '- name: ‹u›\n  value: "‹v›"', "- value: ‹v›\n  name: ‹u›",
        "‹n›:\n  ‹v›", "‹n›: |\n  ‹v›", "‹n›:\n  value: ‹v›", "- ‹u›=‹v›", "- key: ‹n›\n  type: text\n  value: ‹v›",
        "‹n›: >-\n  ‹v›", "args: [\"--‹kebab›\", \"‹v›\"]", "args:\n- --‹kebab›\n- ‹v›", "‹n›:\n  default: ‹v›\n  type: string",
    ),
    "config.json": lambda secrets: json.dumps([_json(secret) for secret in secrets], indent=1) + "\n",
    "packed.json": lambda secrets: json.dumps({"accounts": [_json(secret) for secret in secrets]}, separators=(",", ":")),
    "config.toml": _lines("\n", "‹n› = '‹v›'", '‹kebab› = "‹v›"', "‹n› = { value = \"‹v›\" }", "env = [\"‹u›=‹v›\"]", '‹n› = """‹v›"""'),
    "app.properties": _lines("\n", "‹n›=‹v›", "app.‹kebab› = ‹v›", "‹c›: ‹v›", "# ‹n›=‹v›", "‹n› ‹v›"),
    "settings.xml": _lines(
        "\n",
        "<‹n›>‹v›</‹n›>", '<property name="‹n›" value="‹v›"/>', '<add value="‹v›" key="‹t›"/>', '<server ‹n›="‹v›"/>',
        "<name>‹n›</name>\n<value>‹v›</value>", "<key>‹t›</key>\n<string>‹v›</string>", "<‹n›>\n  ‹v›\n</‹n›>",
        '<entry key="‹n›">‹v›</entry>',
    ),
    "accounts.csv": _table("", "account,‹en›,owner\n", "", "shop,‹v›,Ann\n", ""),
    "exported.csv": _table("", '"id";"‹n›";"owner"\n', "", '"17";"‹v›";"Ann"\n', ""),
    "accounts.tsv": _table("", "account\towner\t‹n›\n", "", "shop\tAnn\t‹v›\n", ""),
    "accounts.md": _table("", "| Account | ‹En› | Owner |\n", "|---|---|---|\n", "| shop | ‹v› | Ann |\n", "\n"),
    "fields.md": _lines(
        "\n\n",
        "| Field | Value |\n|---|---|\n| host | db7 |\n| ‹En› | `‹v›` |", "| Host | ‹n› | ‹v› |\n|---|---|---|",
        "| ‹En› (staging) | ‹v› | Ann |", "Host | ‹En›\n--- | ---\ndb7 | ‹v›",
    ),
    "accounts.html": _lines(
        "\n",
        "<p>‹En›: <code>‹v›</code></p>", "<dt>‹En›</dt>\n<dd>‹v›</dd>", "<tr><th>‹En›</th><td>‹v›</td></tr>",
        "<table><tr><th>User</th><th>‹En›</th></tr><tr><td>app</td><td>‹v›</td></tr></table>",
        "<table>\n<tr>\n<th>User</th>\n<th>‹En›</th>\n</tr>\n<tr>\n<td>app</td>\n<td>‹v›</td>\n</tr>\n</table>",
        '<input type="hidden" name="‹n›" value="‹v›">', '<input value="‹v›" name="‹n›">', "<li><b>‹En›</b> <tt>‹v›</tt></li>",
        '<span class="k">‹n›</span> <span class="o">=</span> <span class="s">‹v›</span>',
    ),
    "accounts.rst": _lines(
        "\n\n",
        ":‹En›: ‹v›", "‹En›\n   ``‹v›``", "‹En›::\n\n   ‹v›",
        "+------+--------------------------+\n| User | ‹En› |\n+======+=========+\n| app  | ‹v› |\n+------+----+",
        ".. list-table::\n\n   * - User\n     - ‹En›\n   * - app\n     - ‹v›", "The ‹en› is ``‹v›``.",
    ),
    "accounts.adoc": _lines(
        "\n\n",
        "‹En›:: ‹v›", ":‹kebab›: ‹v›", "|===\n|User |‹En›\n|app |‹v›\n|===", "|===\n|User\n|‹En›\n\n|app\n|‹v›\n|===",
        "The ‹en› is `‹v›`.",
    ),
    "notes.md": _lines("\n\n", *_PROSE),
    "notes.txt": _lines("\n\n", *_PROSE[:4], *_PROSE[5:7], "user: app\n‹en›: ‹v›", "app / ‹v› (‹en›)"),
    "german.md": _lines(
        "\n\n", "Das ‹de› lautet ‹v›.", "‹de›: ‹v›", "| ‹de› | `‹v›` |", "‹de› ist `‹v›`, bitte nicht weitergeben.", "**‹de›:** ‹v›"
    ),
    "spanish.md": _lines("\n\n", "La ‹es› es ‹v›.", "‹es›: ‹v›", "| ‹es› | ‹v› |", "- ‹es› = `‹v›`"),
    "french.md": _lines("\n\n", "Le ‹fr› est ‹v›.", "‹fr› : ‹v›", "| ‹fr› | ‹v› |", "- ‹fr› = « ‹v› »"),
    "chinese.md": _lines("\n\n", "‹zh›：‹v›", "‹zh›是‹v›。", "默认‹zh›为 `‹v›`", "| ‹zh› | ‹v› |", "‹zh›「‹v›」", "账号 app，‹zh›‹v›"),
    "japanese.md": _lines("\n\n", "‹ja›：‹v›", "‹ja›は‹v›です。", "‹ja›は「‹v›」", "| ‹ja› | ‹v› |", "■‹ja›\n‹v›"),
    "output.ipynb": _notebook(1),
    "packed.ipynb": _notebook(None),
    "grants.sql": _lines(
        "\n",
        "CREATE USER 'app'@'%' IDENTIFIED BY '‹v›';", "ALTER ROLE app WITH PASSWORD '‹v›';",
        "INSERT INTO settings (name, value) VALUES ('‹n›', '‹v›');", "SET ‹n› = '‹v›';",
        "INSERT INTO account (id, ‹n›, owner)\nVALUES (1, '‹v›', 'Ann');", "UPDATE account SET ‹n› = '‹v›' WHERE id = 1;",
    ),
    "main.tf": _lines("\n", '‹n› = "‹v›"', 'variable "‹n›" {\n  default = "‹v›"\n}', 'set {\n  name  = "‹n›"\n  value = "‹v›"\n}'),
    "server.log": _lines(
        "\n",
        "12:00:01 INFO login user=app ‹n›=‹v› ok", '12:00:01 DEBUG {"‹n›":"‹v›"}', "12:00:02 WARN ‹en› ‹v› expires",
        "12:00:03 connecting to postgres://app:‹v›@db:5432/shop", "12:00:04 Server=db;User=app;Password=‹v›;",
        "12:00:05 GET /login?‹n›=‹v> 200".replace("‹v>", "‹v›"), "12:00:06 set ‹n› to ‹v›",
    ),
}
# fmt: on


def _json(secret: Secret) -> dict[str, object]:
    kind, value = secret.kind, secret.value
    forms: tuple[dict[str, object], ...] = (
        {kind.identifier: value},
        {kind.camel: value, "note": "staging"},
        {"name": kind.upper, "value": value},
        {"value": value, "name": kind.upper},
        {"key": kind.identifier, "type": "string", "value": value},
        {kind.identifier: {"value": value}},
        {kind.identifier: [value]},
        {"command": f"tool --{kind.identifier.replace('_', '-')} {value}"},
        {"columns": ["user", kind.identifier], "rows": [["app", value]]},
        {"text": f"the {kind.english} is {value}"},
        {"text": f'{{"{kind.identifier}": "{value}"}}'},
    )
    return forms[secret.way % len(forms)]


def planted_secrets(seed: str = "citeline") -> list[Secret]:
    """One of each kind for each format; the same for the same seed."""
    numbers = random.Random(seed)
    return [
        Secret(kind, "".join(numbers.choice(_ALPHABET) for _ in range(numbers.randint(12, 32))), path, turn)
        for path in FORMATS
        for turn, kind in enumerate(numbers.sample(KINDS, len(KINDS)))
    ]


def write_planted(root: Path, secrets: Sequence[Secret]) -> None:
    """Write the files of a tree."""
    for path, text in planted_texts(secrets):
        (root / path).write_text(text, encoding="utf-8")


def planted_texts(secrets: Sequence[Secret]) -> Iterator[tuple[str, str]]:
    """Path and text of each file."""
    for path, write in FORMATS.items():
        yield path, write([secret for secret in secrets if secret.path == path])


def leaked(secrets: Sequence[Secret], text: str) -> list[Secret]:
    """Those of which eight characters in a row, or a half, stand in a text, in whatever case."""
    runs = re.findall(f"[{_ALPHABET}]{{8,}}", text)  # to look for each of ten thousand parts in the text takes longer
    held = {run[at : at + 8].lower() for run in runs for at in range(len(run) - 7)}
    return [
        secret
        for secret in secrets
        if any(secret.value[at : at + 8].lower() in held for at in range(len(secret.value) - 7))
    ]
