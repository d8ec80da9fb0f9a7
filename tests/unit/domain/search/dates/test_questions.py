"""Which time a question names."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings, strategies as st

from notebrain.domain.search.dates import vocabulary
from notebrain.domain.search.dates.questions import find_dates

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""A Friday."""

ENGLISH = [
    ("what did I do yesterday", "yesterday", "2026-11-19", "2026-11-20"),
    ("todo today", "today", "2026-11-20", "2026-11-21"),
    ("the day before yesterday", "the day before yesterday", "2026-11-18", "2026-11-19"),
    ("call Ana tomorrow morning", "tomorrow morning", "2026-11-21", "2026-11-22"),
    ("what Edie's tutor said last week", "last week", "2026-11-09", "2026-11-16"),
    ("invoices this month", "this month", "2026-11-01", "2026-12-01"),
    ("budget for next year", "for next year", "2027-01-01", "2028-01-01"),
    ("what did Miriam say on Monday?", "on Monday", "2026-11-16", "2026-11-17"),
    ("what was served on Friday?", "on Friday", "2026-11-13", "2026-11-14"),
    ("what did we eat Monday", "Monday", "2026-11-16", "2026-11-17"),
    ("dentist next Friday", "next Friday", "2026-11-27", "2026-11-28"),
    ("plumber two weeks ago", "two weeks ago", "2026-11-03", "2026-11-10"),
    ("3 days ago", "3 days ago", "2026-11-17", "2026-11-18"),
    ("a year ago", "a year ago", "2025-05-22", "2026-05-22"),
    ("steps in the last two weeks", "in the last two weeks", "2026-11-06", "2026-11-21"),
    ("blood pressure in march", "in march", "2026-03-01", "2026-04-01"),
    ("electricity January", "January", "2026-01-01", "2026-02-01"),
    ("taxes in December", "in December", "2025-12-01", "2026-01-01"),
    ("rent in November", "in November", "2026-11-01", "2026-12-01"),
    ("which decisions this September", "this September", "2026-09-01", "2026-10-01"),
    ("march 2025 bills", "march 2025", "2025-03-01", "2025-04-01"),
    ("bugs january 2025", "january 2025", "2025-01-01", "2025-02-01"),
    ("how much did I pay in may", "in may", "2026-05-01", "2026-06-01"),
    ("next March", "next March", "2027-03-01", "2027-04-01"),
    ("March last year", "March last year", "2025-03-01", "2025-04-01"),
    ("end of March 2025", "end of March 2025", "2025-03-20", "2025-04-01"),
    ("car service 2025", "2025", "2025-01-01", "2026-01-01"),
    ("2024 tax return", "2024", "2024-01-01", "2025-01-01"),
    ("trips in 2023 by train", "in 2023", "2023-01-01", "2024-01-01"),
    ("holiday summer 2025", "summer 2025", "2025-06-01", "2025-09-01"),
    ("winter 2024/25", "winter 2024/25", "2024-12-01", "2025-03-01"),
    ("heating last winter", "last winter", "2025-12-01", "2026-03-01"),
    ("baking before Christmas", "before Christmas", "2025-09-25", "2025-12-24"),
    ("climbing between Easter and June", "between Easter and June", "2026-04-03", "2026-07-01"),
    ("runs from March to May", "from March to May", "2026-03-01", "2026-06-01"),
    ("rent 2023 and 2024", "2023 and 2024", "2023-01-01", "2025-01-01"),
    ("from November to February", "from November to February", "2025-11-01", "2026-03-01"),
    ("since October", "since October", "2026-10-01", "2026-11-21"),
    ("after Easter", "after Easter", "2026-04-07", "2026-11-21"),
    ("at the weekend", "at the weekend", "2026-11-14", "2026-11-16"),
    ("12 March", "12 March", "2026-03-12", "2026-03-13"),
    ("March 12th, 2025", "March 12th, 2025", "2025-03-12", "2025-03-13"),
    ("meeting 2025-03-12", "2025-03-12", "2025-03-12", "2025-03-13"),
    ("meeting 25/3/2025", "25/3/2025", "2025-03-25", "2025-03-26"),
    ("goals Q3 2025", "Q3 2025", "2025-07-01", "2025-10-01"),
]
GERMAN = [
    ("was habe ich gestern gemacht", "gestern", "2026-11-19", "2026-11-20"),
    ("Meeting vorgestern", "vorgestern", "2026-11-18", "2026-11-19"),
    ("Termine heute Abend", "heute Abend", "2026-11-20", "2026-11-21"),
    ("was mache ich morgen", "morgen", "2026-11-21", "2026-11-22"),
    ("Was hat sie letzte Woche gesagt?", "letzte Woche", "2026-11-09", "2026-11-16"),
    ("Rechnungen in diesem Monat", "in diesem Monat", "2026-11-01", "2026-12-01"),
    ("Was war am Montag", "am Montag", "2026-11-16", "2026-11-17"),
    ("Wo waren wir vor zwei Wochen?", "vor zwei Wochen", "2026-11-03", "2026-11-10"),
    ("vor einem Jahr", "vor einem Jahr", "2025-05-22", "2026-05-22"),
    ("in den letzten drei Tagen", "in den letzten drei Tagen", "2026-11-17", "2026-11-21"),
    ("Bücher im März", "im März", "2026-03-01", "2026-04-01"),
    ("Bücher März 2025", "März 2025", "2025-03-01", "2025-04-01"),
    ("Ende März", "Ende März", "2026-03-20", "2026-04-01"),
    ("Miete 2024", "2024", "2024-01-01", "2025-01-01"),
    ("Urlaub Sommer 2025", "Sommer 2025", "2025-06-01", "2025-09-01"),
    ("im Sommer letztes Jahr", "im Sommer letztes Jahr", "2025-06-01", "2025-09-01"),
    ("Heizung letzten Winter", "letzten Winter", "2025-12-01", "2026-03-01"),
    ("Gebäck vor Weihnachten", "vor Weihnachten", "2025-09-25", "2025-12-24"),
    ("zwischen Ostern und Juni 2026", "zwischen Ostern und Juni 2026", "2026-04-03", "2026-07-01"),
    ("von März bis Mai", "von März bis Mai", "2026-03-01", "2026-06-01"),
    ("seit Oktober", "seit Oktober", "2026-10-01", "2026-11-21"),
    ("seit zwei Wochen Husten", "seit zwei Wochen", "2026-11-06", "2026-11-21"),
    ("am Wochenende", "am Wochenende", "2026-11-14", "2026-11-16"),
    ("am 12.3. beim Arzt", "am 12.3.", "2026-03-12", "2026-03-13"),
    ("12. März 2025", "12. März 2025", "2025-03-12", "2025-03-13"),
    ("Termin 12.3.2025", "12.3.2025", "2025-03-12", "2025-03-13"),
    ("Plan KW 45", "KW 45", "2026-11-02", "2026-11-09"),
]
FRENCH = [
    ("qu'est-ce que j'ai fait hier", "hier", "2026-11-19", "2026-11-20"),
    ("réunion hier soir", "hier soir", "2026-11-19", "2026-11-20"),
    ("la semaine dernière", "la semaine dernière", "2026-11-09", "2026-11-16"),
    ("factures ce mois", "ce mois", "2026-11-01", "2026-12-01"),
    ("dentiste lundi dernier", "lundi dernier", "2026-11-16", "2026-11-17"),
    ("le lundi", "le lundi", "2026-11-16", "2026-11-17"),
    ("médecin il y a deux semaines", "il y a deux semaines", "2026-11-03", "2026-11-10"),
    ("les 3 dernières semaines", "les 3 dernières semaines", "2026-10-30", "2026-11-21"),
    ("facture en mars", "en mars", "2026-03-01", "2026-04-01"),
    ("facture mars 2025", "mars 2025", "2025-03-01", "2025-04-01"),
    ("vacances été 2025", "été 2025", "2025-06-01", "2025-09-01"),
    ("l'été dernier", "l'été dernier", "2026-06-01", "2026-09-01"),
    ("avant Noël", "avant Noël", "2025-09-25", "2025-12-24"),
    ("entre Pâques et juin", "entre Pâques et juin", "2026-04-03", "2026-07-01"),
    ("depuis octobre", "depuis octobre", "2026-10-01", "2026-11-21"),
    ("ce week-end", "ce week-end", "2026-11-21", "2026-11-23"),
    ("le 12 mars", "le 12 mars", "2026-03-12", "2026-03-13"),
    ("en mars de l'année dernière", "en mars de l'année dernière", "2025-03-01", "2025-04-01"),
]
SPANISH = [
    ("qué hice ayer", "ayer", "2026-11-19", "2026-11-20"),
    ("anteayer", "anteayer", "2026-11-18", "2026-11-19"),
    ("la semana pasada", "la semana pasada", "2026-11-09", "2026-11-16"),
    ("facturas este mes", "este mes", "2026-11-01", "2026-12-01"),
    ("reunión el lunes", "el lunes", "2026-11-16", "2026-11-17"),
    ("médico hace dos semanas", "hace dos semanas", "2026-11-03", "2026-11-10"),
    ("las últimas dos semanas", "las últimas dos semanas", "2026-11-06", "2026-11-21"),
    ("factura en marzo", "en marzo", "2026-03-01", "2026-04-01"),
    ("marzo de 2025", "marzo de 2025", "2025-03-01", "2025-04-01"),
    ("vacaciones verano 2025", "verano 2025", "2025-06-01", "2025-09-01"),
    ("el verano pasado", "el verano pasado", "2026-06-01", "2026-09-01"),
    ("antes de Navidad", "antes de Navidad", "2025-09-25", "2025-12-24"),
    ("de marzo a mayo", "de marzo a mayo", "2026-03-01", "2026-06-01"),
    ("desde octubre", "desde octubre", "2026-10-01", "2026-11-21"),
    ("el fin de semana pasado", "el fin de semana pasado", "2026-11-14", "2026-11-16"),
    ("el 12 de marzo de 2025", "el 12 de marzo de 2025", "2025-03-12", "2025-03-13"),
    ("para mañana", "para mañana", "2026-11-21", "2026-11-22"),
]


