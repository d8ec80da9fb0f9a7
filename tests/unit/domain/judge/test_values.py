"""Values are equal however they are written, and only those of one dimension contradict each other."""

import re

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.judge.values import (
    VALUE,
    Value,
    agree,
    are_comparable,
    day_of_month,
    value_of,
    value_of_word,
)
from notebrain.domain.judge.verdict import What

PATTERN = re.compile(VALUE, re.VERBOSE | re.IGNORECASE)


def first_value(text: str) -> Value:
    found = PATTERN.search(text)
    assert found is not None
    assert found.lastgroup is not None
    return value_of(found.lastgroup, found[0])


@pytest.mark.parametrize(
    ("texts", "what", "dimension", "key"),
    [
        (["https://A.example/b/", "https://a.example/b"], "address", "url", "https://a.example/b"),
        (["www.A.example"], "address", "url", "www.a.example"),
        (["~/notes/Work/", "~/notes/Work"], "address", "path", "~/notes/Work"),
        (["/etc/nginx/conf.d"], "address", "path", "/etc/nginx/conf.d"),
        (["Ana@Mail.example"], "address", "mail", "ana@mail.example"),
        (["192.168.7.1"], "address", "ip", "192.168.7.1"),
        (["555-0142", "555/0142"], "address", "phone", "5550142"),
        (["+49 30 1234567", "+49 (30) 123-4567"], "address", "phone", "49301234567"),
        (["2026-03-14", "2026-3-14", "14.3.2026", "14.03.26", "3/14/2026", "14/3/26"], "date", "date", "03-14-2026"),
        (["14th of March, 2026", "14 Mar 2026", "14. März 2026"], "date", "date", "03-14-2026"),
        (["4 May", "4. Mai", "4th May"], "date", "date", "05-04"),
        # both may be months: the day comes first
        (["4/5/2026"], "date", "date", "05-04-2026"),
        (["12/12/2026"], "date", "date", "12-12-2026"),
        (["13/12/2026", "12/13/2026"], "date", "date", "12-13-2026"),
        (["5/12/2026"], "date", "date", "12-05-2026"),
        (["1/2/1999"], "date", "date", "02-01-1999"),
        (["1/2/100"], "date", "date", "02-01-100"),
        (["1/2/99"], "date", "date", "02-01-2099"),
        (["v2.3.0", "2.3.0"], "version", "version", "2.3.0"),
        (["2:30pm", "2.30 p.m", "14:30", "14.30 Uhr"], "time", "time", "14:30"),
        (["7 am", "7 Uhr", "07:00", "7 o'clock"], "time", "time", "07:00"),
        (["12 am", "0:00"], "time", "time", "00:00"),
        (["12 pm", "12:00"], "time", "time", "12:00"),
        (["12:15 am"], "time", "time", "00:15"),
        (["11 pm", "23 Uhr"], "time", "time", "23:00"),
        (["€1,200", "1200 EUR", "1.200 euros", "1200.00 €", "€1.2k", "1,2k €"], "money", "money", "1200"),
        (["€5k", "5K EUR", "5k€"], "money", "money", "5000"),
        (["12.50 usd", "$12.5"], "money", "money", "12.5"),
        (["90 min", "1.5 h", "1,5 Stunden"], "number", "span", "5400"),
        (["2 kg", "2,000 g", "2.000 Gramm"], "number", "mass", "2000"),
        (["500 mg", "0.5 g", "0,50 g"], "number", "mass", "0.5"),
        (["-3 °C"], "number", "heat", "-3"),
        (["6%", "6 percent", "6 Prozent"], "number", "share", "6"),
        (["3rd"], "number", "ordinal", "3"),
        (["LH-1832"], "name", "code", "lh-1832"),
        (["1,200", "1.200", "1200", "01200", "1200.0"], "number", "number", "1200"),
        (["1,234,567"], "number", "number", "1234567"),
        (["12,5", "12.50"], "number", "number", "12.5"),
        (["0", "00", "0.0"], "number", "number", "0"),
        (["1,2,30"], "number", "number", "1.2.30"),
        (["100"], "number", "number", "100"),
    ],
)  # fmt: skip
def test_a_value_is_the_same_however_it_is_written(
    texts: list[str], what: str, dimension: str, key: str
) -> None:
    assert [first_value(text) for text in texts] == [Value(What(what), key, dimension)] * len(texts)


