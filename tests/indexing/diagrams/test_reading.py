"""Where diagrams stand in documents of each format."""

from __future__ import annotations

import pytest

from citeline.indexing.parsers.registry import parse
from citeline.model import SourceFile

MERMAID = "graph TD\nCart-->Store"
CASES = {
    "fence.md": (f"# T\n\n```mermaid\n{MERMAID}\n```\n", 5),
    "quote.md": ("> ```mermaid\n> graph TD\n> Cart-->Store\n> ```\n", 3),
    "tilde.md": ("~~~plantuml\n@startuml\nCart->Store\n@enduml\n~~~\n", 3),
    "untold.md": ("```\n@startuml\nCart->Store\n@enduml\n```\n", 3),
    "directive.rst": ("T\n=\n\n.. mermaid::\n\n   graph TD\n   Cart-->Store\n", 7),
    "uml.rst": ("T\n=\n\n.. uml::\n\n   @startuml\n   Cart -> Store\n   @enduml\n", 7),
    "style.adoc": ("= T\n\n[plantuml]\n....\nCart -> Store\n....\n", 5),
    "source.adoc": (f"= T\n\n[source,mermaid]\n----\n{MERMAID}\n----\n", 6),
    "pre.html": (f'<html><body><h1>T</h1><pre class="mermaid">\n{MERMAID}\n</pre></body></html>', 3),
    "code.html": (
        '<html><body><pre><code class="language-mermaid">graph TD\nCart--&gt;Store</code></pre></body></html>',
        2,
    ),
    "whole.mmd": (MERMAID, 2),
    "whole.puml": ("@startuml\n== Begin ==\nCart -> Store\n@enduml", 3),
}


@pytest.mark.parametrize("path", CASES)
def test_a_diagram_is_read_with_the_lines_of_its_file(path: str) -> None:
    text, line = CASES[path]
    document = parse(SourceFile(path, tuple(text.split("\n")), "", len(text), 0))
    (block,) = [node for node in document.nodes if node.kind == "codeblock"]
    assert block.data["arrows"] == [["Cart", "Store", "", str(line)]]


@pytest.mark.parametrize("text", ["```python\ngraph = 1\n```\n", "```\nA --> B\n```\n", "Words.\n"])
def test_other_blocks_draw_nothing(text: str) -> None:
    document = parse(SourceFile("a.md", tuple(text.split("\n")), "", len(text), 0))
    assert not any("diagram" in node.data for node in document.nodes)
