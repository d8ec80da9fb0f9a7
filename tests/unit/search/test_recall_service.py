"""Searching a vault through the service."""

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Answer, Card, CardId, CardKind, CardState
from notebrain.domain.search.types import Fusion, Mode, ProfileName, SearchRequest, SearchResult
from notebrain.search.service import RecallService
from notebrain.storage.connection import Connection
from notebrain.storage.notes import notes
from notebrain.storage.review import cards, replacements
from notebrain.storage.review.replacements import Replacement

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault


def ids(result: SearchResult) -> list[str]:
    return [hit.note_id for hit in result.hits]


def fill(vault: "Vault", number: int = 12) -> None:
    for place in range(number):
        vault.take(f"Filler {place} about gardens, weather and trains number {place}")


def test_a_note_is_found_by_its_words_with_the_quote_and_the_marks(vault: "Vault") -> None:
    fill(vault)
    wanted = vault.take("The notary for the flat was Dr. Weissenbach")

    hit = vault.search("notary of the flat").hits[0]

    assert hit.note_id == wanted
    assert hit.snippet == "The notary for the flat was Dr. Weissenbach"
    assert [hit.snippet[a:b] for a, b in hit.marks] == ["notary", "flat"]
    assert hit.words == ("notary", "flat")


def test_what_replaces_a_note_stands_before_it_unless_the_user_has_notes_not_compared(
    vault: "Vault",
) -> None:
    fill(vault)
    older = vault.take("Plumber for the flat: Marten, number of the plumber in the drawer")
    newer = vault.take("From now on we call Ida when a tap drips", days_ago=-1)
    lets: list[list[NoteId]] = []

    def keep(db: Connection) -> None:
        one, other = (notes.key_of(db, note) for note in (older, newer))
        replacements.put(db, one, [other], [Replacement(one, other, 0.95)])

    def not_compared(*pair: Note) -> bool:
        lets.append([note.id for note in pair])
        return False

    vault.store.write(keep).result()
    assert ids(vault.search("plumber tap", limit=2)) == [newer, older]
    vault.recall = RecallService(
        vault.store, vault.embedder, vault.clock, lets_compare=not_compared
    )

    assert ids(vault.search("plumber tap", limit=2)) == [older, newer]
    assert lets == [[older, newer]]


def test_the_span_slices_the_body_to_the_quote(vault: "Vault") -> None:
    body = "Long ago. " * 300 + "The bike lock opens with 4471. " + "And so on. " * 300
    note_id = vault.take(body)

    hit = vault.search("bike lock").hits[0]

    assert hit.note_id == note_id
    assert "The bike lock opens with 4471." in body[slice(*hit.span)]
    assert hit.snippet.strip("…") == body[slice(*hit.span)]


@pytest.mark.parametrize("length", [10, 3_000])
def test_a_hit_quotes_the_text_that_was_found_though_the_note_has_changed_since(
    vault: "Vault", length: int
) -> None:
    note_id = vault.take("The bike lock opens with 4471. " + "And so on. " * length)
    hit = vault.search("bike lock").hits[0]

    vault.store.write(
        lambda db: db.execute("update note set body = 'Gone' where id = ?", (note_id,)).rowcount
    ).result()

    assert hit.snippet.startswith("The bike lock opens with 4471.")
    assert hit.words == ("bike", "lock")
    assert hit.explained.words == hit.words


def test_the_parts_of_every_hit_work_out_to_its_score(vault: "Vault") -> None:
    fill(vault)
    vault.take("Plum cake with plums", days_ago=90, importance=5)

    for hit in vault.search("plum cake trains", alpha=0.3).hits:
        why = hit.why
        assert why.match == pytest.approx(0.3 * why.keyword + 0.7 * why.meaning)
        assert hit.score == pytest.approx(why.match * why.age * why.importance)


def test_no_embedder_degrades_to_words_and_says_so(vault: "Vault") -> None:
    wanted = vault.take("Espresso machine serial number EM-4471-B")
    vault.embedder.failure = NoEmbedder("Meaning search is off: no model.")

    for mode in (Mode.HYBRID, Mode.MEANING):
        result = vault.search("espresso serial", mode=mode)
        assert ids(result) == [wanted]
        assert result.degraded == "Meaning search is off: no model."
        assert result.hits[0].why.alpha == 1.0


