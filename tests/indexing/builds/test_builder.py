"""A builder is forked where that is safe and started where it is not; either way it builds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.indexing.small_index import write_tree

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nothing is forked elsewhere")

BUILD = """
import os, signal, sys
from pathlib import Path
from citeline.indexing.builds import builder
from citeline.indexing.builds.builder import Builder
from citeline.indexing.builds.messages import BuildRequest
root, home, said = map(Path, sys.argv[1:])
{before}
with Builder(forks=True) as builder:
    report = builder.build(BuildRequest(root, home, "test"))
said.write_text(f"{{type(builder._process).__name__}} {{report.outcome}}")
"""


@pytest.mark.parametrize(
    ("before", "process"),
    [
        ("", "ForkedBuilder"),
        ("signal.signal(signal.SIGCHLD, signal.SIG_IGN)", "ForkedBuilder"),
        ("os.close(0); os.close(1)", "ForkedBuilder"),
        ("os.close(1); sys.stdout = None", "Popen"),
        ("os.close(2); sys.stderr = None", "Popen"),
        ("builder._THREADS = Path('/proc/is-not-mounted')", "Popen"),
    ],
)
def test_a_builder_builds_whatever_its_parent_was_started_with(before: str, process: str, tmp_path: Path) -> None:
    root = write_tree(tmp_path / "tree", files=1)
    said = tmp_path / "said"
    command = [sys.executable, "-c", BUILD.format(before=before), str(root), str(tmp_path / "home"), str(said)]
    finished = subprocess.run(
        command, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, stdin=subprocess.PIPE, capture_output=True, text=True
    )
    assert finished.returncode == 0, finished.stderr
    assert said.read_text() == f"{process} built"


def test_a_forked_builder_that_nobody_needs_is_ended_before_it_has_a_group_of_its_own() -> None:
    """Of a folder that is not there the command hung: the fork had not come to `setsid`, and no signal reached it."""
    script = (
        "import os, time\n"
        "from citeline.indexing.builds.builder import Builder\n"
        "os.setsid = lambda: time.sleep(60)\n"
        "with Builder(forks=True) as builder:\n"
        "    print(type(builder._process).__name__)\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert (ended.returncode, ended.stdout) == (0, "ForkedBuilder\n"), ended.stderr
