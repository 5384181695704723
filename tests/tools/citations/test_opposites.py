"""Claims that turn a sentence of a document round in one detail, and right ones in other words."""

from __future__ import annotations

import sys
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeline.tools.citations import check_support
from citeline.tools.citations.opposites import find_contradiction
from citeline.tools.citations.passage import Passage

WRONG = {
    "denied": ("We do not pay for parking at the office.", "At the office we pay for parking."),
    "denied, contracted": ("Guests can't open the storage room.", "Guests can open the storage room."),
    "not denied": ("A second signature is needed on every invoice.", "No second signature is needed on an invoice."),
    "no limit": ("There is no fixed limit for the number of seats.", "There is a fixed limit for the number of seats."),
    "must not": (
        "Passwords must not be shared between two people.",
        "Passwords can be shared between two people.",
    ),
    "before": (
        "Ask the owner before deleting a shared folder.",
        "Ask the owner after deleting a shared folder.",
    ),
    "maximum": ("A room costs a maximum of 90 euros per night.", "A room costs a minimum of 90 euros per night."),
    "above": ("Invoices above 500 euros need two signatures.", "Invoices below 500 euros need two signatures."),
    "more than": (
        "Workers take more memory than threads do.",
        "Workers take less memory than threads do.",
    ),
    "how often": ("Keys are rotated on an annual basis.", "Keys are rotated on a monthly basis."),
    "enabled": (
        "The option needs the health check to be enabled.",
        "The option needs the health check to be disabled.",
    ),
    "than, numbered": ("Version 1 is slower than version 2.", "Version 1 is faster than version 2."),
    "a unit": ("Access ends within 48 hours of the last day.", "Access ends within 48 days of the last day."),
    "of one of two cases": (
        "Orders before the 18th are sent in the same month; orders after the 18th are sent in the following month.",
        "Orders after the 18th are sent in the same month.",
    ),
    "a condition that does not hold": (
        "If the name is not given the id of the request is written to the log.",
        "If the name is given, the id of the request is written to the log.",
    ),
    "led in by a denial": (
        "Guests of the house can not:\n\n* open the storage room\n* invite other guests to the house",
        "Guests can invite other guests to the house.",
    ),
    "true": ("It only works if the option of the server is `true`.", "It only works if the option is `false`."),
    "denied beside a clause that goes on": (
        "Your sick days **will not** be paid out; however, you will not lose them.",
        "Your sick days will be paid out.",
    ),
    "prohibited": ("Guests are prohibited from deleting pictures.", "Guests may delete pictures."),
    "unable": ("A guest is unable to open the storage room.", "A guest can open the storage room."),
    "not allowed": ("Guests are not allowed to open the storage room.", "Guests can open the storage room."),
    "claimed to be prohibited": (
        "Guests can open the storage room of the house.",
        "Guests are forbidden to open the storage room of the house.",
    ),
    "not the one in italics": (
        "The rule checks the address of the _proxy_, not of the _client_.",
        "The rule checks the address of the client.",
    ),
    "another number": (
        "It is critical that you call the desk within 1 hour of a break-in.",
        "You have to call the desk within two hours of a break-in.",
    ),
    "another number in digits": ("A quote is valid for 30 days.", "A quote is valid for 60 days."),
    "a range with a unit": ("Refunds take 7-10 days to arrive.", "Refunds take 7 to 10 weeks to arrive."),
}
RIGHT = {
    "denied in other words": ("We do not pay for parking at the office.", "Parking at the office is not paid by us."),
    "another word denied": (
        "Receipts are not needed for these small items.",
        "No receipts are needed for these small items.",
    ),
    "an exception": (
        "Guests cannot open the storage room unless a member is with them.",
        "Guests can open the storage room with a member.",
    ),
    "a condition": (
        "If the report does not exist, an empty one is written.",
        "The report is written so that it exists.",
    ),
    "not prohibited": (
        "Guests are not prohibited from deleting pictures.",
        "Guests may delete pictures.",
    ),
    "allowed to others": (
        "Guests can't open the storage room, but members are allowed to open the storage room.",
        "Members are allowed to open the storage room.",
    ),
    "to the left of a bar": (
        "Click the plus on the navigation bar to the left of the house.",
        "Click the plus on the left of the navigation bar of the house.",
    ),
    "as much in another unit": ("The desk answers within 48 hours.", "The desk answers within two days."),
    "one of several numbers": (
        "Calls take 1 hour on weekdays and 2 hours on holidays.",
        "Calls take two hours on holidays.",
    ),
    "no duty": ("You do not have to give a reason for your leave.", "You may give a reason for your leave."),
    "not under is over": (
        "You can carry over up to 5 days of holiday to next year.",
        "More than 5 days of holiday cannot be carried over to next year.",
    ),
    "a word that denies": ("We do not pay for parking at the office.", "We refuse to pay for parking at the office."),
    "a prefix that denies": ("The number of seats is not limited.", "The number of seats is unlimited."),
    "before and after other things": (
        "Send the signed form to finance before booking a trip.",
        "Send the signed receipt to finance after booking a trip.",
    ),
    "the other one of two cases": (
        "Orders before the 18th are sent in the same month; orders after the 18th are sent in the following month.",
        "Orders after the 18th are sent in the following month.",
    ),
    "a condition with unless": (
        "If the name is not given the id of the request is written to the log.",
        "Unless the name is given, the id of the request is written to the log.",
    ),
    "a condition denied at another word": (
        "If you don't plan to use the side door of the house, you can leave the field empty.",
        "The field may stay empty if you do not use the side door of the house.",
    ),
    "led in by what is allowed": (
        "Members can:\n\n* open the storage room\n\nGuests can not:\n\n* invite other guests to the house",
        "Members can open the storage room.",
    ),
    "a condition of its own": (
        "If a link has no corresponding check, the server creates a check.",
        "If a link does not have a corresponding check, the server creates it.",
    ),
    "both sides": (
        "Back up before the upgrade and again after the upgrade.",
        "Back up after the upgrade.",
    ),
    "swapped sides": ("Workers take more memory than threads.", "Threads take less memory than workers."),
    "the other event": ("Submit the form before leaving.", "Leave only after submitting the form."),
    "a converted unit": ("The token is valid for 60 minutes, that is 1 hour.", "The token is valid for 1 hour."),
    "months and monthly": ("Reports cover a month and are sent yearly.", "The yearly reports cover a month."),
    "less of another": ("The cache takes no more than 2 GB.", "The cache takes up to 2 GB."),
    "the other side of a bound": ("Uploads larger than 10 MB are rejected.", "The server accepts uploads up to 10 MB."),
    "the other side of a bound, denied": (
        "Uploads larger than 10 MB are not accepted by the server.",
        "Uploads up to 10 MB are accepted by the server.",
    ),
    "one side of a bound": (
        "Approval is required for orders above 50 euros.",
        "Approval is optional for orders of 50 euros or less.",
    ),
    "sides of than": ("Older versions are slower than newer ones.", "Newer versions are faster than older ones."),
    "sides of than, numbered": ("Version 1 is slower than version 2.", "Version 2 is faster than version 1."),
    "said and denied": ("Prices include VAT.", "VAT is included; no VAT is added to prices."),
    "optional": ("Approval of trips by train is optional.", "No approval is needed for trips by train."),
    "optional, no need": ("Approval is optional for trips by train.", "Trips by train need no approval."),
    "of others": ("Public channels are shared with guests.", "Private channels are not shared with guests."),
    "of others, by a prefix": (
        "Private channels are unshared with other teams.",
        "Public channels are shared with other teams.",
    ),
    "for others": (
        "Two-factor login is required for admins of a team on the paid plan.",
        "Two-factor login is optional for members of a team on the paid plan.",
    ),
    "compared with others": (
        "Workers are slower than threads on small machines.",
        "Processes are faster than threads on small machines.",
    ),
    "no more than, less than": (
        "A team has no more than 10 people on the list.",
        "A team has less than 11 people on the list.",
    ),
}
UNDECIDED = [
    ("Files of up to 10 MB are accepted by the server.", "Files of 5 MB are accepted by the server."),
    ("Files over 10 MB are rejected by the server.", "Files of 20 MB are rejected by the server."),
    ("Passwords of at least 12 bytes are accepted.", "Passwords of 16 bytes are accepted."),
    ("Passwords must be at least 12 bytes long.", "Passwords must not be 8 bytes long."),
    ("Visitors staying longer than 3 days need a badge.", "Visitors staying for five days need a badge."),
    ("Visitors staying longer than 3 days need a badge.", "Visitors staying 5 days need a badge."),
    ("Invoices older than 30 days are sent again.", "Invoices of 45 days are sent again."),
    ("Logs are kept for less than 7 days.", "Logs are kept for no more than 6 days."),
    ("The pump works for a minimum of 3 hours per charge.", "The pump works for 4 hours per charge."),
    (
        "Sales of the group rose by 5.4% in the second quarter.",
        "Sales of the group rose by about 5% in the second quarter.",
    ),
    (
        "Sales of the group rose by 5.4% in the second quarter.",
        "Sales of the group rose by over 5% in the second quarter.",
    ),
    ("Sales of the group rose by 5.4% in the second quarter.", "Sales of the group rose by 5% in the second quarter."),
    (
        "Sales of the group rose by 15.4% in the second quarter.",
        "Sales of the group rose by about 15 percent in the second quarter.",
    ),
    ("Guests are excluded from voting, members are not.", "Members can vote."),
    ("The script is not able to fail to write the log.", "The script writes the log."),
    ("There is no reason not to enable the health check.", "Enable the health check."),
]
"""Pairs that are both right: bounds, rounded numbers, and two denials."""


