"""What other programs may read beside single notes: answers, tags, workspaces, cards and episodes."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from notebrain.app.door.arguments import Given
from notebrain.app.door.reader import Reader, address_of, shown, stamp
from notebrain.app.door.replies import Document, Reply, place_of
from notebrain.app.settings.programs import PROGRAMS_MODEL
from notebrain.domain.errors import NotFound, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter
from notebrain.domain.programs.program import NotAllowed

if TYPE_CHECKING:
    from notebrain.app.notes.card_views import OpenCard
    from notebrain.domain.grounding.answers import Answer, AnswerSentence, Source
    from notebrain.domain.search.types import SearchRequest, SearchResult

_SEARCHED: Final = 200
"""How many notes are searched for an answer if some of them may not go out."""
_EPISODES: Final = 1_000


def ask(reader: Reader, given: Given) -> Reply:
    """Return sentences of the notes that answer a question, each with its quote; those of a model if it may be asked.

    Raises:
        NotAllowed: A model is to answer, and the user has not allowed that.
    """
    quotes = _quotes(reader, given)
    if given["model"] and not quotes.abstained:
        quotes = _by_model(reader, quotes)
    head: Document = {"sure": not quotes.abstained}
    if quotes.model:
        head["written_by"] = quotes.model
    if quotes.degraded:
        head["missing"] = quotes.degraded
    sources = {source.number: source for source in quotes.sources}
    if quotes.abstained:
        items = [_source_document(source) for source in quotes.sources]
        return reader.packer.listed(head, "nearest", items, more=False)
    items = [_sentence_document(one, sources) for one in quotes.sentences]
    return reader.packer.listed(head, "answer", items, more=False)


def _quotes(reader: Reader, given: Given) -> "Answer":
    """Return the answer of the notes that may go out; the reason of one that could not be given may name others."""
    from notebrain.ask.candidates import Scope
    from notebrain.ask.service import AskRequest, AskService

    services = reader.services
    services.library.check_filing(given["workspace"])

    def search(request: "SearchRequest") -> "SearchResult":
        result = services.answer(request)
        if all(reader.may_read(hit.note_id, hit) for hit in result.shown):
            return result
        result = services.answer(replace(request, limit=_SEARCHED))
        hits, nearest = (
            tuple(hit for hit in found if reader.may_read(hit.note_id, hit))[: request.limit]
            for found in (result.hits, result.nearest)
        )
        return replace(result, hits=hits, nearest=nearest)

    request = AskRequest(given["question"], scope=Scope(given["workspace"], given["tag"]))
    found = AskService(services.store, search).ask(request)
    readable = reader.readable(source.quote.note_id for source in found.sources)
    sources = tuple(one for one in found.sources if one.quote.note_id in readable)
    numbers = {one.number for one in sources}
    sentences = tuple(one for one in found.sentences if numbers.issuperset(one.quotes))
    return replace(
        found, sources=sources, sentences=sentences, abstained=not sentences, reason=None
    )


def _by_model(reader: Reader, quotes: "Answer") -> "Answer":
    """Return what a model in the account makes of the quotes, or the quotes if it cannot."""
    if not reader.services.settings.get(PROGRAMS_MODEL):
        text = _(
            "The user has not allowed this; “notebrain programs on model” lets the model in their account answer "
            "other programs."
        )
        raise NotAllowed(text)
    return reader.services.cloud.answers.ask(quotes).future.result().answer


def _sentence_document(sentence: "AnswerSentence", sources: "dict[int, Source]") -> Document:
    quotes = [_source_document(sources[number]) for number in sentence.quotes if number in sources]
    document: Document = {"text": sentence.text, "quotes": quotes}
    if not sentence.supported:
        document["supported"] = False
    contradicting = [sources[one].quote.note_id for one in sentence.contradicts if one in sources]
    if contradicting:
        document["contradicted_by"] = contradicting
    return document


def _source_document(source: "Source") -> Document:
    quote = source.quote
    return {
        "note_id": quote.note_id,
        "title": shown(source.title),
        "quote": quote.text,
        "span": [quote.start, quote.end],
        "updated_at": stamp(source.updated_at),
        "address": address_of(quote.note_id),
    }


def tags(reader: Reader, given: Given) -> Reply:
    """List the tags of the notes that may go out."""
    workspace = given["workspace"]
    reader.services.library.check_filing(workspace)
    names = reader.services.library.tags()
    return _names(
        reader, given, "tags", (ListFilter(workspace=workspace, tag=name) for name in names)
    )


def workspaces(reader: Reader, given: Given) -> Reply:
    """List the workspaces with notes that may go out."""
    names = reader.services.library.workspaces()
    return _names(reader, given, "workspaces", (ListFilter(workspace=name) for name in names))


def _names(reader: Reader, given: Given, kind: str, places: Iterable[ListFilter]) -> Reply:
    """List the places with at least one note that may go out: even a name must not tell of others."""
    start, limit = place_of(given["cursor"]), given["limit"]
    found: list[Document] = []
    for place in places:
        if len(found) > start + limit:
            break
        if reader.rows(place, 1):
            found.append({"name": shown(place.tag or place.workspace or "")})
    more = len(found) > start + limit
    return reader.packer.listed({}, kind, found[start : start + limit], start=start, more=more)


def review(reader: Reader, given: Given) -> Reply:
    """List the waiting cards, or show one; the user alone answers them."""
    if given["card"]:
        return _card(reader, given["card"])
    # what was learned may be from a conversation that stays here
    cards = [one for one in reader.services.review.waiting() if _may_go_out(reader, one)]
    start, limit = place_of(given["cursor"]), given["limit"]
    items = [_card_document(one) for one in cards[start : start + limit]]
    more = len(cards) > start + limit
    return reader.packer.listed({}, "cards", items, start=start, more=more)


def _card(reader: Reader, typed: str) -> Reply:
    cards = reader.services.review
    try:
        one = cards.asked(cards.find(typed))
    except NotFound:
        one = None
    if one is None or not _may_go_out(reader, one):
        raise NotFound(_("There is no card {id} here.").format(id=shown(typed)))
    head = _card_document(one)
    head["state"] = one.card.state.value
    head["made_at"] = stamp(one.card.made_at)
    items: list[Document] = [
        {"side": part.side.value, "what": part.what.value, "text": part.text}
        for part in one.card.evidence
    ]
    return reader.packer.listed(head, "evidence", items, more=False)


def _may_go_out(reader: Reader, one: "OpenCard") -> bool:
    return one.learned is None and all(
        reader.may_read(note.id, note) for note in (one.older, one.newer)
    )


def _card_document(one: "OpenCard") -> Document:
    return {
        "card": one.card.id,
        "kind": one.card.kind.value,
        "older": {"note_id": one.older.id, "title": shown(one.older.title)},
        "newer": {"note_id": one.newer.id, "title": shown(one.newer.title)},
    }


def episodes(reader: Reader, given: Given) -> Reply:
    """List what the last conversations with the notes came to, without those that stay on this computer.

    Raises:
        UserError: The program may see only some notes, and a conversation is about any.
    """
    if not reader.scope.is_whole:
        raise UserError(_("This program may see only some notes, so it gets no episodes."))
    start, limit = place_of(given["cursor"]), given["limit"]
    known = reader.services.memory.conversations.recent(limit=_EPISODES)
    found = [one for one in known if not one.stays]
    items: list[Document] = [
        {
            "title": shown(one.title),
            "summary": one.summary,
            "topics": [shown(topic) for topic in one.topics],
            "outcome": one.outcome,
            "ended_at": stamp(one.made_at),
        }
        for one in found[start : start + limit]
    ]
    more = len(found) > start + limit
    return reader.packer.listed({}, "episodes", items, start=start, more=more)
