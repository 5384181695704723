"""Who wrote a page and when, as its text marks it; lists of what others wrote say nothing."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from citeline.indexing.parsers.markup.html_facts import head_facts

_LINKED = '<script type="application/ld+json">%s</script>'


@pytest.mark.parametrize(
    ("page", "facts"),
    [
        ('<p>by <a rel="author nofollow" href="/una">Una  <b>Tar</b></a></p>', {"author": "Una Tar"}),
        (
            '<span itemprop="author" itemscope><img alt=""><b itemprop="name">Una Tar</b>, Port</span>'
            '<time itemprop="datePublished" datetime="2024-01-02">Tuesday</time>'
            '<time itemprop="dateModified" datetime="2024-03-04">yesterday</time>',
            {"author": "Una Tar", "created": "2024-01-02", "modified": "2024-03-04"},
        ),
        ('<time itemprop="datePublished">12:55</time><time pubdate>noon</time>', {}),
        ('<a rel="author">A</a>' * 4, {}),
        ('<meta name="author" content="Vi Oar"><a rel="author">Una Tar</a>', {"author": "Vi Oar"}),
        (_LINKED % '{"author": "Una Tar"}', {}),
        (_LINKED % '[{"author": ["Una Tar", {"name": 7}], "version": "2"}]', {"author": "Una Tar", "version": "2"}),
        (_LINKED % '{"@graph": {"author": 1}}' + _LINKED % "{" + _LINKED % ("[" * 99_999), {}),
        (_LINKED % '{"dateCreated": "2024-01-02", "author": "https://example.org/una"}', {"created": "2024-01-02"}),
    ],
)
def test_facts_of_a_page(page: str, facts: dict[str, str]) -> None:
    assert head_facts(LexborHTMLParser(f"<html><body><h1>Ropes</h1>{page}</body></html>")) == facts
