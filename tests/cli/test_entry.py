"""Ctrl-C before there is anything to catch it."""

import subprocess
import sys


def test_an_interrupt_during_the_import_gives_no_traceback() -> None:
    script = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from citeline.cli.entry import main\n"
        "main()\n"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert finished.returncode == 130
    assert finished.stderr == "interrupted\n"
