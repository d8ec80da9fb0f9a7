"""What two statements deny of each other, and opposites; `older / newer` are the words that conflict."""

from collections.abc import Sequence

import pytest

from notebrain.domain.judge.compare import Comparison
from notebrain.domain.judge.matching import Likeness
from notebrain.domain.judge.parser import read
from notebrain.domain.judge.verdict import What
from tests.fakes.likeness import by_pair


def found(
    older: str, newer: str, like: Likeness | None = None, what: What = What.OPPOSITE
) -> list[str]:
    """Return the conflicts of a kind, each as its strength and its words."""
    return [
        f"{one.strength} {_texts(one.older)} / {_texts(one.newer)}"
        for one in Comparison(read(older), read(newer), like).conflicts
        if one.what is what
    ]


def _texts(tokens: tuple[object, ...]) -> str:
    return " ".join(str(token.text) for token in tokens if hasattr(token, "text"))


@pytest.mark.parametrize(
    ("older", "newer", "conflicts"),
    [
        ("The gate is open", "The gate is closed", ["1.0 open / closed"]),
        # a word beside it, then two
        ("The gate is open today", "The gate is closed", ["0.7 open / closed"]),
        ("The gate is open", "The red gate is closed", ["0.7 open / closed"]),
        ("The old red gate is open", "The gate is closed", []),
        ("The old red garden gate is open", "The garden gate is closed", ["0.7 open / closed"]),
        ("The big old red garden gate is open", "The garden gate is closed", []),
        # other words on both sides: another thing, unless something changed
        ("The garden gate is open", "The barn gate is closed", []),
        ("The garden gate is open", "The barn gate is now closed", ["0.8 open / closed"]),
        ("Open", "Closed", []),
        # a big dog and a small dog are two dogs
        ("A big dog barks", "A small dog barks", []),
        ("Two big dogs bark", "Three small dogs bark", []),
        ("The big dog barks", "The small dog barks", ["1.0 big / small"]),
        ("A big dog barks", "The small dog barks", ["1.0 big / small"]),
        ("The big dog barks", "A small dog barks", ["1.0 big / small"]),
        ("The dog is a big", "The dog is a small", ["1.0 big / small"]),
        ("The dog drank a big 2 l", "The dog drank a small 2 l", ["1.0 big / small"]),
        # particles
        ("Ship it with flags on", "Ship it with flags off", ["1.0 on / off"]),
        ("Putting on shoes", "Taking off shoes", ["0.8 on / off"]),
        ("Putting on old shoes", "Taking off shoes", []),
        ("Turn it on and off", "Turn it off and on", []),
        # both deny, or one does
        ("She does not like it hot", "She does not like it cold", ["1.0 hot / cold"]),
        ("She does not like it hot", "She likes it cold", []),
    ],
)
def test_opposites_conflict_where_all_else_is_the_same(
    older: str, newer: str, conflicts: list[str]
) -> None:
    assert found(older, newer) == conflicts
    turned = [" / ".join(reversed(one[4:].split(" / "))) for one in found(newer, older)]
    assert turned == [one[4:] for one in conflicts]


@pytest.mark.parametrize(("count", "conflicts"), [(11, ["0.8 open / closed"]), (12, [])])
def test_statements_that_differ_in_many_words_have_no_opposites(
    count: int, conflicts: list[str]
) -> None:
    trees = ["oak", "elm", "ash", "yew", "fir", "fig", "bay", "box", "tea", "nut", "rue", "ivy"]
    same = "gate garden tower castle village market bridge"
    extra = " ".join(trees[:count])

    assert found(f"{same} open {extra}", f"{same} jazz now closed") == conflicts


