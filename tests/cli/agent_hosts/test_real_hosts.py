"""The hosts themselves read what `citeline install` writes, and start the server: listing servers needs no account."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from citeline.cli.agent_hosts.plan import hosts
from citeline.cli.main import run

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

_TOLD = {"claude-code": "Connected", "codex": "enabled", "gemini": "Connected", "opencode": "connected"}
"""What `mcp list` of each says of a server that it may use; Codex starts them only in a session."""


@pytest.mark.parametrize("name", _TOLD)
def test_a_host_lists_the_server_that_install_entered(name: str, shop: Path, home: Path, tmp_path: Path) -> None:
    program = shutil.which(hosts()[name].program)
    if program is None:
        pytest.skip(f"{hosts()[name].title} is not installed")
    command, person = Path(sys.executable).parent / "citeline", tmp_path / "person"
    person.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "home", lambda: person)
        assert run(["install", name, "--user", "--yes", "--command", str(command)]) == 0
    own = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**own, "HOME": str(person), "CITELINE_HOME": str(home), "GEMINI_CLI_TRUST_WORKSPACE": "true"}
    listed = subprocess.run([program, "mcp", "list"], cwd=shop, env=environment, capture_output=True, text=True)
    told = listed.stdout + listed.stderr
    assert any("citeline" in line and _TOLD[name] in line for line in told.splitlines()), told
