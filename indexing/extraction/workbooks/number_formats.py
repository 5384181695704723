"""Number formats of spreadsheets: how percentages and money are shown, and which formats show a day without a time."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final, Literal

from citeline.dataclass import dataclass
from citeline.patterns import re

CURRENCY: Final = (
    r"(?:[A-Z]{0,3}[$¢£¤¥฿₠-₿﷼＄￥￡￦]|AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MXN|MYR|NOK|NZD"
    r"|PHP|PLN|RMB|RUB|SAR|SEK|SGD|THB|TRY|TWD|USD|VND|ZAR|kr\.?|Kč|zł|Ft|лв\.?|Fr\.?|Rs\.?|руб\.?|元|円|원)"
)
"""A regular expression: how a currency is written beside a number."""
_CURRENCY: Final = re.compile(CURRENCY)
_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[\$(?P<symbol>[^\]-]*)(?:-[^\]]*)?\]|\[(?P<bracket>[^\]]*)\]'
    r"|[_*].|(?P<end>;)|(?P<digits>[0#?][0#?.,]*)|(?P<date>[yYmMdDhHsSeEgGaAbB]+)|(?P<other>.)",
    re.DOTALL,
)
_ELAPSED: Final = re.compile(r"[hms]+$", re.IGNORECASE)
_MOST_DECIMALS: Final = 6
_BUILT_IN: Final = {5: "$#,##0", 6: "$#,##0", 7: "$#,##0.00", 8: "$#,##0.00", 9: "0%", 10: "0.00%"}
_DAYS: Final = frozenset([14, 15, 16, 17])
"""Dates among the formats that every file has and none describes, as those above; the others are shown as they are."""


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """How a number is shown: what stands in front of it and behind, and its decimals."""

    before: str
    after: str
    decimals: int
    is_grouped: bool
    """`1,200`, not `1200`."""
    is_percent: bool = False
    optional: int = 0
    """Of the decimals, the last ones that are left out where they are zero; the point stays."""

    def shown(self, value: float) -> str:
        """As a sheet shows it, negative ones with a minus in front; half away from zero, as written in decimals: 0.285
        is 29 %.
        """
        if self.is_percent or round(value, self.decimals) != value:
            exact = Decimal(repr(value)) * (100 if self.is_percent else 1)
            rounded = exact.quantize(Decimal(1).scaleb(-self.decimals), ROUND_HALF_UP)
            number = f"{abs(rounded):,f}" if self.is_grouped else f"{abs(rounded):f}"
            return f"{'-' if rounded < 0 else ''}{self.before}{self._without_zeros(number)}{self.after}"
        number = f"{abs(value):,.{self.decimals}f}" if self.is_grouped else f"{abs(value):.{self.decimals}f}"
        return f"{'-' if value < 0 else ''}{self.before}{self._without_zeros(number)}{self.after}"

    def _without_zeros(self, number: str) -> str:
        return max(number.rstrip("0"), number[: len(number) - self.optional], key=len) if self.optional else number


ShownAs = NumberFormat | Literal["day"]


def built_in(number: int) -> ShownAs | None:
    """Of a format that every file of Excel has."""
    return "day" if number in _DAYS else read_format(_BUILT_IN[number]) if number in _BUILT_IN else None


def read_format(code: str) -> ShownAs | None:
    """What a format shows; None for all but percentages, money and days."""
    before, digits, after, letters, is_percent = "", "", "", "", False
    for found in _TOKEN.finditer(code):
        bracket = found["bracket"]
        if bracket and bracket[0] in "<>=":
            return None  # the format depends on the number
        if found["end"]:
            break
        if bracket and _ELAPSED.match(bracket):
            return None
        letters += (found["date"] or "").lower()
        is_percent = is_percent or found["other"] == "%"
        if found["digits"]:
            if digits:
                return None  # `000-000`, or a fraction
            digits = found["digits"]
            continue
        text = next(filter(None, (found["quoted"], found["escaped"], found["symbol"], found["other"])), "")
        before, after = (before, after + text) if digits else (before + text, after)
    if letters:
        return "day" if not digits and set("yd") & set(letters) and not set("hs") & set(letters) else None
    return _number_format(before, digits, after, is_percent=is_percent)


def _number_format(before: str, digits: str, after: str, *, is_percent: bool) -> NumberFormat | None:
    whole, _, part = digits.partition(".")
    # A comma behind the digits is for thousands: 1.2 stands for 1,200.
    if not digits or digits.endswith(",") or whole.endswith(",") or "," in part or len(part) > _MOST_DECIMALS:
        return None
    optional = len(part) - len(part.rstrip("#?"))
    before, after = before.replace("\xa0", " ").lstrip("(-+ "), after.replace("\xa0", " ").rstrip(") ")
    if is_percent:
        return NumberFormat("", "%", len(part), is_grouped=False, is_percent=True, optional=optional)
    named = before.strip() or after.strip()
    if (before.strip() and after.strip()) or not _CURRENCY.fullmatch(named):
        return None
    return NumberFormat(before, after, len(part), is_grouped="," in whole, optional=optional)
