"""Names and signatures as nodes carry them: one line of text, bounded."""

from __future__ import annotations

import re
from typing import Final

MAX_NAME: Final = 200
MAX_SIGNATURE: Final = 400
"""Characters; a longer parameter list is cut, a value (which is no signature) earlier."""
MAX_VALUE: Final = 160

_PARENTHESES: Final = r"\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\)"
_ANNOTATIONS: Final = re.compile(
    rf"(?:@(?!interface\b)[\w.:$]+(?:\s*{_PARENTHESES})?\s*|\[\[?[A-Z][^\]]*\]\]?\s*|#\[[^\]]*\]\s*)+"
)
_COMMENT_LINES: Final = re.compile(r"^[ \t]*(?:#(?!\s*define|\[)|//|/\*|\*(?=[ /])|--).*$", re.M)
_QUOTES: Final = str.maketrans("", "", '`"')
_OWNER_END: Final = re.compile(r"(.*?)(::|\.|:|#|\\)(?=[^.:#\\]*$)", re.S)
_OPERATOR: Final = re.compile(r"(.*?)(operator\b\s*[^\w\s].*|operator\s+\w.*)$", re.S)
_DROPPED_OWNERS: Final = frozenset({"", "module", "exports", "prototype", "window", "global", "globalThis"})
_GENERICS: Final = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)")
_IDENTIFIER: Final = re.compile(r"[^\W\d][\w$]*[?!']*")


def one_line(text: str, limit: int) -> str:
    """The text with white space collapsed, cut at `limit` characters."""
    # Collapsing megabytes to keep 400 characters would be the slowest thing that we do.
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"


def signature_of(
    text: str, name: str, *, is_value: bool, is_type: bool, has_body: bool, annotations: bool = True
) -> str:
    """A definition's head from its source text up to the body.

    `annotations` are left out when the language writes them in front; comments on lines of their own always are.
    """
    head = text[len(match[0]) :] if annotations and (match := _ANNOTATIONS.match(text)) else text
    head = _COMMENT_LINES.sub("", head)
    if is_type and not has_body and not head.startswith("type"):
        # Without a body in the tree, only the first line is known to be the head.
        head = head.strip().partition("\n")[0]
    line = one_line(head, MAX_VALUE if is_value else MAX_SIGNATURE)
    if is_value:
        return line.rstrip(",; ")
    line = line.rstrip("{:=,; ").removesuffix("=>").rstrip("= ")
    # `typedef struct {…} name`: the name comes after the body.
    return f"{line} {name}" if is_type and name not in line else line


def split_name(text: str) -> tuple[str, str, str]:
    """(name, owner, separator): `Foo::bar` gives ("bar", "Foo", "::"), `module.exports.x` gives ("x", "", ".")."""
    text = text[: 4 * MAX_NAME].strip()
    if match := _OPERATOR.match(text):
        return _bare(match[2]), simple_type(match[1]), "::" if match[1] else ""
    if text.startswith("(") and text.endswith(")"):
        return _bare(text[1:-1]), "", ""
    if text.endswith(">") and "<" in text[1:]:
        # A specialisation, `Foo<int>`, is named like its template.
        text = text[: text.index("<", 1)]
    if not text.startswith("("):
        match = _OWNER_END.match(text)
        if match and text[match.end() :].strip():
            name = text[match.end() :].strip()
            return _bare(name), simple_type(match[1]), ".prototype" if ".prototype." in text else match[2]
    return _bare(text), "", ""


def simple_type(text: str) -> str:
    """A type or path as a dotted name: `*pkg::Foo<T>` gives `pkg.Foo`."""
    text = text[: 4 * MAX_NAME]
    while (stripped := _GENERICS.sub("", text)) != text:
        text = stripped
    return ".".join(part for part in _IDENTIFIER.findall(text) if part not in _DROPPED_OWNERS)[:MAX_NAME]


def last_identifier(text: str) -> str:
    """The last name of a dotted path."""
    return text.rpartition(".")[2]


def _bare(name: str) -> str:
    plain = name.translate(_QUOTES).strip("'")
    if plain.startswith("[") and plain.endswith("]") and len(plain) > 2:
        plain = plain[1:-1]  # SQL Server's quotes
    return " ".join(plain.split())[:MAX_NAME]
