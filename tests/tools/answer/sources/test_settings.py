from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.compose import Composed, compose
from citeline.tools.answer.reading import documented_settings, settings
from citeline.tools.answer.reading.settings import Setting, settings_of
from citeline.tools.answer.reading.syntax import Source
from citeline.tools.answer.sources import settings as settings_source
from citeline.tools.evidence.evidence import passage_refs
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..trees import indexed

SAMPLE = """\
# The address that people open.
server_url: http://127.0.0.1:8080

# Address to listen on.
# For production:
# listen_addr: 0.0.0.0:8080
listen_addr: 127.0.0.1:8080
# Address to listen on for metrics.
metrics_listen_addr: 127.0.0.1:9090

# May visitors see the pages without an account?
# guests: true

database:
  # How many connections stay open.
  max_open: 25
  password: hunter-of-foxes
  # Note: the other one is smaller.
  extra:
    - name: first
      size: 3
"""
PAGE = """\
# Settings

## OPTIONS

Default: 12

### `UPLOAD_LIMIT`

The largest file that anyone may upload, in megabytes. Default: `40`

### `RETENTION_DAYS`

Days after which old entries are thrown away.

- `COLOUR`: the colour of the frame
- `WIDTH`: the width of the frame, default: `7`
"""
CODE = {"app.py": "def serve(settings):\n    return settings.listen_addr\n", "README.md": "# App\n\nServes pages.\n"}


def asked(opened: Index, question: str) -> Composed:
    said = read(question)
    return compose(opened, said, [], passage_refs(search(opened, said, top_k=20, single=True).hits))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Index:
    files = {"config-example.yaml": SAMPLE, "docs/settings.md": PAGE, **CODE}
    return indexed(tmp_path_factory.mktemp("settings"), files)


def read_settings(text: str, path: str = "config.yaml", language: str = "yaml") -> dict[int, Setting]:
    document = SimpleNamespace(path=path, language=language, format="text" if language == "text" else "data")
    return settings_of(Source(document, tuple(text.split("\n")), ()))  # type: ignore[arg-type]


def test_whoever_asks_for_the_listen_address_reads_that_of_the_server_and_not_of_the_metrics(opened: Index) -> None:
    found = asked(opened, "default listen address")
    assert (found.claims[0]["text"], found.basis) == ("`listen_addr` is `127.0.0.1:8080`:", "setting")


def test_a_key_that_is_commented_out_is_told_as_that_and_never_borne_out(opened: Index) -> None:
    found = asked(opened, "do guests see the pages by default?")
    assert (found.claims[0]["text"], found.basis) == ("Commented out: `# guests: true`", "commented_out")


def test_a_password_below_the_key_that_is_asked_for_is_not_cited(opened: Index) -> None:
    found = asked(opened, "max open connections of the database")
    first = next(one for one in found.evidence if one["id"] == found.claims[0]["evidence"][0])
    assert found.claims[0]["text"] == "`max_open` is `25`:"
    assert first["text"].strip() == "# How many connections stay open.\n  max_open: 25"


def test_the_default_that_a_page_states_is_told_of_the_setting_above_it(opened: Index) -> None:
    found = asked(opened, "what is the upload limit by default?")
    assert found.claims[0]["text"] == "The default of `UPLOAD_LIMIT` is `40`:"


def test_who_wants_to_set_it_is_told_what_a_page_says_of_it_and_not_its_default(tmp_path: Path) -> None:
    page = "# Settings\n\n### `idle_limit`\n\n**Default:** `40`\n\nHow long one may idle; `--idle-limit` sets it.\n"
    found = asked(indexed(tmp_path, {"docs/settings.md": page, **CODE}), "How do I configure the idle_limit option?")
    assert found.claims[0]["text"].endswith("`--idle-limit` sets it.")


@pytest.mark.parametrize("question", ["default of retention days", "default colour of the frame"])
def test_what_has_no_default_is_not_told_that_of_its_neighbour(opened: Index, question: str) -> None:
    assert not any("default of" in one["text"] for one in asked(opened, question).claims)


def test_of_two_ports_that_are_as_near_none_is_told_to_be_the_one(tmp_path: Path) -> None:
    text = "[db]\nport = 5432\n[mail]\nport = 25\n"
    found = asked(indexed(tmp_path, {"config.toml.sample": text, **CODE}), "what is the default port?")
    assert found.basis not in ("setting", "likely setting")


def test_who_asks_for_an_environment_variable_is_told_no_key_of_another_file(opened: Index) -> None:
    assert asked(opened, "which environment variable sets the listen address?").basis != "setting"


def test_a_variable_without_a_value_is_told_where_variables_are_asked_for(tmp_path: Path) -> None:
    text = "# Address to listen on.\n# APP_LISTENADDR=\n\n# Port to listen on.\n# APP_PORT=80\n"
    opened = indexed(tmp_path, {"app.env.example": text, **CODE})
    found = asked(opened, "which environment variable sets the listen address?")
    assert found.claims[0]["text"] == "Commented out: `# APP_LISTENADDR=`"
    assert asked(opened, "what is the default listen address?").basis != "commented_out"


