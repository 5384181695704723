"""Which conditions lines show: told with a tick, the opposite of what they say would be believed."""

from __future__ import annotations

import pytest

from citeline.tools.citations.governed import is_governed

GO = "\tif deleted {\n\t\treturn t.delete()\n\t}\n\n\t// write the coins\n\tt.flush()\n}\nfunc other() {\n\tt.bell()\n}"
ELSE = "if (a &&\n    b) {\n  ring();\n} else {\n  // order\n  // paper\n  order();\n}\npay();"
STAYS = "if ready:\n    pay()\nring()"
CHAIN = "if ready:\n    return 1\nelif open:\n    pay()\nring()"
ALLMAN = "if (ready)\n{\n    pay();\n}\nelse\n{\n    ring();\n}"


@pytest.mark.parametrize(
    ("stated", "condition", "text"),
    [
        ("return t.delete()", "deleted", GO),
        ("ring();", "a && b", ELSE),
        ("order paper", "if a && b … else", ELSE),
        ("pay();", "ready", ALLMAN),
        ("ring();", "if ready … else", ALLMAN),
        ("pay()", "err != nil", "if err := run(); err != nil {\n\tpay()\n}"),
        ("ring();", "Some(key)", "match key {\n    Some(key) => {\n        ring();\n    }\n}"),
        ("Keys are dropped.", "If it is temporary", "**If it is temporary:**\n\n- Keys are dropped."),
    ],
)
def test_lines_show_the_condition(stated: str, condition: str, text: str) -> None:
    assert is_governed(stated, condition, text)


@pytest.mark.parametrize(
    ("stated", "condition", "text"),
    [
        ("return t.delete()", "if deleted … else", GO),
        ("t.flush()", "deleted", GO),
        ("t.bell()", "if deleted … else", GO),
        ("pay();", "if a && b … else", ELSE),
        ("order paper", "a && b", ELSE),
        ("order paper", "if a … else", ELSE),
        ("ring()", "if ready … else", STAYS),
        ("ring()", "if ready … else", CHAIN),
        ("pay()", "ready", "if not ready:\n    pay()"),
        ("pay();", "ready", "if (!ready) {\n  pay();\n}"),
        ("pay", "ready", "unless ready\n  pay\nend"),
        ("pay()", "ready", "if ready and paid:\n    pay()"),
        ("pay()", "ready", "#------\n    if ready:\n        ring()\n    pay()"),
        ("pay()", "ready", "def already():\n    pay()"),
        ("pay()", "ready", "if ready:\n    ring()\npay()"),
        ("three may enter", "many > 3", "# three may enter\nif many > 3:\n    refuse()"),
    ],
)
def test_what_runs_otherwise_is_not_shown_to_run_so(stated: str, condition: str, text: str) -> None:
    assert not is_governed(stated, condition, text)
