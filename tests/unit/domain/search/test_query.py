"""The query language: what is understood, and that nothing raises or gets lost."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.search.query import Filter, FilterKind, has_unspaced_script, parse, words_of


def test_words_are_lower_case_and_stop_words_do_not_choose() -> None:
    query = parse("Who repaired the Piano?")

    assert query.words == ("who", "repaired", "the", "piano")
    assert query.terms == ("repaired", "piano")


def test_a_query_of_stop_words_only_is_not_pruned_to_nothing() -> None:
    assert parse("to be or not to be").terms == ("to", "be", "or", "not")


def test_words_of_one_stem_count_once() -> None:
    assert parse("dance dancing").terms == ("dance",)


def test_a_phrase_is_required_and_its_words_rank() -> None:
    query = parse('"plum cake" recipe')

    assert query.phrases == (("plum", "cake"),)
    assert query.terms == ("plum", "cake", "recipe")


def test_a_minus_excludes_a_word_or_a_phrase() -> None:
    query = parse('cake -sugar -"icing on top"')

    assert query.excluded == (("sugar",), ("icing", "on", "top"))
    assert query.terms == ("cake",)
    assert query.text == "cake"


def test_every_filter_is_understood_and_leaves_the_text() -> None:
    query = parse('rent tag:"two words" in:Work after:2026-05 before:2026 is:pinned -tag:old')

    assert [(one.kind, one.value, one.negated) for one in query.filters] == [
        (FilterKind.TAG, "two words", False),
        (FilterKind.WORKSPACE, "Work", False),
        (FilterKind.AFTER, "2026-05", False),
        (FilterKind.BEFORE, "2026", False),
        (FilterKind.STATE, "pinned", False),
        (FilterKind.TAG, "old", True),
    ]
    assert query.filters[2].moment == datetime(2026, 5, 1, tzinfo=UTC)
    assert query.text == "rent"


def test_a_day_begins_in_the_zone_that_is_asked_for() -> None:
    zone = timezone(timedelta(hours=2))

    query = parse("after:2026-05-03", zone=zone)

    assert query.filters[0].moment == datetime(2026, 5, 3, tzinfo=zone)


def test_a_hash_before_a_tag_is_not_part_of_it() -> None:
    assert parse("tag:#house").filters[0].value == "house"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("tag:", ("tag",)),
        ("before:someday", ("before", "someday")),
        ("before:2026-13-40", ("before", "2026", "13", "40")),
        ("is:blue", ("is", "blue")),
        ("http://example.org", ("http", "example", "org")),
        ('say "hello', ("say", "hello")),
        ("AND OR NOT", ("and", "or", "not")),
        ("NEAR(a b)", ("near", "a", "b")),
        ("^start*", ("start",)),
        ("title:x", ("title", "x")),
        ("e-mail", ("e", "mail")),
        ("- cake", ("cake",)),
    ],
)
def test_what_is_not_understood_is_taken_literally(typed: str, words: tuple[str, ...]) -> None:
    query = parse(typed)

    assert query.words == words
    assert not query.filters


@pytest.mark.parametrize("typed", ["++", "→", "🌱", "*", "^"])
def test_signs_are_looked_for_as_they_stand(typed: str) -> None:
    query = parse(typed)

    assert query.signs == (typed,)
    assert query.asks


@pytest.mark.parametrize("typed", ["", "   ", '"', '""', "tag:x"])
def test_a_query_without_words_or_signs_asks_nothing(typed: str) -> None:
    assert not parse(typed).asks


def test_the_last_word_is_a_prefix_only_while_typing() -> None:
    assert parse("plum ca", typing=True).prefix
    assert not parse("plum ca").prefix
    assert not parse("plum ca ", typing=True).prefix
    assert not parse('"plum ca"', typing=True).prefix


def test_an_unfinished_stop_word_is_still_looked_for() -> None:
    assert parse("plum th", typing=True).terms == ("plum", "th")
    assert parse("plum the", typing=True).terms == ("plum", "the")


def test_neighbors_are_pairs_of_telling_words() -> None:
    assert parse("price of the hosting plan").pairs == (("price", "hosting"), ("hosting", "plan"))


def test_marks_and_letters_of_any_script_make_words() -> None:
    assert words_of("Çok über e\u0301te — 東京タワー") == ["çok", "über", "e\u0301te", "東京タワー"]


def test_scripts_without_blanks_are_known() -> None:
    assert has_unspaced_script("東京")
    assert has_unspaced_script("ไทย")
    assert not has_unspaced_script("naïve")


@given(st.text(max_size=80))
def test_no_query_raises_and_no_word_gets_lost(typed: str) -> None:
    query = parse(typed, typing=True)

    kept = len(query.words) + sum(len(words) for words in query.excluded)
    filtered = sum(len(words_of(one.text)) for one in query.filters)
    normalized = __import__("unicodedata").normalize("NFC", typed)
    assert kept + filtered == len(words_of(normalized))


@given(st.text(alphabet='ab "-:*^tagin', max_size=40))
def test_odd_mixes_of_operators_and_quotes_never_raise(typed: str) -> None:
    query = parse(typed)

    assert all(isinstance(one, Filter) for one in query.filters)
    assert all(query.phrases)


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("wie komme ich in die Wohnung", ("komme", "wohnung")),
        ("où est la clé du garage", ("clé", "garage")),
        ("¿dónde está la llave del garaje?", ("llave", "garaje")),
        ("where is the key to the shed", ("key", "shed")),
        ("die hard", ("die", "hard")),
        ("was ist das", ("was", "ist", "das")),
    ],
)
def test_stop_words_are_those_of_the_language(query: str, terms: tuple[str, ...]) -> None:
    assert parse(query).terms == terms
