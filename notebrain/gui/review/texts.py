"""The texts of cards: what they are about, their answers, and what an answer did."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import zip_longest

from notebrain.app.notes.card_views import Agreement, AnsweredCard, Comparing, OpenCard
from notebrain.domain.conversations.learned import Candidate, Learned, Learns
from notebrain.domain.i18n import _, marked, ngettext, shown
from notebrain.domain.judge.verdict import Side, What
from notebrain.domain.notes.content import mentioned, snippet_of
from notebrain.domain.review.cards import Answer, Card, CardKind
from notebrain.domain.review.places import Place, PlaceKind
from notebrain.gui.core import date_format
from notebrain.gui.core.locations import category_name

ICONS = {
    CardKind.REPEAT: ("copy", "muted"),
    CardKind.DUPLICATE: ("copy-plus", "muted"),
    CardKind.OVERLAP: ("git-merge", "accent"),
    CardKind.REPLACED: ("history", "accent"),
    CardKind.CONTRADICTION: ("triangle-alert", "warning"),
    CardKind.FLAGGED: ("text-search", "muted"),
    CardKind.CONFLICT: ("users", "warning"),
    CardKind.LEARNED: ("lightbulb", "accent"),
}
"""The icon of each kind, and its color."""

_LONGEST_TITLE = 28

_NO_VALUES = frozenset({What.WORDS, What.CHANGE})
"""Words that are marked in the text, but are not values: “moved” says that something changed, not what."""

_DONE_WITH_CONFLICT = {
    Answer.KEEP_BOTH: marked("Kept both texts of “{note}”, as two notes"),
    Answer.MERGE: marked("Merged both texts of “{note}”"),
    Answer.REPLACE: marked("Took the newer text of “{note}”"),
}

VALUE_ICONS = {
    What.NEGATION: "ban",
    What.OPPOSITE: "ban",
    What.DATE: "calendar",
    What.TIME: "clock",
    What.ADDRESS: "link",
    What.NAME: "tag",
    What.CHANGE: "history",
}
"""The icon of each kind of value; a number sign for the rest."""


def kind(of: CardKind) -> str:
    """Return what a card is about, in one to three words."""
    return {
        CardKind.REPEAT: _("Saved twice"),
        CardKind.DUPLICATE: _("Same content"),
        CardKind.OVERLAP: _("Overlap"),
        CardKind.REPLACED: _("Newer version"),
        CardKind.CONTRADICTION: _("May disagree"),
        CardKind.FLAGGED: _("Very similar"),
        CardKind.CONFLICT: _("Edited on two computers"),
        CardKind.LEARNED: _("Learned"),
    }[of]


def heading(of: CardKind) -> str:
    """Return what a card is about, as a title."""
    return {
        CardKind.REPEAT: _("These say exactly the same"),
        CardKind.DUPLICATE: _("These say the same in other words"),
        CardKind.OVERLAP: _("These share content, and each adds something"),
        CardKind.REPLACED: _("The new one may replace the older"),
        CardKind.CONTRADICTION: _("These two may disagree"),
        CardKind.FLAGGED: _("These are very close in meaning"),
        CardKind.CONFLICT: _("Edited on two computers"),
        CardKind.LEARNED: _("Worth remembering from a conversation?"),
    }[of]


def answer(name: Answer, of: CardKind) -> str:
    """Return the text of an answer's button."""
    if name is Answer.DISMISS and of in (CardKind.CONTRADICTION, CardKind.REPLACED):
        return _("No conflict")
    if name is Answer.DISMISS and of is CardKind.REPEAT:
        return _("Never ask again")
    if name is Answer.REPLACE and of is CardKind.CONFLICT:
        return _("Take the newer")
    if name is Answer.DISMISS and of is CardKind.LEARNED:
        return _("Don’t remember")
    return {
        Answer.KEEP_BOTH: _("Keep both"),
        Answer.MERGE: _("Merge"),
        Answer.REPLACE: _("Replace older"),
        Answer.OUTDATED: _("Older is outdated"),
        Answer.KEEP_ONE: _("Keep one"),
        Answer.LINK: _("Link"),
        Answer.APPEND: _("Append"),
        Answer.REMEMBER: _("Remember"),
        Answer.DISMISS: _("Not the same"),
        Answer.LATER: _("Later"),
    }[name]


