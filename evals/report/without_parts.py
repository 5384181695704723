"""The part of the page that tells what each part of the retrieval is worth, or how to measure it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..ablation_file import Ablated, Difference
from .tables import row, table, text

_SHOWN: Final = ("NDCG@10", "cites gold")
_HEAD: Final = "<h2>Without each part of the retrieval</h2>"
_COMMAND: Final = "python -m citeline.evals.research.ablation --dataset FILE --pinned FILE --report FOLDER"


def without_parts(parts: Sequence[Ablated]) -> str:
    """How each part changes the figures; without parts a sentence with the command that measures them."""
    if not parts:
        return (
            f'{_HEAD}<p class="soft">Not measured for these questions. In a checkout <code>{_COMMAND}</code>'
            " asks them again without each channel, group of features and rule; the next report into that folder shows"
            " what that changed.</p>"
        )
    rows = [row(_label(part), (_change(part.figures.get(name)) for name in _SHOWN)) for part in parts]
    same = [_label(part) for part in parts if not any(found.value for found in part.figures.values())]
    told = f'<p class="soft">Without any effect here: {text(", ".join(same))}.</p>' if same else ""
    about = f'<p class="soft">Measured on {text(parts[0].result)}, asked without a model.</p>'
    heads = (f"{name}: points that it changes by, 95 % interval" for name in _SHOWN)
    return f"{_HEAD}{about}{table(('', *heads), rows)}{told}"


def _change(found: Difference | None) -> str:
    """In points of 100, with its 95 % interval."""
    if found is None:
        return ""
    value, low, high = (f"{one * 100:+.1f}".replace("-", "−") for one in (found.value, found.low, found.high))
    return f"{value} ({low} … {high})"


def _label(part: Ablated) -> str:
    """Words, meaning and definitions are groups of file features, and parts of the chunk's score too."""
    return f"{part.part} (chunk)" if part.kind == "chunk score" else part.part