def test_the_words_arm_answers_without_the_model(vault: "Vault") -> None:
    wanted = vault.take("Espresso machine serial number EM-4471-B")
    embedded = len(vault.embedder.embedded)

    result = vault.words("espresso")

    assert ids(result) == [wanted]
    assert len(vault.embedder.embedded) == embedded


def test_a_note_without_a_common_word_is_found_by_meaning_only_when_asked(vault: "Vault") -> None:
    wanted = vault.take("alpha beta gamma")

    assert ids(vault.search("beta", mode=Mode.MEANING)) == [wanted]
    assert vault.search("beta", mode=Mode.MEANING).hits[0].why.alpha == 0.0


def test_nonsense_abstains_instead_of_listing_noise(vault: "Vault") -> None:
    fill(vault)

    result = vault.search("zxqv blorp")

    assert not result.hits
    assert not result.degraded


def test_a_note_of_one_letter_is_not_found_by_its_meaning(vault: "Vault") -> None:
    fill(vault)
    letter = vault.take("x")
    vault.take("y")
    vault.take("§")  # its vector is near to nonsense that holds the sign

    assert not vault.search("xqzt§").hits
    assert [hit.note_id for hit in vault.search("x").hits] == [letter]


def test_little_of_a_question_and_no_meaning_abstains(vault: "Vault") -> None:
    fill(vault, 40)
    vault.take("One gardener " + "and many other people with quite different names " * 6)

    result = vault.search("gardener qwertz asdfgh zuiop lkjhg")

    assert result.abstained
    assert not result.hits


def test_the_newest_version_stands_first_with_the_older_folded(vault: "Vault") -> None:
    fill(vault)
    old = vault.take("Hosting plan costs 12 EUR a month", days_ago=400)
    new = vault.take("Hosting plan costs 15 EUR a month now", days_ago=30)

    result = vault.search("price of the hosting plan")

    assert result.hits[0].note_id == new
    assert [hit.note_id for hit in result.hits[0].older_versions] == [old]
    assert result.hidden_by_decay == 1


def test_timeless_folds_nothing(vault: "Vault") -> None:
    vault.take("Hosting plan costs 12 EUR a month", days_ago=400)
    vault.take("Hosting plan costs 15 EUR a month now", days_ago=30)

    result = vault.search("hosting plan", profile=ProfileName.TIMELESS)

    assert len(result.hits) == 2
    assert result.hidden_by_decay == 0


def test_an_appended_update_ages_from_its_own_date(vault: "Vault") -> None:
    note_id = vault.take("Boiler serviced", days_ago=300)
    vault.index(note_id, dated_days_ago=10)

    assert vault.search("boiler").hits[0].why.age_days == pytest.approx(10, abs=0.01)


def test_filters_are_honored_by_both_arms(vault: "Vault") -> None:
    work = vault.take("Rent of the office", workspace="Work", tags=("money/rent",), days_ago=3)
    pinned = vault.take("Rent of the flat", pinned=True, days_ago=100)

    def found(query: str, **options: object) -> set[str]:
        return set(ids(vault.search(query, **options)))

    assert found("rent in:Work") == {work}
    assert found("rent tag:money") == {work}
    assert found("rent -tag:money") == {pinned}
    assert found("rent is:pinned") == {pinned}
    assert found("rent before:2026-10") == {pinned}
    assert found("rent after:2026-10") == {work}
    assert found("rent", workspace="Work") == {work}
    assert found('"of the flat"') == {pinned}
    assert found("rent -office") == {pinned}
    assert found("is:pinned") == {pinned}


