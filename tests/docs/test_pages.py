"""What pages tell people to type is there: shown output is what is printed, and each command and option exists."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from citeline.cli.main import cli, run

from ..scripted_server.replies import Says
from ..scripted_server.server import ScriptedServer
from .console_examples import Typed, blocks, fences, inline_code, printed_lines, typed_in

ROOT = Path(__file__).parents[2]
RUN = [ROOT / "docs" / name for name in ("start.md", "zh.md", "how-to/onboard.md", "how-to/policies.md", "lexicon.md")]
SHELL_LANGUAGES = ("console", "sh", "bash")
PLACEHOLDER = re.compile(r"[\[\]…]|\b[A-Z]{3,}\b")


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_a_page_prints_what_it_shows(
    page: Path, shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop)
    monkeypatch.setenv("COLUMNS", "120")
    for path, text in titled(page):
        (shop / path).parent.mkdir(exist_ok=True)
        (shop / path).write_text(text, "utf-8")
    typed = typed_in(page)
    assert typed
    for one in typed:
        check(one, capsys)


def check(one: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = shlex.split(one.text)
    assert arguments[0] == "citeline"
    code = run(arguments[1:])
    printed = printed_lines(capsys.readouterr().out)
    if not one.pattern().fullmatch(printed):
        pytest.fail(f"{one.place} shows for\n{one.text}\n" + "\n".join(one.printed) + f"\n\nbut printed is\n{printed}")
    assert code == (one.exit_code or 0)


def titled(page: Path) -> list[tuple[str, str]]:
    """Files that a page says are there: blocks with a title."""
    found = ((re.search(r'title="([^"]+)"', block.info), block.content) for block in fences(page))
    return [(title[1], text) for title, text in found if title]


def commands() -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        # The tutorial of DocQL stops in the middle of words to show completion; it has its own test.
        if page.parent.name in {"decisions", "reference"} or page.name == "docql.md":
            continue
        shown = [block.content for language in SHELL_LANGUAGES for block in blocks(page, language)]
        for line in "\n".join([*shown, *inline_code(page)]).splitlines():
            words = re.split(r"  #| \| | > ", line.removeprefix("$ "))[0].strip()
            if words.startswith("citeline ") and not PLACEHOLDER.search(words):
                found.append((page.name, shlex.split(words)[1:]))
    return found


def test_commands_in_pages_exist_with_their_options() -> None:
    asked = commands()
    wrong = [(page, words, problem) for page, words in asked if (problem := usage_error(words))]
    assert len(asked) > 30 and wrong == []


def usage_error(words: list[str]) -> str:
    """What click has against the command's name and options; empty for nothing. Runs nothing."""
    command: click.Command = cli
    while isinstance(command, click.Group):
        name = next((word for word in words if not word.startswith("-")), "")
        inner = command.get_command(click.Context(command), name)
        if inner is None:
            # Anything but a single word of ASCII is a question.
            return f"no command {name}" if re.fullmatch(r"[\w-]+", name, re.ASCII) else ""
        words, command = words[words.index(name) + 1 :], inner
    try:
        command.parse_args(click.Context(command), list(words))
    except (click.NoSuchOption, click.BadOptionUsage) as error:
        return error.format_message()
    except (click.UsageError, click.exceptions.Exit):
        pass  # a file that is not here, or an option that answers by itself
    return ""