@pytest.mark.parametrize(
    ("word", "dimension", "key"),
    [
        ("Monday", "weekday", "1"),
        ("Sonntag", "weekday", "7"),
        ("SEPTEMBER", "month", "09"),
        ("März", "month", "03"),
        ("twelve", "number", "12"),
        ("zwei", "number", "2"),
        ("dozen", "number", "12"),
        ("fourth", "ordinal", "4"),
        ("weekly", "frequency", "week"),
        ("May", "month", "05"),
        ("Fri", "weekday", "5"),
    ],
)
def test_words_state_values_too(word: str, dimension: str, key: str) -> None:
    found = value_of_word(word)

    assert found is not None
    assert (found.dimension, found.key) == (dimension, key)
    assert found.what is (What.DATE if dimension in {"weekday", "month"} else What.NUMBER)


@pytest.mark.parametrize("word", ["may", "sun", "march", "one", "rent"])
def test_ordinary_words_state_none(word: str) -> None:
    assert value_of_word(word) is None


def month(number: int) -> Value:
    return Value(What.DATE, f"{number:02}", "month")


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        (month(5), first_value("4"), "05-04"),
        (month(5), first_value("4th"), "05-04"),
        (month(5), first_value("1"), "05-01"),
        (month(12), first_value("31"), "12-31"),
        (month(5), first_value("32"), None),
        (month(5), first_value("0"), None),
        (month(5), first_value("4.5"), None),
        (month(5), first_value("4 kg"), None),
        (first_value("5"), first_value("4"), None),
    ],
)
def test_a_month_and_a_number_may_be_a_date(first: Value, second: Value, key: str | None) -> None:
    found = day_of_month(first, second)

    assert found == (None if key is None else Value(What.DATE, key, "date"))


@pytest.mark.parametrize(
    ("one", "other", "comparable", "same"),
    [
        ("900", "900", True, True),
        ("900", "1150", True, False),
        # a bare number may be a price, a version, a phone number or a place in an order
        ("900", "900 EUR", True, True),
        ("900", "950 EUR", True, False),
        ("2", "v2", True, True),
        ("5550142", "555-0142", True, True),
        ("3", "3rd", True, True),
        ("900 EUR", "v900", False, False),
        ("3rd", "3 EUR", False, False),
        ("2 kg", "2000 g", True, True),
        ("2 kg", "2000", False, False),
        ("2 kg", "2 km", False, False),
        ("4 May", "4 May 2026", True, True),
        ("4 May 2026", "4 May", True, True),
        ("4 May 2025", "4 May 2026", True, False),
        ("4 May", "5 May", True, False),
        ("4 kg", "4.5 kg", True, False),
        ("v2.3", "v2.3.1", True, False),
    ],
)
def test_values_agree_or_differ_or_have_nothing_to_do_with_each_other(
    one: str, other: str, comparable: bool, same: bool
) -> None:
    for pair in ((one, other), (other, one)):
        first, second = map(first_value, pair)
        assert are_comparable(first, second) is comparable
        assert agree(first, second) is same


def test_a_date_agrees_with_its_month() -> None:
    date = first_value("4 May 2026")

    assert agree(month(5), date)
    assert agree(date, month(5))
    assert not agree(month(6), date)
    assert not agree(Value(What.DATE, "5", "weekday"), Value(What.DATE, "05-04", "date"))


@given(st.integers(0, 10_000_000), st.sampled_from(["{}", "{:,}", "{}.0", "0{}"]))
def test_a_whole_number_keeps_its_value_in_any_spelling(number: int, spelling: str) -> None:
    assert first_value(spelling.format(number)).key == str(number)


@given(st.integers(0, 23), st.integers(0, 59))
def test_both_clocks_tell_the_same_time(hour: int, minute: int) -> None:
    half, twelve = ("am", "pm")[hour >= 12], hour % 12 or 12

    assert first_value(f"{twelve}:{minute:02} {half}") == first_value(f"{hour:02}:{minute:02}")
