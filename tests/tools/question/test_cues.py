"""Signs in the words of a question, in every language that has them."""

import pytest

from citeline.tools.question.cues import is_in_denial, sides_in
from citeline.tools.question.read import read
from citeline.tools.question.vocabulary.language import Language


@pytest.mark.parametrize(
    ("text", "newest"),
    [
        ("what does the latest report say", True),
        ("最新的制度是什么", True),
        ("was steht im neuesten Bericht", True),
        ("what does get_latest do", False),
        ("least recently used cache", False),
    ],
)
def test_the_newest_is_wanted_only_where_words_outside_of_names_say_so(text: str, newest: bool) -> None:
    assert ("newest" in read(text).cues) is newest


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("the newest release notes", True),
        ("last month's report", True),
        ("这个月最近的报告", True),
        ("what does `latest` mean here?", False),
        ("how does get_latest_version() work", False),
        ("the last line of a file", False),
        ("current user", False),
    ],
)
def test_only_words_of_time_ask_for_it(question: str, asked: bool) -> None:
    assert ("newest" in read(question).cues) is asked


@pytest.mark.parametrize("question", ["how does a least recently used cache evict?", "最近最少使用缓存", "最近邻搜索"])
def test_terms_of_art_ask_for_nothing_new(question: str) -> None:
    assert "newest" not in read(question).cues


def test_questions_about_tests_are_recognised_in_both_languages() -> None:
    assert "tests" in read("which tests cover retries").cues
    assert "tests" in read("重试的测试在哪里").cues
    assert "tests" not in read("how is the latest version chosen").cues


@pytest.mark.parametrize(
    "question",
    [
        "where is pad_encodings called from outside of its own tests",
        "who calls pad, not counting tests?",
        "callers of pad_encodings outside the tests?",
        "除了测试，还有谁调用 pad",
    ],
)
def test_tests_that_a_question_leaves_out_are_not_asked_for(question: str) -> None:
    assert "tests" not in read(question).cues


@pytest.mark.parametrize("question", ["what changed in 3.0", "which version added retries", "最新版本有什么变更？"])
def test_questions_about_changes_are_told_from_others(question: str) -> None:
    assert "changes" in read(question).cues
    assert "changes" not in read("how are retries configured").cues


def test_questions_about_one_record_of_a_release_may_be_answered_from_it() -> None:
    assert "changes" in read("When does PR-4827 ship?").cues
    assert "changes" in read("what does issue #12 say").cues


@pytest.mark.parametrize(
    "question",
    [
        "how to set a proxy",
        "How do I run the tests?",
        "what are the rules for contributing",
        "what is the license",
        "what do the docs say about budgets",
        "which Python versions are supported",
        "如何安装？",
        "怎样才能启用代理？",
        "贡献的规则是什么",
    ],
)
def test_who_wants_to_do_something_is_recognised(question: str) -> None:
    assert "how_to" in read(question).cues


@pytest.mark.parametrize(
    ("question", "is_task"),
    [
        ("How do I rotate a key?", True),
        ("how can we move the cache", True),
        ("如何备份数据库？", True),
        ("how to prevent loops when chunks overlap", False),
        ("how do threads take turns", False),
        ("备份是如何实现的", False),
    ],
)
def test_who_wants_to_do_something_with_the_program_says_so(question: str, *, is_task: bool) -> None:
    """Asked how to create a user, an application was told by its calls of `CreateUser` alone."""
    assert ("task" in read(question).cues) is is_task


@pytest.mark.parametrize(
    "question", ["how is a cookie signed", "how does routing work", "路由是如何注册的", "what is Flask"]
)
def test_who_wants_to_know_how_something_works_is_told_from_them(question: str) -> None:
    assert "how_to" not in read(question).cues


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("where in the code is the path of a template checked?", True),
        ("which function writes to the console", True),
        ("where is the code that guesses the application", True),
        ("smart case implementation", True),
        ("Where is the XML decoder implemented?", True),
        ("热重载在哪里实现？", True),
        ("Is sorting implemented?", False),
        ("An welcher Stelle im Code wird der Verlauf gekürzt?", True),
        ("¿dónde está el código que convierte el nombre?", True),
        ("Où se trouve le code de la page d'erreur ?", True),
        ("代码里是怎么决定的？", True),
        ("キャッシュを掃除しているコードはどこですか？", True),
        ("how do I search only in code blocks?", False),
        ("where can I read the code of conduct?", False),
        ("国家代码表里人口是多少", False),
        ("What class of shares is sold to staff?", False),
        ("What code does the API return on a timeout?", False),
        ("What methods of logging are there?", False),
        ("Which functions does the arbiter have in the design?", False),
        ("Where is the code of conduct?", False),
        ("Was steht im Text der Lizenz?", False),
        ("¿Qué clase de contrato firmamos?", False),
        ("超时的错误代码是多少？", False),
        ("タイムアウトのエラーコードは何ですか", False),
        ("終了コードを全部教えてください", False),
        ("sin tocar el código, ¿cómo lo cambio?", False),
    ],
)
def test_code_is_asked_for_by_words_for_it_not_by_any_mention(question: str, asked: bool) -> None:
    assert ("code" in read(question).cues) is asked