@pytest.mark.parametrize(
    ("question", "text", "first", "end"), [*ENGLISH, *GERMAN, *FRENCH, *SPANISH]
)
def test_a_time_is_found_with_its_words(question: str, text: str, first: str, end: str) -> None:
    found = find_dates(question, NOW, UTC)

    assert found is not None
    assert (found.text, f"{found.start:%Y-%m-%d}", f"{found.end:%Y-%m-%d}") == (text, first, end)


@pytest.mark.parametrize(
    "question",
    [
        "what may I eat",
        "may the force be with you",
        "march of the penguins",
        "protest march downtown",
        "life on mars",
        "tuna and mayo",
        "RFC 2045",
        "RFC 2025",
        "route 2025m",
        "order #2025",
        "invoice 2025-114",
        "price of 2000 steps",
        "bisoprolol 3.75",
        "version 1.2.3",
        "Office 2019 license key",
        "summer tires",
        "Christmas presents",
        "April's birthday",
        "Monday standup",
        "wer war hier",
        "guten Morgen",
        "por la mañana",
        "the first 5 may come",
        "KW 77",
        "31.2.2025",
        "31 February",
        "what was on the 31st of February 2025",
        "Rechnungen vom 31. April",
        "le 30 février",
        "Feb 31, 2025",
        "",
    ],
)
def test_what_only_looks_like_a_date_is_none(question: str) -> None:
    assert find_dates(question, NOW, UTC) is None


