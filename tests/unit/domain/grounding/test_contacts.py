"""Phone numbers, mail and web addresses: which one a question asks for, and where a text has one."""

import time

import pytest

from notebrain.domain.grounding.contacts import Contact, asked_for, places

PHONE, MAIL, WEB = Contact


@pytest.mark.parametrize(
    ("question", "contact"),
    [
        ("What is the phone number of the dentist?", PHONE),
        ("what's Anna's mobile number", PHONE),
        ("Which number do I call for the plumber?", PHONE),
        ("Wie ist die Telefonnummer vom Zahnarzt?", PHONE),
        ("Welche Durchwahl hat Frau Albrecht?", PHONE),
        ("What is the e-mail address of the landlord?", MAIL),
        ("Wie lautet Annas Mailadresse?", MAIL),
        ("Wie ist ihre E-Mail-Adresse?", MAIL),
        ("What is the website of the pool?", WEB),
        ("Wie heißt die Internetadresse vom Chor?", WEB),
        ("When did I change my phone number?", None),
        ("Who has my phone number?", None),
        ("What did Tom say about the website?", None),
        ("What is the customer number at the bank?", None),
        ("What number of eggs does the cake need?", None),
        ("What is in the email from Anna?", None),
        ("Wie viele Telefonnummern habe ich?", None),
        ("What does the website say about dogs?", None),
        ("", None),
    ],
)
def test_which_contact_is_asked_for(question: str, contact: Contact | None) -> None:
    asked = asked_for(question)

    assert (asked and asked[0]) == contact


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call +44 7700 900123 after six.", ["+44 7700 900123"]),
        ("Praxis, Tel. 0451 77 30 12, täglich", ["0451 77 30 12"]),
        ("(555) 201-3344 is the clinic", ["(555) 201-3344"]),
        ("555-201-3344 is the clinic", ["555-201-3344"]),
        ("030/4418220", ["030/4418220"]),
        ("In a fire call 112.", ["112"]),
        ("Phone number: 030 4418 220", ["030 4418 220"]),
        ("Our customer number there is 88 412 90.", []),
        ("Kundennummer 0047 1182 33", []),
        ("Frame number WBK 0091 7734", []),
        ("IBAN DE02 1203 0000 0000 2020 51", []),
        ("Rechnungsnr. 0047-118-233", []),
        ("on 2025-04-19 and 04.03.2026", []),
        ("It costs 1,200,000 or 85 euros", []),
        ("Call on 2026-03-04", []),
        ("no figure at all", []),
    ],
)
def test_other_numbers_are_no_phone_numbers(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in places(text, PHONE)] == found


@pytest.mark.parametrize(
    ("text", "contact", "found"),
    [
        ("Mail: kanzlei@albrecht.example, bis Mai", MAIL, ["kanzlei@albrecht.example"]),
        ("Write to @anna on the forum", MAIL, []),
        ("See https://bib.example/suche.", WEB, ["https://bib.example/suche"]),
        ("Under www.chor.example today", WEB, ["www.chor.example"]),
        ("The shop is at gruen-kauf.de now", WEB, ["gruen-kauf.de"]),
        ("Write to anna@chor.de", WEB, []),
        ("It ended.The end", WEB, []),
    ],
)
def test_addresses_are_found(text: str, contact: Contact, found: list[str]) -> None:
    assert [text[start:end] for start, end in places(text, contact)] == found


@pytest.mark.parametrize(
    "text", ["0 " * 60_000, "a@" * 60_000, "a." * 60_000, "www." * 30_000, "1" * 120_000]
)
def test_odd_texts_take_no_time(text: str) -> None:
    before = time.process_time()
    for contact in Contact:
        places(text, contact)
    asked_for("what is the " + text)

    assert time.process_time() - before < 2.0