def test_a_masked_value_is_no_setting_and_no_section() -> None:
    text = "[secret:private-key]\nAPI_KEY=[secret:token]\nPORT=80\n"
    assert [(one.name, one.within) for one in read_settings(text, ".env", "dotenv").values()] == [("PORT", ())]


def test_a_live_key_hides_its_commented_namesake_and_keeps_the_comment_above_both() -> None:
    found = {one.name: one for one in read_settings(SAMPLE).values()}
    assert (found["listen_addr"].value, found["listen_addr"].first_line) == ("127.0.0.1:8080", 4)
    assert not found["guests"].is_live
    assert found["max_open"].within == ("database",)


def test_records_of_a_list_and_remarks_with_a_colon_are_no_settings() -> None:
    assert not {"name", "size", "Note", "note"} & {one.name for one in read_settings(SAMPLE).values()}


def test_a_sample_is_read_in_the_format_of_what_it_is_a_sample_of() -> None:
    (one,) = read_settings('[app]\naddress = "localhost:9000"\n', "config.toml.sample", "text").values()
    assert (one.name, one.within, one.value) == ("address", ("app",), '"localhost:9000"')


def values(text: str, path: str, language: str) -> dict[str, str]:
    return {".".join((*one.within, one.name)): one.value for one in read_settings(text, path, language).values()}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("server:\n# tls:\n  port: 80\n", {"server.port": "80"}),
        ("# database:\n  host: here\n", {"host": "here"}),
        ("server:\n  # tls:\n  #   port: 443\n  port: 80\n", {"server.tls.port": "443", "server.port": "80"}),
    ],
)
def test_a_key_that_is_set_belongs_to_no_key_that_is_commented_out(text: str, told: dict[str, str]) -> None:
    assert values(text, "a.yaml", "yaml") == told


def test_a_key_that_is_set_belongs_to_no_section_that_is_commented_out() -> None:
    text = "[web]\nport = 80\n# [tls]\n# port = 443\nhost = here\n[db]\nport = 5432\n"
    told = {"web.port": "80", "tls.port": "443", "web.host": "here", "db.port": "5432"}
    assert values(text, "a.toml", "toml") == told


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("base: &base\n  size: &s 3\nother: *base\nkind: !!str 5\n", "yaml", {"base.size": "3", "kind": "5"}),
        ("hosts: [\n  a,\n]\nport: 1\n", "yaml", {"port": "1"}),
        ('hosts = [\n  "a",\n]\ntext = """\nport = 9\n"""\nsize = 1\n', "toml", {"size": "1"}),
        ('port = 80 ; of the web\ntext = "a ; b"\n', "ini", {"port": "80", "text": '"a ; b"'}),
        (
            'A="x # y" # why\nexport B=\'z\'\nC=*\nD="x\nE=>5\n',
            "dotenv",
            {"A": '"x # y"', "B": "'z'", "C": "*", "E": ">5"},
        ),
        ("server:\r\n\tport: 80\r\n\ufffd\ufffd: 3\r\n", "yaml", {"server.port": "80"}),
    ],
)
def test_what_goes_on_below_or_stands_elsewhere_is_not_told_as_a_value(
    text: str, language: str, told: dict[str, str]
) -> None:
    assert values(text, "a", language) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| Variable | Default | About |\n|---|---|---|\n| API_PORT | 9000 | port |\n", ("API_PORT", "9000")),
        ("### `LD_PORT`\n\nValues: `Integer` | Default = `9090`\n", ("LD_PORT", "9090")),
        ("### smtp_tls\n\nDisabled by default.\n", ("smtp_tls", "Disabled")),
        ("`pool_size` is the default of everything else.\n", None),
        ("### `pool_size`\n\n**Default:** `30`\n", ("pool_size", "30")),
        ("### `pool_size`\n\n**Default**: *\n", ("pool_size", "*")),
        (
            "### `pre_fork`\n\n**Default:**\n\n```python\ndef pre_fork(server):\n    pass\n```\n\nCalled.\n",
            ("pre_fork", "def pre_fork(server): pass"),
        ),
        ("### `pre_fork`\n\n**Default:**\n\nCalled before it.\n", ("pre_fork", "")),
    ],
)
def test_the_ways_in_which_pages_document_a_setting_are_read(text: str, told: tuple[str, str] | None) -> None:
    found = [(one.name, one.value) for one in documented_settings._read(text.split("\n"))]
    assert found == ([told] if told else [])