def suggestion(card: Card) -> str:
    """Return what is suggested and its effect, or why nothing is suggested."""
    match card.proposed:
        case Answer.KEEP_ONE:
            return _("Suggested: keep one. The other goes to the trash, its tags stay.")
        case Answer.MERGE:
            return _(
                "Suggested: merge. The proposed text goes into the note; the rest stays in its history."
            )
        case Answer.REPLACE:
            return _("Suggested: replace the older. Its text stays in its history.")
        case Answer.OUTDATED:
            return _(
                "Suggested: mark the older as outdated. It stays, gets a date, and ranks lower."
            )
        case Answer.REMEMBER:
            return _("Suggested: remember it. Until you do, it is only on this card.")
        case _:
            return _unsuggested(card)


def _unsuggested(card: Card) -> str:
    if card.kind is CardKind.LEARNED:
        return _("No suggestion: one of your notes says otherwise.")
    if card.withheld:
        return _("No suggestion: one of the notes stays on this computer.")
    if card.offer.proposed is None:
        return _("No suggestion: only you can tell.")
    return _("No suggestion: one of the notes is pinned or important.")


def done(name: Answer, asked: OpenCard) -> str:
    """Return what an answer did, for the toast."""
    older, newer = (
        mentioned(title(note.title), _LONGEST_TITLE) for note in (asked.older, asked.newer)
    )
    if asked.card.kind is CardKind.LEARNED and name is not Answer.LATER:
        kept = name is Answer.REMEMBER
        text = _("Remembered “{newer}”") if kept else _("“{newer}” will not be remembered")
        return text.format(newer=newer)
    if asked.card.kind is CardKind.CONFLICT and name in _DONE_WITH_CONFLICT:
        return shown(_DONE_WITH_CONFLICT[name]).format(note=older)
    text = {
        Answer.KEEP_BOTH: _("Kept “{older}” and “{newer}”"),
        Answer.MERGE: _("Merged “{older}” and “{newer}”"),
        Answer.REPLACE: _("Replaced the text of “{older}”"),
        Answer.OUTDATED: _("Marked “{older}” as outdated"),
        Answer.KEEP_ONE: _("Kept one of “{older}” and “{newer}”"),
        Answer.LINK: _("Linked “{older}” to “{newer}”"),
        Answer.APPEND: _("Appended “{newer}” to “{older}”"),
        Answer.REMEMBER: _("Remembered “{newer}”"),
        Answer.DISMISS: _("“{older}” and “{newer}” will not be compared again"),
        Answer.LATER: _("“{newer}” comes back tomorrow"),
    }[name]
    return text.format(older=older, newer=newer)


def title(of: str) -> str:
    """Return the title of a note, or a text for a missing one."""
    return of or _("Untitled")


def line(asked: OpenCard) -> str:
    """Return what a card is about in one line: the first value that differs, or else the older text."""
    pairs = [pair for pair in values(asked) if pair[0] is not What.NEGATION]
    if pairs:
        _what, older, newer = pairs[0]
        first = (
            _("{older} or {newer}").format(older=older, newer=newer)
            if older and newer
            else older or newer
        )
        more = len(pairs) - 1
        if not more:
            return first
        rest = ngettext("{first}, and {n} more value", "{first}, and {n} more values", more)
        return rest.format(first=first, n=date_format.number(more))
    if asked.learned is not None:
        return becomes(asked.learned.candidate)
    if asked.card.theirs is not None:
        return snippet_of(asked.other_body, asked.newer.title) or title(asked.newer.title)
    return title(asked.older.title)  # the title of the newer note is above it


