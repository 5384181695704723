"""Call sites of a crate as rust-analyzer resolves them: `rust_truth.py SERVER CRATE ROOT FILE… > truth.jsonl`.

CRATE is the folder that the server opens; its files are those of ROOT/CRATE's name, so a copy with fewer dependencies
can stand in for the original. A call is an identifier before `(` or `!`, as the syntax tree says. Parameters and
variables that are called are none of the crate's definitions. Sites below `#[cfg(test)]` and `#[test]` are written as
unknown. A server of 2022 answers with the declaration where a
method of a trait is called; `rust_impls.py` finds the `impl`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

from tree_sitter import Node, Parser
from tree_sitter_language_pack import get_language

from citeline.evals.research.calls.rust_impls import Implementations

_OF_TESTS = re.compile(rb"\bcfg\((?:all\()?test\b|\btest\s*\]")
_PACKAGE = re.compile(r'^name\s*=\s*"([^"]+)"', re.M)
_BINDERS = frozenset({"parameter", "let_declaration", "let_condition", "closure_parameters", "for_expression"})


class Server:
    """A language server on its standard input and output."""

    def __init__(self, program: str, folder: Path) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder)
        self._next = 0
        capabilities = {"window": {"workDoneProgress": True}, "experimental": {"serverStatusNotification": True}}
        manifests = (path.read_text("utf-8") for path in folder.rglob("Cargo.toml"))
        packages = [name for text in manifests for name in _PACKAGE.findall(text)]
        options = {
            "checkOnSave": {"enable": False},
            "procMacro": {"enable": False},
            # Else all is read as in a build of the tests, where mocks take the place of what they stand for.
            "cargo": {"unsetTest": packages},
        }
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


def is_variable(tree: Node, line: int, column: int) -> bool:
    """Whether what is defined there is a parameter or a variable; lines and columns count from 0."""
    node = tree.descendant_for_point_range((line, column), (line, column))
    around = node.parent if node is not None else None
    return around is not None and ("pattern" in around.type or around.type in _BINDERS)


def is_of_tests(node: Node) -> bool:
    """Whether an attribute around it says that only tests have it."""
    around: Node | None = node
    while around is not None:
        before = around.prev_named_sibling
        while before is not None and before.type in {"attribute_item", "line_comment", "block_comment"}:
            if before.type == "attribute_item" and _OF_TESTS.search(before.text or b""):
                return True
            before = before.prev_named_sibling
        around = around.parent
    return False


class Place(NamedTuple):
    """Where something is defined; counted from 0."""

    path: str
    line: int
    column: int


class Asked:
    """A file that the server has open."""

    def __init__(self, server: Server, copy: Path, text: bytes, implementations: Implementations) -> None:
        self._server, self._uri, self._lines = server, copy.as_uri(), text.split(b"\n")
        self._implementations = implementations
        opened = {"uri": self._uri, "languageId": "rust", "version": 1, "text": text.decode()}
        server.tell("textDocument/didOpen", {"textDocument": opened})

    def places(self, name: Node) -> list[Place] | None:
        """What is called; empty where nobody knows, None where the name is itself what it names."""
        at = self._position(name.start_point)
        asked = {"textDocument": {"uri": self._uri}, "position": at}
        answer = self._server.ask("textDocument/definition", asked)
        answer = [answer] if isinstance(answer, dict) else answer or []
        if any(one["uri"] == self._uri and one["range"]["start"] == at for one in answer):
            return None  # a declaration inside of a macro
        found = [
            Place(unquote(one["uri"].removeprefix("file://")), start["line"], start["character"])
            for one in answer
            for start in (one["range"]["start"],)
        ]
        traits = {self._implementations.trait_around(*one) for one in found}
        if len(found) != 1 or traits == {""}:
            return found
        meant = self._implementations.meant(name, traits.pop(), self._type_of)
        if meant is None:
            return []
        return [Place(one.path, one.line, one.column) for one in meant] or found

    def _type_of(self, expression: Node) -> str:
        start, end = self._position(expression.start_point), self._position(expression.end_point)
        # In the arguments of a macro a span means all that they expand to.
        is_name = expression.parent is not None and expression.parent.type == "token_tree"
        asked = {"textDocument": {"uri": self._uri}, "position": start if is_name else {"start": start, "end": end}}
        told = (self._server.ask("textDocument/hover", asked) or {}).get("contents", {}).get("value", "")
        name = re.escape((expression.text or b"").decode())
        match = re.search(rf"^(?:.* )?{name}: (.*)" if is_name else r"^(?:Type:\s*)?(.*)", told, re.M)
        return match[1].strip() if match else ""

    def _position(self, point: tuple[int, int]) -> dict[str, int]:
        row, column = point
        return {"line": row, "character": len(self._lines[row][:column].decode().encode("utf-16-le")) // 2}


def main(program: str, crate: Path, root: Path, files: list[Path]) -> None:
    """One line a call site."""
    server = Server(program, crate)
    parser = Parser(get_language("rust"))
    implementations = Implementations(parser, [crate / file.relative_to(root / crate.name) for file in files])
    for file in files:
        text = file.read_bytes()
        asked = Asked(server, crate / file.relative_to(root / crate.name), text, implementations)
        for name in calls(parser.parse(text).root_node):
            places = [] if is_of_tests(name) else asked.places(name)
            written = (name.text or b"").decode()
            if places is None or written == "Self":
                continue  # the definition of a `Self` has another name
            ours = [
                [f"{crate.name}/{Path(one.path).relative_to(crate)}", one.line + 1]
                for one in places
                if Path(one.path).is_relative_to(crate) and not is_variable(implementations.tree(one.path), *one[1:])
            ]
            at = [str(file.relative_to(root)), name.start_point.row + 1]
            sys.stdout.write(
                json.dumps({"at": at, "name": written, "to": ours if ours else None if places else []}) + "\n"
            )


if __name__ == "__main__":
    main(
        sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve(), [Path(a).resolve() for a in sys.argv[4:]]
    )
