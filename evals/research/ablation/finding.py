"""What each channel finds by itself: a channel that only repeats the others moves nothing when it is switched off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from citeline.model import ChunkId
from citeline.settings import Settings
from citeline.tools.handle import IndexHandle
from citeline.tools.question.read import read
from citeline.tools.retrieval.channels import CHANNELS
from citeline.tools.retrieval.query import first_query

from ...cases.case import Case
from ...places import match


@dataclass(slots=True)
class Finding:
    """Questions by what has found a right place of them."""

    asked: int = 0
    found: Counter[str] = field(default_factory=Counter)
    """By channel."""
    alone: Counter[str] = field(default_factory=Counter)
    """Those that no other channel has found."""

    def to_markdown(self) -> str:
        """Shares of the questions, in points."""
        lines = ["| channel | finds a right place | finds it alone |", "| --- | ---: | ---: |"]
        for channel in CHANNELS:
            shares = (100 * counted[channel.name] / max(self.asked, 1) for counted in (self.found, self.alone))
            lines.append(f"| {channel.name} | {' | '.join(f'{share:.1f}' if share else '·' for share in shares)} |")
        return "\n".join(lines) + "\n"


def find_by_channel(cases: Iterable[Case], handles: Mapping[str, IndexHandle]) -> Finding:
    """Ask every channel for its best chunks, as many as the machine shows in its first round, without a model."""
    depth = Settings.model_fields["channel_k"].default
    finding = Finding()
    for case in cases:
        if not case.answerable:
            continue
        reader = handles[case.corpus].reader
        query = first_query(reader, read(case.question))
        found = set()
        for channel in CHANNELS:
            first = channel.find(reader, query).chunks.ids[:depth].tolist()
            chunks = reader.structure.chunks([ChunkId(chunk) for chunk in first])
            if any(match([list(chunks.values())], case.right)):
                found.add(channel.name)
        finding.asked += 1
        finding.found.update(found)
        finding.alone.update(found if len(found) == 1 else ())
    return finding
