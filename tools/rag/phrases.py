"""The connecting words of an answer, in the language of the question. Quotations stay as they are in the source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from citeline.model import NodeKind
from citeline.state import MissingName
from citeline.text import is_cjk

Language: TypeAlias = Literal["en", "zh"]
Phrase: TypeAlias = Literal[
    "defined", "documented", "described", "closest", "calls", "inherits", "implements", "includes", "imports", "uses"
]

# `facts.py` reads back as typed facts what defines, calls and inherits; a test holds the two together.
PHRASES: Final[dict[Language, dict[Phrase, str]]] = {
    "en": {
        "defined": "`{name}` is {kind} in `{path}`:",
        "documented": "`{name}` is documented as: “{quote}”",
        "described": "`{name}` is documented as: {quote}",
        "closest": "Closest to the question in `{name}`:",
        "calls": "`{name}` calls `{other}`:",
        "inherits": "`{name}` inherits from `{other}`:",
        "implements": "`{name}` implements `{other}`:",
        "includes": "`{name}` includes `{other}`:",
        "imports": "`{name}` imports `{other}`:",
        "uses": "`{name}` uses `{other}`:",
    },
    "zh": {
        "defined": "`{name}` 是定义在 `{path}` 中的{kind}：",
        "documented": "`{name}` 的文档说明：“{quote}”",
        "described": "`{name}` 的文档说明：{quote}",
        "closest": "`{name}` 中与问题最接近的内容：",
        "calls": "`{name}` 调用 `{other}`：",
        "inherits": "`{name}` 继承自 `{other}`：",
        "implements": "`{name}` 实现 `{other}`：",
        "includes": "`{name}` 包含 `{other}`：",
        "imports": "`{name}` 导入 `{other}`：",
        "uses": "`{name}` 使用 `{other}`：",
    },
}
Refusal: TypeAlias = Literal[
    "nothing", "late", "looked", "only", "part", "closest", "nearest", "search", "budget", "skipped"
]
_REFUSALS: Final[dict[Language, dict[Refusal, str]]] = {
    "en": {
        "nothing": "Not found in {corpus}.",
        "late": "Not found in {corpus} before the time was up.",
        "looked": "Looked for {words} in {rounds}; hits of the last one: {hits}.",
        "part": "Not found: {question}?",
        "only": "Only {sources} was searched; without `--source` everything is.",
        "closest": "Closest:",
        "nearest": "Try: ask about `{name}`.",
        "search": "Try: other words, the name of a symbol or a file, or `citeline search`, which refuses nothing.",
        "budget": "Try: more time, with CITELINE_BUDGET_S.",
        "skipped": "Not in the index, and perhaps wanted: {path}; `citeline status` lists what is left out, and why.",
    },
    "zh": {
        "nothing": "在 {corpus} 中没有找到答案。",
        "late": "时间用完之前，在 {corpus} 中没有找到答案。",
        "looked": "检索了 {rounds}：{words}；最后一轮的命中数：{hits}。",
        "part": "没有找到：{question}？",
        "only": "只检索了 {sources}；不加 `--source` 则检索全部内容。",
        "closest": "最接近的内容：",
        "nearest": "可以试试：询问 `{name}`。",
        "search": "可以试试：换一种说法，写出符号名或文件名，或者使用不会拒绝的 `citeline search`。",
        "budget": "可以试试：用 CITELINE_BUDGET_S 给更多时间。",
        "skipped": "{path} 等文件不在索引中，`citeline status` 会说明原因。",
    },
}
_KINDS: Final[dict[NodeKind, tuple[str, str]]] = {
    "class": ("a class", "类"),
    "interface": ("an interface", "接口"),
    "struct": ("a struct", "结构体"),
    "enum": ("an enum", "枚举"),
    "trait": ("a trait", "特征"),
    "type": ("a type", "类型"),
    "module": ("a module", "模块"),
    "function": ("a function", "函数"),
    "method": ("a method", "方法"),
    "constructor": ("a constructor", "构造函数"),
    "field": ("a field", "字段"),
    "constant": ("a constant", "常量"),
}


def language_of_question(question: str) -> Language:
    """Chinese for a question with Chinese characters, English for every other."""
    return "zh" if is_cjk(question) else "en"


def kind_phrase(kind: NodeKind, language: Language) -> str:
    """`a method` or `方法`."""
    english, chinese = _KINDS.get(kind, ("a definition", "定义"))
    return chinese if language == "zh" else english


def refusal_phrase(phrase: Refusal, language: Language, **values: str) -> str:
    """A line of a refusal; `values` as its braces name them."""
    return _REFUSALS[language][phrase].format(**values)


def absence_phrase(missing: Sequence[MissingName], corpus: str, language: Language) -> str:
    """``No `RedisCache` in shop; nearest: `FileCache`.`` A sentence a name; empty for none."""
    told = []
    for one in missing:
        name, nearest = _quoted(one["name"]), [_quoted(name) for name in one["nearest"]]
        if language == "zh":
            told.append(f"{corpus} 中没有 {name}" + (f"；最接近：{'、'.join(nearest)}" if nearest else "") + "。")
        else:
            told.append(f"No {name} in {corpus}" + (f"; nearest: {', '.join(nearest)}" if nearest else "") + ".")
    return ("" if language == "zh" else " ").join(told)


def _quoted(name: str) -> str:
    # A back quote of its own would end the code in which markup does nothing.
    return f"`{name.replace('`', chr(39))}`"
