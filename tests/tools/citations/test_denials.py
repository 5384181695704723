"""Sentences in other languages than English that say the opposite of their lines, and right ones beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.citations import check_support
from citeline.tools.citations.denials import find_denial
from citeline.tools.citations.passage import Passage

KEPT = "- 注销会话不会删除用户数据，而是将其标记为已归档，再次登录会提示：数据已归档。"
WRONG = {
    "zh": (KEPT, "注销会话会删除用户数据。"),
    "zh, cleared": ("退出登录会清除缓存的数据。", "退出登录不会清除缓存的数据。"),
    "zh, in other words": (
        "注意：对于已登录的用户，将其停用并不会使它马上退出，如果需要马上退出，请先注销。",
        "将用户停用会使它马上退出。",
    ),
    "zh, not denied": ("管理员可以删除其他用户的评论。", "管理员不可以删除其他用户的评论。"),
    "zh, before and after": ("令牌在过期之后需要刷新一次。", "令牌在过期之前需要刷新一次。"),
    "zh, a unit": ("验证码的有效期为 5 分钟，过期需要重新获取。", "验证码的有效期为 5 小时。"),
    "zh, another number": ("系统在 15 分钟后自动退出登录。", "系统在 25 分钟后自动退出登录。"),
    "ja, another number": ("ログファイルは 30 日間保存されます。", "ログファイルは 60 日間保存されます。"),
    "de, another number": (
        "Die Rechnungen werden nach 14 Tagen verschickt.",
        "Die Rechnungen werden nach 30 Tagen verschickt.",
    ),
    "ja": ("ログアウトするとセッションは終了します。添付ファイルは削除されません。", "添付ファイルは削除されます。"),
    "ja, can not": ("公開した記事の著者を変更することはできません。", "公開した記事の著者を変更することができます。"),
    "de": ("Der Rest wird am Ende des Jahres nicht ausgezahlt.", "Der Rest wird am Ende des Jahres ausgezahlt."),
    "de, no": ("Für die Anmeldung ist kein Passwort nötig.", "Für die Anmeldung ist ein Passwort nötig."),
    "de, before": (
        "Die Ware muss nach der Lieferung bezahlt werden.",
        "Die Ware muss vor der Lieferung bezahlt werden.",
    ),
    "es": ("Los mensajes no se pueden borrar después del envío.", "Los mensajes se pueden borrar después del envío."),
    "fr": (
        "Les messages ne peuvent pas être supprimés par les membres.",
        "Les messages peuvent être supprimés par les membres.",
    ),
}
RIGHT = {
    "zh, what else it does": (KEPT, "注销会话会将用户数据标记为已归档。"),
    "zh, another condition": ("如果账号未登录，调用该接口会抛出异常。", "已登录时调用该接口不会抛出异常。"),
    "zh, an exception": ("普通成员不能删除文件，除非得到管理员的许可。", "得到管理员的许可后普通成员能删除文件。"),
    "zh, a question": ("此时是否需要用户手动确认授权？此时不需要用户手动确认授权。", "此时不需要用户手动确认授权。"),
    "zh, not only": ("该接口不仅返回用户的名称和头像。", "该接口返回用户的名称和头像。"),
    "zh, both sides": ("单个应用下的用户编号一致。多个应用下的用户编号不一致。", "单个应用下的用户编号一致。"),
    "zh, a bound": ("会员每月最多可以借 5 本书。", "会员每月最多可以借 3 本书。"),
    "zh, rounded": ("会议室的面积为 15.4 平方米左右。", "会议室的面积为 15 平方米。"),
    "zh, of another one": ("日志文件会保存 30 天。备份文件会保存 90 天。", "日志文件和备份文件会保存 90 天。"),
    "zh, under a condition": ("如果未登录，文件会保存 30 天。", "文件会保存 90 天。"),
    "ja, the same": ("添付ファイルは削除されません。", "添付ファイルは削除されない。"),
    "de, an exception": (
        "Der Rest wird nicht ausgezahlt, außer jemand verlässt das Haus.",
        "Der Rest wird ausgezahlt, wenn jemand das Haus verlässt.",
    ),
    "de, denied elsewhere": (
        "Wer das Haus nicht verlässt, bekommt den Rest des Jahres ausgezahlt.",
        "Wer das Haus verlässt, bekommt den Rest nicht.",
    ),
    "es, in other words": ("Los mensajes no se pueden borrar después del envío.", "No se pueden borrar los mensajes."),
    "fr, in other words": (
        "Les messages ne peuvent pas être supprimés par les membres.",
        "Les membres ne peuvent pas supprimer les messages.",
    ),
}
UNDECIDED = [
    ("未登录的用户也可以查看公开的评论。", "登录的用户可以查看公开的评论。"),
    ("用户没有登录也可以查看公开的评论。", "用户登录后可以查看公开的评论。"),
    ("管理员没有不能删除的用户评论。", "管理员能删除用户评论。"),
    ("不是没有办法删除用户的评论。", "有办法删除用户的评论。"),
    ("文件大小不能超过 10 MB，超过的文件会被拒绝。", "文件大小超过 10 MB 会被拒绝。"),
    ("不带参数调用时会返回全部的记录。", "带参数调用时会返回部分的记录。"),
    ("除管理员外的用户不能删除别人的评论。", "管理员用户能删除别人的评论。"),
    ("该方法不返回空值。", "该方法返回非空值。"),
    ("系统会不定期清理过期的缓存文件。", "系统会定期清理过期的缓存文件。"),
    ("不能登录的用户可以查看公开的评论。", "能登录的用户可以查看公开的评论。"),
    (
        "ログインしないユーザーも公開の記事を読むことができます。",
        "ログインしたユーザーは公開の記事を読むことができます。",
    ),
    ("添付ファイルは削除できなくはありません。", "添付ファイルは削除できます。"),
    ("Nicht angemeldete Gäste können die Seite ebenfalls lesen.", "Angemeldete Gäste können die Seite lesen."),
    ("Nicht angemeldete Gäste können die Seite lesen.", "Angemeldete Gäste können die Seite lesen."),
    ("Die Seite können nicht angemeldete Gäste lesen.", "Die Seite können angemeldete Gäste lesen."),
    ("Man kann den Ordner ohne Passwort nicht löschen.", "Man kann den Ordner löschen."),
    (
        "Der Rest wird nicht ausgezahlt, wenn er unter 5 Euro liegt.",
        "Der Rest wird ausgezahlt, wenn er über 5 Euro liegt.",
    ),
    ("No solo los miembros pueden borrar los mensajes.", "Los miembros pueden borrar los mensajes."),
    ("No solamente los miembros pueden borrar los mensajes.", "Los miembros pueden borrar los mensajes."),
    ("No es obligatorio borrar los mensajes después del envío.", "Es opcional borrar los mensajes después del envío."),
    ("Los miembros no registrados pueden borrar los mensajes.", "Los miembros registrados pueden borrar los mensajes."),
    ("Les membres sans compte ne peuvent pas supprimer les messages.", "Les membres peuvent supprimer les messages."),
]
"""Pairs that are both right: a denial in a modifier or under a condition, two of them, or an exception."""


def lines(text: str, path: str = "docs/house.md") -> Passage:
    return Passage(text, 3, 3 + text.count("\n"), path, "")


@pytest.mark.parametrize(("text", "claim"), WRONG.values(), ids=WRONG)
def test_a_sentence_that_its_lines_deny_is_contradicted(text: str, claim: str) -> None:
    found = check_support(claim, lines(text))
    assert (found.verdict, found.basis) == ("contradicted", "words"), found.why


@pytest.mark.parametrize(("text", "claim"), RIGHT.values(), ids=RIGHT)
def test_a_right_sentence_is_not_contradicted(text: str, claim: str) -> None:
    assert check_support(claim, lines(text)).verdict != "contradicted"


@pytest.mark.parametrize(("text", "claim"), UNDECIDED)
def test_a_denial_that_need_not_reach_the_sentence_decides_nothing(text: str, claim: str) -> None:
    assert check_support(claim, lines(text)).verdict != "contradicted"
    assert check_support(text, lines(claim)).verdict != "contradicted"


@pytest.mark.parametrize(("text", "claim"), [*WRONG.values(), *RIGHT.values()])
def test_a_sentence_does_not_contradict_itself(text: str, claim: str) -> None:
    assert find_denial(text, lines(text)) == find_denial(claim, lines(claim)) == ""


def test_the_reason_names_the_denial_and_the_lines() -> None:
    assert find_denial(WRONG["zh"][1], lines(KEPT)) == "“不” stands in line 3, and not in the sentence"
    before = WRONG["zh, before and after"]
    assert find_denial(before[1], lines(before[0])) == "“之后”, not “之前”, stands in line 3"


def test_code_and_english_are_left_to_others() -> None:
    assert not find_denial("它会返回结果。", lines("# 它不会返回结果", "src/a.py"))
    assert not find_denial("It returns the result.", lines("It does not return the result."))


@given(st.text(max_size=60), st.text(max_size=120))
def test_any_text_is_read(claim: str, text: str) -> None:
    find_denial(f"注销会话会删除{claim}", lines(f"注销会话不会删除{text}"))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "Das Werkzeug benutzt die Version 1.2.3 der Bibliothek.",
            "Das Werkzeug benutzt die Version 1.2.4 der Bibliothek.",
        ),
        ("Die Frist beginnt am 01.02.2024 für alle Kunden.", "Die Frist beginnt am 1.2.2024 für alle Kunden."),
        ("La versión 2.0.1 del programa usa la base local.", "La versión 2.0.2 del programa usa la base local."),
        ("配置文件的版本是 1.2.3 并且保存在本地目录。", "配置文件的版本是 1.2.4 并且保存在本地目录。"),
        ("Der Betrag liegt im Jahr bei 1.000 Euro für alle.", "Der Betrag liegt im Jahr bei 1000 Euro für alle."),
        ("El importe anual es de 1.500 euros para todos.", "El importe anual es de 1500 euros para todos."),
        ("Der Rabatt beträgt 15 % für alle Kunden.", "Der Rabatt beträgt 0.15 für alle Kunden."),
    ],
)
def test_versions_dates_and_thousands_written_with_dots_are_no_other_number(line: str, sentence: str) -> None:
    """The first four raised ValueError, the others stood as errors in a document that is right."""
    assert not find_denial(sentence, Passage(text=line, start_line=3, end_line=3, path="docs/a.md", scope=""))


@given(st.from_regex(r"[0-9]{1,4}(?:[.,][0-9]{1,4}){0,3}", fullmatch=True), st.integers(0, 9999))
def test_no_form_of_a_number_stops_the_check(number: str, other: int) -> None:
    line = f"Die Wartezeit beträgt im Haus {number} Minuten für alle."
    sentence = f"Die Wartezeit beträgt im Haus {other} Minuten für alle."
    for mine, theirs in ((line, sentence), (sentence, line)):
        find_denial(mine, Passage(text=theirs, start_line=3, end_line=3, path="docs/a.md", scope=""))


def test_a_clause_that_adds_something_leaves_the_sentence_before_it_proved() -> None:
    lines = Passage(
        text="The server restarts every night, which frees its memory.", start_line=3, end_line=3, path="a.md", scope=""
    )
    assert check_support("The server restarts every night.", lines).verdict == "supported"
