from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from citeline.markup import inert, is_only_link, leads_in, live, plain_prose, plain_text, without_colon


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Register a :class:`~flask.Blueprint` here.", "Register a `Blueprint` here."),
        ("See :meth:`.Session.send`.", "See `.Session.send`."),
        ("See :ref:`the list <core-signals>`.", "See `the list`."),
        ("A `Click`_ command, ``flask`` by name.", "A Click command, `flask` by name."),
        ("Writes {@code value} to {@link Gson#toJson(Object, Type)}.", "Writes `value` to `toJson`."),
        ("{@inheritDoc} As {@link com.shop.Cart the cart} does.", "As the cart does."),
        ("See [the guide](docs/guide.md) and [`Router`].", "See the guide and `Router`."),
        ("Get it: [the JAR][2] or [Gradle][].", "Get it: the JAR or Gradle."),
        ("As x[row][at], `[row][at]` and [0][at].", "As x[row][at], `[row][at]` and [0][at]."),
        ('[Hours]({% page "/travel/overtime/" %}): see [all]({{ site.url }}/all).', "Hours: see all."),
        ("<p>Returns <code>null</code> &amp; more.</p>", "Returns `null` & more."),
        ('<Note title="x">Keys rotate.</Note> Give <NAME> a List<String>.', "Keys rotate. Give <NAME> a List<String>."),
        ("A {@link java.lang.ref.Reference<K>} to it.", "A `Reference` to it."),
        ("Write {% raw %}{{ rope }}{% endraw %} there.", "Write {{ rope }} there."),
        ('Reads <see cref="T:Shop.Cart"/>.', "Reads `Cart`."),
        ('md5("money=" + money + "&timestamp=" + time &lt; 9)', 'md5("money=" + money + "&timestamp=" + time < 9)'),
        ("**Never** twice.", "Never twice."),
        ("See `{ ... }` and **more** , now.", "See `{ ... }` and more, now."),
        ("[![PyPI version](https://a.b/c.svg)](https://a.b) Reads **all**.", "Reads all."),
        ('Solution for task 1 {collapsed="true" id="one"}', "Solution for task 1"),
        ("The proxy {#the-proxy}", "The proxy"),
        ('`m{code="200"}` counts, and so does m{code="200"}', '`m{code="200"}` counts, and so does m{code="200"}'),
        ("Plain words stay, a < b, `x` and f(a)[0].", "Plain words stay, a < b, `x` and f(a)[0]."),
    ],
)
def test_markup_is_taken_off(written: str, shown: str) -> None:
    assert plain_text(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("the _proxy_, not the *client*.", "the proxy, not the client."),
        (r"About \_x\_ and f\(x\), 2\*3.", "About _x_ and f(x), 2*3."),
        (r"`\(a` stays, C:\Users\me stays.", r"`\(a` stays, C:\Users\me stays."),
        ("__init__, a_b_c, _private and src/**/*.py stay.", "__init__, a_b_c, _private and src/**/*.py stay."),
    ],
)
def test_emphasis_and_escapes_are_taken_off_prose(written: str, shown: str) -> None:
    assert plain_prose(written) == shown


@given(st.text(alphabet=st.sampled_from("aB`:~<>{}@[]()*&;. _/!\\")))
def test_no_text_raises(text: str) -> None:
    plain_text(text)
    plain_prose(text)
    is_only_link(text)


@pytest.mark.parametrize("text", ["[Blank Gin](#blank-gin)", "- [Guide](docs/guide.md)", "https://example.org/x"])
def test_an_entry_of_a_table_of_contents_is_only_a_link(text: str) -> None:
    assert is_only_link(text)


def test_a_sentence_with_a_link_is_more_than_one() -> None:
    assert not is_only_link("[Guide](docs/guide.md) tells how vouchers work.")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see ![x](http://e.example/?q=1)", r"see !\[x](http://e.example/?q=1)"),
        ("<img src=x> <!-- a --> </p>", r"\<img src=x> \<!-- a --> \</p>"),
        ("`![x](u)` and `` `<b>` ``", "`![x](u)` and `` `<b>` ``"),
        ("a < b, List<int> and !important", r"a < b, List\<int> and !important"),
    ],
)
def test_no_image_or_tag_of_a_source_is_live_in_an_answer(text: str, shown: str) -> None:
    assert inert(text) == shown
    assert live(shown) == text.replace("see ![", r"see !\[")  # an image stays dead where it is pasted


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["`", "``", "\\", "![", "]", "(u)", "<", "<img a>", "<!--", "-->", "x", " "])).map("".join)
)
def test_nothing_is_live_however_the_quotes_are_set(text: str) -> None:
    tokens = MarkdownIt("commonmark").parseInline(inert(text))[0].children or []
    assert not {token.type for token in tokens} & {"image", "html_inline"}


@pytest.mark.parametrize(
    ("text", "told", "leads"),
    [
        ("Supported: :x:", "Supported: :x:", False),
        (":white_check_mark:", ":white_check_mark:", False),
        ("It has these parts:", "It has these parts", True),
        ("`a::b:`", "`a::b:`", False),
        ("它有：", "它有", True),
    ],
)
def test_a_picture_by_its_name_keeps_its_colon(text: str, told: str, leads: bool) -> None:
    """ "Supported: :x" told neither yes nor no."""
    assert (without_colon(text), leads_in(text)) == (told, leads)


@pytest.mark.parametrize("mark", ["[![](", "[![](a"])
def test_badges_that_never_end_are_read_in_no_time(mark: str) -> None:
    """A badge was looked for from each mark to the end of the text: 12,000 of them took seconds."""
    plain_text(mark)
    started = process_time()
    assert plain_text(mark * 12_000) == mark * 12_000
    assert process_time() - started < 0.5
