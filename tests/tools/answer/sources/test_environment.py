"""`which environment variables are there` is answered with the lines of all files that read one."""

from __future__ import annotations

import pytest

from citeline.tools.answer.sources.special import special_drafts
from citeline.tools.question.read import read

from ..conftest import Indexed

VARIABLES = {
    "shop/settings.py": (
        'import os\n\nDB = os.getenv("SHOP_DB")\nPORT = envint("SHOP_PORT", 80)\nHOME = os.environ["SHOP_HOME"]\n'
    ),
    "shop/cli.py": 'import click\n\n\n@click.option("--host", envvar="SHOP_HOST")\ndef main(host):\n    return host\n',
    "web/config.ts": "export const url = process.env.SHOP_URL || '';\nexport const mode = process.env['SHOP_MODE'];\n",
    "bank/main.rs": 'fn main() {\n    let key = std::env::var("SHOP_KEY");\n}\n',
    "tests/test_shop.py": 'import os\n\nos.environ["SHOP_TEST"] = "1"\n',
}


@pytest.mark.parametrize(
    "question",
    [
        "which environment variables are there?",
        "which environment variables are required?",
        "what env vars does it read?",
    ],
)
def test_environment_variables_of_all_files_are_one_list(indexed: Indexed, question: str) -> None:
    opened = indexed(VARIABLES)
    told = ", ".join(draft.fact["object"] for draft in special_drafts(opened, read(question), []).drafts)
    names = ("SHOP_DB", "SHOP_PORT", "SHOP_HOME", "SHOP_HOST", "SHOP_URL", "SHOP_MODE", "SHOP_KEY")
    assert set(told.split(", ")) == {f"`{name}`" for name in names}


def test_what_builds_the_program_is_told_behind_what_it_reads_itself(indexed: Indexed) -> None:
    """Of a program that is built by a long script the first sentences were about that script."""
    names = ("GOOS", "GOARCH", "EXTRA_FLAGS", "BUILD_USER", "SHOP_DB")
    script = "".join(f'var {name} = os.Getenv("{name}")\n' for name in names)
    files = {**VARIABLES, "build.go": f"package main\n\n{script}", "go.mod": "module shop\n"}
    drafts = special_drafts(indexed(files), read("which environment variables does it read?"), []).drafts
    told = [draft.fact["subject"] for draft in drafts]
    assert told[0] == "shop/settings.py"
    assert told[-1] == "build.go"
    assert "SHOP_DB" not in drafts[-1].fact["object"]


def test_what_sets_a_variable_does_not_read_it(indexed: Indexed) -> None:
    """The prefix of all variables, which a library is told, is what they are read by."""
    code = 'package shop\n\nfunc init() {\n\tos.Setenv("SHOP_SET", "1")\n\tviper.SetEnvPrefix("SHOP")\n}\n'
    found = special_drafts(indexed({"a.go": code}), read("which environment variables does it read?"), [])
    assert [draft.fact["object"] for draft in found.drafts] == ["`SHOP`"]


def test_variables_for_something_are_those_that_are_called_so_each_once(indexed: Indexed) -> None:
    files = {**VARIABLES, "shop/again.py": 'import os\n\nDB = os.getenv("SHOP_DB")\nURL = os.getenv("SHOP_DB_URL")\n'}
    opened = indexed({**files, "shop/conftest.py": 'import os\n\nos.environ["SHOP_DB_TEST"] = "1"\n'})
    drafts = special_drafts(opened, read("which environment variables tell the db?"), []).drafts
    told = [name for draft in drafts for name in draft.fact["object"].split(", ")]
    assert sorted(told) == ["`SHOP_DB_URL`", "`SHOP_DB`"]


def test_the_variable_that_is_called_as_it_is_asked_for_comes_first(indexed: Indexed) -> None:
    files = {
        "old.go": 'package shop\n\nvar hint = os.Getenv("SHOP_PASSWORD_HINT")\n'
        'var file = os.Getenv("SHOP_PASSWORD_FILE2")\nvar from = os.Getenv("SHOP_FROM_PASSWORD_FILE")\n',
        "shop.go": 'package shop\n\nvar file = os.Getenv("SHOP_PASSWORD_FILE")\n'
        'var by = os.Getenv("SHOP_PASSWORD_COMMAND")\n',
        "go.mod": "module example.org/shop\n",
    }
    drafts = special_drafts(indexed(files), read("which environment variable holds the password file?"), []).drafts
    told = [draft.fact["object"] for draft in drafts]
    assert told[0] == "`SHOP_PASSWORD_FILE`"
    assert all("FILE" in name for name in ", ".join(told).split(", "))


