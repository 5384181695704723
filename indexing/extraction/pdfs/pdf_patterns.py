"""What the words of a line in a PDF give away about it."""

from __future__ import annotations

import re
from typing import Final

from citeline.data_files import shipped_table

ITEM: Final = re.compile(r"i ?t ?e ?m\s+(\d{1,2}[A-C]?)(?:\s*[.:—–-]|\s|$)\s*", re.IGNORECASE)
"""Of an annual report: `Item 1A. Risk Factors`; letters set apart come out as `ITE M`."""
PART: Final = re.compile(r"part\s+(I{1,3}|IV)\s*(?:[.,:—–-]|$|\s{2,})", re.IGNORECASE)
NUMBERED: Final = re.compile(r"(?:§\s*)?(\d{1,2}(?:\.\d{1,3}){0,5}|[A-Z](?:\.\d{1,3}){1,5})[.)]?\s+(?=\S)")
"""`2.1.3 Scope`, `A.2 More`."""
LETTERED: Final = re.compile(r"([A-Z]|[IVX]{2,6})\.\s+(?=\S)")
"""`IV. Results`, `B. More`."""
ENUMERATED: Final = re.compile(
    r"[(（]\s?(?P<bracketed>\d{1,2}|[一二三四五六七八九十]{1,3})\s?[)）]\s?(?=\S)"
    r"|[제第]\s?(?P<named>\d{1,3}|[一二三四五六七八九十]{1,3})\s?(?P<name>[장절조편章节節条條部编篇])"
    r"|(?P<listed>[一二三四五六七八九十]{1,3})、"
)
"""`(3) Scope`, `第二章 …`, `제4조 …`, `三、…`."""
NAMED_PART: Final = re.compile(r"(?:chapter|appendix|annex|part|book)\s+(?:\d{1,3}|[IVXL]{1,6}|[A-Z])\b", re.IGNORECASE)
CONTENTS_LEADER: Final = re.compile(r"\.{4,}|(?:\. ){3,}|…{2,}|(?:·\s?){4,}|_{4,}")
CONTENTS_TITLE: Final = re.compile(r"(?:table of )?contents\s*$|index\s*$", re.IGNORECASE)
ENDS_IN_PAGE: Final = re.compile(r"\S\s+(?:\d{1,4}|[ivxl]{1,6}|[A-Z]-\d{1,3})\s*$")
PAGE_NUMBER: Final = re.compile(
    r"[-–—|\s]*(?:(?:page|seite|p\.)\s*)?(?:[A-Z]{1,2}-)?(?:\d{1,5}|[ivxl]{1,7})(?:\s*(?:of|/|von|de)\s*\d{1,5})?[-–—|\s]*$",
    re.IGNORECASE,
)
_CAPTIONS: Final = shipped_table("citeline.indexing.extraction.pdfs", "caption_words.toml")
_CAPTION_WORDS: Final = [re.escape(word) for words in _CAPTIONS.values() for word in words]
CAPTION: Final = re.compile(rf"[\[(<【〈•]?\s?(?:{'|'.join(_CAPTION_WORDS)})\s*\d", re.IGNORECASE)
"""`Table 3`, `[표 1]`, `图2`."""
UNITS: Final = re.compile(
    r"\(?(?:(?:all |dollars |amounts |figures |expressed |stated |u\.?s\.? dollars )+)?(?:are )?in "
    r"(?:thousands|millions|billions|(?:us|u\.s\.) dollars|[$€£¥]|rmb|eur)\b.{0,120}$",
    re.IGNORECASE,
)
"""`(in millions, except per share data)`, above a table."""
BULLET: Final = re.compile(r"[•▪●◦■□☐☒✓‣·–—*]|[-o]\s|\(?[a-z]\)\s|\(?[ivx]{1,4}\)\s")
MONOSPACED: Final = re.compile(
    r"mono|nimbusmonl|courier|typewriter|(?:cm|ec|sf|tx)tt|consol|menlo|monaco|inconsolata|(?:source|fira) ?code|-tt",
    re.IGNORECASE,
)
ITALIC: Final = re.compile(r"ital|obli|slant|cmti|cmsl|-it\b", re.IGNORECASE)
SIGNS_BEHIND: Final = re.compile(r"[)%]{1,2}$")
"""What a cell of its own holds that belongs to the figure before it."""