def test_a_filter_finds_what_is_outdated_linked_or_has_a_card(vault: "Vault") -> None:
    old, new, waits, calm = (vault.take(f"Rent {name}") for name in ("a", "b", "c", "d"))

    def card(one: NoteId, other: NoteId, state: CardState, answer: Answer | None) -> Card:
        return Card(
            id=CardId(f"{one}{other}"),
            kind=CardKind.REPLACED,
            older=one,
            newer=other,
            older_hash=one.encode(),
            newer_hash=other.encode(),
            confidence=0.9,
            made_at=vault.clock.now(),
            state=state,
            answer=answer,
        )

    def act(db: Connection) -> None:
        cards.put(db, card(old, new, CardState.ANSWERED, Answer.OUTDATED))
        cards.put(db, card(new, calm, CardState.ANSWERED, Answer.LINK))
        cards.put(db, card(waits, new, CardState.OPEN, None))

    vault.store.write(act).result()

    assert set(ids(vault.search("rent is:outdated"))) == {old}
    assert set(ids(vault.search("is:linked"))) == {new, calm}
    assert set(ids(vault.search("is:Review"))) == {waits, new}
    assert set(ids(vault.search("rent -is:outdated -is:review"))) == {calm}


def test_a_note_with_a_link_in_its_text_is_linked(vault: "Vault") -> None:
    vault.take("Rent of the flat")
    one = vault.take("See [[Rent of the flat]]")

    assert ids(vault.search("is:linked")) == [one]


def test_it_names_the_filter_that_kept_everything_away(vault: "Vault") -> None:
    vault.take("Rent of the office", workspace="Work")

    def blockers(query: str, workspace: str | None = None) -> list[tuple[str, int, bool]]:
        found = vault.search(query, workspace=workspace).blocked_by
        return [(one.text, one.notes, one.alone) for one in found]

    assert blockers("rent in:Home") == [("in:Home", 1, True)]
    assert blockers("rent", workspace="Home") == [("in:Home", 1, True)]
    assert blockers("rent in:Home is:pinned") == [("in:Home", 1, False), ("is:pinned", 1, False)]
    assert blockers("is:pinned") == [("is:pinned", 0, True)]
    assert blockers("nothing in:Home") == []


def test_it_names_the_phrase_or_the_excluded_word_that_kept_everything_away(vault: "Vault") -> None:
    vault.take("Rent of the office")

    assert vault.search("rent -office").blocked_by[0].text == "-office"
    assert vault.search('"office rent"').blocked_by[0].text == '"office rent"'


def test_it_names_the_filter_also_when_what_is_left_is_too_far_off_to_show(vault: "Vault") -> None:
    fill(vault)
    vault.take("Rent of the office")

    result = vault.search("rent -office")

    assert not result.hits
    assert [one.text for one in result.blocked_by] == ["-office"]


def test_it_tells_of_operators_that_do_not_do_what_they_look_like(vault: "Vault") -> None:
    vault.take("Rent of the office", tags=("money",))

    assert vault.search("rent tag:money").hints == ()
    assert (
        "is: knows pinned, outdated, linked, review and conversation"
        in vault.search("rent is:bogus").hints[0]
    )
    assert vault.search("rent tag:monny").hints == ("No note has the tag “monny”.",)
    assert vault.search("rent in:Home").hints == ("No note is in the workspace “Home”.",)


def test_the_trash_is_not_searched(vault: "Vault") -> None:
    note_id = vault.take("Rent of the office")
    vault.search("rent")

    vault.forget(note_id)

    assert not vault.search("rent").hits
    assert not vault.words("rent").hits
    assert not vault.search("-flat is:pinned").hits


def test_the_index_in_memory_follows_new_and_removed_notes(vault: "Vault") -> None:
    first = vault.take("alpha beta gamma")
    assert ids(vault.search("gamma")) == [first]

    second = vault.take("gamma delta")
    vault.remove(first)

    assert ids(vault.search("gamma")) == [second]


def test_a_note_whose_vector_comes_later_is_found_by_meaning_then(vault: "Vault") -> None:
    vault.take("something else entirely")
    note_id = vault.take("alpha beta gamma", indexed=False)
    before = vault.search("gamma").hits[0]

    vault.index(note_id)

    assert before.why.meaning == 0.0
    assert vault.search("gamma").hits[0].why.meaning > 0.9