def test_settings_of_spring_and_variables_of_an_image_are_found_by_their_names(tmp_path: Path) -> None:
    resources = "app/src/main/resources"
    files = {
        f"{resources}/application.yaml": "server:\n  port: 8090\n",
        f"{resources}/application-dev.yaml": "server:\n  port: 8090\n",
        "Dockerfile": 'FROM scratch\nENV OPTS="" \\\n    # Kept.\n    SHOP_WORK_DIR="/root/shop" SHOP_PORT=9321 \\\n'
        "    TZ=UTC\nRUN ls\n",
        "docs/work.md": "# Work\n\nThe shop has a work directory in the image of docker by default.\n",
        **CODE,
    }
    opened = indexed(tmp_path, files)
    port = asked(opened, "What port does the server listen on?")
    assert (port.claims[0]["text"], port.basis) == ("`server.port` is `8090`:", "setting")
    assert port.evidence[0]["path"] == f"{resources}/application.yaml"
    folder = asked(opened, "What does SHOP_WORK_DIR default to in the docker image?")
    assert folder.claims[0]["text"] == '`SHOP_WORK_DIR` is `"/root/shop"`:'


def test_the_default_that_a_page_states_comes_before_that_of_an_image(tmp_path: Path) -> None:
    """The cell of the image was told alone, with `yes`."""
    files = {
        "docs/settings.md": "# Settings\n\n### `workers`\n\n**Default:** `1`\n\n### `serve`\n\nServes.\n",
        "docs/image.md": "# Image\n\n| Variable | Description | Default |\n|---|---|---|\n"
        "| `SHOP_WORKERS` | Number of workers | `(2 * CPU) + 1` |\n| `SHOP_NAME` | Name of the shop | `app` |\n",
        **CODE,
    }
    opened = indexed(tmp_path, files)
    found = asked(opened, "What is the default number of workers?")
    assert [one["text"] for one in found.claims[:2]] == [
        "The default of `workers` is `1`:",
        "Number of workers · Default: (2 * CPU) + 1",
    ]
    assert found.basis == "likely setting"
    assert [one.name for one in documented_settings._read(files["docs/settings.md"].split("\n"))] == ["workers"]


def test_long_samples_are_read_in_a_moment() -> None:
    """A reader that looked up what stands around each line took a minute and a half for these."""
    rows = ["a: " + " " * 200 + "#" + " #" * 10, "# a: " + '"' * 230, *SAMPLE.split("\n")] * 100
    begin = time.perf_counter()
    list(settings._read(rows, "yaml"))
    list(documented_settings._read([*rows, "default is " + "a " * 100]))
    assert time.perf_counter() - begin < 3


def test_the_default_of_a_setting_that_is_only_mentioned_is_not_told(tmp_path: Path) -> None:
    """`grace_period`, which is not the same as `timeout`, "whose default is 30s", was said to be 30s, with `yes`."""
    text = "# Configuration\n\n### `grace_period`\n\nIt is not the same as `timeout`, whose default is `30s`.\n"
    found = asked(indexed(tmp_path, {"docs/configuration.md": text}), "what is the default grace period?")
    assert found.basis not in ("setting", "likely setting")


def test_a_password_is_no_setting_that_is_told(tmp_path: Path) -> None:
    text = "database:\n  # Password of the user\n  password: hunter2word  # the database port is 5432\n"
    found = asked(indexed(tmp_path, {"config.sample.yaml": text}), "what is the default database port?")
    assert found.basis not in ("setting", "likely setting")


def test_a_password_below_a_key_that_says_so_is_no_setting_that_is_told(tmp_path: Path) -> None:
    text = "passwords:\n  # Who may change the colour of the frame.\n  painter: hunter2word\n"
    found = asked(indexed(tmp_path, {"config.sample.yaml": text}), "default painter colour of the frame")
    assert "setting" not in found.basis


def test_what_another_service_is_run_with_is_no_setting_of_the_application(tmp_path: Path) -> None:
    text = "services:\n  db:\n    image: postgres\n    shm_size: 128mb\n"
    opened = indexed(tmp_path, {"docker-compose.example.yml": text, **CODE})
    assert "setting" not in asked(opened, "default shm size of the db service").basis


def test_samples_behind_one_that_is_too_long_are_read(tmp_path: Path) -> None:
    rows = "".join(f"key_{at}: {at}\n" for at in range(20_001))
    opened = indexed(tmp_path, {"config.sample.yaml": rows, "web/config.sample.yaml": SAMPLE})
    known, by_term = settings_source._of_samples(opened)
    assert len(known) == len(read_settings(SAMPLE)) - 1  # without the password
    assert by_term


def test_a_question_of_many_words_is_not_compared_with_every_setting() -> None:
    """Settings x words: 20,000 of a sample with a pasted text of 400 words."""

    class Counted(dict[str, float]):
        read = 0

        def __iter__(self) -> Iterator[str]:
            for word in super().__iter__():
                Counted.read += 1
                yield word

        def values(self) -> Any:
            return [self[word] for word in self]

    weights = Counted({f"word{at}": 1.0 for at in range(400)})
    short = settings_source._beginnings(weights)
    setting = Setting("addr", (), "1", 1, 1, "", True)
    source = Source(SimpleNamespace(path="a"), (), ())  # type: ignore[arg-type]
    for known in settings_source._read(source, [setting] * 100):
        settings_source._fit(known, weights, {}, short, ())
    assert Counted.read <= 2 * len(weights)
