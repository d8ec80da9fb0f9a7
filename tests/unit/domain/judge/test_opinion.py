"""What the rules say of pairs; cosines and likeness of words are given, as a model would give them."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.evidence import evidence_of
from notebrain.domain.judge.matching import Likeness
from notebrain.domain.judge.opinion import opinion_of
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.stemming import are_german
from notebrain.domain.judge.verdict import Bands, Cosines, Evidence, Kind, Side, Statement, What
from tests.fakes.likeness import by_pair


class Said(NamedTuple):
    """What the rules say, and what supports it."""

    kind: Kind
    evidence: Sequence[Evidence]


def verdict_on(
    older: str, newer: str, cosine: float | None = None, like: Likeness | None = None
) -> Said:
    german = are_german(older, newer)
    pair = Comparison(read(older, german=german), read(newer, german=german), like)
    said = opinion_of(Statement(older), Statement(newer), pair, Cosines(cosine), Bands())
    return Said(said.kind, evidence_of(older, newer, pair, said.kind, said.conflicts))


def shown(verdict: Said) -> list[tuple[str, str, str]]:
    return [(one.side.value, one.text, one.what.value) for one in verdict.evidence]


@pytest.mark.parametrize(
    ("older", "newer", "cosine"),
    [
        # traps others fell into: nearer than any paraphrase, and not the same
        ("The router's admin page is at 192.168.7.1", "The router's admin page is at 192.168.9.1", 0.97),
        ("Take 20 mg of lisinopril", "Take 40 mg of lisinopril", 0.991),
        ("We use Postgres for billing", "We do not use Postgres for billing", 0.969),
        ("The talk is on Oct 15", "The talk is on Oct 16", 0.991),
        ("The API rate limit is 1200 per minute", "The API rate limit is 600 per minute", 0.98),
        ("It supports vector search", "It does not support vector search", 0.835),
        ("Rent is 900 a month", "Rent is 1150 a month", 0.95),
    ],
)  # fmt: skip
def test_a_contradiction_is_seen_before_a_duplicate(older: str, newer: str, cosine: float) -> None:
    assert verdict_on(older, newer, cosine).kind is Kind.CONTRADICTION


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Daily log 2026-03-14: ran 5 km, slept 7 h", "Daily log 2026-03-15: ran 5 km, slept 7 h"),
        ("Benchmark run 12: 812 requests/s, p95 41 ms", "Benchmark run 13: 799 requests/s, p95 43 ms"),
        ("Invoice 2044 sent to Berger, 1,200 EUR", "Invoice 2045 sent to Berger, 1,350 EUR"),
        ("Groceries 14 March: 52.30 EUR", "Groceries 21 March: 48.10 EUR"),
        ("2026-05-02 weight 81.2 kg", "2026-05-03 weight 80.9 kg"),
        ("Room 12 seats 30 people", "Room 14 seats 45 people"),
        ("Server web-01 has the address 10.0.0.5", "Server web-02 has the address 10.0.0.6"),
        ("Anna's phone: 555-1200", "Ben's phone: 555-1311"),
        ("Lap 3: 4 km in 20 min, pulse 142", "Lap 4: 5 km in 26 min, pulse 150"),
        ("Leave policy: 25 days for full-time staff", "Leave policy: 12 days for part-time staff"),
        ("Buy paint for the kitchen", "Buy paint for the fence"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("cosine", [None, 0.7, 0.994])
def test_entries_of_a_series_and_different_things_are_distinct(
    older: str, newer: str, cosine: float | None
) -> None:
    assert verdict_on(older, newer, cosine).kind in {Kind.DISTINCT, Kind.FLAGGED}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Standup is at 9:30", "Standup now starts at 10:00"),
        ("Emergency contact number 555-2210", "New emergency contact number: 555-7781"),
        ("The team lead is Jonas", "Since May the team lead is Petra"),
        ("We use yarn for the frontend", "We no longer use yarn for the frontend"),
        ("Bins are collected on Friday", "Bins are collected on Thursday instead of Friday"),
        ("Der Zahnarzttermin ist am 4. Mai", "Zahnarzttermin verschoben auf den 11. Mai"),
    ],
)
def test_what_tells_of_a_change_replaces(older: str, newer: str) -> None:
    assert verdict_on(older, newer, 0.8).kind is Kind.REPLACED


@pytest.mark.parametrize(
    ("older", "newer", "cosine"),
    [
        ("Compost should be turned once a week in summer", "In summer, turn the compost weekly", 0.89),
        ("The meeting is at 2pm on Tuesday", "Tuesday 14:00: meeting", 0.83),
        ("Boil it for 60 min", "Boil it for 1 hour", 0.9),
        ("It costs 1,200 EUR", "It costs €1200", 0.9),
        ("No dog is in the yard", "There is no dog in the yard", 0.96),
        ("6% of them were late", "6 percent of them were late", 0.95),
    ],
)  # fmt: skip
def test_the_same_in_other_words_is_a_duplicate(older: str, newer: str, cosine: float) -> None:
    assert verdict_on(older, newer, cosine).kind is Kind.DUPLICATE


def test_other_words_of_like_meaning_need_a_model() -> None:
    older, newer = "Users abandon the payment step", "People leave when they have to pay"

    assert verdict_on(older, newer).kind is Kind.DISTINCT
    like = {frozenset(("payment", "pay")): 0.8, frozenset(("abandon", "leave")): 0.7}
    verdict = verdict_on(
        older, newer, 0.62, by_pair(lambda one, other: like.get(frozenset((one, other)), 0.2))
    )
    assert verdict.kind is Kind.DUPLICATE


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Sourdough: 500 g flour, 350 g water, 10 g salt", "Sourdough: 500 g flour, 350 g water; bake 45 minutes"),
        ("Lisbon: flight TP 573 on 4 May, hotel in Alfama", "Lisbon: flight TP 573 on 4 May, dinner on the 5th"),
        ("tmux: split panes with Ctrl+b %", "tmux: split panes with Ctrl+b %, zoom with Ctrl+b z, move with arrows"),
    ],
)  # fmt: skip
def test_notes_that_share_a_part_and_add_to_it_overlap(older: str, newer: str) -> None:
    assert verdict_on(older, newer, 0.78).kind is Kind.OVERLAP


def test_nearness_without_a_verdict_is_flagged() -> None:
    older, newer = "Paint the shed before winter comes", "Cosy evenings: tea, blankets, books"

    assert verdict_on(older, newer, 0.84).kind is Kind.DISTINCT
    assert verdict_on(older, newer, 0.86).kind is Kind.FLAGGED


def test_evidence_shows_what_differs_on_both_sides() -> None:
    assert shown(verdict_on("Rent is 900 a month", "From March the rent is now 1150 a month")) == [
        ("older", "900", "number"),
        ("newer", "From", "change"),
        ("newer", "now", "change"),
        ("newer", "1150", "number"),
    ]
    assert shown(verdict_on("Anna can swim", "Anna cannot swim")) == [
        ("older", "Anna", "negation"),
        ("older", "swim", "negation"),
        ("newer", "cannot", "negation"),
    ]
    assert shown(verdict_on("The trail is open in May", "The trail is closed in May")) == [
        ("older", "open", "opposite"),
        ("newer", "closed", "opposite"),
    ]


@pytest.mark.parametrize(
    ("older", "newer", "what"),
    [
        ("Door code: 4471", "Door code: 4417", What.NUMBER),
        ("Ticket price: 14 EUR", "Ticket price: 18 EUR", What.MONEY),
        ("The party is on 12 June", "The party is on 21 June", What.DATE),
        ("Yoga is on Monday", "Yoga is on Friday", What.DATE),
        ("Pool opens at 8:00", "Pool opens at 9 am", What.TIME),
        ("Staging runs v2.3.1 of the app", "Staging runs v2.4.0 of the app", What.VERSION),
        ("Backups go to https://a.example/x", "Backups go to https://a.example/y", What.ADDRESS),
        ("Plumber: 555-0142", "Plumber: 555-0199", What.ADDRESS),
        ("The spare key is with Ana", "The spare key is with Ben", What.NAME),
        ("Parking there is free on Sunday", "Parking there costs 5 EUR on Sunday", What.MONEY),
        ("Anna verträgt das Penicillin", "Anna verträgt kein Penicillin", What.NEGATION),
        ("Ship it with flags on", "Ship it with flags off", What.OPPOSITE),
    ],
)
def test_every_kind_of_difference_is_named(older: str, newer: str, what: What) -> None:
    verdict = verdict_on(older, newer, 0.9)

    assert verdict.kind is Kind.CONTRADICTION
    assert {one.what for one in verdict.evidence} == {what}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("There is no old man on the bench", "A woman is on the bench"),
        (
            "A dog is not playing with a ball",
            "A boy is playing with a ball while a dog is watching",
        ),
        ("Not only Anna came to the party", "Anna came to the party"),
        ("See no. 5 of the list", "See 5 of the list"),
        ("No later than Friday send it", "Send it Friday"),
    ],
)
def test_a_no_that_denies_something_else_is_no_contradiction(older: str, newer: str) -> None:
    assert verdict_on(older, newer, 0.6).kind is not Kind.CONTRADICTION


@pytest.mark.parametrize(
    ("older", "newer", "least"),
    [
        # values, then opposites: in the same words, after a change, beside another word
        ("Rent is 900 a month", "Rent is 950 a month", 0.20),
        ("The gate is open", "The gate is closed", 0.40),
        ("Putting on shoes", "Taking off shoes", 0.56),
        ("The gate is open today", "The gate is closed", 0.70),
        # denials alike
        ("Ana can swim", "Ana cannot swim", 0.40),
        ("Tom is vegetarian and eats no meat", "Tom eats meat", 0.56),
        ("No old man walks the dog", "A man walks the dog", 0.70),
        ("No tree", "A tree stands in Kiel today", 0.80),
    ],
)
def test_the_less_sure_a_conflict_is_the_nearer_the_notes_must_be(
    older: str, newer: str, least: float
) -> None:
    assert verdict_on(older, newer, least).kind is Kind.CONTRADICTION
    assert verdict_on(older, newer, least - 0.001).kind is not Kind.CONTRADICTION


def test_claims_compared_without_their_denial_need_no_second_measure() -> None:
    @by_pair
    def near(_one: str, _other: str) -> float:
        return 0.9

    assert verdict_on("Ana can swim", "Ana cannot swim", 0.2, near).kind is Kind.CONTRADICTION
    assert verdict_on("Ana can swim", "Ana cannot swim", 0.19, near).kind is not Kind.CONTRADICTION
    assert verdict_on("The gate is open", "The gate is closed", 0.3, near).kind is Kind.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer", "cosine", "kind", "confidence"),
    [
        ("Log 7: wet", "Log 8: wet", 0.9, Kind.DISTINCT, 0.9),
        ("Rent is 900", "Rent is 950", 0.9, Kind.CONTRADICTION, 1.0),
        ("Rent is 900", "Rent is now 950", 0.9, Kind.REPLACED, 1.0),
        ("Rent is now 900", "Rent is 950", 0.9, Kind.REPLACED, 1.0),
        ("The key is with Ana", "The key is with Ben", 0.9, Kind.CONTRADICTION, 0.8),
        # other figures on another day: a record, unless something changed
        ("Oil change on 3 May. Cost 120 EUR", "Oil change on 4 July. Cost 140 EUR", 0.9, Kind.DISTINCT, 0.7),
        ("Oil change on 3 May. Cost 120 EUR", "Oil change on 4 July. Cost is now 140 EUR", 0.9, Kind.REPLACED, 1.0),
        ("Team coach Ana", "Team changed the coach to Ben", 0.5, Kind.REPLACED, 0.6),
        ("Oak elm", "oak elm", 0.9, Kind.DUPLICATE, 0.975),
        ("Oak elm", "oak elm now", 0.9, Kind.DUPLICATE, 0.975),
        (f"# Log\nRent is 900. {'x' * 80}", f"# Run\nRent is 950. {'x' * 80}", 0.9, Kind.DISTINCT, 0.9),
    ],
)  # fmt: skip
def test_the_rules_say_how_sure_they_are(
    older: str, newer: str, cosine: float, kind: Kind, confidence: float
) -> None:
    said = opinion_of(
        Statement(older),
        Statement(newer),
        Comparison(read(older), read(newer)),
        Cosines(cosine),
        Bands(),
    )

    assert said.kind is kind
    assert said.confidence == pytest.approx(confidence)
    assert said.in_series is ("Log" in older)
    assert not (said.in_series and said.conflicts)


@pytest.mark.parametrize(("same", "conflict"), [(15, True), (14, False)])
def test_long_notes_conflict_if_most_of_one_is_in_the_other(same: int, conflict: bool) -> None:
    common = ". ".join(f"tree{chr(97 + at)}x" for at in range(same - 1))
    older, newer = (
        ". ".join(f"{word}{chr(97 + at)}z" for at in range(24 - same)) for word in ("mug", "pan")
    )

    said = verdict_on(f"{common}. Rent is 3 EUR. {older}", f"{common}. Rent is 4 EUR. {newer}", 0.6)

    assert (said.kind is Kind.CONTRADICTION) is conflict


def test_a_long_note_is_not_contradicted_by_one_like_sentence() -> None:
    filler = "\n".join(f"Thought {name} about gardens, rivers and {name}s." for name in FILLERS)
    older, newer = f"{filler}\nThe limit is 30 s.", f"{filler.upper()[::-1]}\nThe limit is 90 s."

    assert verdict_on(older, newer, 0.6).kind is Kind.DISTINCT


HEATER = """Greenhouse heater: 8 °C at night. Open the vent at noon, never below 5 °C.
A bottle lasts about 21 days. Next gas delivery on 20 March."""
WARMER = """Greenhouse heater: 6 °C at night, the seedlings are hardy enough. Leave the vent open, even below 5 °C.
A bottle lasts about 26 days. Next gas delivery on 4 December."""


@pytest.mark.parametrize("cosine", [None, 0.7, 0.97])
def test_a_description_of_which_several_figures_changed_is_one_contradiction(
    cosine: float | None,
) -> None:
    verdict = verdict_on(HEATER, WARMER, cosine)

    assert verdict.kind is Kind.CONTRADICTION
    assert [(one.side.value, one.text.rstrip("."), one.what.value) for one in verdict.evidence] == [
        ("older", "8 °C", "number"),
        ("older", "21 days", "number"),
        ("older", "20 March", "date"),
        ("newer", "6 °C", "number"),
        ("newer", "26 days", "number"),
        ("newer", "4 December", "date"),
    ]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Oil change on 20 March. Mileage 81,000 km. Cost 120 EUR.",
            "Oil change on 4 July. Mileage 90,000 km. Cost 140 EUR.",
        ),
        (
            "Ran 5 km by the river. It took 25 minutes. Pulse 142.",
            "Ran 6 km by the river. It took 31 minutes. Pulse 150.",
        ),
        (
            "Bench press 3 x 8 at 60 kg. Squat 80 kg. Deadlift 100 kg.",
            "Bench press 3 x 8 at 62 kg. Squat 85 kg. Deadlift 105 kg.",
        ),
        (
            "Team meeting on 3 March, 5 people, 2 hours",
            "Team meeting on 4 April, 7 people, 3 hours",
        ),
        (
            "Distance: 5 km\nTime: 25 min\nPulse: 142",
            "Distance: 6 km\nTime: 31 min\nPulse: 150",
        ),
    ],
)
@pytest.mark.parametrize("cosine", [None, 0.7, 0.8])
def test_what_happened_another_time_with_other_figures_is_distinct(
    older: str, newer: str, cosine: float | None
) -> None:
    assert verdict_on(older, newer, cosine).kind is Kind.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("The deploy key is in the vault #work", "The deploy key is in the vault #private"),
        ("Call Ana about taxes #room12", "Call Ana about taxes #room14 #q3-2026"),
        ("Call Ana about taxes\n\n#urgent #y2025", "Call Ana about taxes\n\n#y2026"),
    ],
)
@pytest.mark.parametrize("cosine", [None, 0.9])
def test_hashtags_file_a_note_and_say_nothing(older: str, newer: str, cosine: float | None) -> None:
    assert verdict_on(older, newer, cosine).kind is Kind.DUPLICATE


def test_a_color_is_no_hashtag() -> None:
    verdict = verdict_on("The accent colour is #ff0000 #web", "The accent colour is #ff8800", 0.95)

    assert verdict.kind is Kind.CONTRADICTION
    assert [one.text for one in verdict.evidence] == ["ff0000", "ff8800"]


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "The heater is set to 21 degrees, 40 % humidity and 12 hours a day",
            "The heater is set to 19 degrees, 45 % humidity and 10 hours a day",
        ),
        (
            "Pancakes need 200 g flour, 2 eggs and 300 ml milk",
            "Pancakes need 250 g flour, 3 eggs and 400 ml milk",
        ),
        (
            "Brot: 500 g Mehl, 7 g Hefe, 10 g Salz, 24 Stunden im Ofen",
            "Brot: 500 g Mehl, 3 g Hefe, 12 g Salz, 48 Stunden im Ofen",
        ),
    ],
)
def test_three_figures_that_changed_in_one_sentence_are_a_contradiction(
    older: str, newer: str
) -> None:
    verdict = verdict_on(older, newer)

    assert verdict.kind is Kind.CONTRADICTION
    assert len([one for one in verdict.evidence if one.side is Side.NEWER]) == 3


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Workout: 20 push-ups, 30 squats, 10 pull-ups, 2 laps",
            "Workout: 25 push-ups, 35 squats, 12 pull-ups, 2 laps",
        ),
        ("5 km, 25 minutes, pulse 142", "6 km, 31 minutes, pulse 150"),
        ("2026-03-02 14:22 worker-3 timed out", "2026-03-02 14:25 worker-7 timed out"),
    ],
)
def test_another_entry_with_three_other_figures_is_distinct(older: str, newer: str) -> None:
    assert verdict_on(older, newer, 0.9).kind is not Kind.CONTRADICTION


@pytest.mark.parametrize(
    ("older", "newer", "kind"),
    [
        (
            "Der Schlüssel liegt bei Frau Weber",
            "Der Schlüssel liegt bei Frau Lang",
            "contradiction",
        ),
        (
            "Der Wagen wird in Kassel abgegeben",
            "Der Wagen wird in Fulda abgegeben",
            "contradiction",
        ),
        ("Der Hund der Nachbarn heißt Rex", "Der Hund der Nachbarn heißt Bello", "contradiction"),
        ("Lena verträgt keine Nüsse", "Lena verträgt Nüsse ohne Probleme", "contradiction"),
        ("Die Blumen bei Frau Weber abgeben", "Bei Frau Weber die Blumen abgeben", "duplicate"),
    ],
)
def test_german_names_are_told_from_german_nouns(older: str, newer: str, kind: str) -> None:
    assert verdict_on(older, newer).kind.value == kind


def test_a_german_noun_is_no_name_though_it_has_a_capital() -> None:
    verdict = verdict_on("Die Tasse ist im Schrank", "Die Tasse ist im Regal")

    assert "name" not in {one.what.value for one in verdict.evidence}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Flight TP 573 to Lisbon on 4 May, 189 euros",
            "Flight TP 557 to Lisbon on 4 May, 164 euros",
        ),
        ("Flight to Lisbon with TAP, 189 euros", "Flight to Lisbon with Ryanair, 164 euros"),
        ("Flight to Lisbon on 4 May, 189 euros", "Flight to Lisbon on 9 May, 164 euros"),
        (
            "Flug nach Lissabon LH 1832, 189 Euro",
            "Flug nach Lissabon TP 557, 164 Euro",
        ),
        ("Hotel Astoria in Ghent, 118 euros", "Hotel Central in Bruges, 132 euros"),
    ],
)
def test_prices_of_two_things_do_not_contradict_each_other(older: str, newer: str) -> None:
    assert verdict_on(older, newer).kind is Kind.DISTINCT


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "Flight TP 573 to Lisbon on 4 May, 189 euros",
            "Flight TP 573 to Lisbon on 4 May, 164 euros",
        ),
        ("The bank PIN is 4711", "The bank PIN is 8812"),
        ("Turn left at the church", "Turn right at the church"),
        (
            "nginx config lives in /etc/nginx/sites/shop.conf",
            "nginx config lives in /etc/nginx/conf.d/shop.conf",
        ),
    ],
)
def test_what_differs_about_one_thing_contradicts(older: str, newer: str) -> None:
    assert verdict_on(older, newer).kind is Kind.CONTRADICTION


@pytest.mark.parametrize("first", ["From January", "Ab Januar"])
def test_a_day_from_which_on_it_holds_tells_a_change(first: str) -> None:
    older, newer = "The fee is 31 euros", f"{first} the fee is 36 euros"

    assert verdict_on(older, newer).kind is Kind.REPLACED


FILLERS = ["oak", "elm", "ash", "yew", "fir", "fig", "bay", "box", "may", "tea", "nut", "rue"]


def test_a_long_note_is_contradicted_by_its_copy_with_another_value() -> None:
    filler = "\n".join(f"Thought {name} about gardens, rivers and {name}s." for name in FILLERS)

    verdict = verdict_on(f"{filler}\nThe limit is 30 s.", f"{filler}\nThe limit is 90 s.", 0.99)

    assert shown(verdict) == [("older", "30 s", "number"), ("newer", "90 s", "number")]
