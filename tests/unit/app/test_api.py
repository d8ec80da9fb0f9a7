import inspect
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import notebrain
from notebrain.app.api import Brain, Filing
from notebrain.app.services import open_services
from notebrain.domain.errors import NotFound, UserError, VaultError
from notebrain.domain.notes.note import Category
from notebrain.domain.search.types import SearchRequest
from tests.fakes.clock import FakeClock
from tests.fakes.embedder import FakeEmbedder

BODIES = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.fixture
def brain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Brain]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Brain(open_services(tmp_path / "vault", embedder=FakeEmbedder())) as brain:
        yield brain


def test_the_public_surface_is_what_it_says() -> None:
    assert set(notebrain.__all__) == {"Brain", "NoteBrainError", "__version__", "open"}
    assert all(hasattr(notebrain, name) for name in notebrain.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _nothing = notebrain.nonsense


def test_every_public_method_is_documented() -> None:
    public = [name for name in vars(Brain) if not name.startswith("_")]

    assert all(inspect.getdoc(getattr(Brain, name)) for name in public)


def test_a_search_is_by_itself_what_a_request_is_by_itself() -> None:
    asked = {name: one.default for name, one in inspect.signature(Brain.search).parameters.items()}
    request = SearchRequest("x")

    for name, default in asked.items():
        if name not in ("self", "query"):
            assert default == getattr(request, name)


def test_a_vault_opens_where_it_is_asked_to(tmp_path: Path) -> None:
    with notebrain.open(tmp_path / "new") as brain:
        note_id = brain.capture("x")

    with notebrain.open(str(tmp_path / "new")) as brain:
        assert brain.show(note_id).body == "x"
        assert brain.folder == tmp_path / "new"


def test_the_environment_names_the_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTEBRAIN_DATA_DIR", str(tmp_path / "named"))

    with notebrain.open() as brain:
        assert brain.folder == tmp_path / "named"


def test_a_capture_keeps_all_it_is_given(brain: Brain) -> None:
    at = datetime(2024, 2, 29, tzinfo=UTC)

    note_id = brain.capture(
        "text\r\n",
        title="Keys",
        tags=["home"],
        workspace="Flat",
        category="fact",
        importance=5,
        pinned=True,
        local_only=True,
        at=at,
    )

    note = brain.show(note_id)
    assert (note.body, note.title, note.tags, note.workspace) == (
        "text\r\n",
        "Keys",
        ("home",),
        "Flat",
    )
    assert (note.category, note.importance, note.pinned) == (Category.FACT, 5, True)
    assert (note.local_only, note.created_at, note.updated_at) == (True, at, at)
    assert note.source == "python"


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=BODIES, after=BODIES)
def test_texts_come_back_byte_for_byte(brain: Brain, before: str, after: str) -> None:
    note_id = brain.capture(before)
    changed = brain.edit(note_id, after)

    assert changed is (before != after)
    assert brain.show(note_id).body == after
    assert [version.body for version in brain.history(note_id)] == [before] * changed


def test_a_capture_is_durable_when_it_returns(brain: Brain) -> None:
    note_id = brain.capture("x")

    with notebrain.open(brain.folder) as other:
        assert other.show(note_id).body == "x"


def test_a_bad_importance_is_refused(brain: Brain) -> None:
    with pytest.raises(UserError, match="1 to 5"):
        brain.capture("x", importance=9)

    assert brain.list() == []


def test_words_find_a_note_at_once_and_meaning_after_indexing(brain: Brain) -> None:
    note_id = brain.capture("the spare key is with Ana")

    words = brain.search("key", mode="keyword", limit=5)
    brain.index()
    meaning = brain.search("spare key Ana", mode="meaning", profile="timeless")

    assert [hit.note_id for hit in words.hits] == [note_id]
    assert [hit.note_id for hit in meaning.hits] == [note_id]


def test_ages_count_from_the_moment_asked_for(brain: Brain) -> None:
    brain.capture("zebra", at=datetime(2026, 1, 1, tzinfo=UTC))

    result = brain.search(
        "zebra",
        mode="keyword",
        profile="strict",
        half_life_days=10,
        now=datetime(2026, 1, 11, tzinfo=UTC),
    )

    assert result.hits[0].why.age == pytest.approx(0.5)


def test_every_edit_keeps_the_text_before_it(brain: Brain) -> None:
    note_id = brain.capture("one")

    brain.edit(note_id, "two")
    brain.edit(note_id, "three")

    assert [version.body for version in brain.history(note_id)] == ["one", "two"]
    assert brain.services.library.version(note_id, 2).body == "two"


def test_every_edit_keeps_the_text_before_it_also_while_the_clock_stands(tmp_path: Path) -> None:
    with Brain(
        open_services(tmp_path / "still", clock=FakeClock(), embedder=FakeEmbedder())
    ) as brain:
        note_id = brain.capture("one")
        for text in ("one two", "one two three", "one two three four"):
            brain.edit(note_id, text)

        kept = [version.body for version in brain.history(note_id)]

    assert kept == ["one", "one two", "one two three"]


def test_the_same_text_is_no_edit(brain: Brain) -> None:
    note_id = brain.capture("one")

    assert not brain.edit(note_id, "one")
    assert brain.history(note_id) == ()