def why(asked: OpenCard) -> str:
    """Return what a card is based on."""
    card = asked.card
    if asked.learned is not None:
        return _learned(asked.learned, differs=card.proposed is None)
    if card.kind is CardKind.CONFLICT:
        here, other = asked.computer_in_note, asked.other_computer
        if here and other:
            return _(
                "{one} and {other} edited the same part. One text is in the note, the other is kept."
            ).format(one=other, other=here)
        return _("Two computers edited the same part. One text is in the note, the other is kept.")
    text = _("Judged on this computer, without the network.")
    if card.judged_by:
        text = _("Judged by {model} in your account; it may be wrong.").format(model=card.judged_by)
    if card.kind is CardKind.REPEAT:
        return f"{_('No words differ.')} {text}"
    return " ".join((*_grounds(asked), text))


def becomes(candidate: Candidate) -> str:
    """Return what becomes of something learned if the user accepts it, in a few words."""
    match candidate.what:
        case Learns.MEMORY:
            text = _("A note: {category}, importance {n} of 5")
            category = category_name(candidate.category)
            n = date_format.number(candidate.importance)
            return text.format(category=category, n=n)
        case Learns.PROCEDURE:
            return _("A procedure, for: {trigger}").format(trigger=candidate.trigger)
        case Learns.BLOCK:
            return _("A line about you")


def _learned(learned: Learned, *, differs: bool) -> str:
    model = learned.made_by.rpartition("/")[2]
    text = _("Proposed by {model} in your account; it may be wrong.").format(model=model)
    own = learned.candidate.own
    rests = _("You said what is marked.") if own else _("One of your notes says what is marked.")
    if differs:
        rests = _("You said: “{quote}”") if own else _("An answer said: “{quote}”")
        rests = rests.format(quote=" ".join(learned.candidate.quote.split()))
        rests += " " + _("If you remember it, the review compares both notes.")
        return f"{becomes(learned.candidate)}. {rests} {text}"
    return f"{rests} {text}"


def _grounds(asked: OpenCard) -> Iterator[str]:
    """Yield sentences: why the notes may have to do with each other, and how many values differ."""
    card = asked.card
    near: list[str] = []
    if card.meaning is not None:
        near.append(_("they are close in meaning"))
    if card.shared:
        text = ngettext(
            "{n} important word is in both", "{n} important words are in both", card.shared
        )
        near.append(text.format(n=date_format.number(card.shared)))
    if near:
        yield _("Same subject: {grounds}.").format(grounds=", ".join(near))
    differing = len(values(asked))
    if differing:
        text = ngettext("{n} value differs.", "{n} values differ.", differing)
        yield text.format(n=date_format.number(differing))


def values(asked: OpenCard) -> list[tuple[What, str, str]]:
    """Return the values that differ: their kind, and how they appear on the older and the newer side, if at all."""
    bodies = {Side.OLDER: asked.older_body, Side.NEWER: asked.newer_body}
    sides: dict[What, tuple[list[str], list[str]]] = {}
    for evidence in asked.card.evidence:
        if (
            evidence.what in _NO_VALUES
            or bodies[evidence.side][evidence.start : evidence.end] != evidence.text
        ):
            continue
        older, newer = sides.setdefault(evidence.what, ([], []))
        (older if evidence.side is Side.OLDER else newer).append(evidence.text)
    if What.NEGATION in sides:  # all negated words together face the one word that negates them
        older, newer = (list(dict.fromkeys(words)) for words in sides[What.NEGATION])
        sides[What.NEGATION] = ([" … ".join(older)], [" … ".join(newer)])
    return [
        (what, older, newer)
        for what, pair in sides.items()
        for older, newer in zip_longest(*pair, fillvalue="")
    ]


def value(what: What) -> str:
    """Return the name of a kind of value."""
    return {
        What.NUMBER: _("Number"),
        What.MONEY: _("Money"),
        What.DATE: _("Date"),
        What.TIME: _("Time"),
        What.VERSION: _("Version"),
        What.ADDRESS: _("Address"),
        What.NAME: _("Name"),
        What.NEGATION: _("Negation"),
        What.OPPOSITE: _("Opposite"),
        What.CHANGE: _("Change"),
        What.WORDS: _("Wording"),
    }[what]


