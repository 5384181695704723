"""Documents with bytes changed at random: read, or refused with a reason, and never anything else."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest

from citeline.indexing.extraction.extract import Unreadable

from . import mail_files, sheet_files, slide_files, word_files
from .containers import zipped
from .reading import read

_MAKERS: dict[str, Callable[[], bytes]] = {
    "budget.xlsx": sheet_files.budget,
    "stock.ods": sheet_files.stock,
    "report.docx": word_files.report,
    "minutes.docx": word_files.minutes,
    "plan.pptx": slide_files.plan,
    "offer.eml": mail_files.offer,
}


def _changed(data: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 3, 10, 50))):
        place = dice.randrange(len(changed))
        match dice.randrange(4):
            case 0:
                del changed[place : place + dice.randrange(1, 20)]
            case 1:
                changed[place:place] = changed[place : place + dice.randrange(1, 30)]
            case _:
                changed[place] = dice.randrange(256)
    return bytes(changed)


def _with_a_changed_part(data: bytes, dice: random.Random) -> bytes:
    """Damage that the checksums of the container do not show."""
    with zipfile.ZipFile(BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    name = dice.choice([name for name, content in parts.items() if content and name.endswith((".xml", ".rels"))])
    return zipped({**parts, name: _changed(parts[name], dice)})


@pytest.mark.parametrize("name", _MAKERS)
def test_changed_bytes_are_read_or_refused(name: str) -> None:
    data = _MAKERS[name]()
    dice = random.Random(name)
    for number in range(40):
        inside = number % 4 and data.startswith(b"PK")
        found = read(name, _with_a_changed_part(data, dice) if inside else _changed(data, dice))
        assert isinstance(found, list) or (isinstance(found, Unreadable) and found.detail)


@pytest.mark.parametrize("name", _MAKERS)
def test_a_document_that_was_cut_off_is_read_in_part_or_refused(name: str) -> None:
    data = _MAKERS[name]()
    for length in range(1, len(data), max(1, len(data) // 20)):
        found = read(name, data[:length])
        assert isinstance(found, list) == (name == "offer.eml" and isinstance(found, list))
