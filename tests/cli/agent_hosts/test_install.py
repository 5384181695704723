"""`citeline install` on copies of hosts' files, as people have them."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path

import pytest

from citeline.cli.agent_hosts.plan import hosts
from citeline.cli.main import run

_FILES = {
    ".mcp.json": '{\n  "mcpServers": {\n    "github": {"type": "http", "url": "https://example.org/mcp"}\n  }\n}\n',
    ".claude/settings.json": '{\n  "permissions": {"allow": ["Bash(ls:*)"]},\n  "hooks": {\n    "Stop": [\n'
    '      {"hooks": [{"type": "command", "command": "say done"}]}\n    ]\n  }\n}\n',
    "CLAUDE.md": "# Rules\n\nUse tabs.",
    "AGENTS.md": "# Agents\r\n\r\nRun the tests.\r\n",
    ".codex/config.toml": '# mine\nmodel = "gpt"   # keep\n\n[mcp_servers.docs]\ncommand = "docs"\n',
    ".cursor/mcp.json": '{"mcpServers": {"x": {"command": "y"}}}',
    ".vscode/mcp.json": '{\n\t// servers of the team\n\t"inputs": [],\n\t"servers": {\n'
    '\t\t"x": { "command": "y" },\n\t},\n}\n',
    "opencode.json": '{\n  "$schema": "https://opencode.ai/config.json",\n  "model": "a/b", // fast\n}\n',
    ".gemini/settings.json": '\ufeff{\n    "theme": "Dracula"\n}\n',
}


@pytest.fixture
def project(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "project"
    for name, text in _FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "person")
    return folder


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_hosts_are_installed_and_taken_back_to_the_byte(project: Path) -> None:
    before = _bytes(project)
    assert run(["install", *hosts(), "--repo", str(project), "--yes", "--command", "citeline"]) == 0
    after = _bytes(project)
    assert json.loads(after[".mcp.json"])["mcpServers"]["citeline"]["args"] == ["mcp"]
    assert tomllib.loads(after[".codex/config.toml"].decode())["mcp_servers"]["citeline"]["command"] == "citeline"
    assert b"// servers of the team" in after[".vscode/mcp.json"] and b"citeline" in after[".vscode/mcp.json"]
    assert after[".gemini/settings.json"].startswith(b"\xef\xbb\xbf")
    assert after["AGENTS.md"].count(b"citeline: begin") == 1 and b"\r\n<!-- citeline: end -->\r\n" in after["AGENTS.md"]
    assert b"name: citeline" in after[".claude/skills/citeline/SKILL.md"]
    assert run(["install", *hosts(), "--repo", str(project), "--yes", "--command", "citeline"]) == 0
    assert _bytes(project) == after
    assert run(["uninstall", "--repo", str(project), "--yes"]) == 0
    left = _bytes(project)
    # A line without its end gets one: what follows would stand on it.
    assert left.pop("CLAUDE.md") == before.pop("CLAUDE.md") + b"\n"
    assert left == before
    assert not (project / ".agents").exists() and not (project / ".claude/skills").exists()


def test_an_empty_project_is_empty_again(tmp_path: Path, home: Path) -> None:
    project = tmp_path / "empty"
    project.mkdir()
    assert run(["install", *hosts(), "--repo", str(project), "--yes"]) == 0
    assert len(_bytes(project)) > 10
    assert run(["uninstall", "--repo", str(project), "--yes"]) == 0
    assert list(project.iterdir()) == []


def test_the_diff_is_shown_and_nothing_written_without_a_yes(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _bytes(project)
    assert run(["install", "cursor", "--repo", str(project), "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert '-{"mcpServers": {"x": {"command": "y"}}}' in shown and "+++ .cursor/mcp.json" in shown
    assert run(["install", "cursor", "--repo", str(project)]) == 2  # nobody can be asked
    assert "--yes" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", _Terminal("n\n"))
    assert run(["install", "cursor", "--repo", str(project)]) == 130
    assert _bytes(project) == before


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (".mcp.json", '{"mcpServers": {', "is no JSON"),
        (".mcp.json", '{"mcpServers": []}', "has no object at mcpServers"),
        (".codex/config.toml", "model = ", "is no TOML"),
        (".codex/config.toml", '[mcp_servers.citeline]\ncommand = "x"\n', "which is not ours"),
        (".codex/config.toml", 'mcp_servers = { docs = { command = "docs" } }\n', "mcp_servers in braces"),
        ("AGENTS.md", "<!-- citeline: begin -->\nno end\n", "exactly one"),
        (".claude/skills/citeline/SKILL.md", "my own skill\n", "not ours"),
        ("CLAUDE.md", "\udcff", "no UTF-8"),
    ],
)
def test_a_file_that_cannot_be_edited_stops_all(
    project: Path, name: str, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    before = _bytes(project)
    assert run(["install", "claude-code", "codex", "--repo", str(project), "--yes"]) == 2
    printed = capsys.readouterr().err
    assert told in printed and name in printed and "fix:" in printed
    assert _bytes(project) == before


def test_a_file_that_is_kept_with_comments_gets_the_entry(project: Path) -> None:
    (project / "opencode.json").rename(project / "opencode.jsonc")
    before = _bytes(project)
    assert run(["install", "opencode", "--repo", str(project), "--yes", "--command", "citeline"]) == 0
    after = _bytes(project)
    assert (
        "opencode.json" not in after
        and b"// fast" in after["opencode.jsonc"]
        and b"citeline" in after["opencode.jsonc"]
    )
    assert run(["uninstall", "opencode", "--repo", str(project), "--yes"]) == 0
    assert _bytes(project) == before


@pytest.mark.parametrize(
    ("platform", "folder"),
    [("linux", ".config"), ("darwin", "Library/Application Support"), ("win32", "AppData/Roaming")],
)
def test_vs_code_is_installed_for_all_projects_of_a_person(
    platform: str, folder: str, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citeline.cli.agent_hosts.plan.sys.platform", platform)
    file = tmp_path / "person" / folder / "Code/User/mcp.json"
    file.parent.mkdir(parents=True)
    file.write_text(
        '{\n\t"servers": {\n\t\t"github": { "type": "http", "url": "https://example.org/mcp" }, // mine\n\t}\n}'
    )
    before = file.read_bytes()
    assert run(["install", "vscode", "--user", "--yes", "--command", "citeline"]) == 0
    assert b"// mine" in file.read_bytes() and b'"${workspaceFolder}"' in file.read_bytes()
    assert run(["uninstall", "vscode", "--user", "--yes"]) == 0
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", list(hosts()))
def test_every_host_is_installed_for_a_project_and_for_a_person(name: str) -> None:
    (entry, *_) = hosts()[name].changes
    assert entry.get("file") and entry.get("user")  # else `install --user` would say that all is there


def test_what_another_host_uses_stays(project: Path) -> None:
    assert run(["install", "codex", "cursor", "--repo", str(project), "--yes"]) == 0
    assert run(["uninstall", "cursor", "--repo", str(project), "--yes"]) == 0
    left = _bytes(project)
    assert left[".cursor/mcp.json"].decode() == _FILES[".cursor/mcp.json"]
    assert b"citeline: begin" in left["AGENTS.md"] and ".agents/skills/citeline/SKILL.md" in left


def test_without_a_name_the_hosts_that_are_there_are_meant(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    for name in (".cursor/mcp.json", ".vscode/mcp.json", "opencode.json", ".gemini/settings.json"):
        (project / name).unlink()
    for name in (".cursor", ".vscode", ".gemini"):
        (project / name).rmdir()
    assert run(["install", "--repo", str(project), "--yes"]) == 0
    assert "installed for Claude Code, Codex;" in capsys.readouterr().err


def test_the_home_folder_is_written_only_when_asked(project: Path, tmp_path: Path) -> None:
    before = _bytes(project)
    person = tmp_path / "person"
    person.mkdir()
    assert run(["install", "claude-code", "codex", "--user", "--yes"]) == 0
    assert _bytes(project) == before
    assert json.loads((person / ".claude.json").read_text())["mcpServers"]["citeline"]
    assert (person / ".codex/config.toml").exists()
    assert run(["uninstall", "--user", "--yes"]) == 0
    assert _bytes(person) == {}


def test_a_link_stays_a_link_and_permissions_stay(project: Path) -> None:
    real = project / "shared.md"
    real.write_text("# Shared\n")
    real.chmod(0o600)
    (project / "AGENTS.md").unlink()
    (project / "AGENTS.md").symlink_to(real)
    assert run(["install", "codex", "--repo", str(project), "--yes"]) == 0
    assert (project / "AGENTS.md").is_symlink() and "citeline" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("theirs_first", [True, False])
@pytest.mark.parametrize("ours", ["citeline hook", "/opt/old/citeline hook", "'/my tools/citeline' hook"])
def test_a_hook_of_somebody_else_in_one_group_with_ours_stays(project: Path, ours: str, theirs_first: bool) -> None:
    theirs = {"type": "command", "command": "notify-me && citeline hook"}
    pair = [theirs, {"type": "command", "command": ours}][:: 1 if theirs_first else -1]
    settings = project / ".claude/settings.json"
    settings.write_text(json.dumps({"hooks": {"Stop": [{"matcher": "", "hooks": pair}]}}))
    assert run(["install", "claude-code", "--repo", str(project), "--yes", "--command", "citeline"]) == 0
    (group,) = json.loads(settings.read_text())["hooks"]["Stop"]
    assert theirs in group["hooks"] and [hook["command"] for hook in group["hooks"]].count("citeline hook") == 1
    assert len(group["hooks"]) == 2
    assert run(["uninstall", "claude-code", "--repo", str(project), "--yes"]) == 0
    assert json.loads(settings.read_text()) == {"hooks": {"Stop": [{"matcher": "", "hooks": [theirs]}]}}


def test_groups_of_another_shape_are_left_alone(project: Path) -> None:
    odd = ["citeline hook", {"hooks": "citeline hook"}, {"hooks": []}, {"command": "citeline hook"}, 7]
    settings = project / ".claude/settings.json"
    settings.write_text(json.dumps({"hooks": {"Stop": odd}}))
    assert run(["install", "claude-code", "--repo", str(project), "--yes", "--command", "citeline"]) == 0
    assert json.loads(settings.read_text())["hooks"]["Stop"][:-1] == odd
    assert run(["uninstall", "claude-code", "--repo", str(project), "--yes"]) == 0
    assert json.loads(settings.read_text())["hooks"]["Stop"] == odd


@pytest.mark.parametrize("name", ["claude-code", "codex", "opencode"])
def test_a_path_in_any_script_starts_citeline_and_one_that_no_host_could_write_is_refused(
    project: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    install = ["install", name, "--repo", str(project), "--yes", "--command"]
    assert run([*install, "/home/é \U0001f600/citeline"]) == 0
    if name == "codex":
        written = tomllib.loads((project / ".codex/config.toml").read_text())
        assert written["mcp_servers"]["citeline"]["command"] == "/home/é \U0001f600/citeline"
    assert run(["uninstall", name, "--repo", str(project), "--yes"]) == 0
    capsys.readouterr()
    before = _bytes(project)
    assert run([*install, "/home/\udcff/citeline"]) == 2  # a folder whose name is no UTF-8
    assert "no UTF-8" in capsys.readouterr().err and _bytes(project) == before


def test_an_unknown_host_is_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["install", "emacs", "--repo", str(project)]) == 2
    assert "claude-code, codex, cursor" in capsys.readouterr().err


def test_that_the_server_needs_one_more_package_is_said_beforehand(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("citeline.cli.commands.install.find_spec", lambda name: None)
    assert run(["install", "cursor", "--repo", str(project), "--dry-run"]) == 0
    assert "pip install 'citeline[mcp]'" in capsys.readouterr().err