def test_a_variable_without_a_word_of_the_question_is_not_the_one(indexed: Indexed) -> None:
    opened = indexed(VARIABLES)
    assert not special_drafts(opened, read("which env var sets how many piers the harbour has?"), []).drafts


def test_what_the_variable_does_is_no_word_of_its_name(indexed: Indexed) -> None:
    opened = indexed({"a.py": 'import os\n\nT = os.getenv("APP_SET_TIMEOUT")\nC = os.getenv("APP_CACHE_DIR")\n'})
    assert not special_drafts(opened, read("which environment variable sets the number of workers?"), []).drafts
    (draft,) = special_drafts(opened, read("which environment variable sets the cache directory?"), []).drafts
    assert draft.fact["object"] == "`APP_CACHE_DIR`"


def test_only_what_is_read_is_an_environment_variable(indexed: Indexed) -> None:
    """Names in comments, and values of constants called so, were told; of many files the first two dozen alone."""
    files = {f"part_{number}.py": f'import os\n\nos.getenv("SHOP_{number}")\n' for number in range(40)}
    other = (
        '# os.getenv("SHOP_OLD")\nENVIRONMENT = "PRODUCTION"\nenv_name = "ENV_STYLE"\n'
        'MODES = {"env": "INSIDE"}\nenvelope = 1\n'
    )
    rust = '#[derive(Parser)]\nstruct Args {\n    #[arg(long, env = "SHOP_ARG")]\n    port: u16,\n}\n'
    opened = indexed({**files, "other.py": other, "args.rs": rust})
    drafts = special_drafts(opened, read("which environment variables are there?"), []).drafts
    told = {name for draft in drafts for name in draft.fact["object"].split(", ")}
    assert told == {*(f"`SHOP_{number}`" for number in range(40)), "`SHOP_ARG`"}


@pytest.mark.parametrize("question", ["which endpoints are there?", "which environments are supported by `Cart`?"])
def test_other_questions_get_no_list(indexed: Indexed, question: str) -> None:
    assert special_drafts(indexed(VARIABLES), read(question), []).basis != "environment"


def test_a_list_that_passages_divide_is_told_in_pieces_to_its_end(indexed: Indexed) -> None:
    lines = [f'    os.getenv("OPTION_{number}_{"LONG" * 20}")' for number in range(80)]
    opened = indexed({"cli.py": "\n".join(["def build():", *lines]) + "\n"})
    found = special_drafts(opened, read("which environment variables are there"), [])
    names = [name for draft in found.drafts for name in draft.fact["object"].split(", ")]
    assert len(found.drafts) > 1
    assert names == [f"`OPTION_{number}_{'LONG' * 20}`" for number in range(60)]
    assert found.left == 20


def test_a_virtual_environment_is_no_environment_variable(indexed: Indexed) -> None:
    """ "where are virtual environments stored?" was answered with a line that reads `VIRTUAL_ENV`."""
    opened = indexed({**VARIABLES, "shop/venv.py": 'import os\n\nROOT = os.environ["VIRTUAL_ENV"]\n'})
    assert not special_drafts(opened, read("where are virtual environments stored?"), []).drafts
    assert special_drafts(opened, read("what does it read from the environment?"), []).drafts


def test_the_one_variable_that_is_asked_for_is_told_by_the_comment_above_it(indexed: Indexed) -> None:
    text = (
        "package main\n\nfunc main() {\n\t// hides all colours of a report\n"
        '\tquiet := os.Getenv("NO_COLOR")\n\tother := os.Getenv("SHOP_PORT")\n}\n'
    )
    found = special_drafts(indexed({"main.go": text}), read("Which environment variable turns off colours?"), [])
    assert [draft.fact["object"] for draft in found.drafts] == ["hides all colours of a report"]
