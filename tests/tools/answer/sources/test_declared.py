"""Who asks how to do something is told the command, the option or the variable that does it, by what its help says."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from citeline.tools.answer.reading import declared
from citeline.tools.answer.reading.declared import declared_in
from citeline.tools.answer.reading.syntax import source_of
from citeline.tools.answer.sources.declared import declared_asked
from citeline.tools.question.read import read

from ..trees import indexed

SHOP = {
    "cmd/staff.go": (
        "package cmd\n\nfunc update() *cobra.Command {\n\treturn &cobra.Command{\n"
        '\t\tUse:     "update",\n\t\tExample: "staff update ana@shop.test 123",\n'
        '\t\tShort:   "Changes the password of a single superuser",\n\t\tRunE: run,\n\t}\n}\n\n'
        "func remove() *cobra.Command {\n\treturn &cobra.Command{\n"
        '\t\tUse:   "delete",\n\t\tShort: "Deletes an existing superuser",\n\t}\n}\n'
    ),
    "cmd/main.go": (
        'package cmd\n\nfunc init() {\n\tflag.BoolVar(&flagDemo, "demo", false, "fill the shop with sample orders")\n'
        '\tlog.String("client_order", order.String())\n}\n'
    ),
    "images.go": (
        'package shop\n\nfunc Images() {\n\tworkers := os.Getenv("SHOP_THUMBS_MAX_WORKERS")\n'
        '\twait := os.Getenv("SHOP_THUMBS_MAX_WAIT")\n}\n'
    ),
    "tool.py": (
        "import argparse\n\nparser = argparse.ArgumentParser()\nsub = parser.add_subparsers()\n"
        'sub.add_parser("export", help="Write all invoices to a file")\n'
        'parser.add_argument("-q", "--quiet", action="store_true", help="Hide all progress")\n'
        'parser.add_argument("--no-probing", help="Don\'t try to find free ports for screen and listen addresses")\n'
    ),
    "hc/management/commands/pruneusers.py": 'class Command:\n    help = """Prune old, inactive user accounts."""\n',
    "web/cli.js": 'program.command("seed").description("Insert fake customers for a test")\n',
}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("I forgot my admin password, how do I reset it from the shell?", "update"),
        ("how do I delete a superuser from the command line?", "delete"),
        ("how do I fill the shop with sample orders?", "demo"),
        ("how do I limit how many thumbnails are made at once?", "SHOP_THUMBS_MAX_WORKERS"),
        ("how do I export all invoices to a file?", "export"),
        ("how do I hide the progress?", "quiet"),
        ("how do I remove inactive user accounts?", "pruneusers"),
        ("how do I insert fake customers?", "seed"),
    ],
)
def test_what_does_it_is_found_by_its_help(tmp_path: Path, question: str, name: str) -> None:
    """The answer was code that has `password`; the command stood nowhere in it."""
    told = declared_asked(indexed(tmp_path, SHOP), read(question), [])
    assert told is not None
    assert name in (told.draft.fact["subject"], told.draft.fact["object"].strip("`"))


@pytest.mark.parametrize(
    "question",
    [
        "how do I limit how many thumbnails there are?",  # two variables hold as much of it
        "why does deleting a superuser fail?",
        "how do I print a receipt?",
        "what is a superuser?",
        "how do I change the address the screen listens on?",  # `--no-probing` only mentions both
    ],
)
def test_what_several_or_none_do_is_left_to_the_ranked_lines(tmp_path: Path, question: str) -> None:
    assert declared_asked(indexed(tmp_path, SHOP), read(question), []) is None


def test_decorators_that_declare_no_command_are_read_in_no_time(tmp_path: Path) -> None:
    """Each further `@` of a line doubled the time: with forty of them a question never had its answer."""
    marks = " ".join(f"@m{at}" for at in range(40))
    index = indexed(tmp_path, {"cli.py": f"@cli.command()\n@mark('{marks}')\nclass Prune:\n    pass\n"})
    document = index.structure.document("cli.py")
    source = source_of(index, int(document.id)) if document is not None else None
    assert source is not None
    start = process_time()
    declared_in(source)
    assert process_time() - start < 2.0


WAYS = {
    "cobra.go": 'return &cobra.Command{\n\tUse: "cobra",\n\tShort: "Sends all of it",\n}\n',
    "urfave.go": 'cli.Command{\n\tName: "urfave",\n\tUsage: "Sends all of it",\n}\n',
    "kong.go": 'type CLI struct {\n\tKong Cmd `cmd:"" help:"Sends all of it"`\n}\n',
    "field.go": 'type CLI struct {\n\tField bool `short:"f" help:"Sends all of it"`\n}\n',
    "flags.go": 'rootCmd.PersistentFlags().BoolVarP(&all, "flags", "f", false, "Sends all of it")\n',
    "own.go": 'sendFlags.String("own", "", "Sends all of it")\n',
    "parser.py": 'sub.add_parser("parser", help="Sends all of it")\n',
    "click.py": '@main.command()\ndef click():\n    """Sends all of it."""\n',
    "option.py": 'parser.add_argument("--option", help="Sends all of it")\n',
    "commander.js": 'program.command("commander").description("Sends all of it")\n',
    "yargs.js": 'program.option("--yargs", "Sends all of it")\n',
}


def test_each_way_to_declare_is_read_and_code_without_one_is_not_searched_for_it(tmp_path: Path) -> None:
    """Nine expressions went through all of every file near a question, of which a hundredth declares anything."""
    index = indexed(tmp_path, WAYS)
    for path in WAYS:
        document = index.structure.document(path)
        source = source_of(index, int(document.id)) if document is not None else None
        assert source is not None
        assert {one.name.lower() for one in declared_in(source)} == {path.partition(".")[0]}
    plain = "func send(order Order) error {\n\tif order.Total > limit {\n\t\treturn errTooMuch\n\t}\n\treturn nil\n}\n"
    assert sum(held in plain for held, _ in declared._patterns()) == 1


def test_what_is_done_to_another_thing_is_no_answer(tmp_path: Path) -> None:
    """Who wanted to remove old snapshots was told the flag that removes old directories of a cache."""
    main = 'package cmd\n\nfunc init() {\n\tflag.BoolVar(&c, "cleanup", false, "remove old cache directories")\n}\n'
    pages = {f"docs/{at}.md": f"# Part {at}\n\nSnapshots are kept in part {at}.\n" for at in range(12)}
    index = indexed(tmp_path, {**SHOP, "cmd/cache.go": main, **pages})
    assert declared_asked(index, read("how do I remove old snapshots?"), []) is None
    assert declared_asked(index, read("how do I remove old cache directories?"), []) is not None


def test_who_asks_for_a_variable_is_told_no_command(tmp_path: Path) -> None:
    """`scan`, which scans the music folder, was the environment variable that sets it."""
    made = '&cobra.Command{Use: "scan", Short: "Scan music folder"}'
    code = f"package cmd\n\nfunc scan() *cobra.Command {{\n\treturn {made}\n}}\n"
    index = indexed(tmp_path, {**SHOP, "cmd/scan.go": code})
    assert declared_asked(index, read("which environment variable sets the music folder?"), []) is None
    assert declared_asked(index, read("which command scans the music folder?"), []) is not None


PRINTER = {
    "cmd/root.go": (
        'package cmd\n\nfunc New() {\n\tflags.BoolVarP(&forced, "colors", "C", false, "force print with colors")\n'
        '\tflags.BoolVarP(&plain, "no-colors", "M", plain, "force print with no colors")\n'
        '\tflags.BoolVar(&env, "disable-env-ops", false, "Disable env related operations.")\n'
        '\tflags.BoolVar(&file, "disable-file-ops", false, "Disable file related operations (e.g. load)")\n'
        "\t// hides the totals below a report\n"
        '\tquiet := os.Getenv("QUIET_TOTALS")\n'
        '\tflags.Var(newRune(&csv.Separator), "csv-separator", "CSV Separator character")\n'
        '\tflags.StringVar(&lua.Prefix, "lua-prefix", lua.Prefix, "prefix")\n'
        '\tflags.StringVar(&xml.Prefix, "xml-prefix", "", "of instructions (<?xml version=\\"1\\"?>)")\n'
        '\tflags.StringVarP(&format, "format", "o", "auto", fmt.Sprintf("[auto|%v] output format", all()))\n}\n'
    ),
}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which flag disables file operations?", "disable-file-ops"),
        ("How do I disable the colors?", "no-colors"),
        ("How do I force colors?", "colors"),
        ("Which flag sets the separator of CSV?", "csv-separator"),
        ("Which flag sets the lua prefix?", "lua-prefix"),
        ("Which option is for XML instructions?", "xml-prefix"),
        ("Which flag sets the output format?", "format"),
    ],
)
def test_what_an_option_of_go_does_is_read_however_it_is_declared(tmp_path: Path, question: str, name: str) -> None:
    """`file` was taken for a word that asks, what denies was left out, and many calls were not read."""
    told = declared_asked(indexed(tmp_path, PRINTER), read(question), [])
    assert told is not None
    assert told.draft.fact["subject"] == name


def test_a_variable_is_told_by_the_comment_above_it(tmp_path: Path) -> None:
    told = declared_asked(indexed(tmp_path, PRINTER), read("How do I hide the totals below a report?"), [])
    assert told is not None
    assert told.draft.fact["object"] == "hides the totals below a report"
