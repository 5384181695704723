"""Tables as programs of other countries write them: every one holds the same three orders."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import citeline
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle

AMOUNTS, DAYS = [1234.5, 80.0, 2000.25], ["2026-04-13", "2026-05-03", "2026-06-21"]
FILES: dict[str, tuple[str, str]] = {
    # name: encoding, text; the second column are the days, the last one the amounts
    "german.csv": ("utf-8", "nr;day;sum\n1;13.04.2026;1.234,50 €\n2;03.05.2026;80,00 €\n3;21.06.2026;2.000,25 €\n"),
    "french.csv": ("utf-8", "nr;day;sum\n1;13/04/2026;1 234,50 €\n2;03/05/2026;80,00 €\n3;21/06/2026;2 000,25 €\n"),
    "swiss.csv": ("utf-8", "nr;day;sum\n1;13.04.2026;1'234.50\n2;03.05.2026;80.00\n3;21.06.2026;2'000.25\n"),
    "american.csv": ("utf-8", 'nr,day,sum\n1,04/13/2026,"$1,234.50"\n2,05/03/2026,$80.00\n3,06/21/2026,"$2,000.25"\n'),
    "japanese.csv": ("utf-8", 'nr,day,sum\n1,2026/04/13,"¥1,234.50"\n2,2026/05/03,¥80\n3,2026/06/21,"¥2,000.25"\n'),
    "percent.csv": ("utf-8", "nr;day;sum\n1;2026-04-13;1.234,5 %\n2;2026-05-03;80 %\n3;2026-06-21;2.000,25 %\n"),
    "words.csv": ("utf-8", 'nr,day,sum\n1,13 Apr 2026,1234.50\n2,"May 3, 2026",80.00\n3,21 Jun 2026,2000.25\n'),
    "tabs.csv": ("utf-8", "nr\tday\tsum\n1\t2026-04-13\t1234.5\n2\t2026-05-03\t80\n3\t2026-06-21\t2000.25\n"),
    "pipes.csv": ("utf-8", "nr|day|sum\n1|13/04/2026|1234.5\n2|03/05/2026|80\n3|21/06/2026|2000.25\n"),
    "named.csv": ("utf-8", "sep=;\nnr;day;sum\n1;2026-04-13;1234,5\n2;2026-05-03;80\n3;2026-06-21;2000,25\n"),
    "headless.csv": ("utf-8", "1;13.04.2026;1234,5\n2;03.05.2026;80,0\n3;21.06.2026;2000,25\n"),
    "utf16.csv": ("utf-16", "nr;day;sum\n1;13.04.2026;1.234,50 €\n2;03.05.2026;80,00 €\n3;21.06.2026;2.000,25 €\n"),
    "western.csv": (
        "cp1252",
        "Maß;day;sum\nä;13.04.2026;1.234,50 €\nß;03.05.2026;80,00 €\nö;21.06.2026;2.000,25 €\n",
    ),
    "chinese.csv": (
        "gb18030",
        '城市,日期,金额\n北京,2026年4月13日,"¥1,234.50"\n上海,2026年5月3日,¥80.00\n广州,2026年6月21日,"¥2,000.25"\n',
    ),
}


@pytest.fixture(scope="module")
def orders(tmp_path_factory: pytest.TempPathFactory) -> IndexHandle:
    import openpyxl
    from openpyxl.utils.datetime import CALENDAR_MAC_1904

    root = tmp_path_factory.mktemp("locales") / "tree"
    root.mkdir()
    for name, (encoding, text) in FILES.items():
        (root / name).write_bytes(text.encode(encoding))
    book = openpyxl.Workbook()
    book.epoch = CALENDAR_MAC_1904
    sheet = book.worksheets[0]
    sheet.append(["nr", "day", "sum"])
    for number, (day, amount) in enumerate(zip(DAYS, AMOUNTS, strict=True), 1):
        sheet.append([number, date.fromisoformat(day), amount])
    book.save(root / "mac.xlsx")
    return citeline.index(root, settings=Settings(home=root.parent / "home"))


@pytest.mark.parametrize("name", [*FILES, "mac.xlsx"])
def test_a_table_of_another_country_has_its_days_and_sums(orders: IndexHandle, name: str) -> None:
    """A semicolon, a comma for the fraction or another year of beginning made texts of them, or other numbers."""
    (table,) = (one for one in orders.tables() if Path(one.entry.path).name == name)
    assert [column.type for column in table.columns[1:]] == ["date", "real"]
    day, amount = (column.name for column in table.columns[1:])
    found = orders.query_tables(f'SELECT "{day}", "{amount}" FROM {table.entry.name}')
    assert [tuple(row) for row in found.rows] == [*zip(DAYS, AMOUNTS, strict=True)]
