"""In code a secret is masked in every kind of literal and comment, and nothing else is: what was code is code after."""

import pytest

from citeline.indexing.parsers.languages import LANGUAGES, language_of
from citeline.indexing.parsers.masking import mask_file, mask_part
from citeline.indexing.parsers.programs.grammars import GRAMMARS
from citeline.indexing.parsers.registry import parse
from citeline.indexing.secrets import mask_lines
from citeline.model import SourceFile

SECRET = "9xK2m" + "Q7pLw4Zt8"
LITERALS: dict[str, tuple[str, ...]] = {
    "python": (
        'password = "{}"', "f(password='{}', x=1)", 'T = """\npassword: {}\n"""', 'u = f"db://app:{}@{host}/x"',
        '# the password is {}', 'd = {"api_key": b"{}"}', 'token = r"{}"', 'password = "\\x41{}"',
    ),
    "javascript": (
        'const password = "{}";', "f({apiKey: '{}'});", "const t = `password: {}\n${x}`;", "// password: {}",
        'const el = <Login password="{}" />;', "const el = <p>password: {}</p>;",
    ),
    "typescript": ("const password: string = '{}';", "const t = `token={}&x=${y}`;", "/* api key: {} */"),
    "tsx": ('const el = <Login password="{}" />;', "const password = '{}';", "const el = <p>password: {}</p>;"),
    "vue": ("<script>\nconst password = '{}'\n</script>", '<template><Login password="{}"/></template>'),
    "svelte": ("<script>\nconst password = '{}'\n</script>", "<p>password: {}</p>"),
    "java": (
        'class A { String password = "{}"; }', 'class A { String t = """\n  password: {}\n  """; }',
        "class A { /* password: {} */ }", 'class A { @Value("${db.password:{}}") String p; }',
    ),
    "kotlin": ('val password = "{}"', 'val t = """\npassword: {}\n"""', "// password: {}"),
    "csharp": (
        'class A { string password = "{}"; }', 'class A { string password = @"{}"; }',
        'class A { string t = $"Server={h};Password={}"; }', "class A { } // password: {}",
        'class A { string t = """\npassword: {}\n"""; }',
    ),
    "go": (
        'package a\n\nvar password = "{}"', "package a\n\nvar t = `\npassword: {}\n`", "package a\n\n// password: {}",
        'package a\n\nvar c = Config{Password: "{}", N: 1}', 'package a\n\nvar password = "\\x41{}"',
    ),
    "rust": (
        'const PASSWORD: &str = "{}";', 'const PASSWORD: &str = r#"{}"#;', "// password: {}",
        "/// password: {}\nfn a();",
        'fn a() { login!(password = "{}"); }',
    ),
    "scala": ('object A { val password = "{}" }', 'object A { val t = s"password=${h}{}" }', "// password: {}"),
    "c": ('char *password = "{}";', '#define PASSWORD "{}"', "/* password: {} */",
        '#ifdef X\nchar *password = "{}";\n#endif'),
    "cpp": ('auto password = "{}";', 'auto password = R"({})";', "// password: {}"),
    "objc": ('NSString *password = @"{}";', '#define PASSWORD @"{}"', "// password: {}"),
    "ruby": (
        "password = '{}'", 'token = "{}#{x}"', "t = <<~E\n  password: {}\nE", "# password: {}", "password = %q({})",
        "=begin\npassword: {}\n=end",
    ),
    "php": (
        "<?php $password = '{}';", '<?php $password = "{}";', "<?php $t = <<<E\npassword: {}\nE;",
        "<?php $t = <<<'E'\npassword: {}\nE;", "<p>password: {}</p><?php f();", "<?php // password: {}",
        "<?php define('DB_PASSWORD', '{}');",
    ),
    "swift": ('let password = "{}"', 'let t = """\npassword: {}\n"""', 'let password = #"{}"#', "// password: {}"),
    "bash": (
        "export PASSWORD={}", "PASSWORD='{}' run", 'mysql -p"{}" -h db', "mysql --password={} -h db",
        "curl -u admin:{} x",
        "cat <<E\npassword: {}\nE", "# password: {}", "run --token {}",
    ),
    "lua": ('local password = "{}"', "local t = [[\npassword: {}\n]]", "-- password: {}"),
    "elixir": ('password = "{}"', 't = """\npassword: {}\n"""', "# password: {}", "token = ~s({})"),
    "haskell": ('password = "{}"', "-- password: {}", "t = [r|password: {}|]"),
    "sql": ("INSERT INTO t (password) VALUES ('{}');", "-- password: {}", "CREATE USER a IDENTIFIED BY '{}';"),
    "zig": ('const password = "{}";', "const t =\n    \\\\password: {}\n;", "// password: {}"),
    "dart": ("var password = '{}';", 'var t = """\npassword: {}\n""";', "// password: {}"),
    "r": ('password <- "{}"', "# password: {}", 'login(password = "{}")'),
    "perl": ("my $password = '{}';", 'my $password = "{}";', "my $t = <<E;\npassword: {}\nE\n", "# password: {}"),
    "ocaml": ('let password = "{}"', "let password = {|{}|}", "(* password: {} *)"),
    "ocaml_interface": ("(* password: {} *)",),
    "clojure": ('(def password "{}")', "; password: {}", '(login {:password "{}"})'),
    "erlang": ('f() -> login(password, "{}").', "% password: {}"),
    "julia": ('password = "{}"', 't = """\npassword: {}\n"""', "# password: {}"),
    "proto": ("// password: {}", 'syntax = "proto3";\noption (password) = "{}";'),
}  # fmt: skip


