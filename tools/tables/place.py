"""Lines of a file as a row cites them: in a spreadsheet by the cells that they show."""

from __future__ import annotations

from dataclasses import field

from citeline.dataclass import dataclass
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
    section: str = field(default="", compare=False)
    """The anchor of the section that they stand in, of HTML."""

    def __str__(self) -> str:
        """As `citeline verify` reads it: `a.csv:4-5`, `b.xlsx#Costs!B4:D4`, `c.pdf:12 (page 9)`, `d.html:7 (#a)`."""
        cells = self.area.address(self.line, self.end_line) if self.area else ""
        if cells:
            return f"{self.path}#{cells}"
        end = f"-{self.end_line}" if self.end_line > self.line else ""
        place = f"{page_word(self.path)} {self.page}" if self.page else self.section
        return f"{self.path}:{self.line}{end}{f' ({place})' if place else ''}"
