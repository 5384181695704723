"""Random passwords, keys and tokens of twenty kinds in every format: none is left, and what is none stays."""

import pytest

from citeline.indexing.parsers.masking import mask_file
from citeline.indexing.parsers.notebook_lines import notebook_lines
from citeline.indexing.secrets import mask_lines
from citeline.indexing.secrets.values import is_generated, is_random

from .planted_tree import FORMATS, KINDS, leaked, planted_secrets, planted_texts

SECRETS = planted_secrets()
TEXTS = dict(planted_texts(SECRETS))


def lines_of(path: str) -> list[str]:
    """As the index reads them."""
    lines = TEXTS[path].split("\n")
    return (notebook_lines(lines) or lines) if path.endswith(".ipynb") else lines


@pytest.mark.parametrize("path", FORMATS)
def test_no_secret_is_left_in_a_file(path: str) -> None:
    lines = lines_of(path)
    secrets = [secret for secret in SECRETS if secret.path == path]
    assert len(secrets) == len(KINDS) == 20
    masked = mask_file(path, lines)
    assert len(masked) == len(lines)
    assert not leaked(secrets, "\n".join(masked))
    assert mask_file(path, masked) == masked


def test_the_tree_has_hundreds_of_secrets_in_it() -> None:
    assert len(FORMATS) >= 18 and len(SECRETS) >= 200
    assert {len(secret.value) for secret in SECRETS} == set(range(12, 33))
    assert any(secret.value.isalpha() for secret in SECRETS)


@pytest.mark.parametrize(
    "text",
    [
        # Beside, near and below the name of a secret: identifiers, paths, hashes, words, numbers.
        "password = config.databaseConfiguration.verifier2",
        "The token is read by `HttpAuthConfigurationBuilder` from the header.",
        "uses: actions/create-github-app-token@d802fdf59bde80bc3eb8bd3259f4cbeec63de4aa  # token v1",
        "error in /rustc/2d8144b7880597b6e6d3dfd63a9a9efae3f533d3/library/core/src/cmp.rs: secret_number",
        "[secret-number]: ch02-00-guessing-game-tutorial.html#comparing-the-guess-to-the-secret-number",
        "g = Github(settings.github_token.get_secret_value(), per_page=100)",
        "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 has no password",
        "r.Header.Set('Authorization', 'token123')",
        "import (\n\t'github.com/caddyserver/caddy/v2'\n\t'github.com/caddyserver/caddy/v2/modules'\n)  // auth",
        "## Password\n\nUse HttpSecurityConfigurer2 and WebMvcConfigurerAdapter.",
        "| User | Password |\n|---|---|\n| ann | correct horse battery staple |",
        "user,password,role\nann,changeme,administrator",
        "密码是必填项,请参阅 UserPasswordController。",
        "Das Passwort wird mit Argon2PasswordEncoder geprüft.",
    ],
)
def test_what_stands_at_the_name_of_a_secret_and_is_none_stays(text: str) -> None:
    lines = tuple(text.replace("'", '"').split("\n"))
    assert mask_lines(lines) == lines


def test_a_made_up_password_counts_only_beside_its_name() -> None:
    assert mask_lines(["password = 'Sommer!Nacht'"]) == ("password = '[secret:credential]'",)
    assert mask_lines(['secret := `foo"123`']) == ("secret := `[secret:credential]`",)
    assert mask_lines(["The password page says 'Sommer!Nacht'."]) == ("The password page says 'Sommer!Nacht'.",)


@pytest.mark.parametrize(
    "word",
    ["configVals", "verifier", "certificateAuthorities", "oauth2Callback", "HTTPServer2", "jsonwebtoken", "urlparse"],
)
def test_names_in_code_are_not_random(word: str) -> None:
    assert not is_random(word)


@pytest.mark.parametrize("token", ["9xK2mQ7pLw4Zt8", "kXvQbTzMwPqR", "5f4dcc3b5aa765d61d8327deb882cf99"])
def test_what_a_generator_makes_is_random(token: str) -> None:
    assert is_random(token)


def test_a_hash_is_random_but_no_secret_by_itself() -> None:
    assert not is_generated("5f4dcc3b5aa765d61d8327deb882cf99")


def test_an_endless_line_of_names_takes_no_time_to_speak_of() -> None:
    (masked,) = mask_lines(["password token secret " * 5_000])
    assert masked == "password token secret " * 5_000
