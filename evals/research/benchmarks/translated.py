"""Questions of `code-search` that are asked in several languages: what a language costs, and what it refuses.

English and Chinese: `zh.jsonl` among the labels. Japanese, German, Spanish and French: `translations.jsonl` beside
this module, written from the English questions alone, by somebody who had not seen the word lists, as those were by
somebody who had not seen the questions; the French list was written after its translations, by the same person.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final

from citeline.dataclass import dataclass
from citeline.settings import Settings

from ...metrics import interval
from . import code_search
from .quality import Report, Say

LANGUAGES: Final = {"en": "English", "zh": "Chinese", "ja": "Japanese", "de": "German", "es": "Spanish", "fr": "French"}
TRANSLATIONS: Final = Path(__file__).with_name("translations.jsonl")


@dataclass(frozen=True, slots=True)
class Translated:
    """One question by language."""

    repository: str
    questions: Mapping[str, str]
    """By the code of the language."""
    targets: Sequence[code_search.Target]


def read_translated(labels: Path, translations: Path = TRANSLATIONS) -> list[Translated]:
    """All of them, in the order of the labels; none without `zh.jsonl`."""
    file = labels / "zh.jsonl"
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.is_file() else []
    lines = translations.read_text("utf-8").splitlines()
    further: dict[str, dict[str, str]] = {row.pop("id"): row for row in map(json.loads, lines)}
    return [
        Translated(
            row["repo"],
            {"en": row["query_en"], "zh": row["query_zh"], **further.get(row["id"], {})},
            [code_search.target(label) for label in [*row["relevant"], *row["secondary"]]],
        )
        for row in rows
    ]


def run_languages(labels: Path, corpora: Path, settings: Settings, say: Say) -> Report:
    """NDCG@10 of the same questions in each language, without a model, and its difference to English."""
    scores: dict[str, list[float]] = defaultdict(list)
    questions = read_translated(labels)
    for repository in code_search.repositories(labels, corpora):
        asked = [one for one in questions if one.repository == repository.name]
        if not asked:
            continue
        with code_search.open_corpus(repository, settings) as handle:
            for one in asked:
                for language, question in one.questions.items():
                    hits = handle.search(question, top_k=code_search.TOP).hits
                    scores[language].append(code_search.ndcg(hits, one.targets, repository.prefix))
    for language, values in scores.items():
        low, high = interval([value - english for value, english in zip(values, scores["en"], strict=True)])
        told = "" if language == "en" else f"  to English {low:+.3f} … {high:+.3f} (95 % interval)"
        say(f"  {LANGUAGES[language]:<10} {fmean(values):.4f}  n={len(values)}{told}")
    return {language: fmean(values) for language, values in scores.items()}