@pytest.mark.parametrize(
    ("older", "newer", "conflicts"),
    [
        ("Anna can swim", "Anna cannot swim", ["1.0 Anna swim / cannot"]),
        ("Anna can't swim", "Anna can swim", ["1.0 can't / Anna swim"]),
        ("Anna cannot swim", "Anna cannot swim", []),
        ("Anna cannot swim", "Anna cannot swim fast", []),
        ("Anna cannot not swim", "Anna swims", []),
        # the same, and more of it
        ("Anna eats no meat", "Anna eats meat and fish", ["1.0 no / Anna eats meat"]),
        ("Anna eats no meat", "Anna eats meat, fish and rice", ["1.0 no / Anna eats meat"]),
        ("Anna eats no meat", "Anna eats meat, fish, rice and cheese", ["0.8 no / Anna eats meat"]),
        ("Anna eats no meat", "Anna eats meat, fish, rice and cheese, not corn", ["0.8 no / Anna eats meat"]),
        ("Anna is allergic to no nut", "Anna has nut allergies", ["1.0 no / Anna nut allergies"]),
        # the denial must be of all that is said
        ("Tom is vegetarian and eats no meat", "Tom eats meat", ["0.8 no / Tom eats meat"]),
        ("No old man walks the dog", "A man walks the dog", ["0.7 No / man walks dog"]),
        ("No big old man walks the dog", "A man walks the dog", []),
        ("No old man", "A man walks", []),
        ("No man walks", "A man swims today", []),
        ("No tree", "A tree stands there", ["1.0 No / tree"]),
        ("No tree", "A tree stands in Kiel today", ["0.6 No / tree"]),
        # a word in place of another
        ("Anna eats no meat", "Anna eats fish", []),
        ("Anna eats no meat", "Ben drives cars", []),
        ("No", "Anna swims", []),
        # "without" leaves out
        ("Coffee without milk", "Coffee with milk", ["1.0 without / Coffee milk"]),
        ("Kaffee ohne Milch", "Kaffee mit Milch", ["1.0 ohne / Kaffee Milch"]),
        ("Coffee without milk", "Coffee, milk", []),
        ("Coffee not without milk", "Coffee, milk", []),
        # what is said must be one claim
        ("The dog does not play", "The dog plays while a boy sits", ["1.0 not / dog plays"]),
        ("The dog does not play ball", "The boy plays ball while a dog sits", []),
        # each clause denies for itself
        ("Anna does not swim, but Ben swims", "Anna swims", ["1.0 not / Anna swims"]),
        ("Anna does not swim, but Ben swims", "Ben swims", []),
        ("Anna cannot not swim, but Ben never dives", "Ben dives", ["1.0 never / Ben dives"]),
        ("The shop is not open", "The shop is open, not closed", ["1.0 not / shop open"]),
        ("Fish, no", "Fish", ["1.0 no / Fish"]),
    ],
)  # fmt: skip
def test_a_statement_conflicts_with_what_it_denies(
    older: str, newer: str, conflicts: list[str]
) -> None:
    assert found(older, newer, what=What.NEGATION) == conflicts


class Model:
    """Says how near two claims are, and which words are similar; remembers the claims."""

    def __init__(self, nearness: float, *similar: str) -> None:
        self.nearness = nearness
        self.similar = {frozenset(pair.split()) for pair in similar}
        self.claims: list[tuple[str, str]] = []

    def __call__(self, ones: Sequence[str], others: Sequence[str]) -> Sequence[Sequence[float]]:
        return by_pair(self._likeness)(ones, others)

    def _likeness(self, one: str, other: str) -> float:
        if " " not in one + other:
            return 0.65 if frozenset((one, other)) in self.similar else 0.1
        self.claims.append((one, other))
        return self.nearness


@pytest.mark.parametrize(
    ("older", "newer", "least", "strength"),
    [
        ("Anna drinks no tea", "Anna sips tea", 0.75, 0.8),
        # the same words, similar ones, one left out, another one instead, other words
        ("Anna cannot swim", "Anna can swim", 0.55, 1.0),
        ("Tom is vegetarian and eats no meat", "Tom eats meat", 0.75, 0.8),
        ("No old man walks the dog", "A man walks the dog", 0.90, 0.8),
        ("No tree", "A tree stands in Kiel today", 0.86, 0.8),
        ("Anna never drinks tea or juice or milk", "Anna drinks tea and milk", 0.90, 0.8),
    ],
)
def test_the_fewer_words_two_claims_share_the_nearer_they_must_be(
    older: str, newer: str, least: float, strength: float
) -> None:
    for one, other in ((older, newer), (newer, older)):
        (conflict,) = found(one, other, Model(least, "drinks sips"), What.NEGATION)

        assert conflict.startswith(f"{strength} ")
        assert not found(one, other, Model(least - 0.001, "drinks sips"), What.NEGATION)


@pytest.mark.parametrize(("likeness", "conflicts"), [(0.45, 1), (0.44, 0)])
def test_a_word_may_stand_in_for_another_one_of_like_meaning(
    likeness: float, conflicts: int
) -> None:
    @by_pair
    def like(one: str, other: str) -> float:
        return 0.86 if " " in one + other else likeness

    older, newer = "Anna eats no meat", "Anna eats sausages"

    assert len(found(older, newer, like, What.NEGATION)) == conflicts


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        # less than half of the words, or the other one denies something, too
        ("Anna never drinks tea", "Anna sings songs"),
        ("Anna does not drink tea and Ben swims", "Anna drinks tea, no milk or cake today"),
    ],
)
def test_no_nearness_makes_up_for_other_words(older: str, newer: str) -> None:
    assert found(older, newer, Model(1.0), What.NEGATION) == []


@pytest.mark.parametrize(
    ("denying", "claim"),
    [
        ("Anna cannot swim", "Anna can swim"),
        ("Anna doesn't swim", "Anna does swim"),
        ("Anna does not swim", "Anna does swim"),
        ("Anna never swims", "Anna always swims"),
        ("NOBODY swims today", "somebody swims today"),
        ("Anna swims without Ben", "Anna swims with Ben"),
    ],
)
def test_claims_are_compared_without_their_denial(denying: str, claim: str) -> None:
    model = Model(0.0)
    affirmed = claim.replace("can ", "").replace("does ", "")

    found(denying, affirmed, model)

    assert model.claims[0] == (claim, affirmed)
