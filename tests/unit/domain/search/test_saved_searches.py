"""The searches that are kept."""

from hypothesis import given, strategies as st

from notebrain.domain.search.saved_searches import (
    MOST_RECENT,
    SavedSearch,
    StoredSearches,
    recent_from_text,
    recent_to_text,
    saved_from_text,
    saved_to_text,
)


def test_the_last_search_stands_first_and_none_stands_twice() -> None:
    kept = StoredSearches().asked("gas").asked("plum  cake ").asked("Gas")

    assert kept.recent == ("Gas", "plum cake")
    assert kept.forgotten("Gas").recent == ("plum cake",)


def test_only_so_many_are_kept_and_neither_blanks_nor_whole_texts() -> None:
    kept = StoredSearches()
    for number in range(30):
        kept = kept.asked(f"query {number}")

    assert len(kept.recent) == MOST_RECENT
    assert kept.asked("   ") == kept
    assert kept.asked("x" * 1000) == kept


def test_a_saved_search_has_a_name_of_its_own() -> None:
    kept = StoredSearches().with_saved("tag:garden").with_saved("tag:garden").with_saved("gas")

    named = kept.renamed("tag:garden", " My  garden ")

    assert [one.name for one in named.saved] == ["gas", "My garden"]
    assert named.renamed("tag:garden", " ").saved[1].name == "tag:garden"
    assert named.is_saved("tag:garden ")
    assert named.without_saved("tag:garden").saved == (SavedSearch("gas", "gas"),)


@given(st.lists(st.text(), max_size=MOST_RECENT), st.lists(st.tuples(st.text(), st.text())))
def test_what_is_written_is_read_again(recent: list[str], saved: list[tuple[str, str]]) -> None:
    searches = tuple(SavedSearch(name, query) for name, query in saved)

    assert recent_from_text(recent_to_text(recent)) == tuple(recent)
    assert saved_from_text(saved_to_text(searches)) == searches


def test_a_text_that_is_none_of_ours_is_nothing() -> None:
    assert recent_from_text("{") == recent_from_text('{"a": 1}') == recent_from_text("[1]") == ()
    assert saved_from_text('[1, [1, 2], ["a"]]') == ()
