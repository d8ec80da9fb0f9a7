"""Links are changed in one act, byte for byte, with the texts before them kept and a way back."""

from typing import TYPE_CHECKING

import pytest

from notebrain.app.notes.links import Destination, Links
from notebrain.domain.errors import UserError
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.links import find_links
from notebrain.domain.notes.note import NoteId
from notebrain.notes.links import LinkActs, LinkChange
from notebrain.notes.service import CaptureService, Edit
from notebrain.storage.notes import notes, revisions
from notebrain.storage.search import text_index
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds
from tests.fakes.trash import purge

if TYPE_CHECKING:
    from notebrain.domain.notes.mentions import Mention


class Vault:
    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock
        self.capture = CaptureService(store, clock, FakeIds())
        self.acts = LinkActs(store, clock)
        self.links = Links(store)

    def take(self, body: str, **more) -> NoteId:
        self.clock.forward(minutes=1)
        return self.capture.capture(Draft(body, **more)).result().note

    def body(self, note: NoteId) -> str:
        with self.store.read() as db:
            return notes.get(db, note).body

    def kept(self, note: NoteId) -> list[str]:
        with self.store.read() as db:
            return [one.body for one in revisions.history(db, note)]

    def unlinked(self, note: NoteId) -> "list[Mention]":
        return list(self.links.around(note).unlinked)


@pytest.fixture
def vault(store: Store, clock: FakeClock) -> Vault:
    return Vault(store, clock)


def test_words_become_a_link_and_everything_else_stays(vault) -> None:
    gas = vault.take("Gas Supplier")
    other = vault.take("x\r\n\u00a0the gas  supplier called\u2028y")
    (mention,) = vault.unlinked(gas)
    done = LinkChange()

    changes = vault.acts.link(mention, "Gas Supplier", done).result()

    assert (changes.act, changes.notes) == (Act.LINK, (other,))
    assert vault.body(other) == "x\r\n\u00a0the [[gas  supplier]] called\u2028y"
    assert vault.kept(other) == ["x\r\n\u00a0the gas  supplier called\u2028y"]
    assert [one.note_id for one in vault.links.around(gas).linked] == [other]
    assert vault.unlinked(gas) == []


def test_words_that_moved_are_not_linked(vault) -> None:
    gas = vault.take("Gas Supplier")
    other = vault.take("the gas supplier called")
    (mention,) = vault.unlinked(gas)
    vault.capture.edit(other, Edit("so the gas supplier called", session="s")).result()

    with pytest.raises(UserError):
        vault.acts.link(mention, "Gas Supplier", LinkChange()).result()

    assert vault.body(other) == "so the gas supplier called"


def test_links_follow_a_new_title_in_one_act_and_back(vault) -> None:
    one, two = vault.take("see [[Gas]]\r\n"), vault.take("[[ gas |the bottle]] and [[Dal]]")
    gone = vault.take("[[Gas]] too")
    vault.capture.forget([gone]).result()
    done = LinkChange()

    changes = vault.acts.retarget("Gas", "Heating", done).result()

    assert set(changes.notes) == {one, two}
    assert vault.body(one) == "see [[Heating]]\r\n"
    assert vault.body(two) == "[[Heating|the bottle]] and [[Dal]]"
    assert vault.body(gone) == "[[Gas]] too"
    assert vault.kept(one) == ["see [[Gas]]\r\n"]

    vault.acts.undo(done).result()

    assert vault.body(one) == "see [[Gas]]\r\n"
    assert vault.body(two) == "[[ gas |the bottle]] and [[Dal]]"


def test_taking_back_leaves_alone_what_was_written_since_or_is_gone(vault) -> None:
    one, two = vault.take("see [[Gas]]"), vault.take("[[Gas]]")
    done = LinkChange()
    vault.acts.retarget("Gas", "Heating", done).result()
    vault.capture.edit(one, Edit("see [[Heating]] now", session="s")).result()
    vault.capture.forget([two]).result()
    purge(vault.store, [two])

    vault.acts.undo(done).result()

    assert vault.body(one) == "see [[Heating]] now"


def test_a_link_leads_to_the_note_of_its_title_and_to_the_heading(vault) -> None:
    gas = vault.take("Gas\n\n# Days\n")
    sharp = vault.take("C# basics")
    origin = vault.take("# Here\n\n## There")

    assert vault.links.find("gas|bottle") == Destination(gas)
    assert vault.links.find("Gas#days") == Destination(gas, 5)
    assert vault.links.find("Gas#nowhere") == Destination(gas)
    assert vault.links.find("C# basics") == Destination(sharp)
    assert vault.links.find("nothing") is None
    assert vault.links.find("#There") is None
    with vault.store.read() as db:
        note = notes.get(db, origin)
    assert vault.links.find("#There", origin=note) == Destination(origin, 8)


def test_all_that_is_linked_with_a_note_is_told_with_its_sentence(vault) -> None:
    gas = vault.take("Gas bottle\n\n[[Cabin]] and [[Nowhere#x|none]] and [[cabin]]")
    cabin = vault.take(
        "Cabin\n\n- The **big** [[Gas bottle|bottle]] lasts\n- gas bottle, `gas bottle`"
    )

    around = vault.links.around(gas)

    assert [(one.note_id, one.excerpt.text) for one in around.linked] == [
        (cabin, "The big bottle lasts")
    ]
    assert [one.excerpt.mark for one in around.unlinked] == ["gas bottle"]
    assert [(one.link.target, one.leads_to) for one in around.outgoing] == [("Cabin", cabin)]
    assert [one.link.target for one in around.broken] == ["Nowhere"]
    assert around.any
    assert not around.more


def test_a_note_that_nobody_mentions_has_nothing_around(vault) -> None:
    empty = vault.take("")

    assert not vault.links.around(empty).any


def test_a_title_that_another_note_still_has_needs_no_new_links(vault) -> None:
    gas, other = vault.take("Gas"), vault.take("see [[Gas]]")

    assert vault.links.linking("Gas", besides=gas) == 1
    assert vault.links.linking("Gas", besides=other) == 0
    vault.take("gas")
    assert vault.links.linking("Gas", besides=gas) == 0


def test_many_links_of_one_note_are_counted_once_each(vault) -> None:
    text = " ".join(f"[[T{number}]]" for number in range(400))
    note = vault.take(text)

    around = vault.links.around(note)

    assert len(find_links(text)) == 400
    assert around.more
    assert len(text) < text_index.LONG_FOR_LINKS
