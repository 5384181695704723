"""The part of the page that tells what each part of the retrieval is worth, or how to measure it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..ablation_file import Ablated
from .differences import Step, differences
from .svg import text

_PLOTTED: Final = ("NDCG@10", "cites gold")
_HEAD: Final = "<h2>Without each part of the retrieval</h2>"
_COMMAND: Final = "python -m citeline.evals.research.ablation --dataset FILE --pinned FILE --report FOLDER"


def without_parts(parts: Sequence[Ablated]) -> str:
    """A plot for each figure; without parts a sentence with the command that measures them."""
    if not parts:
        return (
            f'{_HEAD}<p class="soft">Not measured for these questions. In a checkout <code>{_COMMAND}</code>'
            " asks them again without each channel, group of features and rule; the next report into that folder shows"
            " what that changed.</p>"
        )
    plots = [_plot(parts, name) for name in _PLOTTED]
    same = [_label(part) for part in parts if not any(found.value for found in part.figures.values())]
    told = f'<p class="soft">Without any effect here: {text(", ".join(same))}.</p>' if same else ""
    about = f'<p class="soft">Measured on {text(parts[0].result)}, asked without a model.</p>'
    return f'{_HEAD}{about}<div class="plots">{"".join(plots)}</div>{told}'


def _plot(parts: Sequence[Ablated], name: str) -> str:
    rows = [
        Step(_label(part), found.value, found.low, found.high)
        for part in parts
        if (found := part.figures.get(name)) and (found.value or found.low or found.high)
    ]
    return differences(rows, f"{name}: points that it changes by, 95 % interval") if rows else ""


def _label(part: Ablated) -> str:
    """Words, meaning and definitions are groups of file features, and parts of the chunk's score too."""
    return f"{part.part} (chunk)" if part.kind == "chunk score" else part.part