def lines(text: str, path: str = "docs/house.md") -> Passage:
    return Passage(text, 3, 3 + text.count("\n"), path, "House rules")


@pytest.mark.parametrize(("text", "claim"), UNDECIDED)
def test_bounds_rounded_numbers_and_two_denials_decide_nothing(text: str, claim: str) -> None:
    assert check_support(claim, lines(text)).verdict != "contradicted"
    assert check_support(text, lines(claim)).verdict != "contradicted"


@pytest.mark.parametrize(("text", "claim"), WRONG.values(), ids=WRONG)
def test_a_sentence_that_turns_its_lines_round_is_contradicted(text: str, claim: str) -> None:
    found = check_support(claim, lines(text))
    assert (found.verdict, found.basis) == ("contradicted", "words"), found.why


@pytest.mark.parametrize(("text", "claim"), RIGHT.values(), ids=RIGHT)
def test_a_right_sentence_in_other_words_is_not_contradicted(text: str, claim: str) -> None:
    assert check_support(claim, lines(text)).verdict != "contradicted"
    assert check_support(text, lines(claim)).verdict != "contradicted"


@pytest.mark.parametrize(("text", "claim"), [*WRONG.values(), *RIGHT.values()])
def test_a_sentence_does_not_contradict_itself(text: str, claim: str) -> None:
    assert find_contradiction(text, lines(text)) == find_contradiction(claim, lines(claim)) == ""


