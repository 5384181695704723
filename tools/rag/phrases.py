"""The connecting words of an answer, in the language of the question. Quotations stay as they are in the source."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from citeline.model import NodeKind
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
        "closest": "In `{name}`:",
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
        "closest": "`{name}` 中：",
        "calls": "`{name}` 调用 `{other}`：",
        "inherits": "`{name}` 继承自 `{other}`：",
        "implements": "`{name}` 实现 `{other}`：",
        "includes": "`{name}` 包含 `{other}`：",
        "imports": "`{name}` 导入 `{other}`：",
        "uses": "`{name}` 使用 `{other}`：",
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
