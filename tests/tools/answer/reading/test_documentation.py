"""A claim about code repeats whole sentences of its comments, never the half that stands on one line."""

from __future__ import annotations

import pytest

from citeline.tools.answer.reading.documentation import documentation_around
from citeline.tools.answer.reading.syntax import source_of

from ..conftest import Indexed

FILES = {
    "a.py": 'class A:\n    """Holds what is\n    sold. Prices are\n    in cents.\n    """\n\n    x = "Not said."\n',
    "b.py": "# The voucher comes last, because\n# taxes are due on the\n# full price. Small.\ntotal = 1  # of all\n",
    "a.go": "package a\n\n// Serve waits for\n// requests. It ends\n// with the context.\nfunc Serve() {}\n",
    "A.java": "/**\n * Waits for\n * requests. It ends\n * late.\n */\nclass A {}\n",
    "a.rs": "/// Waits for\n/// requests. It ends\n/// late.\nfn serve() {}\n",
    "b.go": "package a\n\n// Kind tells.\ntype Kind int\n\n// Recovery catches.\nfunc Recovery() {}\n",
    "B.java": "class B {\n  /**\n   * <p>If it is set, it\n   * waits.\n   */\n  @Later\n  void stop() {}\n}\n",
    "help.py": 'class A:\n  desc = """\\\n    Waits for what\n    nobody has read yet.\n\n    * Ends late.\n    """\n',
    "help.rs": 'fn main() {\n  arg("late").help(\n    "Waits for what \\\n     nobody has read yet.",\n  );\n}\n',
    "help.go": "package a\n\nvar Long = `Waits for requests\nthat nobody has read.`\n",
    "query.py": 'ORDERS = """\n    SELECT id, price FROM orders\n    WHERE price > 10 AND id = ?\n"""\n',
    "Tags.java": (
        "/**\n * Opens it.\n * @param size the size\n *   in bytes\n * @throws IOException if it is closed\n"
        " * @return {Object}\n * @since 1.2\n * @author Ann of the Pier (ann@pier.org)\n */\nclass Tags {}\n"
    ),
    "Tags.cs": (
        "/// <summary>\n/// Opens it.\n/// </summary>\n"
        '/// <param name="size">The size in bytes</param>\nclass Tags {}\n'
    ),
    "tags.py": (
        'def f(size):\n    """Opens it.\n\n    :param size: the size\n        in bytes\n'
        '    :returns: what was read\n    """\n'
    ),
    "warned.py": (
        'class Price:\n    """Keeps it.\n\n    .. warning::\n\n'
        '        It is rounded. Do not add\n        what was rounded.\n    """\n'
    ),
    "usage.rs": (
        'static USAGE: &str = "\nRopes are cut in pieces\nof one length.\n\ncut options:\n'
        "    -s, --size <arg>   Length of each piece\n                       of a rope.\n"
        "                       [default: 500]\n    --wet              Cut wet ropes. Use\n"
        '--size with it only then.\n";\n'
    ),
    "numpydoc.py": """\
def moor(boat, rope, line):
    '''Tie a boat.

    Parameters
    ----------
    boat : Boat
        What is tied.
    rope, line : float, optional
        Metres that are used.
        At least two.

    Returns
    -------
    bool
        Whether it holds.
    '''
""",
    "google.py": """\
def sail(boat, rope):
    '''Leave.

    Args:
        boat: What leaves.
        rope (float): Metres that
            are taken along. At least two.

    Returns:
        Whether it sails.
    '''
""",
    "quoted.py": '"""`pier watch`: keeps `boats`."""\n',
    "framed.go": "package a\n\n//////////////////\n// GUARDED ROUTES //\n//////////////////\nvar routes int\n",
    "unused.js": (
        "function stop() {\n  // Tells of it, and waits\n  // for the rest.\n  // if (done) return reply(null);\n"
        "  // else return leave(1);\n  return list();\n}\n"
    ),
    "a.ts": "/* Waits for\n   requests. It ends\n   late. */\nexport function serve() {}\n",
}


