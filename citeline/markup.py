"""Documentation as a person reads it: without the markup of Javadoc, reStructuredText, Markdown and HTML."""

from __future__ import annotations

from html import unescape
from typing import Final

from citeline.patterns import re

_RULES: Final[tuple[tuple[str, re.Pattern[str], str], ...]] = (
    # A mark that the text must have, what is matched, and what is shown in its place.
    # Sphinx: :class:`~flask.Blueprint` is shown as `Blueprint`, :ref:`title <target>` as its title.
    ("`", re.compile(r":[\w+.:-]+:`([^`<]+?)\s*<[^`>]+>`"), r"`\1`"),
    ("`", re.compile(r":[\w+.:-]+:`~(?:[^`]*\.)?([^`.]+)`"), r"`\1`"),
    ("`", re.compile(r":[\w+.:-]+:`!?([^`]+)`"), r"`\1`"),
    ("`", re.compile(r"`([^`<]+?)\s*<[^`>]+>`__?"), r"\1"),
    ("`", re.compile(r"(?<!`)`([^`]+)`__?(?![`\w])"), r"\1"),
    ("`", re.compile(r"``([^`]+)``"), r"`\1`"),
    # Javadoc, KDoc: {@code x}, {@link Type#method(A) label}, {@inheritDoc}.
    ("{@", re.compile(r"\{@(?:link|linkplain|see)\s+[^\s{}(]*(?:\([^{}()]*\))?\s+([^{}]+)\}"), r"\1"),
    ("{@", re.compile(r"\{@(?:link|linkplain|see)\s+(?:[\w.]*[#.])?(\w+)(?:<[^{}]*>)?(?:\([^{}]*\))?\s*\}"), r"`\1`"),
    ("{@", re.compile(r"\{@(?:code|literal|value|snippet)\s+([^{}]+?)\s*\}"), r"`\1`"),
    ("{@", re.compile(r"\{@\w+\}"), ""),
    # Badges, and what is said of a heading or a note to a generator of pages: `{#id}`, `{style="note"}`.
    ("[![", re.compile(r"\[!\[[^\]\[]*\]\([^)\s\[]*\)\]\([^)\s\[]*\)"), ""),
    ("{", re.compile(r"\s+\{(?:[#.:][\w:.# -]+|[\w-]+=\"[^\"{}]*\"(?:\s+[\w-]+=\"[^\"{}]*\")*)\}\s*$"), ""),
    # Markdown and rustdoc links, C# references, tags.
    ("[", re.compile(r"!?\[([^\]\[]+)\]\((?:\{[{%](?:(?![%}]\}).)*[%}]\})?[^)\s]*(?:\s+\"[^\"]*\")?\)"), r"\1"),
    ("[", re.compile(r"\[(`[^`\]]+`)\](?:\[[^\]]*\])?"), r"\1"),
    ("][", re.compile(r"(?<![\w\])`])\[([^\W\d][^\]\[`]*)\]\[[^\]\[`]*\](?![\w(\[])"), r"\1"),
    (
        "<",
        re.compile(r"<(?:see|paramref|typeparamref)\s+\w+=\"(?:\w:)?(?:[\w.]*\.)?([\w]+)[^\"]*\"\s*/?>(?:</see>)?"),
        r"`\1`",
    ),
    ("<", re.compile(r"<(code|tt|c|kbd)>([^<]*)</\1>"), r"`\2`"),
    # A component of MDX around text; `<NAME>` alone is a place for a name. What keeps Liquid from reading on.
    ("</", re.compile(r"(?<![\w`])<([A-Z]\w*)(?:\s[^<>]*)?>([^<>`]*)</\1>"), r"\2"),
    ("{%", re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}"), ""),
    (
        "<",
        re.compile(r"</?(?:p|b|i|em|strong|a|br|ul|ol|li|pre|summary|para|span|div|remarks|h[1-6])(?:\s[^<>]*)?/?>"),
        " ",
    ),
    ("**", re.compile(r"\*\*([^*]+)\*\*"), r"\1"),
)
# As CommonMark reads it from left to right: an escape, code, back quotes that open none, and what a browser would load.
_LIVE: Final = re.compile(r"\\.|(`+)(?!`).*?(?<!`)\1(?!`)|`+|(?P<image>!(?=\[))|(?P<tag><(?=[A-Za-z/!?]))")
_INERT: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\\(<)(?=[A-Za-z/!?])")
_STOP: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)| +([.,;:!?])")
_MARK: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\s*\[\d+\]")
_LINK: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|!?\[(?P<label>[^\]\[]*)\]\((?P<address>[^()\s]*)(?:\s[^()]*)?\)")
_REFERENCE: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|(?<![\w\]])\[([^\]\[]+)\](?:\[[^\]]*\])?(?!\()")
_NAME: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|(?<![\w\]#!&])\[([A-Za-z_][\w:.]*)\](?![\[(])")
_EMPHASIS: Final = re.compile(
    r"(`+)(?!`).*?(?<!`)\1(?!`)|\\.|(?<![\w*/])(?:(?P<mark>\*{1,3})(?=[^\s*/])(?P<text>[^*\n]+?)(?<=[^\s*/])(?P=mark)"
    r"|_(?=[^\s_])(?P<under>[^_\n]+?)(?<=[^\s_])_)(?![\w*/])"
)
"""Both leave code as it is, and emphasis its factors, patterns and names: `2**10`, `src/**/*.py`, `__init__`."""
_ESCAPED: Final = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\\([!-/:-@\[-`{-~])")
"""A mark that Markdown and reStructuredText show as it is."""
_PICTURE: Final = re.compile(r"(?:^|[\s(|]):[a-z0-9_+-]+:\s*$")
_ONLY_LINK: Final = re.compile(r"[\s*•-]*(?:!?\[[^\]]*\]\([^)]*\)|`[^`<]+<[^`>]+>`__?|<?https?://\S+>?)[\s.,:;|]*")


def leads_in(line: str) -> bool:
    """Whether a line of prose ends with a colon, set off or not: what it says stands below."""
    return line.rstrip("*_ \t").endswith((":", "：")) and not _PICTURE.search(line)


def without_colon(text: str) -> str:
    """A sentence without the colon that leads in what stands below it; `:x:` at its end is a picture, and whole."""
    return text if _PICTURE.search(text) else text.rstrip(":：")


def plain_text(text: str) -> str:
    """The text with code between back quotes and all other markup gone; the same text when there is none."""
    shown = text
    for mark, pattern, replacement in _RULES:
        if mark in shown:
            shown = pattern.sub(replacement, shown)
    if shown == text and "&" not in text:
        return text
    # HTML also reads `&times` without its end: in `"&timestamp="` it is no entity.
    read = re.sub(r"&(?:\w+|#\d+|#[xX][0-9a-fA-F]+);", lambda match: unescape(match[0]), shown)
    return _STOP.sub(lambda match: match[0] if match[1] else match[2], " ".join(read.split()))


def plain_prose(text: str) -> str:
    """The same of prose alone: also without emphasis, escapes and reference links, `[text][there]` or `[text]`."""
    unlinked = _REFERENCE.sub(lambda match: match[0] if match[1] else match[2], plain_text(text))
    return without_escapes(without_emphasis(unlinked))


def without_brackets(text: str) -> str:
    """The text with `[Type]` as `Type`, outside of back quotes; `[0]`, `[u8; 16]` and `#[test]` are code."""
    return _NAME.sub(lambda match: match[0] if match[1] else match[2], text)


def without_emphasis(text: str) -> str:
    """The text with `_not_` as `not`, outside of back quotes."""
    return _EMPHASIS.sub(lambda match: match["text"] or match["under"] or match[0], text)


def without_escapes(text: str) -> str:
    """The text with `\\(` as `(` outside of back quotes: how Markdown and reStructuredText show it."""
    return _ESCAPED.sub(lambda match: match[0] if match[1] else match[2], text)


def is_only_link(text: str) -> bool:
    """Whether a text is a link and nothing else: an entry of a table of contents says nothing."""
    return _ONLY_LINK.fullmatch(text) is not None


def inert(text: str) -> str:
    """The same as Markdown in which no image is loaded and no tag works: an address in a source must not be called.

    Code between back quotes stays as it is, for there both are text.
    """
    return _LIVE.sub(_dead, text)


def live(text: str) -> str:
    """Tags that `inert` has made text as they were, for a place that shows no Markdown; all other backslashes stay, and
    so do images: what a terminal shows is pasted elsewhere.
    """
    return _INERT.sub(lambda match: match[0] if match[1] else match[2], text)


def unlinked(text: str) -> str:
    """Links and images as text with the address behind it: what a model wrote hides no address and loads none.

    Code between back quotes stays as it is.
    """
    before = ""
    while text != before:  # an image may stand inside a link
        before, text = text, _LINK.sub(_as_text, text)
    return text


def without_marks(text: str) -> str:
    """The text without `[3]` outside of back quotes: marks of citations are made from what was checked, not typed."""
    return _MARK.sub(lambda match: match[0] if match[1] else "", text).strip()


def _as_text(match: re.Match[str]) -> str:
    return match[0] if match[1] else f"{match['label']} ({match['address']})"


def _dead(match: re.Match[str]) -> str:
    if match["image"]:
        return "!\\"
    return "\\<" if match["tag"] else match[0]