def test_the_python_of_the_pages_runs(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(shop.parent)
    for name in ("how-to/embed.md", "how-to/team.md", "models.md"):
        (example,) = blocks(ROOT / "docs" / name, "python")
        exec(compile(example.content, name, "exec"), {})
    assert "src/shop/payment.py" in capsys.readouterr().out


def test_the_report_of_verify_is_as_shown(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    parts = [f"    step_{n} = cart.part({n}) * card.rate" for n in range(10)]
    charge = ["def charge(cart, card):", *parts, "    return 1"]
    above = [f"LIMIT_{n} = {n}" for n in range(40)]
    payment = tmp_path / "src" / "shop" / "src" / "shop" / "payment.py"
    payment.parent.mkdir(parents=True)
    payment.write_text("\n".join([*above, *charge]), "utf-8")
    (payment.parent / "session.py").write_text("class Session:\n    def close(self):\n        return None\n", "utf-8")
    (payment.parent / "cart.py").write_text("\n".join([*above[:6], *charge[:6]]), "utf-8")
    said = "# Refunds\n\nCharged by `src/shop/payment.py:41-52`.\n\n\n\n\n`Session.teleport()` ends it.\n"
    undecided = "An empty cart is never charged (`src/shop/cart.py:7-12`).\n"
    (tmp_path / "answer.md").write_text(said + undecided, "utf-8")
    run(["index", str(tmp_path / "src" / "shop")])
    payment.write_text("\n".join(["import os"] * 16 + above + charge), "utf-8")
    capsys.readouterr()
    (shown,) = typed_in(ROOT / "docs" / "verify.md")
    assert run(shlex.split(shown.text.replace("~", str(tmp_path)))[1:]) == 4
    printed = printed_lines(capsys.readouterr().out)
    assert shown.pattern().fullmatch(printed), printed


def test_call_edges_are_listed_by_jedi_and_scored_as_shown(shop: Path, home: Path, tmp_path: Path) -> None:
    by_resolver, scored = (one.text for one in typed_in(ROOT / "docs" / "calls.md"))
    shop.rename(tmp_path / "click")
    (tmp_path / "click/src/shop").rename(tmp_path / "click/src/click")
    (tmp_path / "evals").symlink_to(ROOT / "evals")
    run(["index", str(tmp_path / "click")])
    (store,) = home.glob("*/generations/*/structure.db")
    written = re.search(r"\S+/structure\.db", scored)
    assert written
    shell(by_resolver, tmp_path)
    truth = [json.loads(line) for line in (tmp_path / "click.jsonl").read_text("utf-8").splitlines()]
    assert ["src/click/cart.py", "total_cents"] in [[one["to"][0][0], one["name"]] for one in truth if one["to"]]
    assert re.search(r"\b1\.000\b", shell(scored.replace(written[0], str(store)), tmp_path))


def test_questions_are_measured_as_the_page_says(
    shop: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ROOT / "docs" / "evals.md"
    rows = blocks(page, "json")[0].content.splitlines()
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "src").mkdir()
    shop.rename(tmp_path / "src" / "shop")
    monkeypatch.chdir(tmp_path)
    for name in ("questions.jsonl", "src/shop/evals.jsonl"):
        (tmp_path / name).write_text("\n".join(row for row in rows if '"corpus"' not in row), "utf-8")
    measure, compare, gate = (one.text for one in typed_in(page))
    shell(measure, tmp_path)
    (result,) = tmp_path.glob("results/*.json")
    assert run(["eval", "baseline", "results", "baseline.json"]) == 0
    assert run(["eval", "baseline", "results", "src/shop/evals-baseline.json"]) == 0
    shell(gate, tmp_path)
    for name in ("before", "after"):
        (tmp_path / "results" / f"{name}.json").write_bytes(result.read_bytes())
    shell(compare, tmp_path)
    for line in blocks(page, "sh")[0].content.splitlines():
        shell(line, tmp_path / "src" / "shop")


def test_a_model_is_asked_as_the_page_says(
    shop: Path, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen, asked = (shlex.split(one.text) for one in typed_in(ROOT / "docs" / "models.md")[:2])
    monkeypatch.chdir(shop)
    with ScriptedServer() as server:
        server.reply(Says("Refunds are reviewed by hand [1]."), repeat_last=True)
        for given in chosen[1:]:
            name, _, value = given.partition("=")
            monkeypatch.setenv(name, server.url if name.endswith("URL") else value)
        assert run(asked[1:]) in (0, 3)
        assert next(one.body["model"] for one in server.requests) == "qwen3:8b"


def shell(line: str, folder: Path) -> str:
    """What a line of a page prints, typed at a shell where `citeline` and `python` are installed; it must not fail."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_what_is_installed_is_what_the_page_says() -> None:
    """The line with pip is run by `tests/smoke/wheel.py`; an image cannot be built without a network."""
    lines = {
        blocks(ROOT / name, "sh")[0].content.partition("#")[0].split("\n")[0].strip()
        for name in ("README.md", "docs/install.md", "docs/zh.md")
    }
    assert lines == {"pip install citeline"}
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(re.findall(r"^\| `citeline\[(\w+)\]`", page, re.MULTILINE)) == sorted(
        project["optional-dependencies"]
    )
    assert f"Python {project['requires-python'].removeprefix('>=')} or newer" in page
    image = (ROOT / "Dockerfile").read_text("utf-8")
    for folder, said in (("/src", "WORKDIR /src"), ("/state", "ENV CITELINE_HOME=/state")):
        assert f":{folder}" in page and said in image
    assert 'ENTRYPOINT ["citeline"]' in image  # so what stands behind the name of the image is a command
    assert re.search(r"^demo:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def test_the_readme_is_one_screen_and_shows_what_is_printed() -> None:
    """What it shows is compared in `test_docql_tutorial.py`, on the index of this repository."""
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 80
    assert [one.text.split()[1] for one in typed_in(ROOT / "README.md")] == ["ask", "query"]
