"""Secrets by their shape and by their name, in files of many languages and formats: none comes out anywhere."""

import json
import re
from pathlib import Path

import pytest

import citeline
from citeline.cli.main import run
from citeline.graph.run import ask
from citeline.settings import Settings
from tests.indexing.secrets.planted import PLANTED, Planted, private_key
from tests.indexing.secrets.planted_tree import leaked, planted_secrets, planted_texts, write_planted
from tests.tools.models.scripted import ScriptedChat


def value(planted: Planted) -> str:
    return planted.value or planted.secret


def write_python(root: Path) -> None:
    parts = [
        f"def connect_{number}():\n    # {planted.make}\n    {planted.name} = {value(planted)!r}\n    return {number}\n"
        for number, planted in enumerate(PLANTED)
    ]
    (root / "connect.py").write_text("\n\n".join(parts))


def write_others(root: Path) -> None:
    unquoted = [planted for planted in PLANTED if " " not in value(planted)]
    yaml = [f"  - {planted.name}: {value(planted)}" for planted in unquoted]
    (root / "deploy.yaml").write_text(
        "services:\n" + "\n".join([*yaml, "  key: |", *("    " + k for k in private_key())])
    )
    entries = [{planted.name: value(planted), "make": planted.make} for planted in PLANTED]
    (root / "config.json").write_text(json.dumps({"accounts": entries}, indent=1))
    prose = [f"## The {planted.make} account\n\n{planted.written}\n" for planted in PLANTED]
    shell = [f"export {planted.name.upper()}={value(planted)}" for planted in unquoted]
    (root / "README.md").write_text("# Accounts\n\n" + "\n".join(prose) + "\n```sh\n" + "\n".join(shell) + "\n```\n")
    comments = [
        f"// {planted.make}: {planted.written}\nfunction use{n}() {{ return {n}; }}"
        for n, planted in enumerate(PLANTED)
    ]
    (root / "accounts.js").write_text("\n".join(comments) + "\n")
    (root / "settings.toml").write_text(
        "\n".join(f"[account-{n}]\n{planted.name} = '{value(planted)}'" for n, planted in enumerate(PLANTED))
    )


def leaks(text: str) -> list[str]:
    """Pieces of secrets, of twelve characters or what there is, that stand in a text in whatever case."""
    folded = text.lower()
    secrets = [*(planted.secret for planted in PLANTED), *private_key()[1:-1]]
    pieces = [secret[at : at + 12] for secret in secrets for at in range(0, max(len(secret) - 7, 1), 12)]
    return [piece for piece in pieces if piece.lower() in folded]


def test_no_planted_secret_comes_out_anywhere(tmp_path: Path, home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    write_python(root)
    write_others(root)
    assert len(PLANTED) >= 40
    assert len(leaks("\n".join(path.read_text() for path in root.iterdir()))) > len(PLANTED) + len(private_key())
    assert run(["index", str(root)]) == 0
    for file in home.rglob("*"):
        if file.is_file():
            stored = re.sub(rb"\0{64,}", b"\0", file.read_bytes())  # the vector store's files are mostly holes
            assert not leaks(stored.decode("latin-1")), file.name
    for question in ("which password does connect use?", "the github token", "private key of the deployment"):
        for output in ("json", "text"):
            assert run(["search", question, "--repo", str(root), "--top-k", "50", "--format", output]) == 0
            assert run(["ask", question, "--repo", str(root), "--format", output]) in (0, 3)
    assert run(["query", "$.code.functions", "--repo", str(root), "--format", "json"]) == 0
    assert run(["status", str(root), "--format", "json"]) == 0
    printed = capfd.readouterr()  # of the builder process too
    assert "[secret:" in printed.out and not leaks(printed.out + printed.err)


def test_what_an_index_keeps_is_still_not_given_to_a_model(tmp_path: Path, home: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    write_python(root)
    write_others(root)
    chat = ScriptedChat(answer=lambda messages: "{}")
    with citeline.index(root, settings=Settings(home=home, secrets="keep")) as handle:
        for planted in PLANTED[::3]:
            answer = ask(f"how does connect use the {planted.make} account?", handle, model=chat)
            assert answer.evidence
    prompts = "\n".join(str(message.content) for messages in chat.seen for message in messages)
    assert prompts.count("[secret:") > len(PLANTED) and not leaks(prompts)


def test_no_random_password_of_any_format_comes_out_anywhere(
    tmp_path: Path, home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    root, secrets = tmp_path / "tree", planted_secrets("anywhere")
    root.mkdir()
    write_planted(root, secrets)
    assert len(leaked(secrets, "\n".join(text for _, text in planted_texts(secrets)))) > 0.9 * len(secrets) > 500
    assert run(["index", str(root)]) == 0
    report = tmp_path / "report.md"
    for question in ("what is the database password?", "the API token of the staging system", "数据库密码是什么"):
        for command in ("search", "ask"):
            assert run([command, question, "--repo", str(root), "--format", "json"]) in (0, 3)
        assert run(["ask", question, "--repo", str(root), "--all", "--format", "markdown"]) in (0, 3)
        report.write_text(capfd.readouterr().out)
        assert not leaked(secrets, report.read_text())
    assert run(["query", "$.files", "--repo", str(root), "--format", "json"]) == 0
    assert run(["overview", str(root), "--format", "json"]) == 0
    assert run(["status", str(root), "--format", "json"]) == 0
    printed = capfd.readouterr()
    assert "[secret:" in report.read_text() and not leaked(secrets, printed.out + printed.err)
    for file in (path for path in home.rglob("*") if path.is_file()):
        stored = re.sub(rb"\0{64,}", b"\0", file.read_bytes())
        assert not leaked(secrets, stored.decode("latin-1")), file.name
        assert not leaked(secrets, stored.decode("utf-16-le", "ignore")), file.name