def agreement(of: Agreement) -> str:
    """Return how often the user agreed with cards of a kind, and the certainty required of them."""
    parts: list[str] = []
    if of.answered:
        text = ngettext(
            "“{kind}”: you agreed with {agreed} of {n} card.",
            "“{kind}”: you agreed with {agreed} of {n} cards.",
            of.answered,
        )
        counts = {"agreed": date_format.number(of.agreed), "n": date_format.number(of.answered)}
        parts.append(text.format(kind=kind(of.kind), **counts))
    if 0 < of.surer < of.answered:
        text = ngettext(
            "Of the {n} with at least {percent}% certainty, you agreed with {agreed}.",
            "Of the {n} with at least {percent}% certainty, you agreed with {agreed}.",
            of.surer,
        )
        counts = {"agreed": date_format.number(of.surer_agreed), "n": date_format.number(of.surer)}
        parts.append(text.format(percent=percent(of.next), **counts))
    if of.least:
        text = _("Only cards with at least {percent}% certainty appear.")
        parts.append(text.format(percent=percent(of.least)))
    return " ".join(parts)


def percent(share: float) -> str:
    """Return a share of 1 as a whole percentage."""
    return date_format.number(round(share * 100))


def given(card: AnsweredCard, now: datetime) -> str:
    """Return what was answered and when."""
    name = answer(card.answer, card.asked.card.kind)
    return _("{answer}, {day}").format(answer=name, day=date_format.short(card.at, now))


def done_several(name: Answer, asked: Sequence[OpenCard]) -> str:
    """Return what an answer to several cards did, for the toast."""
    text = ngettext("{n} card answered: {answer}", "{n} cards answered: {answer}", len(asked))
    return text.format(n=date_format.number(len(asked)), answer=answer(name, asked[0].card.kind))


def held(count: int) -> str:
    """Return how many cards come up on the following days."""
    text = ngettext(
        "{n} more card follows from tomorrow on.", "{n} more cards follow from tomorrow on.", count
    )
    return text.format(n=date_format.number(count))


def comparing(of: Comparing) -> str:
    """Return how many notes are compared."""
    text = ngettext("{done} of {n} note compared", "{done} of {n} notes compared", of.total)
    return text.format(done=date_format.number(of.done), n=date_format.number(of.total))


def offer_quiet(place: Place) -> str:
    """Return why it is offered to compare no longer in a place."""
    return {
        PlaceKind.FRAME: _("Several notes that begin with “{name}” were not the same."),
        PlaceKind.TAG: _("Several notes tagged “{name}” were not the same."),
        PlaceKind.FOLDER: _("Several notes from the folder “{name}” were not the same."),
    }[place.kind].format(name=_place(place))


def silenced(place: Place) -> str:
    """Return where notes are not compared from now on, and where that can be changed."""
    return {
        PlaceKind.FRAME: _("Notes that begin with “{name}” are no longer compared, see Settings"),
        PlaceKind.TAG: _("Notes tagged “{name}” are no longer compared, see Settings"),
        PlaceKind.FOLDER: _("Notes from the folder “{name}” are no longer compared, see Settings"),
    }[place.kind].format(name=_place(place))


def compared_again(place: Place) -> str:
    """Return where notes are compared again."""
    return {
        PlaceKind.FRAME: _("Notes that begin with “{name}” are compared again"),
        PlaceKind.TAG: _("Notes tagged “{name}” are compared again"),
        PlaceKind.FOLDER: _("Notes from the folder “{name}” are compared again"),
    }[place.kind].format(name=_place(place))


def _place(place: Place) -> str:
    return mentioned(place.name, _LONGEST_TITLE)


def several(count: int) -> str:
    """Return what an answer does while several cards are selected."""
    text = ngettext(
        "Your answer applies to the {n} selected card, if the card allows it.",
        "Your answer applies to all {n} selected cards that allow it.",
        count,
    )
    return text.format(n=date_format.number(count))