def suffix(language: str) -> str:
    return next(row.suffixes.split()[0] for row in LANGUAGES if row.name == language)


def cases() -> list[tuple[str, str]]:
    return [(language, form) for language, forms in LITERALS.items() for form in forms]


def note(path: str, lines: tuple[str, ...]) -> str:
    return parse(SourceFile(path, lines, "", 0, 0)).note


@pytest.mark.parametrize(("language", "form"), cases())
def test_a_secret_in_a_literal_or_comment_is_masked_and_the_code_still_parses(language: str, form: str) -> None:
    path = f"login{suffix(language)}"
    lines = tuple(form.replace("{}", SECRET).split("\n"))
    masked = mask_file(path, lines)
    assert SECRET not in "\n".join(masked)
    assert mask_file(path, masked) == masked
    assert note(path, masked) == note(path, lines)


def test_every_language_with_a_grammar_has_such_literals() -> None:
    assert {*LITERALS} == {*GRAMMARS}


CODE = {
    "options.go": (
        "package options\n\n"
        "func (o *Options) GetOIDCVerifier() internaloidc.IDTokenVerifier { return o.oidcVerifier }\n"
        "func New(tokens T) *T {\n\treturn func(oidcConfig *oidc.Config) *oidc.IDTokenVerifier {\n"
        "\t\treturn oidc.NewVerifier(tokenURL, oidcConfig)\n\t}\n}\n"
    ),
    "Login.java": (
        'class Login {\n String f() { return get("change_pwd_field_oldpwd") + I18nUtil.getString("system_invalid"); }\n'
        "}\n"
    ),
    "jwt.ts": "import { Token, utf8Encoder } from './utf8'\nconst authKey = `auth:${createAuthKey()}`;\n",
    "app.js": 'const { docsAuthWithOAuth2 } = await import("./token");\nif (!state.inJSXChild) { throw token; }\n',
    "test.rs": "fn a() { assert_ser_tokens(&EnumToU32::Nothing, &[Token::None, Token::U64(12884901888u64)]); }\n",
    "urls.py": 'u = path("set_password/", views.set_password, name="hc")\nserver_class = PyWSGIServer  # auth\n',
    "Held.kt": "fun f(privateKey: Key) { require(pkcs8Base64 == null) { decode(privateKeyPem, pkcs8Base64) } }\n",
}


