"""Which model understands a question, and what is said when the one that was wished for does not answer."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.embedding.passages import Piece, passages_of
from notebrain.domain.errors import CloudAuth, CloudError, CloudTransient, NoEmbedder
from notebrain.domain.notes.note import NoteId
from notebrain.domain.ports import Space
from notebrain.domain.search.types import Mode
from notebrain.domain.sync.remote import NoteVectors
from notebrain.search.service import RecallService
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import chunks
from notebrain.storage.notes import notes
from tests.fakes.embedder import FakeEmbedder

if TYPE_CHECKING:
    from tests.unit.search.conftest import Vault


class FakeMeaning:
    """A `RemoteMeaning` with a model of its own."""

    def __init__(self) -> None:
        self.embedder = FakeEmbedder(dimensions=128)
        self.embedder.space = Space("far", "cls", 128)
        self.space: Space | None = self.embedder.space
        self.failure: CloudError | None = None
        self.near_failure: CloudError | None = None
        self.there: list[NoteVectors] = []
        self.asked: list[str] = []
        self.places: list[str] = []

    def question(self, text: str) -> bytes:
        self.asked.append(text)
        if self.failure is not None:
            raise self.failure
        return self.embedder.embed([text])[0]

    def near(self, question: bytes, *, namespace: str, limit: int) -> Sequence[NoteVectors]:
        self.places.append(namespace)
        if self.near_failure is not None:
            raise self.near_failure
        return self.there


@pytest.fixture
def far(vault: "Vault") -> FakeMeaning:
    """The account is wished for."""
    far = FakeMeaning()
    vault.recall = RecallService(vault.store, vault.embedder, vault.clock, far)
    vault.set("search.model", "account")
    return far


def vectors_of(vault: "Vault", far: FakeMeaning, note_id: NoteId) -> Mapping[bytes, bytes]:
    with vault.store.read() as db:
        note = notes.get(db, note_id)
    passages = passages_of(note, [Piece(0, len(note.body))])
    return {one.content_hash: far.embedder.embed([one.text])[0] for one in passages}


def put_here(vault: "Vault", far: FakeMeaning, note_id: NoteId) -> None:
    """Give a note its vectors in the account's space on this computer."""
    vectors = list(vectors_of(vault, far, note_id).items())

    def act(db: Connection) -> None:
        chunks.put_vectors(db, vectors, far.embedder.space)
        key = notes.key_of(db, note_id)
        chunks.mark_indexed(db, key, notes.get(db, note_id).version, far.embedder.space)

    vault.store.write(act).result()


def test_the_account_is_not_asked_unless_it_is_wished_for(vault: "Vault", far: FakeMeaning) -> None:
    vault.take("the cat sat on the mat")
    vault.set("search.model", "local")

    result = vault.search("cat on a mat")

    assert far.asked == []
    assert result.degraded is None
    assert len(result.hits) == 1


def test_the_account_s_model_finds_what_is_in_its_space(vault: "Vault", far: FakeMeaning) -> None:
    wanted = vault.take("the cat sat on the mat")
    put_here(vault, far, wanted)
    vault.embedder.failure = NoEmbedder("off")

    result = vault.search("cat on a mat", mode=Mode.MEANING)

    assert [hit.note_id for hit in result.hits] == [wanted]
    assert result.hits[0].why.meaning == 1.0
    assert result.degraded is None
    assert (result.indexed_done, result.indexed_total) == (1, 1)
    assert far.places == []


def test_changing_over_and_back_needs_no_new_start(vault: "Vault", far: FakeMeaning) -> None:
    wanted = vault.take("the cat sat on the mat")
    put_here(vault, far, wanted)

    for model in ("account", "local", "account"):
        vault.set("search.model", model)
        assert vault.search("cat on a mat").hits[0].why.meaning == 1.0

    assert len(far.asked) == 2


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (CloudTransient("no answer"), "did not answer in time"),
        (CloudAuth("The token is wrong."), "The token is wrong."),
    ],
)
def test_without_an_answer_the_local_model_takes_its_place_and_says_so(
    vault: "Vault", far: FakeMeaning, failure: CloudError, told: str
) -> None:
    wanted = vault.take("the cat sat on the mat")
    far.failure = failure

    result = vault.search("cat on a mat")

    assert [hit.note_id for hit in result.hits] == [wanted]
    assert result.hits[0].why.meaning == 1.0
    assert result.degraded
    assert told in result.degraded
    assert "model on this computer" in result.degraded
    assert result.stood_in


