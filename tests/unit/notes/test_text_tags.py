"""Notes are filed under the tags in their texts, whatever act writes the text, and lose them with their words."""

import pytest

from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.templates import draft_from
from notebrain.notes.service import CaptureService, Edit, Filing
from notebrain.notes.tags import TagService, reverse
from notebrain.storage import settings
from notebrain.storage.notes import notes, revisions
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.ids import FakeIds


class Desk:
    """One note and what the user does with it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.capture = CaptureService(store, FakeClock(), FakeIds())
        self.id = NoteId("")

    def take(self, body: str, *tags: str) -> None:
        self.id = self.capture.capture(Draft(body, tags=tags)).result().note

    def write(self, body: str, open_tag: str = "") -> bool:
        edit = Edit(body, session="one", open_tag=open_tag)
        return self.capture.edit(self.id, edit).result().filing

    def file(self, **filing: object) -> None:
        self.capture.file([self.id], Filing(**filing)).result()  # type: ignore[arg-type]  # a test's short cut

    def offer_only(self) -> None:
        self.store.write(lambda db: settings.put(db, settings.FILES_TYPED_TAGS, False)).result()

    @property
    def note(self) -> Note:
        with self.store.read() as db:
            return notes.get(db, self.id)

    def tags(self) -> tuple[str, ...]:
        return self.note.tags


@pytest.fixture
def desk(store: Store) -> Desk:
    return Desk(store)


def test_a_new_note_is_filed_under_its_given_and_its_typed_tags(desk: Desk) -> None:
    desk.take("Vent it #winter, not `#code`", "garden")

    assert (desk.tags(), desk.note.text_tags) == (("garden", "winter"), ("winter",))


def test_what_is_typed_and_taken_out_again_leaves_the_given_tags(desk: Desk) -> None:
    desk.take("Vent it", "garden")

    assert desk.write("Vent it #winter #garden")
    assert desk.tags() == ("garden", "winter")
    assert desk.write("Vent it")
    assert desk.tags() == ("garden",)


def test_a_half_typed_tag_is_filed_when_its_user_has_left_it(desk: Desk) -> None:
    desk.take("Vent it")
    desk.write("Vent it #gard", "gard")
    desk.write("Vent it #garden", "garden")
    assert desk.tags() == ()

    done = desk.capture.file_typed(desk.id).result()

    assert (done.filing, done.text, done.notes) == (True, False, (desk.id,))
    assert desk.tags() == ("garden",)
    assert not desk.capture.file_typed(desk.id).result().notes


def test_a_half_typed_tag_is_not_lost_when_the_program_is_killed(desk: Desk) -> None:
    desk.take("Vent it")
    desk.write("Vent it #garden", "garden")

    again = CaptureService(desk.store, FakeClock(), FakeIds())
    again.append(desk.id, "closed").result()

    assert desk.tags() == ("garden",)


def test_the_spelling_in_use_is_kept(desk: Desk) -> None:
    desk.take("first", "Garden")
    desk.take("second #GARDEN")

    assert desk.tags() == ("Garden",)


def test_a_tag_removed_by_hand_stays_away_and_undo_brings_it_back_with_its_word(desk: Desk) -> None:
    desk.take("Vent it #winter")
    before, filing = desk.note, Filing(remove_tags=("winter",))
    desk.capture.file([desk.id], filing).result()
    desk.write("Vent it again #winter")
    assert desk.tags() == ()

    desk.capture.file([desk.id], reverse(before, filing)).result()

    assert (desk.tags(), desk.note.text_tags) == (("winter",), ("winter",))
    desk.write("Vent it again")
    assert desk.tags() == ()


def test_an_accepted_offer_goes_with_its_word_but_the_same_tag_given_by_hand_stays(
    desk: Desk,
) -> None:
    desk.offer_only()
    for from_text, left in ((True, ()), (False, ("winter",))):
        desk.take("Vent it #winter")
        assert desk.tags() == ()

        desk.file(add_tags=("winter",), from_text=from_text)
        assert desk.tags() == ("winter",)
        desk.write("Vent it")

        assert desk.tags() == left


def test_where_tags_are_only_offered_nothing_is_filed(desk: Desk) -> None:
    desk.offer_only()
    desk.take("Vent it #winter")

    desk.write("Vent it #winter #frost")

    assert desk.tags() == ()


def test_a_renamed_tag_stays_though_its_word_has_the_old_name(desk: Desk) -> None:
    desk.take("Vent it #winter")
    service = TagService(desk.store)

    act = service.rename("winter", "cold")
    act.future.result()
    desk.write("Vent it more #winter")
    assert desk.tags() == ("cold",)

    service.undo(act).result()
    assert (desk.tags(), desk.note.text_tags) == (("winter",), ("winter",))


def test_restoring_an_earlier_text_brings_its_tags_and_undo_takes_them_away(desk: Desk) -> None:
    desk.take("Vent it #winter", "home")
    desk.capture.edit(desk.id, Edit.single("Vent it #summer")).result()
    with desk.store.read() as db:
        first = revisions.history(db, desk.id)[-1].id
    restore = desk.capture.text_restore(desk.id, first)

    restore.do().result()
    assert desk.tags() == ("home", "winter")
    restore.undo().result()

    assert desk.tags() == ("home", "summer")


def test_a_restored_passage_brings_its_tags(desk: Desk) -> None:
    desk.take("One\n\n#winter\n")
    desk.capture.edit(desk.id, Edit.single("One\n\nnone\n")).result()
    assert desk.tags() == ()
    with desk.store.read() as db:
        first = revisions.history(db, desk.id)[-1].id

    desk.capture.passage_restore(
        desk.id, first, seen="One\n\nnone\n", body="One\n\n#winter\n"
    ).do().result()

    assert desk.tags() == ("winter",)


def test_an_appended_update_files_the_note(desk: Desk) -> None:
    desk.take("Vent it")

    desk.capture.append(desk.id, "again #winter").result()

    assert desk.tags() == ("winter",)


def test_a_copy_is_tagged_as_its_original_by_hand_and_by_its_text(desk: Desk) -> None:
    desk.take("Vent it #winter #frost", "home")
    desk.file(remove_tags=("frost",))
    original = desk.note

    desk.id = desk.capture.copies([desk.id]).do().result().note

    assert (desk.tags(), desk.note.text_tags) == (original.tags, original.text_tags)


def test_a_note_from_a_template_has_its_tags_and_not_its_mark(desk: Desk) -> None:
    desk.take("# Call #template\n\nWith #work", "phone")
    draft = draft_from(desk.note, at=FakeClock().now())

    desk.id = desk.capture.capture(draft).result().note

    assert desk.note.body == "# Call\n\nWith #work"
    assert (desk.tags(), desk.note.text_tags) == (("phone", "work"), ("work",))


def test_tags_are_found_beside_null_bytes_and_in_every_kind_of_line(desk: Desk) -> None:
    desk.take("a\x00#b\r\n#c\x00d\r#e")

    assert desk.tags() == ("b", "c", "e")