@pytest.mark.parametrize("path", CODE)
def test_names_types_calls_and_numbers_beside_the_name_of_a_secret_stay(path: str) -> None:
    """Each was `[secret:credential]` in an index of a public repository, and some broke the syntax of their file."""
    lines = tuple(CODE[path].split("\n"))
    assert mask_file(path, lines) == lines
    assert mask_part(lines, language_of(path)) == lines
    assert not note(path, mask_file(path, lines))


KEY = "MIIE" + "vQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
PEM = f"-----BEGIN PRIVATE KEY-----\n{KEY}\n-----END PRIVATE KEY-----"
TOKEN = "ghp_" + "9xK2mQ7pLw4Zt8" * 2 + "vB7tR4kz"
LAB = "glpat-" + "9xK2mQ7pLw4Zt8vB7tR4"
BESIDE_CODE = {
    "a key in a raw string in a macro": (
        "def.h",
        f'#define KEY R"KEY(\n{PEM}\n)KEY"\n#define E R"(\npassword: {SECRET}\n)"',
    ),
    "a value of a macro": ("secrets.h", f"#define TOKEN {TOKEN}"),
    "text behind the end of Ruby": ("data.rb", f"puts DATA.read\n__END__\npassword: {SECRET}\n{PEM}"),
    "text behind the end of Perl": ("data.pl", f"print <DATA>;\n__DATA__\npassword: {SECRET}\n{PEM}"),
    "text behind the end of PHP": ("data.php", f"<?php f();\n__halt_compiler();\npassword: {SECRET}\n{TOKEN}"),
    "rows of a dump": ("dump.sql", f"COPY u (id, password, token) FROM stdin;\n1\tq1\tx\n2\tR4!kz\t{LAB}\n\\.\n"),
    "a password of Oracle": ("ora.sql", f"CREATE USER scott IDENTIFIED BY {SECRET};"),
    "a literal that is not closed": ("open.py", f'T = """\npassword: {SECRET}\n{PEM}\n'),
    "a line of a notebook's magic": ("cell.py", f"%env API_KEY={SECRET}\nx = 1"),
    "a template of Python": ("t.py", f"password = {{{{ x }}}}\nsecret = {SECRET}\n{{% if x %}}"),
    "assignments without quotes": ("env.js", f"TOKEN={TOKEN}\npassword: {SECRET}"),
    "text beside a tag": ("a.php", f"<?php\nclass {{\n$e = 1;\npassword: {SECRET}\n"),
}


@pytest.mark.parametrize("place", BESIDE_CODE)
def test_a_secret_in_a_file_of_code_that_the_grammar_takes_for_no_literal_is_masked(place: str) -> None:
    """Each stood in the index, in the text of a chunk and in prompts, though it is masked in a file of text."""
    path, text = BESIDE_CODE[place]
    lines = tuple(text.split("\n"))
    for masked in (mask_file(path, lines), mask_part(lines, language_of(path, text))):
        assert not [secret for secret in (SECRET, KEY, TOKEN, LAB) if secret in "\n".join(masked)]
    assert mask_file(path, mask_file(path, lines)) == mask_file(path, lines)


def test_a_part_that_begins_inside_of_a_literal_is_masked_as_text() -> None:
    """A prompt gets parts of files; one from the middle of a docstring must not pass for names."""
    part = [f"the password is {SECRET}", '"""', "def f(): pass"]
    assert mask_part(part, "python") == mask_lines(part) != tuple(part)


def test_a_marker_in_the_place_of_a_bare_word_is_no_error_of_the_syntax() -> None:
    """`status` blamed the grammar for files that are fine."""
    assert not note("run.sh", ("if true; then PASSWORD=[secret:credential] ./run; fi",))
    assert not note("a.go", ("package a", "", "var password = [secret:credential]"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("line", [f")) token {SECRET} ((", f"token({SECRET}, x)", f"  token, a{SECRET},"])
def test_masking_a_file_with_an_endless_list_of_names_ends(line: str) -> None:
    """The children of one node were listed for each place in it: hours for a file of a megabyte."""
    assert len(mask_file("a.js", [line] * 1_500)) == 1_500
