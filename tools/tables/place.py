"""Lines of a file as a row cites them: in a spreadsheet by the cells that they show."""

from __future__ import annotations

from dataclasses import dataclass, field

from citeline.pages import SheetArea, page_word


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """A place in a file."""

    path: str
    line: int
    end_line: int
    area: SheetArea | None = field(default=None, compare=False)
    """The table of a spreadsheet that they belong to."""
    page: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        """`prices.csv:4-5`, `costs.xlsx#Costs!B4:D4`, `report.pdf:12 (page 9)`: what `citeline verify` reads."""
        cells = self.area.address(self.line, self.end_line) if self.area else ""
        if cells:
            return f"{self.path}#{cells}"
        end = f"-{self.end_line}" if self.end_line > self.line else ""
        page = f" ({page_word(self.path)} {self.page})" if self.page else ""
        return f"{self.path}:{self.line}{end}{page}"
