"""Which questions are about the project as a whole: too many would hide answers, too few would help no newcomer."""

from __future__ import annotations

import re

import pytest

from citeline.tools.answer.overview import Aspect, aspects_asked
from citeline.tools.answer.overview.words import aspect_words
from citeline.tools.question.read import read


@pytest.mark.parametrize(
    ("question", "aspects"),
    [
        ("what is this library for?", ["purpose"]),
        ("what is shop and why would one pick it?", ["purpose", "features"]),
        ("fresh clone - how do I run the tests and the linters?", ["test", "lint"]),
        ("how to install it, and which node version do I need at least?", ["install", "requirements"]),
        ("which modules under src/shop matter and what is each responsible for?", ["parts"]),
        ("how is the repository laid out?", ["parts"]),
        ("quick tour: which source file does what here?", ["parts"]),
        ("what does this library support?", ["features"]),
        ("刚接手这个仓库，它大致是干什么的？", ["purpose"]),
        ("整体架构由哪几个主要部件组成？", ["parts"]),
        ("I'm new here. Where should I start?", ["start"]),
        ("in which order should I read the files of shop?", ["start"]),
        ("which entry points does it have", ["entry"]),
        ("how do I build shop from source", ["build"]),
        ("what license is it under", ["licence"]),
        ("怎么安装 shop，怎么在本地启动开发服务器？", ["install", "run"]),
        ("主要模块有哪些？", ["parts"]),
        ("这个手册是干什么的", ["purpose"]),
        ("这本手册讲什么？", ["purpose"]),
        ("这份文档有哪些内容", ["parts"]),
        ("what is this handbook for", ["purpose"]),
        ("テストはどうやって実行しますか？", ["test"]),
        ("Wie führe ich die Tests aus?", ["test"]),
        ("Wie ist der Code aufgebaut?", ["parts"]),
        ("¿Cómo ejecuto los tests del proyecto y el linter en local?", ["test", "lint"]),
        ("¿Por dónde empiezo a leer el código?", ["start"]),
        ("How do I contribute a change?", ["contribute"]),
        ("How do I report a bug?", ["report"]),
        ("C'est quoi ce projet ?", ["purpose"]),
        ("Comment lancer les tests et le linter en local ?", ["test", "lint"]),
        ("Quelle version de Python faut-il ?", ["requirements"]),
        ("Comment le code est-il organisé ?", ["parts"]),
        ("just heard about this lib, whats it good for and does it pull in many others?", ["purpose", "features"]),
        ("wait what is this thing even for", ["purpose", "features"]),
        ("we look at template engines. whats in the box with this one?", ["features"]),
        ("Man empfiehlt mir das statt cat. Was kann es denn mehr?", ["features"]),
        ("新人应该从哪里看起？", ["start"]),
        ("what should I do before I send a pull request?", ["contribute"]),
        ("how do I make a release?", ["release"]),
        ("how are releases of this project organized?", ["release"]),
        ("which crates does this workspace consist of?", ["parts"]),
        ("what are the main parts of this collection?", ["parts"]),
    ],
)
def test_questions_about_the_whole_name_their_aspects(question: str, aspects: list[Aspect]) -> None:
    assert aspects_asked(read(question), names=["shop"]) == aspects


@pytest.mark.parametrize(
    "question",
    [
        "how do I configure a proxy",
        "how do I run a middleware before every request",
        "in what order does shop read its configuration files, and which of them wins",
        "how do I install a custom logger",
        "what is a session",
        "Some of my members carry type hints and some carry none. What does it do?",
        "how do I start a first shelf?",
        "where are the requirements installed?",
        "Comment éviter que le chemin complet du projet apparaisse dans les traces des logs ?",
        "what does this function do",
        "why is this deprecated",
        "which modules import the cache",
        "what is the architecture of the scheduler",
        "what versions of TLS are supported?",
        "what does the cache support?",
        "how do I turn on HTTP/3 for shop::serve?",
        "my tests write the same file and fail at random. how do I run them one after the other?",
        "what does shop refund do?",
        "shop 里的货架是什么？",
        "货架在 shop 中是什么",
        "how do I commit without running shop?",
        "¿Cómo hago un commit sin que se ejecute shop?",
        "give me the big picture: what happens to a payment from the first click until it is booked?",
        "which editor is opened for a secret, i.e. what does it look at first and after that?",
        "怎么配置代理",
        "タイムアウトの設定方法は",
        "Wie konfiguriere ich einen Proxy?",
        "¿Cómo configuro el tiempo de espera?",
        "Comment configurer un proxy ?",
        "",
        "install\n" * 2_000,
    ],
)
def test_a_question_about_one_feature_is_none_about_the_whole(question: str) -> None:
    assert aspects_asked(read(question), names=["shop"]) == []


def test_every_aspect_is_asked_for_in_every_language() -> None:
    for aspect, words in aspect_words().items():
        assert set(words.asked) == {"en", "zh", "ja", "de", "es", "fr"}, aspect
        assert words.headings is not None, aspect


def test_the_names_of_each_project_cost_no_pattern_of_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question to one of many projects would wait for two patterns of all that projects are called."""
    question = read("how long does a call wait for an answer of the server?")
    aspects_asked(question, names=["till"])
    patterns: list[str] = []
    compiled = re._compiler.compile  # type: ignore[attr-defined]

    def counted(text: str, flags: int = 0) -> re.Pattern[str]:
        patterns.append(text)
        return compiled(text, flags)  # type: ignore[no-any-return]

    monkeypatch.setattr("re._compiler.compile", counted)
    for name in ("purse", "server"):
        assert aspects_asked(question, names=[name]) == []
    assert len("".join(patterns)) < 300, patterns