@pytest.mark.parametrize(
    ("path", "line", "said"),
    [
        ("a.py", 3, [("Holds what is sold.", 2, 3), ("Prices are in cents.", 3, 4)]),
        ("a.py", 4, [("Prices are in cents.", 3, 4)]),
        ("a.py", 7, []),
        ("b.py", 2, [("The voucher comes last, because taxes are due on the full price.", 1, 3)]),
        ("b.py", 4, []),
        ("a.go", 4, [("Serve waits for requests.", 3, 4), ("It ends with the context.", 4, 5)]),
        ("A.java", 2, [("Waits for requests.", 2, 3)]),
        ("A.java", 4, [("It ends late.", 3, 4)]),
        ("a.rs", 3, [("It ends late.", 2, 3)]),
        ("usage.rs", 5, [("cut options:", 5, 5)]),
        ("usage.rs", 8, [("-s, --size <arg> Length of each piece of a rope. [default: 500]", 6, 8)]),
        ("usage.rs", 9, [("--wet Cut wet ropes. Use --size with it only then.", 9, 10)]),
        ("numpydoc.py", 6, [("boat : Boat: What is tied.", 6, 7)]),
        ("numpydoc.py", 10, [("rope, line : float, optional: Metres that are used. At least two.", 8, 10)]),
        ("numpydoc.py", 14, [("bool: Whether it holds.", 14, 15)]),
        ("google.py", 5, [("boat: What leaves.", 5, 5)]),
        ("google.py", 7, [("rope (float): Metres that are taken along. At least two.", 6, 7)]),
        ("google.py", 10, [("Returns: Whether it sails.", 9, 10)]),
        ("quoted.py", 1, [("`pier watch`: keeps `boats`.", 1, 1)]),
        ("framed.go", 4, [("GUARDED ROUTES", 4, 4)]),
        ("unused.js", 3, [("Tells of it, and waits for the rest.", 2, 3)]),
        ("unused.js", 4, []),
        ("a.ts", 1, [("Waits for requests.", 1, 2)]),
        ("a.ts", 4, []),
        ("help.py", 4, [("Waits for what nobody has read yet.", 3, 4)]),
        ("help.rs", 3, [("Waits for what nobody has read yet.", 3, 4)]),
        ("help.go", 4, [("Waits for requests that nobody has read.", 3, 4)]),
        ("query.py", 2, []),
        ("Tags.java", 2, [("Opens it.", 2, 2)]),
        ("Tags.java", 4, [("@param size the size in bytes", 3, 4)]),
        ("Tags.java", 5, [("@throws IOException if it is closed", 5, 5)]),
        ("Tags.java", 6, []),
        ("Tags.java", 7, []),
        ("Tags.java", 8, []),
        ("Tags.cs", 2, [("Opens it.", 2, 2)]),
        ("Tags.cs", 4, [("size The size in bytes", 4, 4)]),
        ("tags.py", 4, [(":param size: the size in bytes", 4, 5)]),
        # Below a directive its second line was told as if it were code.
        ("warned.py", 7, [("Do not add what was rounded.", 6, 7)]),
        ("tags.py", 6, [(":returns: what was read", 6, 6)]),
    ],
)
def test_the_whole_sentence_is_read_whichever_of_its_lines_is_cited(
    path: str, line: int, said: list[tuple[str, int, int]], indexed: Indexed
) -> None:
    index = indexed({path: FILES[path]})
    (document,) = index.structure.documents()
    source = source_of(index, int(document.id))
    assert source is not None
    found = documentation_around(source, line, line)
    assert [(one.text, one.start_line, one.end_line) for one in found] == said


@pytest.mark.parametrize(
    ("path", "line", "said", "about"),
    [
        ("b.go", 6, "Recovery catches.", "Recovery"),
        ("b.go", 3, "Kind tells.", "Kind"),
        ("B.java", 4, "If it is set, it waits.", "B.stop"),
        ("a.py", 3, "Holds what is sold.", "A"),
    ],
)
def test_a_sentence_is_about_the_definition_that_it_documents(
    path: str, line: int, said: str, about: str, indexed: Indexed
) -> None:
    index = indexed({path: FILES[path]})
    source = source_of(index, int(index.structure.documents()[0].id))
    assert source is not None
    first = documentation_around(source, line, line)[0]
    assert (first.text, first.about and first.about.qualified_name) == (said, about)


SETTINGS = {
    ".env.sample": "PORT=80\n\n# The engine that holds\n# orders: sqlite or postgres.\nENGINE=\n",
    "app.yaml": "shop:\n  # How long a cart is kept.\n  days: 7\n",
    "app.ini": "[shop]\n; How long a cart is kept.\ndays = 7\n",
}


@pytest.mark.parametrize(
    ("path", "line", "said"),
    [
        (".env.sample", 3, [("The engine that holds orders: sqlite or postgres.", 3, 4, "ENGINE")]),
        (".env.sample", 1, []),
        ("app.yaml", 2, [("How long a cart is kept.", 2, 2, "shop")]),
        ("app.ini", 2, [("How long a cart is kept.", 2, 2, "shop")]),
    ],
)
def test_a_comment_in_a_file_of_settings_is_about_the_setting_below_it(
    indexed: Indexed, path: str, line: int, said: list[tuple[str, int, int, str]]
) -> None:
    """It was said of the setting above it."""
    opened = indexed(SETTINGS)
    document = opened.structure.document(path)
    assert document is not None
    source = source_of(opened, document.id)
    assert source is not None
    found = documentation_around(source, line, line)
    assert [(one.text, one.start_line, one.end_line, one.about.qualified_name) for one in found if one.about] == said
