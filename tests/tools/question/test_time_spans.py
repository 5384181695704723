"""When a question says that something was, in six languages; what bounds a time belongs to it."""

from __future__ import annotations

import pytest

from citeline.tools.question.time_spans import TimeSpan, time_span
from citeline.tools.question.vocabulary.language import Language


@pytest.mark.parametrize(
    ("language", "text", "span"),
    [
        ("en", "documents of 2019", TimeSpan(since="2019", until="2019", said="of 2019")),
        ("en", "written before 2020", TimeSpan(before="2020", said="before 2020")),
        ("en", "changed after 2024-03", TimeSpan(after="2024-03", said="after 2024-03")),
        ("en", "since June 2024", TimeSpan(since="2024-06", said="since June 2024")),
        ("en", "until 5 March 2024", TimeSpan(until="2024-03-05", said="until 5 March 2024")),
        ("en", "from 2014", TimeSpan(since="2014", until="2014", said="from 2014")),
        ("en", "from 2014 on", TimeSpan(since="2014", said="2014 on")),
        ("en", "from early 2014", TimeSpan(since="2014", said="from early 2014")),
        ("en", "from 2019 to 2021", TimeSpan(since="2019", until="2021", said="from 2019 to 2021")),
        (
            "en",
            "between March 2021 and 2022",
            TimeSpan(since="2021-03", until="2022", said="between March 2021 and 2022"),
        ),
        ("en", "in Q2 2024", TimeSpan(since="2024-04", until="2024-06", said="in Q2 2024")),
        ("en", "sent in March", TimeSpan(month="03", said="in March")),
        ("en", "sent in May", TimeSpan(month="05", said="in May")),
        ("zh", "2020年之前写的", TimeSpan(before="2020", said="2020年之前")),
        ("zh", "三月份发的", TimeSpan(month="03", said="三月份")),
        ("zh", "十一月的", TimeSpan(month="11", said="十一月")),
        ("zh", "2021年到2022年的", TimeSpan(since="2021", until="2022", said="2021年到2022年")),
        ("zh", "2021年和2022年之间的", TimeSpan(since="2021", until="2022", said="2021年和2022年之间")),
        ("ja", "2020年より前に書いた", TimeSpan(before="2020", said="2020年より前に")),
        ("ja", "2024年3月以降の", TimeSpan(since="2024-03", said="2024年3月以降")),
        ("de", "nach März 2024", TimeSpan(after="2024-03", said="nach März 2024")),
        ("de", "zwischen 2019 und 2021", TimeSpan(since="2019", until="2021", said="zwischen 2019 und 2021")),
        ("es", "antes de 2020", TimeSpan(before="2020", said="antes de 2020")),
        ("es", "en marzo de 2024", TimeSpan(since="2024-03", until="2024-03", said="en marzo de 2024")),
        ("fr", "depuis le 5 mars 2024", TimeSpan(since="2024-03-05", said="depuis le 5 mars 2024")),
        ("en", "until the end of 2024", TimeSpan(until="2024", said="until the end of 2024")),
        ("en", "by the end of 2024", TimeSpan(until="2024", said="by the end of 2024")),
        ("en", "before the end of 2024", TimeSpan(until="2024", said="before the end of 2024")),
        ("en", "since early 2024", TimeSpan(since="2024", said="since early 2024")),
        ("en", "after the beginning of 2024", TimeSpan(since="2024", said="after the beginning of 2024")),
        ("fr", "jusqu'à la fin de 2024", TimeSpan(until="2024", said="jusqu'à la fin de 2024")),
        ("fr", "depuis début 2024", TimeSpan(since="2024", said="depuis début 2024")),
        ("es", "hasta finales de 2024", TimeSpan(until="2024", said="hasta finales de 2024")),
        ("de", "seit Anfang 2024", TimeSpan(since="2024", said="seit Anfang 2024")),
        ("de", "vor Ende 2024", TimeSpan(until="2024", said="vor Ende 2024")),
        ("de", "bis zum Ende des Jahres 2024", TimeSpan(until="2024", said="bis zum Ende des Jahres 2024")),
        ("ja", "2024年末までに書いた", TimeSpan(until="2024", said="2024年末までに")),
        ("zh", "到2024年底写的", TimeSpan(until="2024", said="到2024年底")),
        (
            "en",
            "between March and May 2024",
            TimeSpan(since="2024-03", until="2024-05", said="between March and May 2024"),
        ),
        ("en", "from May to July 2024", TimeSpan(since="2024-05", until="2024-07", said="from May to July 2024")),
        ("zh", "2024年3月到5月", TimeSpan(since="2024-03", until="2024-05", said="2024年3月到5月")),
        ("fr", "de 2019 à 2021", TimeSpan(since="2019", until="2021", said="de 2019 à 2021")),
    ],
)
def test_a_time_is_read_with_what_bounds_it(language: Language, text: str, span: TimeSpan) -> None:
    assert time_span(text, language)[0] == span


@pytest.mark.parametrize(
    "text",
    [
        *("may I send it", "mails from May", "RFC-2019", "version 1.2019", "src/2019/a.py", "2019 2020 2021"),
        *("in early 2024", "since the end of 2024", "until mid-2024", "in the second half of 2024"),
        *("between November and March 2024", "from 5 March to 7 May 2024"),
    ],
)
def test_what_is_no_time_or_several_is_none(text: str) -> None:
    assert time_span(text, "en") == (None, text)


@pytest.mark.parametrize(
    ("span", "day", "holds"),
    [
        (TimeSpan(since="2024-03", until="2024-03"), "2024-03-31", True),
        (TimeSpan(since="2024-03", until="2024-03"), "2024-04-01", False),
        (TimeSpan(after="2024-03"), "2024-03-31", False),
        (TimeSpan(after="2024-03"), "2024-04-01", True),
        (TimeSpan(before="2020"), "2019-12-31", True),
        (TimeSpan(until="2020"), "2020-12-31", True),
        (TimeSpan(since="2024-03"), "2024", False),
        (TimeSpan(since="2024-03"), "2025", True),
        (TimeSpan(month="03"), "2023-03-01", True),
        (TimeSpan(month="03"), "2023", False),
    ],
)
def test_a_day_lies_within_a_span_and_a_vague_one_only_where_that_is_certain(
    span: TimeSpan, day: str, *, holds: bool
) -> None:
    assert span.holds(day) is holds