def test_it_counts_what_is_indexed(vault: "Vault") -> None:
    vault.take("one", indexed=False)
    vault.take("two")

    result = vault.search("one")

    assert (result.indexed_done, result.indexed_total) == (1, 2)


@pytest.mark.parametrize("grams", [True, False])
def test_parts_of_words_and_unspaced_scripts_are_found(vault: "Vault", grams: bool) -> None:
    tower = vault.take("明日は東京タワーへ行く")
    conference = vault.take("Preparing the conference talk")
    if grams:
        vault.fill_grams()

    assert ids(vault.words("東京")) == [tower]
    assert ids(vault.words("東京タワー")) == [tower]
    assert ids(vault.words("onferenc")) == [conference]
    assert vault.words("東京").hits[0].marks


def test_signs_are_found_as_they_stand(vault: "Vault") -> None:
    note_id = vault.take("Remember 🌱 and 100% of C++")

    assert ids(vault.words("🌱")) == [note_id]
    assert ids(vault.words("++")) == [note_id]
    assert ids(vault.words("%")) == [note_id]


def test_while_typing_the_last_word_may_be_unfinished(vault: "Vault") -> None:
    older = vault.take("kestrel nest", days_ago=3)
    newer = vault.take("kettle broken", days_ago=1)

    assert ids(vault.words("k", typing=True)) == [newer, older]
    assert ids(vault.words("ke", typing=True)) == [newer, older]
    assert ids(vault.words("kest", typing=True)) == [older]
    assert ids(vault.words("nest ke", typing=True))[0] == older
    assert not ids(vault.words("ke"))


def test_a_query_of_stop_words_finds_notes(vault: "Vault") -> None:
    wanted = vault.take("To be or not to be")

    assert ids(vault.words("to be or not to be")) == [wanted]


def test_a_title_that_is_the_query_stays_on_the_first_page(vault: "Vault") -> None:
    wanted = vault.take("x", title="Plans", days_ago=2000)
    for place in range(30):
        vault.take(f"plans plans plans for garden {place} and plans", days_ago=place)

    assert wanted in ids(vault.search("plans", limit=10, profile=ProfileName.STRICT))


def test_a_new_order_needs_no_new_search(vault: "Vault") -> None:
    fill(vault)
    vault.take("Plum cake recipe", days_ago=90)
    request = SearchRequest("plum trains")
    vault.recall.search(request)
    embedded = len(vault.embedder.embedded)

    for alpha in (0.0, 0.5, 1.0):
        again = SearchRequest("plum trains", alpha=alpha, profile=ProfileName.STRICT)
        assert ids(vault.recall.rerank(again))
    assert len(vault.embedder.embedded) == embedded

    vault.recall.rerank(SearchRequest("another question"))
    assert len(vault.embedder.embedded) == embedded + 1


def test_reranking_gives_what_searching_gives(vault: "Vault") -> None:
    fill(vault)
    for days in (1, 50, 400):
        vault.take(f"Plum cake recipe, variant {days}", days_ago=days)
    for fusion in Fusion:
        request = SearchRequest("plum cake", alpha=0.2, profile=ProfileName.MEMORY, fusion=fusion)
        vault.recall.search(SearchRequest("plum cake"))

        assert vault.recall.rerank(request) == vault.recall.search(request)


def test_a_workspace_has_its_own_weights(vault: "Vault") -> None:
    vault.take("Plum cake", workspace="Work", days_ago=60)
    vault.set("search.alpha", 0.25)
    vault.set("search.alpha", 0.75, workspace="Work")
    vault.set("search.half_life_days", 60.0)
    vault.set("search.floor", 0.5)

    assert vault.search("plum").hits[0].why.alpha == 0.25
    assert vault.search("plum", workspace="Work").hits[0].why.alpha == 0.75
    assert vault.search("plum", alpha=0.1).hits[0].why.alpha == 0.1
    assert vault.search("plum").hits[0].why.age == pytest.approx(0.75)
    assert vault.search("plum", half_life_days=1e9).hits[0].why.age == pytest.approx(1.0)


