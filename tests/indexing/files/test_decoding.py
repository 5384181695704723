import hashlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from citeline.indexing.extraction.decoding import BREAK_IT, read_source, split_lines
from citeline.indexing.files import formats
from citeline.indexing.files.charsets import Decoded, NotText, decode
from citeline.indexing.files.walk import WalkedFile
from citeline.left_out import Skipped
from citeline.model import SourceFile

ENGLISH = "def fuse(rankings):\n    return merged\n"
GERMAN = "# Größe der Übertragung prüfen, naïve Façade\nx = 1\n"
CHINESE = "# 这个函数计算两个排名的融合结果\ndef fuse(): pass\n# 返回值是一个列表，按分数排序\n"
TAIWANESE = "// 這個函數計算兩個排名的融合結果\nint main() {}\n// 返回值是一個列表，按分數排序\n"
JAPANESE = "// この関数は二つの順位を統合します\nint x;\n// 返り値はリストで、スコア順に並びます。テスト\n"
KOREAN = "// 이 함수는 두 순위를 합칩니다\nint x;\n// 점수 순서로 정렬된 목록을 반환합니다\n"
RUSSIAN = "// Эта функция объединяет два рейтинга\nint x;\n// Возвращает список\n"


def read(folder: Path, data: bytes, *, name: str = "a.py", limit: int = 1_000_000) -> SourceFile | Skipped:
    (folder / name).write_bytes(data)
    return read_source(folder, WalkedFile(name, len(data), 0), max_file_bytes=limit)


def source(folder: Path, data: bytes, *, name: str = "a.py") -> SourceFile:
    found = read(folder, data, name=name)
    assert isinstance(found, SourceFile), found
    return found


def skipped(folder: Path, data: bytes, *, name: str = "a.py", limit: int = 1_000_000) -> tuple[str, str]:
    found = read(folder, data, name=name, limit=limit)
    assert isinstance(found, Skipped), found
    assert found.path == name
    return found.reason, found.detail


def test_source_describes_the_bytes_that_were_read(tmp_path: Path) -> None:
    data = b"one\r\ntwo\r\n"
    found = source(tmp_path, data)
    assert found.lines == ("one", "two")
    assert (found.size_bytes, found.newline, found.encoding) == (10, "\r\n", "utf-8")
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert found.mtime_ns == (tmp_path / "a.py").stat().st_mtime_ns


@pytest.mark.parametrize(
    ("text", "lines", "newline"),
    [
        ("a", ["a"], ""),
        ("a\n", ["a"], "\n"),
        ("a\n\n", ["a", ""], "\n"),
        ("a\r\nb", ["a", "b"], "\r\n"),
        ("a\rb\r", ["a", "b"], "\r"),
        ("a\nb\r\nc\rd", ["a", "b", "c", "d"], "mixed"),
        ("a\n\rb", ["a", "", "b"], "mixed"),
        ("a\x0cb\u2028c\x85d\x1ee\n", ["a\x0cb\u2028c\x85d\x1ee"], "\n"),
        ("\n", [""], "\n"),
    ],
)
def test_only_lf_crlf_and_cr_end_a_line(text: str, lines: list[str], newline: str) -> None:
    assert split_lines(text) == (lines, newline)


@given(st.text(st.sampled_from("a\n\r \t\x0c\u2028é😀")))
@example("\r\n\r\r\n\n")
def test_lines_rebuild_the_text(text: str) -> None:
    lines, newline = split_lines(text)
    with_lf = re.sub("\r\n?", "\n", text)
    assert "\n".join(lines) + "\n" * with_lf.endswith("\n") == with_lf
    assert not any("\n" in line or "\r" in line for line in lines)
    assert newline in {"mixed", "", *re.findall("\r\n|\r|\n", text)}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", [ENGLISH, GERMAN, CHINESE, "emoji 😀\n"])
def test_unicode_with_or_without_mark_is_read(encoding: str, text: str) -> None:
    found = decode(text.encode(encoding))
    assert isinstance(found, Decoded)
    assert found.text == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [ENGLISH, GERMAN, CHINESE, KOREAN, RUSSIAN, "emoji 😀\n", "你好\n"])
def test_utf16_without_mark_is_read(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == Decoded(text, encoding)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "latin-1"),
        ("Müller\n", "latin-1"),
        ("café", "latin-1"),
        ("it’s “quoted” — really\n", "cp1252"),
        ("Größe;5 m³;±3\n", "cp1252"),
        ("Towar;Cena\nJabłko;1 234,50 zł\n", "cp1250"),
        (CHINESE, "gb18030"),
        (CHINESE, "gbk"),
        ("x = 1  # 你好，世界\n", "gbk"),
        (TAIWANESE, "big5"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (KOREAN, "euc_kr"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        ("x = 1  # plain\n" * 20_000 + CHINESE, "gbk"),
    ],
)
def test_legacy_encodings_are_recognised(text: str, encoding: str) -> None:
    found = decode(text.encode(encoding))
    assert isinstance(found, Decoded)
    assert found.text == text


