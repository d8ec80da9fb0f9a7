import pytest
from hypothesis import given, strategies as st

from notebrain.domain.text.fuzzy import Fuzzy, fold


def ranked(query: str, *texts: str) -> list[str]:
    wanted = Fuzzy(query)
    scores = {text: wanted.score(fold(text)) for text in texts}
    return sorted((text for text in texts if scores[text]), key=lambda text: -scores[text])


@pytest.mark.parametrize(
    ("query", "better", "worse"),
    [
        ("gas", "Gas: supplier", "Cabin: gas, water"),  # the start of the text
        ("gas", "Cabin: gas, water", "Vegas in May"),  # the start of a word
        ("note", "Note", "Notebook"),  # the whole word
        ("note", "New note", "New notebook"),
        ("plan", "Plan", "Plan for the photos"),  # the whole text
        ("no te", "No tea", "Tea, no"),  # in the order typed
        ("gsd", "Gas: supplier, delivery", "Legs of dust"),  # first letters of words
        ("exno", "Export note", "Axe an onion"),  # beginnings of words
        ("srch", "Search", "Serve a rich lunch"),  # letters left out of one word
        ("dal", "Lentil dal", "Lentil dal, the good version, with cumin and mustard"),
    ],
)
def test_what_fits_better_comes_first(query: str, better: str, worse: str) -> None:
    assert ranked(query, worse, better)[0] == better


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("zzz", "Gas: supplier"),
        ("gas dal", "Gas: supplier"),  # every word has to be there
        ("th", "Move to trash"),  # two letters far from each other are chance
        ("sag", "Gas"),
        ("oops", "Override Output Field Separator"),  # "p" begins no word
        ("exno", "Export all of the notes"),  # the words do not follow each other
        ("note", "Nominate"),  # too far apart for one word left out letters of
        ("gas", "Glass"),  # too short for leaving out letters
        ("", "Gas"),
    ],
)
def test_what_does_not_fit_is_left_out(query: str, text: str) -> None:
    wanted = Fuzzy(query)

    assert not wanted or wanted.score(fold(text)) == 0


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("bucher", "Bücher"),
        ("BÜCHER", "bucher"),
        ("strasse", "Straße"),
        ("tromso", "Tromsö"),
        ("ελλαδα", "Ελλάδα"),
        ("cafe", "Cafe\u0301"),
        ("fi", "ﬁsh"),
    ],
)
def test_case_and_accents_do_not_count(query: str, text: str) -> None:
    assert Fuzzy(query).score(fold(text)) > 0


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("ex no", "Export this note", "Exno"),
        ("gsd", "Gas: supplier, delivery", "Gsd"),
        ("exno", "Export this note", "Exno"),
        ("rstr", "Go to research and restore", "rstr"),
        ("strasse", "Die Straße", "Straße"),
        ("no no", "No note", "No"),
        ("note", "Another note", "note"),
        ("zzz", "Another note", ""),
    ],
)
def test_the_letters_that_were_found_are_marked(query: str, text: str, marked: str) -> None:
    assert "".join(text[at] for at in Fuzzy(query).marks(text)) == marked


def test_the_part_that_begins_a_word_is_marked() -> None:
    assert Fuzzy("no").marks("Piano notes") == (6, 7)


@given(st.text(), st.text())
def test_folding_parts_is_folding_the_whole(one: str, other: str) -> None:
    apart = "".join(map(fold, one + other))

    assert apart == fold(one) + fold(other)


@given(st.text(min_size=1, max_size=8), st.text(max_size=20), st.text(max_size=20))
def test_a_part_of_a_text_is_always_found_in_it(part: str, before: str, after: str) -> None:
    wanted = Fuzzy(part)

    assert not wanted or wanted.score(fold(before + part + after)) > 0


@given(st.text(max_size=12), st.text(max_size=60))
def test_marks_are_places_of_the_text_in_order(query: str, text: str) -> None:
    marks = Fuzzy(query).marks(text)

    assert list(marks) == sorted(set(marks))
    assert all(0 <= at < len(text) for at in marks)
