"""What PlantUML blocks draw."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from citeline.indexing.diagrams.plantuml import read_plantuml

Arrows: TypeAlias = list[tuple[str, str, str]]


def drawn(text: str) -> tuple[list[str], Arrows]:
    diagram = read_plantuml(list(enumerate(["@startuml", *text.split("\n"), "@enduml"], start=1)))
    if diagram is None:
        return [], []
    return list(diagram.labels.values()), [(a.source, a.target, a.label) for a in diagram.arrows]


CASES: dict[str, tuple[list[str], Arrows]] = {
    "Cart -> Store : save()": (["Cart", "Store"], [("Cart", "Store", "save()")]),
    "Cart --> Store": (["Cart", "Store"], [("Cart", "Store", "")]),
    "Cart <|-- BigCart": (["BigCart", "Cart"], [("BigCart", "Cart", "")]),
    "Cart *-- Item": (["Cart", "Item"], [("Cart", "Item", "")]),
    'Cart "1" o-- "n" Item : holds': (["Cart", "Item"], [("Cart", "Item", "holds")]),
    "Cart -[#red]-> Store": (["Cart", "Store"], [("Cart", "Store", "")]),
    "Cart -up-> Store": (["Cart", "Store"], [("Cart", "Store", "")]),
    "Cart ..> Store": (["Cart", "Store"], [("Cart", "Store", "")]),
    "[Order service] --> [Store]": (["Order service", "Store"], [("Order service", "Store", "")]),
    'component "Order service" as orders\norders --> Store': (
        ["Order service", "Store"],
        [("Order service", "Store", "")],
    ),
    'participant orders as "Order service"': (["Order service"], []),
    "class BigCart extends Cart {\n  +total() : int\n}": (["BigCart", "Cart"], [("BigCart", "Cart", "extends")]),
    "package billing {\n  class Invoice\n}": (["billing", "Invoice"], []),
    "[*] --> Open\nOpen --> Paid : pay": (["Open", "Paid"], [("Open", "Paid", "pay")]),
    "' Cart -> Store\nskinparam x y\nnote left: Cart -> Store\n!include secret.puml": ([], []),
    "note left of Cart\n  Cart -> Store\nend note": ([], []),
}


@pytest.mark.parametrize("text", CASES)
def test_shapes_and_arrows(text: str) -> None:
    assert drawn(text) == CASES[text]


HOSTILE = ["A" + "-" * 20_000, "[" * 20_000, "A " * 10_000, '"' * 20_000, "A -" + "-[" * 8_000, "class " + "<" * 20_000]


@pytest.mark.parametrize("at", range(len(HOSTILE)))
@pytest.mark.timeout(120)
def test_a_line_that_was_written_to_hurt_costs_no_time(at: int) -> None:
    read_plantuml([(1, "@startuml"), (2, HOSTILE[at])])
