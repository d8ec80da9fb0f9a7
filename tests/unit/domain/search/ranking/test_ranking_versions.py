"""Which notes are versions of one thing, and which are members of a series."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.ranking.features import (
    Shape,
    are_members,
    are_named_apart,
    containment,
    label,
    overlap,
    values_differ,
)
from notebrain.domain.search.ranking.order import Candidate, Terms, order, score_of
from notebrain.domain.search.ranking.scores import REPEATS, profile
from notebrain.domain.search.ranking.versions import Nearness, Version, same_subject, settle
from notebrain.domain.search.types import ProfileName
from notebrain.domain.text.stemming import stem

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def note(key: int, text: str, days: float, *, match: float = 1.0, **more: object) -> Candidate:
    made = {"keyword": match, "meaning": match, **more}
    return Candidate(
        key=key,
        note_id=NoteId(f"n{key}"),
        text=text,
        at=NOW - timedelta(days=days),
        **made,  # type: ignore[arg-type]  # numbers and marks
    )


def all_at(cosine: float | None, count: int) -> Nearness:
    """Every two notes this near; None: of no note a vector is known."""
    if cosine is None:
        return Nearness()
    return Nearness(
        {one: {other: cosine for other in range(count) if other != one} for one in range(count)}
    )


def ranked(
    *found: Candidate,
    cosine: float | None = 0.8,
    name: ProfileName = ProfileName.BALANCED,
    limit: int = 10,
):
    return order(found, Terms(profile(name), 0.5, NOW, limit), all_at(cosine, len(found)))


MEETING_OLD = note(1, "Team meeting is on Tuesday at 2pm in room Aspen", 35)
MEETING_NEW = note(2, "Team meeting moved to Wednesday 3pm, room Birch", 1, match=0.8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Daily log 2026-11-20: ran 4 km", ("daily log", "2026-11-20")),
        ("Run #12: 5 km, windy", ("run", "12")),
        ("Invoice 2026-1043: desk lamp, 40.00 EUR", ("invoice", "2026-1043")),
        ("# Meeting minutes 49\n\nPresent: Ana", ("meeting minutes", "49")),
        ("3 November 2026\nQuiet day.", ("", "3 november 2026")),
        ("Week 34 review: 3 runs", ("week review", "34")),
        ("Hosting plan costs 12 EUR a month", None),
        ("Dentist appointment moved to 3 March", None),
        ("We deploy with Node 18", None),
        ("no numbers at all", None),
    ],
)
def test_the_head_of_a_text_says_which_member_of_a_series_it_is(
    text: str, expected: tuple[str, str] | None
) -> None:
    assert label(text) == expected


def test_two_days_of_a_log_are_members_and_two_prices_are_not() -> None:
    assert are_members("Daily log 2026-11-20: ran 4 km", "Daily log 2026-11-19: ran 5 km")
    assert not are_members("Daily log 2026-11-20: ran 4 km", "Daily log 2026-11-20: ran 5 km")
    assert not are_members("Rent is 900 EUR", "Rent is 1150 EUR")
    assert not are_members("Invoice 12: lamp", "Run 13: 5 km")


def test_a_shape_tells_the_subject_from_its_values() -> None:
    shape = Shape.of("Hosting plan costs 12 EUR, moved to Hetzner on Monday")

    assert {"12", "monday", stem("hetzner")} <= shape.values
    assert stem("plan") in shape.subject
    assert shape.changes


def test_shapes_without_a_word_share_nothing() -> None:
    assert overlap(Shape.of(""), Shape.of("plan")) == 0.0
    assert containment(Shape.of(""), Shape.of("")) == 0.0
    assert not values_differ(Shape.of("plan 3"), Shape.of("plan"))


def test_stems_bring_forms_of_a_word_together() -> None:
    assert stem("meetings") == stem("meeting")
    assert stem("boxes") == stem("box")
    assert stem("glass") == "glass"
    assert stem("dog's") == "dog"


def test_the_newest_version_stands_first_and_the_older_one_is_folded_under_it() -> None:
    placed = ranked(MEETING_OLD, MEETING_NEW)

    assert [one.candidate.key for one in placed] == [2]
    assert [one.candidate.key for one in placed[0].older] == [1]
    assert placed[0].older[0].why.superseded_by == "n2"


def test_the_newest_version_stands_at_the_match_of_the_best_one() -> None:
    placed = ranked(MEETING_OLD, MEETING_NEW)

    assert placed[0].why.match == 1.0
    assert placed[0].why.matched_by == "n1"


def test_three_versions_fold_under_the_newest_newest_first() -> None:
    texts = ["On call this week: Farid", "On call this week: Lucia", "On call this week: Henrik"]
    found = [
        note(key, text, days)
        for key, (text, days) in enumerate(zip(texts, (20, 13, 2), strict=True))
    ]

    placed = ranked(*found, cosine=0.52)

    assert [one.candidate.key for one in placed] == [2]
    assert [one.candidate.key for one in placed[0].older] == [1, 0]


def test_a_newer_note_that_hardly_answers_the_query_does_not_supersede() -> None:
    weak = note(2, "Team meeting moved to Wednesday 3pm, room Birch", 1, match=0.3)

    assert len(ranked(MEETING_OLD, weak)) == 2


def test_members_of_a_series_do_not_supersede_each_other() -> None:
    found = [
        note(day, f"Daily log 2026-11-{day:02}: ran {day % 5} km, slept 8 h", 20 - day)
        for day in (3, 4, 5)
    ]

    assert len(ranked(*found, cosine=0.97)) == 3


def test_notes_near_in_meaning_with_little_in_common_are_no_versions() -> None:
    one = note(1, "I went to the support group yesterday and it was so powerful", 20)
    other = note(
        2, "My own journey and the support I got made a huge difference, now I help people", 2
    )

    assert len(ranked(one, other, cosine=0.7)) == 2


def test_a_repeat_without_a_new_value_supersedes_nothing() -> None:
    one, other = (
        Version("The dog likes cheese", 1.0, NOW - timedelta(3)),
        Version("The dog likes cheese", 1.0, NOW),
    )

    assert not same_subject(one, other, 1.0)


def test_without_vectors_only_a_large_overlap_tells() -> None:
    older = Version("The dog weighs 23 kg", 1.0, NOW - timedelta(9))

    assert same_subject(older, Version("The dog weighs 25 kg now", 1.0, NOW), None)
    assert not same_subject(
        older, Version("The cat and the dog eat 3 kg of food in a week now", 1.0, NOW), None
    )
    assert not same_subject(
        Version("word " * 200 + "1", 1.0, NOW), Version("word " * 200 + "2", 1.0, NOW), None
    )


def test_pinned_notes_and_notes_asked_for_by_title_do_not_yield() -> None:
    for mark in ({"pinned": True}, {"titled": True}):
        kept = note(1, MEETING_OLD.text, 35, **mark)
        assert len(ranked(kept, MEETING_NEW)) == 2


def test_other_profiles_settle_no_versions() -> None:
    for name in (ProfileName.STRICT, ProfileName.TIMELESS, ProfileName.MEMORY):
        assert len(ranked(MEETING_OLD, MEETING_NEW, name=name)) == 2


def test_a_pinned_note_does_not_decay() -> None:
    placed = ranked(note(1, "old", 900, pinned=True), name=ProfileName.STRICT)

    assert placed[0].why.age == 1.0


def test_strict_buries_what_is_old() -> None:
    placed = ranked(
        note(1, "old", 70), note(2, "young", 1, match=0.4), name=ProfileName.STRICT, cosine=0.0
    )

    assert [one.candidate.key for one in placed] == [2, 1]


def test_the_default_keeps_the_only_answer_before_weaker_fresh_notes() -> None:
    fresh = [note(key, f"fresh {key}", 1, match=0.8) for key in range(2, 14)]

    placed = ranked(note(1, "the one answer", 700), *fresh, cosine=0.0)

    assert placed[0].candidate.key == 1


def test_an_exact_hit_stays_on_the_page() -> None:
    better = [note(key, f"text {key}", 1, match=0.9) for key in range(2, 20)]
    exact = note(1, "exact words", 900, match=0.1, exact=True, titled=True)

    placed = ranked(exact, *better, cosine=0.0, limit=10)

    assert len(placed) == 10
    assert placed[-1].candidate.key == 1


def test_a_near_identical_hit_makes_room() -> None:
    text = "Plum cake with cinnamon sugar and butter"
    found = [note(1, text, 1), note(2, text, 2, match=0.99), note(3, "Apple pie", 1, match=0.9)]

    nearness = Nearness({0: {1: 0.99}, 1: {0: 0.99}, 2: {}})

    placed = order(found, Terms(profile(ProfileName.BALANCED), 0.5, NOW, 10), nearness)

    assert [one.candidate.key for one in placed] == [1, 3, 2]
    assert placed[2].why.repeats == REPEATS
    assert placed[2].score == score_of(placed[2].why) < placed[1].score


def test_a_list_without_words_is_in_the_order_of_dates_and_claims_no_match() -> None:
    found = [note(1, "Oak", 9, importance=5), note(2, "Ash", 1), note(3, "Elm", 90, pinned=True)]
    terms = Terms(profile(ProfileName.MEMORY), 1.0, NOW, 10, listed=True)

    placed = order(found, terms, Nearness())

    assert [one.candidate.key for one in placed] == [2, 1, 3]
    assert {one.score for one in placed} == {1.0}
    assert {(one.why.keyword, one.why.match) for one in placed} == {(0.0, 1.0)}


texts = st.sampled_from(
    [
        "Team meeting is on Tuesday at 2pm",
        "Team meeting moved to Wednesday 3pm",
        "Daily log 2026-11-20: ran 4 km",
        "Daily log 2026-11-19: ran 5 km",
        "The dog weighs 23 kg",
        "The dog weighs 25 kg now",
        "",
    ]
)
candidates = st.lists(
    st.tuples(texts, st.floats(-5, 900), st.floats(0, 1), st.integers(1, 5), st.booleans()),
    max_size=8,
)


@pytest.mark.slow
@given(candidates, st.sampled_from(ProfileName), st.one_of(st.none(), st.floats(0, 1)))
def test_folding_never_drops_a_note_and_the_parts_make_the_score(
    rows: list[tuple[str, float, float, int, bool]], name: ProfileName, cosine: float | None
) -> None:
    found = [
        note(key, text, days, match=match, importance=importance, pinned=pinned)
        for key, (text, days, match, importance, pinned) in enumerate(rows)
    ]

    placed = ranked(*found, cosine=cosine, name=name, limit=100)

    everyone = [one for group in placed for one in (group, *group.older)]
    assert sorted(one.candidate.key for one in everyone) == list(range(len(found)))
    for one in everyone:
        why = one.why
        assert why.match == pytest.approx(why.alpha * why.keyword + (1 - why.alpha) * why.meaning)
        if why.weighted_sum:
            worked_out = (
                0.4 * why.match + 0.3 * why.importance + 0.2 * why.recency + 0.1 * why.frequency
            )
        else:
            worked_out = why.match * why.age * why.importance
        assert one.score == pytest.approx(worked_out * why.repeats)
    scores = [one.score for one in placed]
    assert scores == sorted(scores, reverse=True)


@given(candidates)
def test_a_note_never_yields_to_an_older_one(
    rows: list[tuple[str, float, float, int, bool]],
) -> None:
    found = [Version(text, match, NOW - timedelta(days=days)) for text, days, match, *_ in rows]

    yields = settle(found, all_at(0.9, len(found)))

    for older, newer in enumerate(yields):
        assert newer is None or found[newer].at > found[older].at
        assert newer is None or yields[newer] is None


FUGITIVE = (
    "Say you are using fugitive for Git. You have staged some changes within the index and want "
    "to make a commit. From there you can hit a key to open the commit message."
)


def test_headings_that_name_different_things_keep_alike_notes_apart() -> None:
    amend = f"# Amend Commits With Fugitive\n\n{FUGITIVE} Hit ca, 2 keys."
    verbose = f"# Verbose Commits With Fugitive\n\n{FUGITIVE} Hit cvc, 3 keys."

    hits = ranked(note(1, amend, 10), note(2, verbose, 400))

    assert are_named_apart(amend, verbose)
    assert not any(hit.older for hit in hits)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (f"# Hosting plan\n{FUGITIVE}", f"# Hosting plan 2026\n{FUGITIVE}"),
        (f"# Hosting plan\n{FUGITIVE}", f"# Hosting plan of the club\n{FUGITIVE}"),
        ("# We moved to Berlin\nIn May.", "# We moved to Munich\nIn June."),
        (f"Hosting plan\n{FUGITIVE}", f"Amended commits\n{FUGITIVE}"),
    ],
)
def test_headings_of_one_thing_or_none_do_not_keep_versions_apart(one: str, other: str) -> None:
    assert not are_named_apart(one, other)


SOLARIS = note(1, "Book club reads Solaris on 4 March at Ruth's, bring cake", 300)
ORBITAL = note(2, "Book club reads Orbital on 7 October at Ruth's, bring cake", 20, match=0.8)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("book club", 2),
        ("book club Solaris", 1),
        ("book club march", 1),
        ("when does the book club read orbital", 2),
    ],
)
def test_who_names_what_only_the_older_note_has_gets_the_older_note(asked: str, first: int) -> None:
    terms = Terms(profile(ProfileName.BALANCED), 0.5, NOW, 10, asked=asked)

    shown = order([SOLARIS, ORBITAL], terms, all_at(0.8, 2))

    assert shown[0].candidate.key == first
    # the newer one is offered below
    assert {one.candidate.key for one in shown} | {
        older.candidate.key for one in shown for older in one.older
    } == {1, 2}


def test_what_the_review_found_to_be_newer_comes_first_and_hides_nothing() -> None:
    old = note(1, "allotment main gate padlock 4417", 300, probable_successor=2)
    new = note(2, "Padlock replaced by the wardens, it is 7735", 20, match=0.6)

    first, second = ranked(old, new, cosine=0.3)

    assert (first.candidate.key, second.candidate.key) == (2, 1)
    assert first.why.matched_by == "n1"
    assert first.score > second.score
    # who asks for the old code gets the old note
    terms = Terms(profile(ProfileName.BALANCED), 0.5, NOW, 10, asked="padlock 4417")
    assert order([old, new], terms, all_at(0.3, 2))[0].candidate.key == 1


def test_of_a_fact_that_changed_several_times_the_last_note_stands_first() -> None:
    rents = (900, 925, 940, 960, 985)
    chain = [
        note(place, f"rent is {rent} now", 300 - 50 * place, match=1.0 - 0.1 * place)
        for place, rent in enumerate(rents)
    ]

    (shown,) = ranked(*chain, cosine=0.8)

    assert shown.candidate.key == 4
    assert [older.candidate.key for older in shown.older] == [3, 2, 1, 0]