@pytest.mark.parametrize(
    ("question", "name", "denied"),
    [
        ("BPE 什么情况下不使用缓存？", "BPE", True),
        ("which functions do not call close?", "close", True),
        ("who calls close?", "close", False),
        ("who calls close, but not in tests?", "close", False),
        ("哪里使用了 BPE，不包括测试？", "BPE", False),
    ],
)
def test_a_clause_denies_on_either_side_of_a_name(question: str, name: str, denied: bool) -> None:
    start = question.index(name)
    assert is_in_denial(question, start, start + len(name)) == denied


@pytest.mark.parametrize(
    ("text", "language", "sides"),
    [
        ("profit sharing vs liquidity pool: which ends first?", "en", ("profit sharing", "liquidity pool")),
        ("Redirect::to vs ::temporary vs ::permanent - which codes?", "en", ("Redirect::to", "::temporary")),
        ("what is the difference between invoke and forward?", "en", ("invoke", "forward")),
        ("Was ist der Unterschied zwischen bind und push?", "de", ("bind", "push")),
        ("jq 里 $ENV 和 env 有什么区别", "zh", ("jq 里 $ENV", "env")),
        ("diferencia entre open y load", "es", ("open", "load")),
        ("quelle est la différence entre open et load ?", "fr", ("open", "load ")),
        ("res.sendFile と res.download の違いは", "ja", ("res.sendFile", "res.download")),
        ("how do open and load work?", "en", None),
    ],
)
def test_the_two_things_that_a_question_compares_are_read(
    text: str, language: Language, sides: tuple[str, str] | None
) -> None:
    assert sides_in(text, language) == sides


@pytest.mark.parametrize(
    ("question", "granted"),
    [
        ("how many requests does the built-in rate limiter let through?", True),
        ("Which key turns on the bundled EPUB output?", True),
        ("Welcher eingebaute Loader liest aus S3?", True),
        ("¿cómo se activa el limitador incorporado?", True),
        ("comment activer le limiteur intégré ?", True),
        ("内置的熔断器默认多少秒后重试？", True),
        ("組み込みの保護はどう有効にしますか？", True),
        ("which formats are built in?", False),
        ("字段内置支持哪几种格式？", False),
    ],
)
def test_a_thing_that_is_taken_for_granted(question: str, granted: bool) -> None:
    assert ("granted" in read(question).cues) is granted


@pytest.mark.parametrize(
    "question",
    [
        "how long is a session kept?",
        "Wie lange wird eine Sitzung gehalten?",
        "Combien de temps une session est-elle conservée ?",
        "À quelle fréquence les sessions sont-elles supprimées ?",
        "¿Cuánto tiempo se guarda una sesión?",
        "会话保留多久？",
        "セッションは何分保持されますか？",
    ],
)
def test_how_long_something_lasts_is_asked_in_each_language(question: str) -> None:
    """Of French a number of another thing was told of a question for how long, with yes."""
    assert "lasting" in read(question).cues


@pytest.mark.parametrize(
    ("question", "ahead"),
    [
        ("when will version 3 be released?", True),
        ("in which release will the old sampler be deleted?", True),
        ("when was version 3 released?", False),
        ("wann wird Version 3 veröffentlicht?", True),
        ("wann wurde Version 3 veröffentlicht?", False),
        ("¿cuándo saldrá la versión 3?", True),
        ("¿cuándo salió la versión 3?", False),
        ("quand sortira la version 3 ?", True),
        ("quand est sortie la version 3 ?", False),
        ("バージョン3はいつリリースされますか", True),
        ("バージョン3はいつリリースされましたか", False),
        ("什么时候会发布第三版？", True),
        ("第三版是什么时候发布的？", False),
    ],
)
def test_what_will_be_is_told_apart_from_what_was(question: str, ahead: bool) -> None:
    """A release of years ago was the answer to when the next one comes out, and it said `yes`."""
    assert ("ahead" in read(question).cues) is ahead
