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


def test_the_end_waits_for_threads_and_tells_who_asked_but_takes_nothing_apart() -> None:
    """Taking apart what was loaded is a twentieth of a search; a piped answer, or a file that is removed at the end,
    would be lost if the process ended at once.
    """
    script = (
        "import atexit, sys, threading, time\n"
        "class Loaded:\n"
        "    def __del__(self):\n"
        "        print('taken apart')\n"
        "sys.kept = Loaded()\n"
        "atexit.register(lambda: print('told'))\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()\n"
        "sys.argv = ['citeline', *sys.argv[1:]]\n"
        "from citeline.cli.entry import command\n"
        "command()\n"
    )
    finished = subprocess.run([sys.executable, "-c", script, "--version"], capture_output=True, text=True, check=True)
    version, *rest = finished.stdout.splitlines()
    assert version.startswith("citeline, version") and rest == ["thread", "told"]
    finished = subprocess.run([sys.executable, "-c", script, "--nonsense"], capture_output=True, text=True, check=False)
    assert finished.returncode == 2
    assert finished.stdout.splitlines() == ["thread", "told"]