def test_a_workspace_has_its_own_profile(vault: "Vault") -> None:
    vault.take("Plum cake", days_ago=60)
    vault.set("search.profile", "memory")

    assert vault.search("plum").hits[0].why.weighted_sum


def test_rank_fusion_is_a_choice(vault: "Vault") -> None:
    fill(vault)
    wanted = vault.take("Plum cake recipe")

    for search in (vault.search, vault.words):
        hit = search("plum cake", fusion=Fusion.RANKS).hits[0]
        assert hit.note_id == wanted
        assert hit.why.keyword == 1.0


def test_rank_fusion_can_be_set_and_a_request_wins(vault: "Vault") -> None:
    fill(vault)
    one = vault.take("Plum cake recipe")
    two = vault.take("Plum jam that goes with anything, and much else that is not about fruit")

    def words(**options: object) -> dict[str, float]:
        hits = vault.words("plum cake", **options).hits
        return {hit.note_id: hit.why.keyword for hit in hits}

    scores = words()
    vault.set("search.fusion", "rrf")

    assert words()[two] == 61 / 62 > scores[two]
    assert words(fusion=Fusion.SCORES) == scores
    assert words()[one] == 1.0


def test_an_empty_vault_and_an_empty_query_find_nothing(vault: "Vault") -> None:
    assert not vault.search("plum").hits

    vault.take("Plum cake")

    assert not vault.search("").hits
    assert not vault.search("   ").abstained


def test_released_memory_comes_back_with_the_next_search(vault: "Vault") -> None:
    wanted = vault.take("Plum cake")
    vault.search("plum")

    vault.recall.release()

    assert ids(vault.search("plum")) == [wanted]


@hypothesis_settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.text(max_size=30),
        st.sampled_from(
            ['"', "*", "AND", "NEAR(", "^", "tag:", "title:", "-", "a AND", '"a" NEAR', "(", "{x}:"]
        ),
    ),
    st.booleans(),
)
def test_no_query_is_a_mistake(vault: "Vault", query: str, typing: bool) -> None:
    if not vault.words("plum").indexed_total:
        vault.take("Plum cake and tags")

    vault.search(query, typing=typing)
    vault.words(query, typing=typing)


def test_a_filter_remembered_on_one_thread_does_not_hide_what_another_finds(vault: "Vault") -> None:
    old = vault.take("Rent of the office", workspace="Work")
    with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
        assert first.submit(lambda: ids(vault.search("rent in:Work"))).result() == [old]
        new = vault.take("Rent of the garage", workspace="Work")

        found = second.submit(lambda: ids(vault.search("rent in:Work"))).result()

    assert set(found) == {old, new}


def test_a_changed_vault_is_searched_anew_when_the_order_changes(vault: "Vault") -> None:
    first = vault.take("Plum cake")
    vault.search("plum")
    second = vault.take("Plum jam")

    result = vault.recall.rerank(SearchRequest("plum", alpha=1.0))

    assert set(ids(result)) == {first, second}


@pytest.mark.parametrize("query", ["onferenc", "東京", "東京タワー"])
def test_parts_of_words_do_not_make_a_search_abstain(vault: "Vault", query: str) -> None:
    fill(vault, 40)
    vault.take("明日は東京タワーへ行く")
    vault.take("Preparing the conference talk")
    vault.fill_grams()

    result = vault.search(query)

    assert not result.abstained
    assert result.hits


def test_a_note_written_a_moment_ago_counts_by_its_words_alone(vault: "Vault") -> None:
    vault.take("The Heroku team, a long list of things about deploying to Heroku")
    fresh = vault.take("Kickoff with the Heroku team is on Thursday", indexed=False)

    first = vault.search("heroku team kickoff").hits[0]

    assert first.note_id == fresh
    assert (first.why.meaning, first.why.alpha, first.why.match) == (0.0, 1.0, 1.0)


def test_a_search_by_meaning_alone_leaves_out_what_is_not_indexed(vault: "Vault") -> None:
    indexed = vault.take("alpha beta gamma")
    vault.take("alpha beta gamma delta", indexed=False)

    result = vault.search("alpha beta", mode=Mode.MEANING)

    assert ids(result) == [indexed]
