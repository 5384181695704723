"""Pairs of functions two calls apart: read off the source, and what of them an answer shows."""

from pathlib import Path

from citeline.evals.research.benchmarks.ways import read_chains, run_ways
from citeline.settings import Settings
from citeline.tools.handle import index

CODE = """def begin_work(order):
    # finish_work(order) is for later
    return middle_step(order)


def middle_step(order):
    order.finish_work()
    return finish_work(order)


def finish_work(order):
    return order.total
"""


def tree(folder: Path) -> Path:
    (folder / "shop").mkdir()
    (folder / "shop" / "work.py").write_text(CODE, "utf-8")
    return folder / "shop"


def test_calls_are_read_where_they_stand_and_not_in_comments_or_on_other_objects(tmp_path: Path, home: Path) -> None:
    root = tree(tmp_path)
    with index(root, settings=Settings(home=home)) as handle:
        (chain,) = read_chains(handle, root)
    assert (chain.first.name, chain.last.name) == ("begin_work", "finish_work")
    assert chain.steps == (("work.py", [3]), ("work.py", [8]))


def test_an_answer_counts_by_the_calls_that_it_cites(tmp_path: Path, home: Path) -> None:
    tree(tmp_path)
    said: list[str] = []
    assert run_ways(tmp_path, Settings(home=home), said.append) == {"first call": 1.0, "second call": 1.0, "both": 1.0}
    assert all("n=1" in line for line in said)
