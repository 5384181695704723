"""Mermaid: flowcharts, sequence, class, state and entity diagrams; of others only the kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from .diagram import Diagram

_KINDS: Final = {
    "graph": "flowchart",
    "flowchart": "flowchart",
    "sequenceDiagram": "sequence",
    "classDiagram": "class",
    "stateDiagram": "state",
    "erDiagram": "er",
}
_KIND: Final = re.compile(r"([A-Za-z]\w*)(?:-[\w-]+)?")
_SKIPPED: Final = re.compile(
    r"(?:style|classDef|class|click|linkStyle|direction|end|note|activate|deactivate|autonumber|loop|alt|else|opt|par"
    r"|and|critical|option|break|rect|title|accTitle|accDescr|box)\b(?!\s*[-=.<(\[{])"
)
_NAME: Final = r"\w+(?:[-.](?=\w)\w+)*"
_NODE: Final = re.compile(
    rf"\s*(?P<name>{_NAME})(?:@\{{[^}}]*?label:\s*(?P<told>\"[^\"]*\"|[^,}}]+)[^}}]*\}}"
    r"|(?:[\[({]{1,3}|>)[/\\]?\s*(?P<label>\"[^\"]*\"|[^\]})|]*)\s*[/\\]?[\])}]{1,3})?(?::::?\w+)?\s*"
)
_LINK: Final = re.compile(
    r"\s*(?:<|[ox](?=--|==|-\.))?(?:"
    r"--(?![->]|[ox]\s)\s*(?P<a>[^|>\n]*?[^|>\n\s-])\s*--+[>ox]?|--+[>ox]?"
    r"|==(?![=>]|[ox]\s)\s*(?P<b>[^|>\n]*?[^|>\n\s=])\s*==+[>ox]?|==+[>ox]?"
    r"|-\.(?![->.])\s*(?P<c>[^|>\n]*?[^|>\n\s.])\s*\.+-[>ox]?|-\.+-[>ox]?|~~~+)"
    r"\s*(?:\|\s*(?P<label>[^|]*)\|)?\s*"
)
_SUBGRAPH: Final = re.compile(
    rf"subgraph\s+(?P<name>{_NAME})\s*(?:\[(?P<label>[^\]]*)\])?\s*$|subgraph\s+(?P<title>.+)$"
)
_PARTICIPANT: Final = re.compile(r"(?:create\s+)?(?:participant|actor)\s+(?P<name>.+?)(?:\s+as\s+(?P<label>.+))?\s*$")
_MESSAGE: Final = re.compile(
    r"(?P<a>[^-<>:+]+?)\s*(?:<<)?--?(?:>>|>|x|\))\s*[+-]?\s*(?P<b>[^-<>:+]+?)\s*(?::\s*(?P<label>.*))?$"
)
_CLASS: Final = re.compile(r"class\s+`?(?P<name>[\w.]+)`?(?:~[^~]*~)?\s*(?:\[\"(?P<label>[^\"]*)\"\])?")
_RELATION: Final = re.compile(
    r"`?(?P<a>[\w.]+)`?(?:~[^~]*~)?\s*(?:\"[^\"]*\"\s*)?(?P<left><\||[<*o])?(?:--|\.\.)(?P<right>\|>|[>*o])?"
    r"\s*(?:\"[^\"]*\"\s*)?`?(?P<b>[\w.]+)`?(?:~[^~]*~)?\s*(?::\s*(?P<label>.*))?$"
)
_STATE: Final = re.compile(r"state\s+(?:\"(?P<label>[^\"]+)\"\s+as\s+)?(?P<name>\w+)")
_CHANGE: Final = re.compile(r"(?P<a>\[\*\]|\w+)\s*-->\s*(?P<b>\[\*\]|\w+)\s*(?::\s*(?P<label>.*))?$")
_ENTITIES: Final = re.compile(
    r"(?P<a>[\w-]+|\"[^\"]+\")\s+[|}o]{1,2}(?:--|\.\.)[|{o]{1,2}\s+(?P<b>[\w-]+|\"[^\"]+\")\s*(?::\s*(?P<label>.*))?$"
)
_ENTITY: Final = re.compile(r"(?P<name>[\w-]+)\s*(?:\[\"?(?P<label>[^\]\"]*)\"?\])?\s*\{?$")


def read_mermaid(lines: Sequence[tuple[int, str]]) -> Diagram | None:
    """The diagram of a block, given as line numbers and lines; None when it does not begin like one."""
    diagram: Diagram | None = None
    inside_front = inside_class = False
    for number, line in lines:
        text = line.strip()
        if diagram is None and text == "---":
            inside_front = not inside_front
        if not text or text.startswith("%%") or text == "---" or inside_front:
            continue
        if diagram is None:
            found = _KIND.match(text)
            if found is None:
                return None
            diagram = Diagram(_KINDS.get(found[1], found[1]))
            continue
        if inside_class:
            inside_class = "}" not in text
            continue
        read = _READERS.get(diagram.kind)
        if read is None:
            break
        inside_class = diagram.kind in {"class", "er"} and text.endswith("{")
        for statement in text.split(";") if diagram.kind == "flowchart" else [text]:
            read(diagram, statement.strip(), number)
    return diagram


def _flowchart(diagram: Diagram, text: str, line: int) -> None:
    if found := _SUBGRAPH.match(text):
        title = found["title"]
        diagram.shape(found["name"] or title, line, (found["label"] or title or "").strip('" '))
        return
    if _SKIPPED.match(text):
        return
    at, before, label = 0, list[str](), ""
    while at < len(text):
        names: list[str] = []
        while node := _NODE.match(text, at):
            diagram.shape(node["name"], line, node["told"] or node["label"] or "")
            names.append(node["name"])
            at = node.end()
            if not text.startswith("&", at):
                break
            at += 1
        for source in before:
            for target in names:
                diagram.arrow(source, target, line, label)
        link = _LINK.match(text, at) if names else None
        if link is None or link.end() == at:
            return
        before, at = names, link.end()
        label = (link["a"] or link["b"] or link["c"] or link["label"] or "").strip('" ')


def _sequence(diagram: Diagram, text: str, line: int) -> None:
    if found := _PARTICIPANT.match(text):
        diagram.shape(found["name"].strip(), line, found["label"] or "")
    elif not _SKIPPED.match(text) and (found := _MESSAGE.match(text)):
        diagram.arrow(found["a"].strip(), found["b"].strip(), line, found["label"] or "")


def _class(diagram: Diagram, text: str, line: int) -> None:
    if found := _CLASS.match(text):
        diagram.shape(found["name"], line, found["label"] or "")
    elif found := _RELATION.match(text):
        source, target = found["a"], found["b"]
        if found["left"] in {"<|", "<"} and not found["right"]:
            source, target = target, source
        diagram.arrow(source, target, line, found["label"] or "")


def _state(diagram: Diagram, text: str, line: int) -> None:
    if found := _STATE.match(text):
        diagram.shape(found["name"], line, found["label"] or "")
    elif found := _CHANGE.match(text):
        if "[*]" not in (found["a"], found["b"]):
            diagram.arrow(found["a"], found["b"], line, found["label"] or "")
    elif found := re.match(r"(\w+)\s*:\s*(.+)$", text):
        diagram.shape(found[1], line, found[2])


def _er(diagram: Diagram, text: str, line: int) -> None:
    if found := _ENTITIES.match(text):
        diagram.arrow(found["a"].strip('"'), found["b"].strip('"'), line, found["label"] or "")
    elif found := _ENTITY.match(text):
        diagram.shape(found["name"], line, found["label"] or "")


_READERS: Final[Mapping[str, Callable[[Diagram, str, int], None]]] = {
    "flowchart": _flowchart,
    "sequence": _sequence,
    "class": _class,
    "state": _state,
    "er": _er,
}