@pytest.mark.parametrize(
    ("question", "rest", "only"),
    [
        ("what did I do yesterday", "what did I do", True),
        ("was habe ich gestern gemacht?", "was habe ich gemacht?", True),
        ("qu'est-ce que j'ai fait hier", "qu'est-ce que j'ai fait", True),
        ("qué hice ayer", "qué hice", True),
        ("notes from last week", "notes", True),
        ("last week", "", True),
        ("what did Miriam say on Monday?", "what did Miriam say?", False),
        ("Bücher im März", "Bücher", False),
    ],
)
def test_the_rest_of_a_question_is_what_it_asks_for(question: str, rest: str, only: bool) -> None:
    found = find_dates(question, NOW, UTC)

    assert found is not None
    assert (found.rest, found.only) == (rest, only)


def test_days_begin_at_midnight_of_the_zone() -> None:
    tokyo = timezone(timedelta(hours=9))

    found = find_dates("today", datetime(2026, 11, 20, 20, tzinfo=UTC), tokyo)

    assert found is not None
    assert found.start == datetime(2026, 11, 21, tzinfo=tokyo)
    assert found.end == datetime(2026, 11, 22, tzinfo=tokyo)


def test_without_a_zone_days_are_those_of_the_computer() -> None:
    found = find_dates("yesterday", NOW)

    assert found is not None
    assert found.end == NOW.astimezone().replace(hour=0)


def test_a_pasted_text_names_no_time() -> None:
    assert find_dates("yesterday " * 100, NOW, UTC) is None


def _words() -> list[str]:
    tables = (*ENGLISH, *GERMAN, *FRENCH, *SPANISH)
    words = {word for question, *_ in tables for word in question.split()}
    return sorted(words | {"29 february", "30.2.", "0", "99", "q4", "-", "–", *vocabulary.NOTES})


@given(
    st.lists(st.sampled_from(_words()) | st.text(max_size=6), max_size=8).map(" ".join),
    st.datetimes(datetime(1960, 1, 1), datetime(2300, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
@settings(max_examples=300)
def test_any_question_is_read(question: str, now: datetime) -> None:
    found = find_dates(question, now, UTC)

    if found is not None:
        start, end = found.offsets
        assert found.start < found.end
        assert question[start:end] == found.text != ""
        assert len(found.rest) <= len(question)