@pytest.mark.parametrize(
    "data", [b"a,b\n1,\0002\n", b"a,b\n\x00,2\n3,4\n", b"a,\0b\n\0,\0\n", b"id,name\n1,Ann\n2,\0\n"]
)
def test_short_ascii_with_a_nul_is_no_utf16(data: bytes) -> None:
    assert decode(data) == NotText("has NUL bytes")


def test_encoding_is_a_codec_that_reads_the_bytes_again() -> None:
    for data in (GERMAN.encode("latin-1"), CHINESE.encode("gbk"), "ä".encode("utf-8-sig"), "ä\n".encode("utf-16-be")):
        found = decode(data)
        assert isinstance(found, Decoded)
        assert data.decode(found.encoding) == found.text


@pytest.mark.parametrize("cut", [1, 2])
def test_text_cut_inside_its_last_character_loses_only_that(cut: int) -> None:
    assert decode("日本".encode()[:-cut]) == Decoded("日\ufffd", "utf-8")


def test_cut_utf16_loses_only_its_last_character() -> None:
    assert decode("hello\n".encode("utf-16")[:-1]) == Decoded("hello\ufffd", "utf-16-le")
    assert decode("hello\n".encode("utf-16-le")[:-1]) == Decoded("hello\ufffd", "utf-16-le")


def test_foreign_byte_in_utf8_does_not_spoil_the_rest() -> None:
    assert decode("日本語の文".encode() * 5 + b"\xe9 end\n") == Decoded("日本語の文" * 5 + "\ufffd end\n", "utf-8")


def test_cut_gbk_loses_only_its_last_character() -> None:
    found = decode(CHINESE.rstrip().encode("gbk")[:-1])
    assert isinstance(found, Decoded)
    assert found.text.startswith(CHINESE[:-4])


@given(st.binary(max_size=200))
@example(b"\xff\xfe\x00\xd8")
@example(b"\xed\xa0\x80")
@example(b"\xff\xfe")
@example(b"\x00")
def test_any_bytes_give_clean_text_or_a_reason(data: bytes) -> None:
    found = decode(data)
    if isinstance(found, NotText):
        assert found.why
    else:
        found.text.encode("utf-8")  # fails on a lone surrogate


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1))
def test_any_utf8_text_comes_back(text: str) -> None:
    assert decode(text.encode("utf-8")) == Decoded(text.removeprefix("\ufeff"), decode(text.encode()).encoding)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"%PDF-1.7\n1 0 obj\n", "PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0", "PNG image"),
        (b"PK\x03\x04rest", "ZIP archive or office document"),
        (b"text with a \0 in it\n", "has NUL bytes"),
        (b"text\n" * 5000 + b"\0", "has NUL bytes"),
        (b"\0" * 5000, "has NUL bytes"),
        (bytes(range(1, 256)) * 4, "no known encoding, many control bytes"),
    ],
)
def test_binary_is_named(tmp_path: Path, data: bytes, why: str) -> None:
    assert skipped(tmp_path, data) == ("binary", why)


@pytest.mark.parametrize("data", [b"", b"\n \t\r\n", b"\xef\xbb\xbf", "\u3000\n".encode()])
def test_blank_file_is_empty(tmp_path: Path, data: bytes) -> None:
    assert skipped(tmp_path, data)[0] == "empty"


@pytest.mark.parametrize("name", ["bundle.js", "STYLE.CSS", "data.json"])
def test_file_on_one_long_line_is_minified(tmp_path: Path, name: str) -> None:
    assert skipped(tmp_path, b"a();" * 6_000, name=name) == ("minified", f"a line of 24,000 characters{BREAK_IT}")


@pytest.mark.parametrize(
    "head",
    [
        b"/******/ (() => { // webpackBootstrap",
        b"require('./sourcemap-register.js');/******/ (() => { // webpackBootstrap",
        b"#!/usr/bin/env node\n/*! a licence */\n/******/ (() => { // webpackBootstrap",
        b"(function (root, make) {\n\troot.a = make();\n})(self, () => {\nreturn /******/ (() => { // webpackBootstrap",
    ],
    ids=["webpack", "ncc with a source map", "a command", "UMD"],
)
def test_a_bundle_of_webpack_is_left_out(tmp_path: Path, head: bytes) -> None:
    """Libraries that an action carries along answered questions about the project."""
    bundle = head + b"\n/******/ \tvar __webpack_modules__ = ({\n" + b"retry();\n" * 50
    assert skipped(tmp_path, bundle, name="index.js") == ("minified", "a bundle that webpack has made")


