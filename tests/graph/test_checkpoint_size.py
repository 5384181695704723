"""What one question leaves in a thread: small enough to be kept for every step."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from langgraph.checkpoint.memory import InMemorySaver

from citeline.graph.build import build_graph
from citeline.nodes.running.context import Context, Resources
from citeline.settings import Settings
from citeline.tools.handle import index

REPOSITORY = Path(__file__).parents[2]
LARGEST_BYTES = 60_000


def test_the_largest_checkpoint_of_a_question_about_our_own_retrieval_is_small(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for folder in ("tools/retrieval", "docs", "nodes"):
        shutil.copytree(REPOSITORY / folder, tree / folder, ignore=shutil.ignore_patterns("*.txt", "__pycache__"))
    settings = Settings(home=tmp_path / "home", workers=1)
    config: Any = {"configurable": {"thread_id": "1"}}
    saver = InMemorySaver()
    with index(tree, settings=settings) as handle:
        machine = build_graph(whole=True)
        machine.checkpointer = saver
        context = Context(no_model=True).carrying(Resources(handle.reader, settings))
        machine.invoke({"question": "how are the rankings of the channels fused?"}, config, context=context)
        sizes = [len(saver.serde.dumps_typed(one.values)[1]) for one in machine.get_state_history(config)]
    assert 10_000 < max(sizes) <= LARGEST_BYTES
