"""A corpus that is no longer what was labelled: told case by case, never scored as if it were."""

from pathlib import Path

from citeline.evals.cases.case import Case, Gold
from citeline.evals.cases.labelling import hashed, problems_of
from citeline.tools.citations.working_tree import WorkingTree


def asking(*gold: Gold) -> Case:
    return Case(id="a", question="?", gold=gold)


def test_lines_that_are_there_and_unchanged_are_no_problem(shop: Path) -> None:
    case = asking(Gold(path="src/shop/cart.py", start_line=24, end_line=27), Gold(path="README.md"))
    labelled = hashed(case, WorkingTree(shop))
    assert all(place.sha256 for place in labelled.gold)
    assert problems_of(case, WorkingTree(shop)) == problems_of(labelled, WorkingTree(shop)) == []


def test_places_that_are_needed_or_help_are_checked_too(shop: Path) -> None:
    needed, helping = Gold(path="README.md", start_line=1, end_line=2), Gold(path="gone.md")
    case = Case(id="a", question="?", needs=((needed,),), says=(("x",),), also=(helping,))
    assert problems_of(case, WorkingTree(shop)) == ["gone.md does not exist"]
    labelled = hashed(case, WorkingTree(shop))
    (shop / "README.md").write_text("another\n" * 3)
    assert problems_of(labelled, WorkingTree(shop))[0] == "README.md:1-2 has changed since it was labelled"


def test_each_place_that_changed_is_named(shop: Path) -> None:
    case = hashed(
        asking(Gold(path="src/shop/cart.py", start_line=1, end_line=2), Gold(path="README.md")), WorkingTree(shop)
    )
    with (shop / "src/shop/cart.py").open("a") as file:
        file.write("# more\n")
    assert problems_of(case, WorkingTree(shop)) == []  # not these lines
    (shop / "README.md").write_text("another\n")
    assert problems_of(case, WorkingTree(shop)) == ["README.md has changed since it was labelled"]


def test_missing_files_and_lines_are_named(shop: Path) -> None:
    case = asking(Gold(path="gone.py"), Gold(path="src/shop/errors.py", start_line=5, end_line=900))
    assert problems_of(case, WorkingTree(shop)) == [
        "gone.py does not exist",
        "src/shop/errors.py:5-900: the file has 9 lines",
    ]
    assert hashed(case, WorkingTree(shop)) == case


def test_a_link_that_leaves_the_corpus_is_not_followed(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret\n")
    (shop / "link.txt").symlink_to(tmp_path / "outside.txt")
    assert "leaves" in problems_of(asking(Gold(path="link.txt")), WorkingTree(shop))[0]
