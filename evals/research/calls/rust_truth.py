"""Call sites of a crate as rust-analyzer resolves them: `rust_truth.py SERVER CRATE ROOT FILE… > truth.jsonl`.

CRATE is the folder that the server opens; its files are those of ROOT/CRATE's name, so a copy with fewer dependencies
can stand in for the original. A call is an identifier before `(` or `!`, as the syntax tree says. Parameters and
variables that are called are none of the crate's definitions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tree_sitter import Node, Parser
from tree_sitter_language_pack import get_language

_BINDERS = frozenset({"parameter", "let_declaration", "let_condition", "closure_parameters", "for_expression"})


class Server:
    """A language server on its standard input and output."""

    def __init__(self, program: str, folder: Path) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self._next = 0
        capabilities = {"window": {"workDoneProgress": True}, "experimental": {"serverStatusNotification": True}}
        options = {"checkOnSave": {"enable": False}, "procMacro": {"enable": False}}
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "capabilities": capabilities,
                "initializationOptions": options,
            },
        )
        self.tell("initialized", {})
        while True:
            message = self._receive()
            if message.get("method") == "experimental/serverStatus" and message["params"].get("quiescent"):
                return

    def tell(self, method: str, parameters: Any) -> None:
        """Send without an answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def ask(self, method: str, parameters: Any) -> Any:
        """Send and wait; None when the server fails."""
        self._next += 1
        self._send({"jsonrpc": "2.0", "id": self._next, "method": method, "params": parameters})
        while True:
            message = self._receive()
            if message.get("id") == self._next and "method" not in message:
                return message.get("result")

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        length = 0
        while (line := self._process.stdout.readline().strip()) or not length:
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self._process.stdout.read(length))
        if "id" in message and "method" in message:
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        return message


def calls(node: Node) -> list[Node]:
    """The names that are called below a node, also in the arguments of macros."""
    found: list[Node] = []
    waiting = [node]
    while waiting:
        one = waiting.pop()
        waiting.extend(one.children)
        if one.type == "call_expression":
            called = one.child_by_field_name("function")
            while called is not None and called.type == "generic_function":
                called = called.child_by_field_name("function")
            if called is not None and called.type in {"field_expression", "scoped_identifier"}:
                called = called.child_by_field_name("field") or called.child_by_field_name("name")
            if called is not None and called.type in {"identifier", "field_identifier"}:
                found.append(called)
        elif one.type == "macro_invocation" and (called := one.child_by_field_name("macro")) is not None:
            found.append(called.child_by_field_name("name") or called)
        elif one.type == "identifier" and one.parent is not None and one.parent.type == "token_tree":
            before, after = one.prev_sibling, (one.next_sibling.text or b"") if one.next_sibling is not None else b""
            declares = before is not None and before.text in {b"fn", b"struct"}
            if after.startswith((b"(", b"!")) and not after.startswith(b"!=") and not declares and not _is_pattern(one):
                found.append(one)
    return found


def _is_pattern(name: Node) -> bool:
    """Whether an identifier in the arguments of a macro is a variant that something is matched with."""
    group = name.next_sibling
    behind = group.next_sibling if group is not None else None
    return behind is not None and behind.text in {b"=>", b"|", b"=", b"if"} and (name.text or b"")[:1].isupper()


class Variables:
    """Tells which places name a parameter or a variable."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._trees: dict[str, Node] = {}

    def has(self, path: str, line: int, column: int) -> bool:
        """Whether what is defined there is one; lines and columns count from 0."""
        if path not in self._trees:
            self._trees[path] = self._parser.parse(Path(path).read_bytes()).root_node
        node = self._trees[path].descendant_for_point_range((line, column), (line, column))
        around = node.parent if node is not None else None
        return around is not None and ("pattern" in around.type or around.type in _BINDERS)


def main(program: str, crate: Path, root: Path, files: list[Path]) -> None:
    """One line a call site."""
    server = Server(program, crate)
    parser = Parser(get_language("rust"))
    variables = Variables(parser)
    for file in files:
        text = file.read_bytes()
        copy = crate / file.relative_to(root / crate.name)
        uri = copy.as_uri()
        server.tell(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": "rust", "version": 1, "text": text.decode()}},
        )
        lines = text.split(b"\n")
        for name in calls(parser.parse(text).root_node):
            row, column = name.start_point
            column = len(lines[row][:column].decode().encode("utf-16-le")) // 2
            answer = server.ask(
                "textDocument/definition",
                {"textDocument": {"uri": uri}, "position": {"line": row, "character": column}},
            )
            answer = [answer] if isinstance(answer, dict) else answer or []
            if any(one["uri"] == uri and one["range"]["start"] == {"line": row, "character": column} for one in answer):
                continue  # a declaration inside of a macro
            places = [
                (unquote(one["uri"].removeprefix("file://")), *map(one["range"]["start"].get, ("line", "character")))
                for one in answer
            ]
            ours = [
                [f"{crate.name}/{Path(path).relative_to(crate)}", line + 1]
                for path, line, column in places
                if Path(path).is_relative_to(crate) and not variables.has(path, line, column)
            ]
            written = (name.text or b"").decode()
            if written == "Self":
                continue  # the definition has another name
            at = [str(file.relative_to(root)), row + 1]
            sys.stdout.write(
                json.dumps({"at": at, "name": written, "to": ours if ours else None if places else []}) + "\n"
            )


if __name__ == "__main__":
    main(
        sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve(), [Path(a).resolve() for a in sys.argv[4:]]
    )
