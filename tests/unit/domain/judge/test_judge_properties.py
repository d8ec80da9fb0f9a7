from hypothesis import given, settings, strategies as st

from notebrain.app.model.local_model import learned_judge
from notebrain.domain.judge.verdict import Bands, Cosines, Kind, Side, Statement, Verdict
from tests.fakes.likeness import by_pair

PHRASES = st.sampled_from(
    [
        "The rent", "is", "900", "1,150 EUR", "not", "no longer", "Anna", "on 4 May", "2026-03-14", "Tuesday", "2pm",
        "v2.3.1", "192.168.7.1", "https://a.example/b", "555-0142", "open", "closed", "one", "walks", ":", ",", ";",
        ". ", "\n", "# ", "- [ ] ", "Log 3", "moved to", "kein", "20 mg", "\ud83d", "\x00", "🙂", "ﬁ", "İ", "½", "²",
        "٣", "0", "99:99", "45.13.2026", "May 99", "-", "'", "n't", "no. 5", "-uu",
    ]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PHRASES, max_size=40).map(" ".join))
COSINES = st.one_of(st.none(), st.floats(-1, 1))


@by_pair
def like(one: str, other: str) -> float:
    """Take words of one first letter for nearly the same."""
    return 0.7 if one[:1] == other[:1] else 0.1


def verdict_on(older: str, newer: str, cosine: float | None = None) -> Verdict:
    cosines = Cosines(cosine, cosine)
    return learned_judge().judge(Statement(older), Statement(newer), cosines, like=like)


@given(TEXTS, TEXTS, COSINES)
def test_any_two_texts_get_a_verdict_in_its_bounds(
    older: str, newer: str, cosine: float | None
) -> None:
    verdict = verdict_on(older, newer, cosine)

    assert 0.0 <= verdict.confidence <= 1.0
    assert 0.0 <= verdict.duplicate_score <= 1.0
    assert 0.0 <= verdict.contradiction_score <= 1.0
    assert not (verdict.is_card and verdict.kind is Kind.DISTINCT)


@given(TEXTS, TEXTS, COSINES)
def test_evidence_quotes_its_body(older: str, newer: str, cosine: float | None) -> None:
    bodies = {Side.OLDER: older, Side.NEWER: newer}

    for found in verdict_on(older, newer, cosine).evidence:
        assert found.text == bodies[found.side][found.start : found.end]
        assert found.text.strip()


@given(TEXTS)
def test_a_text_repeats_itself(text: str) -> None:
    assert verdict_on(text, text).kind is Kind.REPEAT
    assert verdict_on(text, text.replace("\n", " \n\n") + "\n").kind is Kind.REPEAT


@given(TEXTS, TEXTS, COSINES)
@settings(max_examples=30)
def test_judging_twice_says_the_same(older: str, newer: str, cosine: float | None) -> None:
    assert verdict_on(older, newer, cosine) == verdict_on(older, newer, cosine)


@given(TEXTS, TEXTS, st.floats(-1, 1), st.floats(0, 1))
def test_only_nearness_is_flagged(older: str, newer: str, cosine: float, band: float) -> None:
    verdict = learned_judge().judge(
        Statement(older), Statement(newer), Cosines(cosine), Bands(flagged=band), like=like
    )

    assert verdict.kind is not Kind.FLAGGED or cosine >= band
