"""`which databases are supported` is answered by the lines that name SQLite and MySQL, which seldom say `database`."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.tools.answer.sources.special import Special, special_drafts
from citeline.tools.question.read import read

from ..trees import indexed

SHOP = {
    "README.md": "# Shop\n\nSells things.\n\n## Requirements\n\nLinux or FreeBSD, and Firefox or Safari.\n",
    "shop.env.example": "# Driver of the database, mysql, postgres or none.\n# SHOP_DIALECT=sqlite3\nSHOP_PORT=80\n",
    "shop/open.py": (
        'def connect(dialect):\n    if dialect == "mysql":\n        return 1\n    if dialect == "postgres":\n'
        "        return 2\n    return 3\n"
    ),
    "shop/watch.py": 'def watch(level):\n    """Logs at a level: trace, debug or warn."""\n    return level\n',
    "shop/paint.py": "def paint(info, error):\n    return info or error\n",
    "tests/test_open.py": 'from shop.open import connect\n\n\ndef test_oracle():\n    assert connect("oracle") == 3\n',
}


def _told(tmp_path: Path, question: str) -> Special:
    return special_drafts(indexed(tmp_path, SHOP), read(question), [])


@pytest.mark.parametrize(
    "question",
    ["Which databases are supported?", "what databases can I use", "does it support sqlite", "支持哪些数据库"],
)
def test_the_first_place_names_all_databases_of_the_configuration(tmp_path: Path, question: str) -> None:
    found = _told(tmp_path, question)
    assert found.basis == "named kind"
    assert set(found.drafts[0].fact["object"].split(", ")) == {"`mysql`", "`postgres`", "`sqlite3`"}


def test_what_only_a_test_names_is_not_told(tmp_path: Path) -> None:
    told = _told(tmp_path, "which databases are supported?").drafts
    assert not any("oracle" in draft.fact["object"] for draft in told)


def test_a_sentence_of_a_document_is_told_in_its_own_words(tmp_path: Path) -> None:
    first = _told(tmp_path, "which operating systems are supported?").drafts[0]
    assert first.fact["object"] == "Linux or FreeBSD, and Firefox or Safari."


def test_what_is_named_instead_stands_where_the_one_that_is_asked_for_is_absent(tmp_path: Path) -> None:
    """Who is told only that there is no MongoDB has to ask again what there is."""
    told = _told(tmp_path, "can I use MongoDB instead of Postgres?").drafts
    assert "`postgres`" in told[0].fact["object"]


def test_a_document_that_names_one_says_what_there_is_instead(tmp_path: Path) -> None:
    files = {"README.md": "# Till\n\n## Limits\n\nWorks only with PostgreSQL as its database.\n"}
    told = special_drafts(indexed(tmp_path, files), read("does it support SQLite?"), []).drafts
    assert "PostgreSQL" in told[0].fact["object"]


def test_one_name_of_the_kind_is_no_list_of_what_there_is_instead(tmp_path: Path) -> None:
    """Who asked whether S3 can be the storage was told `filesystem`, a word of a comment."""
    files = {
        "storage/users.py": '"""Names differ in case on another filesystem."""\n\n\ndef find(name):\n    return name\n'
    }
    assert not special_drafts(indexed(tmp_path, files), read("does it support S3 storage?"), []).drafts


@pytest.mark.parametrize("question", ["which log levels are there?", "有哪些日志级别"])
def test_everyday_words_are_a_list_only_under_the_name_of_their_kind(tmp_path: Path, question: str) -> None:
    told = _told(tmp_path, question).drafts
    assert [draft.fact["object"] for draft in told] == ["`trace`, `debug`, `warn`"]


def test_a_form_for_reports_of_bugs_says_nothing_of_what_is_supported(tmp_path: Path) -> None:
    """`can I use MySQL` was answered with the versions of a form that asks which database the reporter has."""
    form = {".github/ISSUE_TEMPLATE/bug.yml": "label: Database version, MariaDB or MySQL\n"}
    told = special_drafts(indexed(tmp_path, {**SHOP, **form}), read("can I use MariaDB?"), []).drafts
    assert "`postgres`" in told[0].fact["object"]


def test_a_page_about_earlier_versions_is_not_the_first(tmp_path: Path) -> None:
    """The tracing backends that a version had dropped were told as those that it supports."""
    pages = {
        "migrate/v1-to-v2.md": "# Upgrade\n\nSupported tracing backends: Jaeger, Zipkin and Sentry.\n",
        "docs/tracing.md": "# Tracing\n\nSupported tracing backends: OpenTelemetry and Jaeger.\n",
    }
    told = special_drafts(indexed(tmp_path, pages), read("which tracing backends are supported?"), []).drafts
    assert told[0].fact["object"] == "Supported tracing backends: OpenTelemetry and Jaeger."


def test_a_sure_cell_comes_before_lines_that_name_the_kind(tmp_path: Path) -> None:
    rows = "| http3 | Enable the HTTP/3 protocol, over UDP. |\n| grpc | Calls. |\n"
    page = f"# Ports\n\n| Option | Description |\n|---|---|\n{rows}"
    found = special_drafts(indexed(tmp_path, {**SHOP, "docs/ports.md": page}), read("does it support http3?"), [])
    assert found.basis == "cell"


@pytest.mark.parametrize(
    "question",
    ["how do I back up the database?", "which database tables are there?", "why is the database locked?", "database"],
)
def test_more_than_a_kind_is_left_to_the_ranked_lines(tmp_path: Path, question: str) -> None:
    assert _told(tmp_path, question).basis != "named kind"


def _first(tmp_path: Path, files: dict[str, str], question: str) -> str:
    told = special_drafts(indexed(tmp_path, {**SHOP, **files}), read(question), [])
    return told.drafts[0].fact["object"] if told.basis == "named kind" else ""


def test_a_sentence_that_says_that_one_is_supported_comes_before_lists_that_name_it(tmp_path: Path) -> None:
    page = "# Calls\n\nPorts are HTTPS, HTTP/2, WebSocket, gRPC or TCP, by protocol.\n\nThe shop supports gRPC.\n"
    assert _first(tmp_path, {"docs/calls.md": page}, "does the shop support gRPC?") == "The shop supports gRPC."


def test_a_part_of_a_wrapped_sentence_is_not_told_as_one(tmp_path: Path) -> None:
    """The line before it says that another program is meant."""
    wrapped = "Till, by its makers, is a tool that is\navailable for Solaris, Android and AIX systems\nand not ours.\n"
    page = f"# Others\n\n{wrapped}"
    told = _first(tmp_path, {"README.md": page}, "which operating systems are supported?")
    assert told == "`Solaris`, `Android`, `AIX`"


def test_one_of_several_kinds_is_found_under_any_of_them(tmp_path: Path) -> None:
    """Slack signs people in elsewhere: who asked for it was told of Google and GitHub."""
    page = "# Notifications\n\nA notification goes to Slack, Telegram or a pager.\n"
    login = "# Login\n\nSocial login is by Google or GitHub.\n"
    told = _first(tmp_path, {"docs/notes.md": page, "docs/login.md": login}, "does it support Slack?")
    assert "Slack" in told


def test_one_that_is_named_is_not_answered_with_the_others_of_its_kind(tmp_path: Path) -> None:
    files = {
        "shop/carry.py": "def carry():\n    return open('valkey')\n",
        "docs/cache.md": "# Cache\n\nThe cache is Redis.\n",
    }
    assert "Redis" not in _first(tmp_path, files, "does it support Valkey?")


@pytest.mark.parametrize("question", ["which containers are available?", "which models are there?"])
def test_a_word_of_the_name_of_a_kind_is_not_the_kind(tmp_path: Path, question: str) -> None:
    """`container engine` and `model provider` are kinds, a container and a model are not."""
    page = "# Use\n\nSupported container: Docker, Podman. Model: OpenAI, Gemini.\n"
    assert not _first(tmp_path, {"docs/use.md": page}, question)


def test_cells_do_not_come_before_edges_of_questions_for_no_kind(tmp_path: Path) -> None:
    rows = "| Cart | Extends Basket. |\n| Till | Extends Desk. |\n"
    files = {
        "shop/carts.py": "class Basket:\n    pass\n\n\nclass Cart(Basket):\n    pass\n",
        "docs/parts.md": f"# Parts\n\n| Class | Extends |\n|---|---|\n{rows}",
    }
    assert (
        special_drafts(indexed(tmp_path, {**SHOP, **files}), read("which class extends Basket?"), []).basis == "graph"
    )


def test_classes_of_the_kind_come_before_lines_that_name_well_known_ones(tmp_path: Path) -> None:
    """Lines name those of the table, the classes are all that the program has."""
    base = "class NotificationProvider:\n    pass\n\n\n"
    classes = "\n\n".join(f"class {name}(NotificationProvider):\n    pass\n" for name in ("Acme", "Slack", "Discord"))
    files = {
        "shop/notify.py": base + classes,
        "docs/notes.md": "# Notifications\n\nSupported: Slack, Discord, Gotify.\n",
    }
    found = special_drafts(indexed(tmp_path, {**SHOP, **files}), read("which notification providers are there?"), [])
    assert found.basis == "graph"
    assert len(found.drafts) == 3


def test_what_other_programs_work_with_comes_behind(tmp_path: Path) -> None:
    """A sentence about another framework, on a page that compares them, was the answer."""
    files = {
        "docs/alternatives.md": "# Alternatives\n\nStall is tied to a database: MySQL, PostgreSQL or Oracle.\n",
        "docs/sql.md": "# SQL databases\n\nAny database can be used, like\n\n* SQLite\n* MariaDB\n",
    }
    told = special_drafts(indexed(tmp_path, files), read("which databases are supported?"), []).drafts
    assert "MariaDB" in told[0].fact["object"]
