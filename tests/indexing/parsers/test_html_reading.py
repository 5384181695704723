"""HTML as it reads: Markdown on the same lines, from any part of a page."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.indexing.parsers.markup.html_reading import read_lines
from citeline.indexing.parsers.markup.reading import readable, shown_lines

PAGE = """<h2 id="a">Title <a href="#a">¶</a></h2>
<p>It costs <b>75</b> crowns &amp; more; see <code>fee()</code> on <a
 href="x.html" title="a > b">this page</a>.
<ul>
<li>one
  <ol><li>inner</li></ol></li>
<li>two <img src=p.png alt="a picture"></li></ul>
<pre class="x">vault restore
  &amp;&amp; check <b>it</b></pre>
<table><tr><th>Kind</th><th>Kept</th></tr>
<tr><td>daily</td><td><code>30</code> days</td></tr></table>
<!-- <p>not shown</p>
--><script>
var a = "<p>no</p>";
</script>Last."""

READ = """## Title
It costs 75 crowns & more; see `fee()` on
this page.

- one
  - inner
- two a picture
    vault restore
      && check it
| Kind | Kept |
| daily | `30` days |



Last."""


def test_headings_lists_code_and_tables_survive_on_their_lines() -> None:
    assert readable(PAGE, "html", "") == READ


def test_what_a_line_is_and_whether_a_block_begins_there_is_told() -> None:
    lines = read_lines(PAGE)
    assert [line.kind for line in lines if line.text] == [
        *("heading", "prose", "prose", "prose", "prose", "prose", "code", "code", "row", "row", "prose")
    ]
    assert [number for number, line in enumerate(lines, start=1) if line.text and not line.begins] == [3, 9]


@pytest.mark.parametrize(
    ("part", "reads"),
    [
        ('class="x" id="y">Text.</p>', "Text."),
        ("var a = 1;\nrun();</script>\n<p>Text.", "\n\nText."),
        ("restore --last\ncheck</pre>\n<p>Text.", "    restore --last\n    check\nText."),
        ("It is a > b.</p>", "It is a > b."),
        ('other" id="y" hidden>Text.</p>', "Text."),
        ('if a == "b" and c > d:', 'if a == "b" and c > d:'),
        ('print(x="1", y > 2)', 'print(x="1", y > 2)'),
        ("a licence\n<b>hidden</b>\n-->\n<p>Text.", "\n\n\nText."),
        ("a --> b\n<!-- c -->", "a --> b\n"),
        ("Text.\n<!-->\n", "Text.\n\n"),
        ('  <span class="k">if</span> a:\n    <span class="nf">run</span>', "      if a:\n        run"),
        ('<span class="pre">a</span>\n   b', "a\nb"),
        ("<p>Text <a href='x", "Text <a href='x"),
        ("<td>b</td></tr>\n<tr><td>c", "| b |\n| c"),
        ("<ul>\n<li>\n<p>one</p>\n<li></li><li><p>two", "\n\n- one\n- two"),
        ("<h3>\n  Title</h3>\n<br>Text.", "\n### Title\nText."),
    ],
)
def test_a_part_of_a_page_is_read_like_the_whole(part: str, reads: str) -> None:
    assert readable(part, "html", "") == reads


@pytest.mark.parametrize("end", ["-->", "</script>", "</style>"])
@pytest.mark.parametrize("opening", ["<!DOCTYPE html>\n<html>", "<html lang=en>", "<!-- saved -->\n<body>"])
def test_an_end_of_nothing_in_a_whole_page_loses_nothing_before_it(opening: str, end: str) -> None:
    read = readable(f"{opening}<h1>Pumps</h1>\n<p>Rated for 12 bar.</p>{end}\n<p>Next.", "html", "")
    assert "# Pumps\nRated for 12 bar." in read
    assert read.endswith("\nNext.")


@pytest.mark.parametrize("quote", "\"'")
def test_a_picture_inside_the_page_is_not_shown_as_text(quote: str) -> None:
    image = f"<img src={quote}data:image/png;base64,{'A' * 5000}{quote} alt={quote}Plot{quote}>"
    assert readable(f"<p>Before {image} after</p>", "html", "") == "Before Plot after"


@pytest.mark.parametrize("empty", ["<svg/>", '<svg width="1" />', '<script src="a.js"/>', "<title/>"])
def test_an_element_that_closes_itself_does_not_swallow_the_rest(empty: str) -> None:
    assert readable(f"<p>Hello</p>\n{empty}\n<p>World</p>\n<script>no</script>", "html", "") == "Hello\n\nWorld\n"


def test_marks_that_the_page_has_itself_are_kept_and_those_of_nothing_are_not() -> None:
    page = "<tr><td>-</td><td>#</td></tr>\n<td>\n<code>|</code>\n<li>\n-\n<tr><td>&nbsp;</td></tr>\n<h2>\n¶</h2>"
    assert readable(page, "html", "") == "| - | # |\n`|`\n\n- -\n\n\n"


def test_a_secret_that_tags_take_apart_is_not_shown() -> None:
    page = (
        "<p><span>AKIA</span>IOSFODNN7EXAMPLQ</p>\n<p>&quot;ghp_</span>0123456789abcdefghijABCDEFGHIJ012345&quot;</p>"
    )
    assert shown_lines(page, "html", "") == ("[secret:aws-key]", '"[secret:github-token]"')


@given(st.text(alphabet="<>/pre bli\n&;\"'=!-td`", max_size=120))
def test_lines_keep_their_numbers_whatever_stands_there(html: str) -> None:
    assert len(read_lines(html)) == html.count("\n") + 1


@pytest.mark.timeout(60)
def test_a_page_that_was_written_to_hurt_is_read_in_time() -> None:
    for opening in (
        '=" ' * 100_000,
        "\n".join(f'k{at}="v{at}"' for at in range(30_000)),
        "a='b' " * 50_000,
        "a=" * 90_000,
    ):
        assert readable(opening, "html", "").startswith(opening[:2])
    for hostile in ("<a 'data:" * 100_000, "<svg " * 100_000):
        assert readable(f"<p>kept</p>{hostile}", "html", "").startswith("kept")
    for hostile in ("<a x='" * 100_000, "<!--" * 100_000, "<script>" * 50_000, "<ul><li>" * 50_000, '<a "' * 100_000):
        assert readable(f"<p>kept</p>{hostile}", "html", "").startswith("kept")


def test_what_a_template_does_is_no_text() -> None:
    page = (
        '<p>{% formlabel form.size "Size" %}\n{# not\nshown #}{{ form.size.errors }}\nShown {{ count }} at once.</p>\n'
        "<p>Write <code>{% for %}</code>.</p>\n<pre>{% raw %}</pre>"
    )
    assert [line.text for line in read_lines(page) if line.text] == [
        "Shown {{ count }} at once.",
        "Write `{% for %}`.",
        "    {% raw %}",
    ]


@pytest.mark.timeout(20)
def test_tags_of_templates_that_never_end_are_not_looked_for_from_each_of_them() -> None:
    assert read_lines("{%" * 200_000)[0].text