def test_the_reason_names_the_word_and_the_lines() -> None:
    assert "“before” stands in line 3, not “after”" in check_support(WRONG["before"][1], lines(WRONG["before"][0])).why


def test_a_share_is_missed_where_its_number_is_something_else() -> None:
    found = check_support("The bonus of grade 11 is 12 %.", lines("Bonus of grade 11 - 12: see the table."))
    assert found.verdict == "partly"
    assert "11, 12" not in found.why and "12 does not occur" in found.why


def test_a_number_in_letters_is_missed_as_one_in_digits_is() -> None:
    text = "Tell the desk of a break-in, or call the owner within 1 hour when nobody answers there."
    found = check_support("After two hours without an answer call the owner of the house.", lines(text))
    assert found.verdict == "partly" and "“2 hours” does not occur" in found.why


def test_a_share_is_found_where_the_sign_stands_in_the_head_of_the_table() -> None:
    text = "| Grade | Bonus (%) |\n|---|---|\n| 11 | 12 |"
    assert "12" not in check_support("The bonus of grade 11 is 12 %.", lines(text)).why


def test_code_is_not_read_as_prose() -> None:
    assert not find_contradiction("It returns the value.", lines("if not ready:\n    return value", "src/a.py"))


def test_a_sentence_of_long_lines_costs_few_calls() -> None:
    claim = "The owner of the room opens the door when the guests come."
    text = "\n\n".join(f"The owner of room {at} opens the door before the guests come." for at in range(40))
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        assert not find_contradiction(claim, lines(text))
    finally:
        sys.setprofile(before)
    assert calls < 40 * 500, "calls of functions for each sentence"


def test_the_digit_of_a_footnote_is_no_number() -> None:
    text = "Payment is due within 30¹ days of the invoice date. ② weeks, ³ months and ½ a year are not allowed."
    for claim in ("Payment is due within 30 days of the invoice date.", text):
        assert check_support(claim, lines(text)).verdict != "contradicted"


_PROSE = st.lists(
    st.sampled_from(
        [
            "30",
            "¹",
            "²",
            "①",
            "½",
            "٣",
            "1,5",
            "1.000",
            "ten",
            "days",
            "weeks",
            "%",
            "no",
            "not",
            "over",
            "than",
            "more",
            "up",
            "to",
            "before",
            "after",
            "-",
            "_",
            "'",
            ".",
            ";",
            "(",
        ]
    )
    | st.characters(categories=("Nd", "Nl", "No", "Lu", "Ll", "Po")),
    max_size=25,
).flatmap(lambda parts: st.sampled_from([" ", ""]).map(lambda gap: gap.join(parts)))


@given(_PROSE, _PROSE)
def test_numbers_of_any_script_are_read(claim: str, text: str) -> None:
    about = "Payment of invoices is due over 30 days"
    find_contradiction(f"{about} {claim}", lines(f"{about} {text}"))


@given(st.text(max_size=80), st.text(max_size=200))
def test_any_text_is_read(claim: str, text: str) -> None:
    find_contradiction(claim, lines(text))
    check_support(f"{claim} 5 %", lines(text))
