"""What an option does was told by lines that have its word, and not by those that declare and document it."""

from __future__ import annotations

import pytest

from citeline.tools.answer.sources.options import option_told
from citeline.tools.question.read import read

from ..conftest import Indexed

MANUAL = """# Till

Runs the till. Use `--fast` if the queue is long.

## Options

#### `-f`, `--fast`

Skips the count of coins at the end of the day.

It is checked again at night.

#### `--slow`

Counts every coin twice.
"""
HELP = """Usage: till [OPTIONS]
  `--quiet` makes it hard to see what is wrong here.

  -q, --quiet              Print nothing but errors
      --loud <HOW>         Print everything that happens
"""
ARGPARSE = """import argparse

def parser():
    made = argparse.ArgumentParser()
    made.add_argument("--coins", action="store_true")
    made.add_argument(
        "--drawer",
        default=None,
        help="Open this drawer of the till, as it is labelled.",
    )
    return made
"""
COMMANDER = """program.option('-p, --port <number>', 'listen on this port of the machine');
if (options.quiet) { print('--port is what you want to set here'); }
"""
GO = """package main

func main() {
	fs.Bool("dry-run", false, "count the drawer and open nothing")
	root.Flags().String("till", "", "till number")
	root.Flags().String("cacheDir", "", "folder of the copies")
	app.Flags = []cli.Flag{
		&cli.BoolFlag{
			Name:  "receipts",
			Usage: "print a receipt for every customer",
		},
	}
	if viper.GetBool("receipts") && ko.Bool("dry-run") {
		log.Println("prints all receipts that there are")
	}
}
"""
FILES = {
    "docs/manual.md": MANUAL,
    "cmd/main.go": GO,
    "deploy/pod.yaml": (
        "spec:\n  command:\n    - --dry-run={{ .Values.till.dry.run }}\n    - --till\n    - number one here\n"
    ),
    "help.txt": HELP,
    "till.py": ARGPARSE,
    "cli.js": COMMANDER,
    "tests/test_till.py": 'def test_drawer():\n    run("--shelf", "opens the shelf below the till")\n',
    "CHANGELOG.md": "# Changes\n\n- `--shelf`: opens the shelf below\n",
    "README.zh.md": "# 收银\n\n- `--night`：晚上再数一遍所有的硬币\n",
}


@pytest.mark.parametrize(
    ("question", "place", "shown"),
    [
        ("what does --fast do?", "docs/manual.md:9", (7, 11)),
        ("what is the --slow flag for?", "docs/manual.md:15", (13, 15)),
        ("--quiet?", "help.txt:4", (4, 4)),
        ("what does --loud do?", "help.txt:5", (5, 5)),
        ("what does --drawer do?", "till.py:9", (6, 10)),
        ("what does --port do?", "cli.js:1", (1, 1)),
        ("--night 是做什么的?", "README.zh.md:3", (3, 3)),
        ("what does --dry-run do?", "cmd/main.go:4", (4, 4)),
        ("what is --till for?", "cmd/main.go:5", (5, 5)),
        ("what does --receipts do?", "cmd/main.go:10", (8, 11)),
        ("what does --cache-dir do?", "cmd/main.go:6", (6, 6)),
        ("what does the -q flag mean?", "help.txt:4", (4, 4)),
    ],
)
def test_the_lines_that_declare_an_option_tell_what_it_does(
    indexed: Indexed, question: str, place: str, shown: tuple[int, int]
) -> None:
    told = option_told(indexed(FILES), read(question))
    assert told is not None
    assert f"{told.candidate.passage.chunk.path}:{told.candidate.start_line}" == place
    assert told.shown == shown
    assert told.is_defined


@pytest.mark.parametrize(
    "question",
    [
        "what does --shelf do?",  # a test and a change log say nothing of what is
        "what does --coins do?",  # declared without a word
        "what does -Q do?",  # another one than -q
        "what does --night do?",  # only in the script of another language
        "what does --fast cost on a slow machine?",
        "is --fast or --slow better?",
        "who sets --fast?",
    ],
)
def test_other_questions_and_other_lines_are_left_to_the_ranking(indexed: Indexed, question: str) -> None:
    assert option_told(indexed(FILES), read(question)) is None


def test_a_column_behind_the_kind_of_a_value_says_what_an_option_is(indexed: Indexed) -> None:
    """`--cacheDir string    cache of files` was read as a sentence in which the option is a word."""
    files = {"docs/cli.md": "# till\n\n```\n      --cacheDir string    folder of the copies\n```\n"}
    told = option_told(indexed(files), read("what does --cacheDir do?"))
    assert told is not None and told.is_defined


def test_a_line_that_never_ends_is_read_in_part(indexed: Indexed) -> None:
    """A line of 20,000 letters behind an option took four seconds."""
    files = {"dump.txt": f"--fast {'a' * 100_000}\n", "help.txt": "  --fast    Skips the count of coins\n"}
    told = option_told(indexed(files), read("what does --fast do?"))
    assert told is not None and told.candidate.passage.chunk.path == "help.txt"
