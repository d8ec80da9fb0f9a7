"""Why a note was found: the parts of its score, as a table that can be checked by hand."""

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.ranking.scores import MEMORY_WEIGHTS, ShownWhy, shown
from notebrain.domain.search.types import Hit, Why


def explanation(hit: Hit) -> list[str]:
    """Return the lines that explain a hit's score, with numbers that readers can multiply themselves."""
    why, parts = hit.why, shown(hit.why)
    if why.listed:
        return [_("newest first, without a score: the query names no words"), _age(why)]
    lines = [_match(parts), _sum(parts) if why.weighted_sum else _product(parts), _age(why)]
    if parts.repeats != 1:
        text = _("{sum}, x {repeats:.2f} (repeats a better hit)")
        lines[1] = text.format(sum=lines[1], repeats=parts.repeats)
    if hit.words:
        lines.append(_("words: {words}").format(words=", ".join(hit.words)))
    if why.matched_by is not None:
        lines.append(_("found by its older version {id}").format(id=why.matched_by))
    return lines


def _match(parts: ShownWhy) -> str:
    text = _(
        "match {match:.2f} = {alpha:.2f} x words {words:.2f} + {rest:.2f} x meaning {meaning:.2f}"
    )
    return text.format(
        match=parts.match,
        alpha=parts.alpha,
        words=parts.keyword,
        rest=1 - parts.alpha,
        meaning=parts.meaning,
    )


def _product(parts: ShownWhy) -> str:
    if parts.dates != 1:
        text = _(
            "score {score:.2f} = match {match:.2f} x age {age:.2f} x importance {importance:.2f} "
            "x {dates:.2f} (not the time named)"
        )
        return text.format(
            score=parts.score,
            match=parts.match,
            age=parts.age,
            importance=parts.importance,
            dates=parts.dates,
        )
    text = _("score {score:.2f} = match {match:.2f} x age {age:.2f} x importance {importance:.2f}")
    return text.format(
        score=parts.score, match=parts.match, age=parts.age, importance=parts.importance
    )


def _sum(parts: ShownWhy) -> str:
    w_match, w_importance, w_recency, w_use = MEMORY_WEIGHTS
    text = _(
        "score {score:.2f} = {w_match:.2f} x match {match:.2f} + {w_importance:.2f} x importance "
        "{importance:.2f} + {w_recency:.2f} x recency {recency:.2f} + {w_use:.2f} x use {use:.2f}"
    )
    line = text.format(
        score=parts.score,
        w_match=w_match,
        match=parts.match,
        w_importance=w_importance,
        importance=parts.importance,
        w_recency=w_recency,
        recency=parts.recency,
        w_use=w_use,
        use=parts.frequency,
    )
    if parts.dates == 1:
        return line
    return _("{sum}, x {dates:.2f} (not the time named)").format(sum=line, dates=parts.dates)


def _age(why: Why) -> str:
    if why.pinned:
        return _("age: pinned, does not age")
    days = round(why.age_days)
    text = ngettext(
        "age: {n} day, recency {recency:.2f}", "age: {n} days, recency {recency:.2f}", days
    )
    return text.format(n=days, recency=why.recency)