def test_without_any_model_the_words_answer_and_both_reasons_are_told(
    vault: "Vault", far: FakeMeaning
) -> None:
    wanted = vault.take("the cat sat on the mat")
    far.failure = CloudTransient("no answer")
    vault.embedder.failure = NoEmbedder("No model here.")

    result = vault.search("cat on a mat")

    assert [hit.note_id for hit in result.hits] == [wanted]
    assert result.degraded
    assert "Cloudflare did not answer" in result.degraded
    assert "No model here." in result.degraded
    assert not result.stood_in


def test_without_an_account_the_wish_is_told_to_be_in_vain(
    vault: "Vault", far: FakeMeaning
) -> None:
    vault.take("the cat sat on the mat")
    far.space = None

    result = vault.search("cat on a mat")

    assert result.degraded
    assert "No Cloudflare account" in result.degraded
    assert len(result.hits) == 1


def test_a_fresh_computer_finds_through_the_account_s_index_what_it_lacks_vectors_of(
    vault: "Vault", far: FakeMeaning
) -> None:
    wanted = vault.take("the cat sat on the mat", indexed=False)
    other = vault.take("weather of the week", indexed=False)
    far.there = [NoteVectors(one, vectors_of(vault, far, one)) for one in (other, wanted)]

    result = vault.search("cat mat", mode=Mode.MEANING)

    assert [hit.note_id for hit in result.hits] == [wanted]
    assert result.degraded is None
    assert far.places == [""]


def test_what_the_index_knows_is_filtered_like_everything_else(
    vault: "Vault", far: FakeMeaning
) -> None:
    wanted = vault.take("the cat sat on the mat", indexed=False, workspace="Work")
    elsewhere = vault.take("a cat and a mat", indexed=False)
    trashed = vault.take("cat mat", indexed=False, workspace="Work")
    far.there = [
        NoteVectors(one, vectors_of(vault, far, one)) for one in (elsewhere, trashed, wanted)
    ]
    far.there.append(NoteVectors("not here", dict(far.there[0].vectors)))
    vault.forget(trashed)

    result = vault.search("cat mat", mode=Mode.MEANING, workspace="Work")

    assert [hit.note_id for hit in result.hits] == [wanted]
    assert far.places == ["Work"]


def test_notes_here_and_notes_beyond_are_one_list(vault: "Vault", far: FakeMeaning) -> None:
    here = [vault.take(f"the cat number {n} sat on the mat") for n in range(3)]
    put_here(vault, far, here[0])
    far.there = [NoteVectors(one, vectors_of(vault, far, one)) for one in here]

    result = vault.search("cat on the mat", mode=Mode.MEANING)

    assert {hit.note_id for hit in result.hits} == set(here)
    assert all(hit.snippet for hit in result.hits)


def test_where_the_index_does_not_answer_the_fuller_space_is_searched(
    vault: "Vault", far: FakeMeaning
) -> None:
    wanted = vault.take("the cat sat on the mat")
    far.near_failure = CloudTransient("no answer")

    result = vault.search("cat on a mat")

    assert result.hits[0].note_id == wanted
    assert result.hits[0].why.meaning == 1.0
    assert result.stood_in


def test_the_first_letters_of_a_word_are_not_sent_anywhere(
    vault: "Vault", far: FakeMeaning
) -> None:
    vault.take("the cat sat on the mat")

    vault.search("cat", typing=True)
    vault.search("cats", typing=True)
    vault.search("a mat", mode=Mode.KEYWORD)

    assert far.asked == ["cats"]
