"""A command is measured with its children, and its failure is told apart from its speed."""

import os
import sys

import pytest

from citeline.evals.research.benchmarks.speed import run

HOLD_MB = 40
HOLD = f"data = bytearray({HOLD_MB * 1024 * 1024}); data[::4096] = bytes([1]) * len(data[::4096]); time.sleep(0.4)"
FORK = f"import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; ' + {HOLD!r}])"


def test_output_and_errors_come_back_with_the_exit_code() -> None:
    script = "import sys; print('out', flush=True); sys.stderr.write('err'); sys.exit(4)"
    finished = run([sys.executable, "-c", script])
    assert (finished.exit_code, finished.output.split()) == (4, ["out", "err"])
    assert finished.peak_mb == 0.0


def test_bytes_that_are_no_text_do_not_break_a_run() -> None:
    finished = run([sys.executable, "-c", "import os; os.write(1, bytes([255, 10]))"])
    assert (finished.exit_code, finished.output) == (0, "\ufffd\n")


def test_the_time_is_that_of_the_whole_process() -> None:
    assert 0.3 < run([sys.executable, "-c", "import time; time.sleep(0.3)"]).seconds < 30


def test_a_command_gets_the_environment_that_it_is_given() -> None:
    script = "import os; print(os.environ.get('OURS'))"
    assert run([sys.executable, "-c", script], environment={**os.environ, "OURS": "yes"}).output == "yes\n"


def test_a_program_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        run(["no-such-program-at-all"])


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_memory_is_the_sum_over_the_process_tree() -> None:
    finished = run([sys.executable, "-c", f"{FORK}; {HOLD}; child.wait()"], memory=True)
    assert finished.exit_code == 0, finished.output
    assert 2 * HOLD_MB < finished.peak_mb < 5 * HOLD_MB
