"""Why a note was found: the parts of its score, as a table that works out to it."""

from notebrain.domain.messages import _, ngettext
from notebrain.domain.search import Hit, Why

# the weights of the `memory` profile, see domain.search.Why
_WEIGHTS = (0.40, 0.30, 0.20, 0.10)


def explanation(hit: Hit) -> list[str]:
    """Return the lines that explain a hit's score."""
    why = hit.why
    lines = [_match(why), *(_sum(hit) if why.weighted_sum else _product(hit))]
    if why.words:
        lines.append(_("words: {words}").format(words=", ".join(why.words)))
    if why.superseded_by is not None:
        lines.append(_("a newer version has taken its place: {id}").format(id=why.superseded_by))
    return lines


def _match(why: Why) -> str:
    parts = _(
        "match {match:.3f} = words {keyword:.3f} x {alpha:.2f} + meaning {meaning:.3f} x {rest:.2f}"
    )
    return parts.format(
        match=why.match,
        keyword=why.keyword,
        alpha=why.alpha,
        meaning=why.meaning,
        rest=1 - why.alpha,
    )


def _product(hit: Hit) -> list[str]:
    why = hit.why
    parts = _("score {score:.3f} = match {match:.3f} x age {age:.3f} x importance {importance:.2f}")
    return [
        parts.format(score=hit.score, match=why.match, age=why.age, importance=why.importance),
        _age(why),
    ]


def _sum(hit: Hit) -> list[str]:
    why = hit.why
    match, importance, recency, frequency = _WEIGHTS
    parts = _(
        "score {score:.3f} = match {match:.3f} x {w_match:.2f} + importance {importance:.2f} x "
        "{w_importance:.2f} + recency {recency:.3f} x {w_recency:.2f} + "
        "use {frequency:.3f} x {w_frequency:.2f}"
    )
    return [
        parts.format(
            score=hit.score,
            match=why.match,
            w_match=match,
            importance=why.importance,
            w_importance=importance,
            recency=why.recency,
            w_recency=recency,
            frequency=why.frequency,
            w_frequency=frequency,
        ),
        _age(why),
    ]


def _age(why: Why) -> str:
    if why.pinned:
        return _("age: pinned, does not age")
    days = round(why.age_days)
    text = ngettext(
        "age: {n} day, recency {recency:.3f}", "age: {n} days, recency {recency:.3f}", days
    )
    return text.format(n=days, recency=why.recency)
