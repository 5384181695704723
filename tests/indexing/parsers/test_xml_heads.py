"""What an XML document says about itself reaches `--where`; strange ones cost nothing."""

from __future__ import annotations

import time

import pytest

from citeline.indexing.parsers.markup.xml_heads import read_xml_head

DITA = """<topic id="a"><title>Sails</title><prolog><author>Ana Lima</author><critdates><created date="2024-01-02"/>
<revised modified="2024-03-04"/></critdates></prolog><body/></topic>"""
TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>Sails</title>
<author>Ana Lima</author><author>Ben Ode</author></titleStmt><publicationStmt><date when="2024-01-02"/>
</publicationStmt></fileDesc></teiHeader></TEI>"""
BOOK = """<book><title>Sails</title><bookinfo><author><firstname>Ana</firstname><surname>Lima</surname>
<affiliation><orgname>Port</orgname></affiliation></author><releaseinfo>$Id: 1$</releaseinfo><edition>2</edition>
</bookinfo></book>"""

DECLARED = """<?xml version="1.0"?>
<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd" [
<!ENTITY % English "INCLUDE">
<!ENTITY app "Sloop">
]>
<book lang="&language;"><bookinfo><title>Sails of &kate; and &app;</title><author><firstname>Ana</firstname>
<surname>Lima</surname></author><date>2020-01-02</date><releaseinfo>5.1</releaseinfo></bookinfo></book>"""
"""As handbooks of KDE begin, of which nothing was read."""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (DITA, {"title": "Sails", "author": "Ana Lima", "created": "2024-01-02", "modified": "2024-03-04"}),
        (TEI, {"title": "Sails", "author": "Ana Lima, Ben Ode", "created": "2024-01-02"}),
        (BOOK, {"title": "Sails", "author": "Ana Lima", "version": "2"}),
        (DECLARED, {"title": "Sails of and", "author": "Ana Lima", "created": "2020-01-02", "version": "5.1"}),
        ("<book><info><title>Sails</title><author>Ana", {"title": "Sails"}),
        ("<project><version>1.2</version><developers><author>Ana</author></developers></project>", {}),
        ("<?xml version='1.0' encoding='klingon'?><svg><title>Sails</title></svg>", {"title": "Sails"}),
        ("<a><title>\ud800</title></a>", {"title": "?"}),
        ("", {}),
        ("no XML & < > ]]>", {}),
    ],
)
def test_facts_of_a_document(text: str, said: dict[str, str]) -> None:
    assert read_xml_head(text.split("\n")) == said


@pytest.mark.parametrize("place", ["<title>Sails&a{};</title>", '<title>Sails</title><date when="&a{};"/>'])
def test_entities_that_stand_for_a_billion_letters_are_not_read(place: str) -> None:
    """Of 2 MB in an attribute nothing is told; above 8 MB the parser gives up."""
    declared = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    started = time.process_time()
    for size in (6, 9):
        text = f"<!DOCTYPE book [{declared}]><book><info>{place.format(size)}<author>Bo</author></info></book>"
        assert read_xml_head([text]) in ({"title": "Sails", "author": "Bo"}, {"title": "Sails"})
    assert time.process_time() - started < 1
