"""Says that the sources do not answer the question, where it has looked, and what came closest."""

from __future__ import annotations

from citeline.budget import was_cut_short
from citeline.state import Evidence, RAGState, StateUpdate
from citeline.steps import Run, step
from citeline.text import is_cjk, unique

_MAX_NAMED = 8


@step
def refuse(state: RAGState, run: Run) -> StateUpdate:
    """The answer of a run that found nothing it can stand behind; its evidence is what came closest."""
    closest: list[Evidence] = [{**piece, "id": number} for number, piece in enumerate(state.get("closest", []), 1)]
    write = _in_chinese if is_cjk(state["question"]) else _in_english
    answer = write(state, run.index.root.name or run.index.name, closest)
    return {"answer": answer, "status": "not_found", "claims": [], "evidence": closest, "context": []}


def _words(state: RAGState) -> list[str]:
    return unique(word for looked in state.get("looked", []) for word in looked["keywords"])[:_MAX_NAMED]


def _in_english(state: RAGState, name: str, closest: list[Evidence]) -> str:
    lines = [f"Not found in {name}."]
    if was_cut_short(state.get("degradations", [])):
        lines = [f"Not found in {name} before the time was up."]
    if missing := state.get("missing_names"):
        lines.append(f"No definition or mention of {', '.join(missing)}.")
    if words := _words(state):
        lines.append(f"Looked for {', '.join(words)} in {len(state['looked'])} round(s).")
    if closest:
        lines.append("Closest: " + "; ".join(map(_place, closest)) + ".")
    return " ".join(lines)


def _in_chinese(state: RAGState, name: str, closest: list[Evidence]) -> str:
    lines = [f"在 {name} 中没有找到答案。"]
    if was_cut_short(state.get("degradations", [])):
        lines = [f"时间用完之前，在 {name} 中没有找到答案。"]
    if missing := state.get("missing_names"):
        lines.append(f"没有 {'、'.join(missing)} 的定义或提及。")
    if words := _words(state):
        lines.append(f"检索了 {len(state['looked'])} 轮：{'、'.join(words)}。")
    if closest:
        lines.append("最接近的内容：" + "；".join(map(_place, closest)) + "。")
    return "".join(lines)


def _place(piece: Evidence) -> str:
    return f"{piece['path']}:{piece['start_line']}-{piece['end_line']}"
