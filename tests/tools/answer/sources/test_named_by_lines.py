"""Who asks which states close a connection, or where secrets are hidden, gets what the best line only names."""

from __future__ import annotations

from pathlib import Path

import pytest

from citeline.indexing.reader import Index
from citeline.tools.answer.compose import compose
from citeline.tools.evidence.evidence import evidence_from_hits, passage_refs
from citeline.tools.question.read import read
from citeline.tools.retrieval.search import search

from ..trees import indexed

PAINTED = "".join(f"      brush.dip({coat});\n" for coat in range(20))
FILES = {
    "src/codes.ts": 'export const GIVEN_UP = new Set(["57P01", "0A000", "JZ0C0"])\n',
    "src/link.ts": (
        'import {GIVEN_UP} from "./codes"\n\nexport function check(trouble) {\n'
        "  // a broken link is thrown away for these sqlstates\n"
        "  if (GIVEN_UP.has(trouble.sqlState)) {\n    evict(trouble)\n  }\n}\n"
    ),
    "src/Door.java": (
        "package depot;\n\nfinal class Door {\n   private static final Set<String> SHUT;\n\n   static {\n"
        '      SHUT = new HashSet<>();\n      SHUT.add("monday"); // rest\n      SHUT.add("friday");\n'
        '      SHUT.add("sunday");\n   }\n\n'
        f"   void paint() {{\n{PAINTED}   }}\n\n"
        "   boolean opens(String day) {\n      // nobody gets through the gate then\n"
        "      return !SHUT.contains(day);\n   }\n}\n"
    ),
    "src/Config.java": (
        "package depot;\n\nfinal class Config {\n   void writeLog() {\n      // what is logged of an address\n"
        '      if (key.contains("address")) {\n         value = maskPasswordInAddress(value);\n'
        "         LOGGER.debug(value);\n      }\n   }\n}\n"
    ),
    "src/Texts.java": (
        "package depot;\n\nfinal class Texts {\n   static String maskPasswordInAddress(String text) {\n"
        '      return PATTERN.matcher(text).replaceAll("$1<masked>");\n   }\n}\n'
    ),
    "src/Roots.php": (
        "<?php\n\nclass Roots\n{\n    private const MARKS = [WITH_GIT, WITH_SVN, WITH_HG];\n\n"
        "    // a folder of a project is taken for its root\n"
        "    public function isRoot($folder)\n    {\n        return in_array($folder, self::MARKS, true);\n    }\n}\n"
    ),
}


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Index:
    return indexed(tmp_path_factory.mktemp("depot"), FILES)


def _told(depot: Index, question: str) -> list[str]:
    hits = search(depot, read(question), top_k=20, single=True).hits
    found = compose(depot, read(question), evidence_from_hits(hits[:6]), passage_refs(hits))
    return [claim["text"] for claim in found.claims]


def test_the_members_of_a_set_come_before_what_is_said_of_it(depot: Index) -> None:
    told = _told(depot, "for which sqlstates is a broken link thrown away? list them all")
    assert told[0] == "`GIVEN_UP`: `57P01`, `0A000`, `JZ0C0`"
    assert "`check`: a broken link is thrown away for these sqlstates" in told[1:]


def test_a_list_that_is_not_asked_for_comes_behind_the_line_that_names_it(depot: Index) -> None:
    told = _told(depot, "why is a broken link thrown away?")
    assert told.index("`GIVEN_UP`: `57P01`, `0A000`, `JZ0C0`") > 0


def test_members_that_are_added_one_by_one_are_a_list(depot: Index) -> None:
    told = _told(depot, "when does nobody get through the gate?")
    assert "`Door.SHUT`: `monday`, `friday`, `sunday`" in told


def test_the_members_of_a_constant_of_php_are_told(depot: Index) -> None:
    told = _told(depot, "which marks make a folder of a project its root? list all")
    assert told[0] == "`Roots.MARKS`: `WITH_GIT`, `WITH_SVN`, `WITH_HG`"


def test_the_place_of_what_hides_passwords_is_the_function_and_not_its_caller(depot: Index) -> None:
    told = _told(depot, "where is the code that hides passwords in the address before it is logged?")
    assert told[0].startswith("`Texts.maskPasswordInAddress` is a method in `src/Texts.java`")
    assert any("Config.writeLog" in text for text in told[1:])


def test_the_caller_stays_first_where_its_own_name_is_asked_for(depot: Index) -> None:
    told = _told(depot, "where is the log of the config written?")
    assert "maskPasswordInAddress` is a method" not in told[0]


def test_a_hook_whose_body_is_empty_is_no_place_of_what_it_is_called_like(tmp_path: Path) -> None:
    """ "Where are worker processes forked?" was answered by the empty `post_fork` that a setting begins with."""
    files = {
        "depot/texts.py": "def mask_password_in_address(text):\n    pass\n",
        "depot/config.py": (
            "def write_log(key, value):\n    # what is logged of an address\n    if 'address' in key:\n"
            "        value = mask_password_in_address(value)\n        log.debug(value)\n"
        ),
    }
    question = "where is the code that hides passwords in the address before it is logged?"
    assert not _told(indexed(tmp_path / "hook", files), question)[0].startswith("`mask_password_in_address` is")
    files["depot/texts.py"] = "def mask_password_in_address(text):\n    return text[:2]\n"
    assert _told(indexed(tmp_path / "code", files), question)[0].startswith("`mask_password_in_address` is")
