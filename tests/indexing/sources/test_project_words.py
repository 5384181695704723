"""`[lexicon]` in `citeline.toml`: what is wrong in it is told with its line, before anything is indexed."""

from pathlib import Path

import pytest

from citeline.errors import ProjectFileError
from citeline.indexing.generations.location import locate
from citeline.indexing.sources.project_file import at_line, read_tree, read_words


def written(root: Path, text: str) -> Path:
    (root / "citeline.toml").write_text(text, "utf-8")
    return root


def test_groups_are_read_in_their_order_with_the_word_of_the_code_first(tmp_path: Path) -> None:
    text = '[lexicon]\nbasket = ["cart", "Warenkorb", "购物车", "cart"]\n"rate  limit" = "quota"\n'
    assert read_words(written(tmp_path, text)) == (("basket", "cart", "Warenkorb", "购物车"), ("rate limit", "quota"))


def test_without_a_file_or_a_lexicon_there_are_no_groups(tmp_path: Path) -> None:
    assert read_words(tmp_path) == ()
    assert read_words(written(tmp_path, '[sources.code]\npath = "."\n')) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# words\nlexicon = 3\n", "line 2: `lexicon` must be a table"),
        ("[[lexicon]]\na = 'b'\n", "line 1: `lexicon` must be a table"),
        ("[lexicon]\nok = ['fine']\nbasket = 3\n", "line 3: `lexicon.basket` must be a list of words"),
        ("[lexicon]\nbasket = []\n", "line 2: `lexicon.basket` must be a list"),
        ("[lexicon]\nbasket = ['a', 1]\n", "line 2: `lexicon.basket` must be a list"),
        ("[lexicon.shop]\nbasket = ['cart']\n", "`lexicon.shop` must be a list"),
        ("lexicon.basket = true\n", "line 1: `lexicon.basket` must be a list"),
        ("[lexicon]\n\n'rate limit' = ['']\n", "line 3: `lexicon.rate limit`: '' is no word"),
        (f"[lexicon]\nbasket = ['{'x' * 61}']\n", "line 2: `lexicon.basket`: 'x"),
        ("[lexicon]\n'购物车' = ['basket']\n", "line 2: `lexicon.购物车`: the first word is one that the code uses"),
        (f"[lexicon]\nbasket = {[f'w{n}' for n in range(60)]}\n", "`lexicon.basket` has 61 words; it may have 50"),
        ("[sources]\n[lexicons]\na = 'b'\n", "line 2: `lexicons` is not known; did you mean `lexicon`?"),
        ('[sources.policy]\npath = "."\n\nincludes = []\n', "line 4: `sources.policy.includes` is not known"),
    ],
)
def test_what_it_may_not_say_is_told_with_its_line_when_the_tree_is_read(tmp_path: Path, text: str, told: str) -> None:
    root = written(tmp_path, text).resolve()
    with pytest.raises(ProjectFileError) as refused:
        read_tree(root, locate(root, tmp_path / "home"))
    assert told in str(refused.value)
    assert refused.value.remedy


def test_a_key_is_looked_for_in_its_own_table_only() -> None:
    text = '[sources.a]\nbasket = 1\n[lexicon]\n"basket" = 2\n[databases.b]\nbasket = 3\n'
    assert at_line(text, "lexicon", "basket") == "line 4: "
    assert at_line(text, "databases.b", "basket") == "line 6: "
    assert at_line(text, "lexicon", "cart") == ""
