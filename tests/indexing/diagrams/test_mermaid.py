"""What Mermaid blocks draw."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from citeline.indexing.diagrams.mermaid import read_mermaid

Arrows: TypeAlias = list[tuple[str, str, str]]


def drawn(text: str) -> tuple[str, list[str], Arrows]:
    diagram = read_mermaid(list(enumerate(text.split("\n"), start=1)))
    assert diagram is not None
    return diagram.kind, list(diagram.labels.values()), [(a.source, a.target, a.label) for a in diagram.arrows]


FLOWS: dict[str, tuple[list[str], Arrows]] = {
    "A[Order service] --> B(Store)": (["Order service", "Store"], [("Order service", "Store", "")]),
    "A --> B --> C": (["A", "B", "C"], [("A", "B", ""), ("B", "C", "")]),
    "A & B --> C & D": (["A", "B", "C", "D"], [("A", "C", ""), ("A", "D", ""), ("B", "C", ""), ("B", "D", "")]),
    "A -->|asks| B": (["A", "B"], [("A", "B", "asks")]),
    "A -- asks twice --> B": (["A", "B"], [("A", "B", "asks twice")]),
    "A-.->B": (["A", "B"], [("A", "B", "")]),
    "A-. maybe .->B": (["A", "B"], [("A", "B", "maybe")]),
    "A ==> B": (["A", "B"], [("A", "B", "")]),
    "A --- B --- C": (["A", "B", "C"], [("A", "B", ""), ("B", "C", "")]),
    "A --o B; B --x C": (["A", "B", "C"], [("A", "B", ""), ("B", "C", "")]),
    "A[(db.sql)] <--> B{{x}}": (["db.sql", "x"], [("db.sql", "x", "")]),
    'A["place(order)"]:::hot --> B>flag]': (["place(order)", "flag"], [("place(order)", "flag", "")]),
    'A@{ shape: rect, label: "Cart" } --> B': (["Cart", "B"], [("Cart", "B", "")]),
    "a-b.c --> d_e": (["a-b.c", "d_e"], [("a-b.c", "d_e", "")]),
    "subgraph one [Billing]": (["Billing"], []),
    "subgraph Two words": (["Two words"], []),
    "A[Cart<br/>holds items]": (["Cart"], []),
    "%% A --> B": ([], []),
    "classDef hot fill:#f00": ([], []),
    "end": ([], []),
}


@pytest.mark.parametrize("text", FLOWS)
def test_a_flowchart(text: str) -> None:
    assert drawn(f"flowchart LR\n  {text}") == ("flowchart", *FLOWS[text])


def test_a_sequence_with_names_and_messages() -> None:
    text = "sequenceDiagram\nparticipant C as CartService\nC->>+Store: save(cart)\nStore-->>-C: ok\nNote over C: x->>y"
    kind, labels, arrows = drawn(text)
    assert (kind, labels) == ("sequence", ["CartService", "Store"])
    assert arrows == [("CartService", "Store", "save(cart)"), ("Store", "CartService", "ok")]


def test_an_heir_points_to_what_it_inherits() -> None:
    text = 'classDiagram\nclass Gateway {\n  +pay() bool\n}\nGateway <|-- CardGateway\nCart "1" *-- "n" Item : holds'
    assert drawn(text) == (
        "class",
        ["Gateway", "CardGateway", "Cart", "Item"],
        [("CardGateway", "Gateway", ""), ("Cart", "Item", "holds")],
    )


def test_states_and_entities() -> None:
    assert drawn("stateDiagram-v2\n[*] --> Open\nOpen --> Paid: pay")[2] == [("Open", "Paid", "pay")]
    entities = "erDiagram\nCUSTOMER ||--o{ ORDER : places\nORDER {\n int id\n}"
    assert drawn(entities)[2] == [("CUSTOMER", "ORDER", "places")]


def test_what_stands_above_the_kind_is_passed_over_and_other_kinds_are_only_named() -> None:
    assert drawn("---\ntitle: x\n---\n%%{init: {}}%%\n\ngraph TD\nA-->B")[0] == "flowchart"
    assert drawn('pie title Pets\n"Dogs" : 386') == ("pie", [], [])
    assert read_mermaid([(1, "!!!")]) is None and read_mermaid([]) is None


HOSTILE = ["A" + "-" * 20_000, "A" + "[" * 20_000, "-- " * 7_000, "A -- " * 5_000, "A & " * 5_000, '"' * 20_000]


@pytest.mark.parametrize("at", range(len(HOSTILE)))
@pytest.mark.timeout(120)
def test_a_line_that_was_written_to_hurt_costs_no_time(at: int) -> None:
    for kind in ("flowchart", "sequenceDiagram", "classDiagram", "erDiagram"):
        read_mermaid([(1, kind), (2, HOSTILE[at])])