def test_an_edit_of_an_old_state_keeps_what_came_between(brain: Brain) -> None:
    note_id = brain.capture("one")
    seen = brain.show(note_id).version
    brain.append(note_id, "more")
    between = brain.show(note_id).body

    brain.edit(note_id, "two", base_version=seen)

    assert between in [version.body for version in brain.history(note_id)]


def test_an_earlier_version_comes_back(brain: Brain) -> None:
    note_id = brain.capture("one")
    brain.edit(note_id, "two")

    assert brain.restore_version(note_id, 1)

    assert brain.show(note_id).body == "one"
    with pytest.raises(NotFound, match="version 9"):
        brain.restore_version(note_id, 9)


def test_a_title_is_given_and_taken(brain: Brain) -> None:
    note_id = brain.capture("First line")

    assert brain.rename(note_id, "Keys")
    assert brain.show(note_id).title == "Keys"
    assert brain.rename(note_id, None)
    assert brain.show(note_id).title == "First line"


def test_notes_are_filed(brain: Brain) -> None:
    one, two = brain.capture("one"), brain.capture("two", tags=["old"])

    brain.file([one, two], Filing(pinned=True))
    brain.file([two], Filing(pinned=False))
    brain.file([two], Filing(add_tags=("new",), remove_tags=("old",)))
    brain.file([two], Filing(workspace="Work"))
    changed = brain.file([one], Filing(importance=5))

    assert changed == (one,)
    assert [note.id for note in brain.list(pinned=True)] == [one]
    assert one in [note.id for note in brain.list(after=datetime(2000, 1, 1))]  # noqa: DTZ001 - local time
    assert brain.list(before=datetime(2000, 1, 1, tzinfo=UTC)) == []
    assert [note.id for note in brain.list(workspace="Work", tag="new")] == [two]


def test_a_forgotten_note_is_in_the_trash_until_it_is_restored(brain: Brain) -> None:
    note_id = brain.capture("one")

    assert brain.forget(note_id) == (note_id,)
    assert [note.id for note in brain.list(trashed=True)] == [note_id]
    assert brain.restore(note_id) == (note_id,)
    assert [note.id for note in brain.list(sort="title", category="general")] == [note_id]


def test_only_the_trash_is_removed_for_good(brain: Brain) -> None:
    kept, gone = brain.capture("kept"), brain.capture("gone")
    brain.forget(gone)

    with pytest.raises(UserError, match="trash"):
        brain.purge(kept, gone)
    removed = brain.purge(gone)

    assert removed == (gone,)
    assert brain.show(kept).body == "kept"
    with pytest.raises(NotFound):
        brain.show(gone)


def test_what_is_removed_for_good_is_in_a_backup(brain: Brain) -> None:
    gone = brain.capture("gone")
    brain.services.backups.make("by-hand")
    brain.edit(gone, "gone, and changed since")
    brain.forget(gone)

    brain.purge(gone)

    backups = brain.services.backups
    (made,) = (row for row in backups.rows() if row.reason == "before-removal")
    assert backups.draft(made.path, gone).body == "gone, and changed since"


def test_without_a_backup_nothing_is_removed_for_good(brain: Brain) -> None:
    kept = brain.capture("kept")
    brain.forget(kept)
    brain.services.store.backups.write_text("a file is in the way")

    with pytest.raises(VaultError, match="Nothing was deleted for good"):
        brain.purge(kept)

    assert brain.show(kept).body == "kept"


def test_notes_go_out_and_come_in_again_unchanged(brain: Brain, tmp_path: Path) -> None:
    bodies = ["one\r\n", "two #ff0000\xa0\u2028"]
    for body in bodies:
        brain.capture(body, tags=["t"], importance=4)

    out = brain.services.exporter.run(tmp_path / "out")
    with notebrain.open(tmp_path / "other") as other:
        into = other.services.importer.run(tmp_path / "out")
        notes = [other.show(row.id) for row in other.list()]

    assert (out.written, into.imported, into.failed) == (2, 2, 0)
    assert sorted(note.body for note in notes) == sorted(bodies)
    assert {(note.tags, note.importance) for note in notes} == {(("t",), 4)}


def test_long_work_can_be_stopped(brain: Brain, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")

    into = brain.services.importer.run(tmp_path / "a.md", canceled=lambda: True)
    out = brain.services.exporter.run(tmp_path / "out", canceled=lambda: True)

    assert into.canceled
    assert brain.list() == []
    assert out.written == 0


def test_a_closed_vault_says_so(tmp_path: Path) -> None:
    brain = notebrain.open(tmp_path)
    brain.close()

    with pytest.raises(VaultError, match="closed"):
        brain.capture("x")


def test_blocks_are_written_switched_and_brought_back(brain: Brain) -> None:
    assert len(brain.blocks()) == 13
    assert brain.write_block("style-guide", "one")
    assert not brain.write_block("style_guide", "one")
    brain.write_block("style_guide", "two")

    assert [earlier.text for earlier in brain.block_history("style_guide")] == ["one"]
    assert brain.restore_block("style_guide", 1)
    assert brain.restore_block("style_guide")
    assert brain.switch_blocks("style_guide", "rules", off=True, local_only=True)
    assert not brain.switch_blocks("style_guide", off=True)

    block = next(one for one in brain.blocks() if one.key == "style_guide")
    assert (block.text, block.is_off, block.local_only) == ("two", True, True)
    with pytest.raises(NotFound):
        brain.restore_block("style_guide", 99)