def test_a_file_about_webpack_is_none_of_its_bundles(tmp_path: Path) -> None:
    about = b"/******/\n// why webpackBootstrap stands there\nretry();\n"
    assert len(source(tmp_path, about, name="about.js").lines) == 3


def test_file_of_long_lines_is_minified(tmp_path: Path) -> None:
    assert skipped(tmp_path, (b"a();" * 200 + b"\n") * 20, name="a.js") == (
        "minified",
        f"800 characters a line{BREAK_IT}",
    )


def test_prose_with_one_line_per_paragraph_is_no_bundle(tmp_path: Path) -> None:
    assert len(source(tmp_path, (b"word " * 300 + b"\n") * 20, name="book.md").lines) == 20


def test_endless_line_is_refused_in_any_format(tmp_path: Path) -> None:
    assert skipped(tmp_path, b"word " * 50_000, name="book.txt") == (
        "minified",
        f"a line of 250,000 characters{BREAK_IT}",
    )


def test_short_file_on_one_line_is_kept(tmp_path: Path) -> None:
    assert source(tmp_path, b'{"a": 1}', name="a.json").lines == ('{"a": 1}',)


def test_private_key_is_never_read_whatever_its_name(tmp_path: Path) -> None:
    assert skipped(tmp_path, b"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n", name="notes.txt")[0] == "ignored"


def test_file_that_grew_is_too_large(tmp_path: Path) -> None:
    assert skipped(tmp_path, b"x" * 101, limit=100) == (
        "too_large",
        "101 bytes; the limit is 100: raise it with CITELINE_MAX_FILE_BYTES",
    )


def test_fifty_megabytes_are_not_read(tmp_path: Path) -> None:
    with (tmp_path / "a.py").open("wb") as file:
        file.truncate(50_000_000)
    found = read_source(tmp_path, WalkedFile("a.py", 10, 0), max_file_bytes=1_000_000)
    told = "50,000,000 bytes; the limit is 1,000,000: raise it with CITELINE_MAX_FILE_BYTES"
    assert found == Skipped("a.py", "too_large", told)


def test_file_that_vanished_is_unreadable(tmp_path: Path) -> None:
    found = read_source(tmp_path, WalkedFile("gone/a.py", 1, 0), max_file_bytes=100)
    assert found == Skipped("gone/a.py", "unreadable", "vanished")


def test_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "a.py").symlink_to("secret")
    found = read_source(tmp_path, WalkedFile("a.py", 1, 0), max_file_bytes=100)
    assert found == Skipped("a.py", "not_regular", "became a symbolic link")


def test_file_that_became_a_pipe_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.py")
    found = read_source(tmp_path, WalkedFile("a.py", 1, 0), max_file_bytes=100)
    assert isinstance(found, Skipped)
    assert found.reason == "not_regular"


def test_file_without_permission_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x")

    # chmod would do, were it not that tests may run as root, whom it does not stop.
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    found = read_source(tmp_path, WalkedFile("a.py", 1, 0), max_file_bytes=100)
    assert found == Skipped("a.py", "unreadable", "Permission denied")


@pytest.mark.parametrize("name", ["with space.py", "line\nbreak.py", "quote'\".py", os.fsdecode(b"caf\xe9.py")])
def test_odd_names_are_read(tmp_path: Path, name: str) -> None:
    try:
        (tmp_path / name).write_bytes(b"x = 1\n")
    except OSError:
        pytest.skip("this file system refuses the name")
    assert source(tmp_path, b"x = 1\n", name=name).path == name


def test_of_many_records_the_first_are_read_and_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "_HEAD_BYTES", 1_000)
    data = b"id,name\n" + b"".join(b"%d,ship\n" % number for number in range(1_000))
    found = read(tmp_path, data, name="ships.csv", limit=500)
    assert isinstance(found, SourceFile)
    assert found.lines[-1].endswith(",ship"), "a line is cut"
    told = f"a sample: the first {len(found.lines)} lines, 1,000 of {len(data):,} bytes"
    assert found.note == f"{told} (CITELINE_MAX_FILE_BYTES raises that up to 16,000,000)"
    assert found.size_bytes == len(data)
    grown = read(tmp_path, data + b"1000,ship\n", name="ships.csv", limit=500)
    assert isinstance(grown, SourceFile)
    assert grown.sha256 != found.sha256


def test_of_a_large_page_the_head_is_read_and_it_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(read(tmp_path, b"<p>words</p>\n" * 10_000, name="a.html", limit=1_000), SourceFile)
    monkeypatch.setattr(formats, "_HEAD_BYTES", 1_000)
    found = read(tmp_path, b"<p>a</p>\n" * 1_200, name="a.html", limit=10**6)
    assert isinstance(found, SourceFile)
    assert found.note.endswith(" lines, 1,000 of 10,800 bytes (split it to have all of it read)")
