"""The blocks in the vault and their history."""

from datetime import timedelta

import pytest

from notebrain.domain.errors import BadText, NotFound
from notebrain.domain.profile.blocks import MOST_CHARACTERS, RULES, BlockKey, Sharing
from notebrain.domain.profile.proposals import Proposal
from notebrain.storage.profile import blocks, versions
from notebrain.storage.profile.blocks import NewText
from notebrain.storage.store import Store
from tests.fakes.clock import FakeClock

KEY = BlockKey.USER_PROFILE


class Blocks:
    """One block of an open vault, and the acts on it."""

    def __init__(self, store: Store, clock: FakeClock) -> None:
        self.store, self.clock = store, clock

    def write(self, text: str, **fields: object) -> bool:
        self.clock.forward(seconds=1)
        new = NewText(text, *("edit", "one"), self.clock.now(), **fields)  # type: ignore[arg-type]
        return self.store.write(lambda db: blocks.write(db, KEY, new)).result()

    def type(self, text: str, session: str = "one", **fields: object) -> bool:
        self.clock.forward(seconds=1)
        new = NewText(text, "edit", session, self.clock.now(), always_keep=False, **fields)  # type: ignore[arg-type]
        return self.store.write(lambda db: blocks.write(db, KEY, new)).result()

    def share(self, sharing: Sharing) -> None:
        self.store.write(lambda db: blocks.share(db, KEY, sharing)).result()

    @property
    def text(self) -> str:
        with self.store.read() as db:
            return blocks.get(db, KEY).text

    @property
    def earlier(self) -> list[str]:
        with self.store.read() as db:
            return [one.text for one in versions.history(db, KEY)]


@pytest.fixture
def block(store: Store, clock: FakeClock) -> Blocks:
    return Blocks(store, clock)


def test_a_new_vault_has_thirteen_empty_blocks(store: Store) -> None:
    with store.read() as db:
        found = blocks.all_blocks(db)

    assert [one.key for one in found] == list(RULES)
    assert {(one.text, one.is_off, one.sharing, one.version) for one in found} == {
        ("", False, Sharing.SHARED, 0)
    }


@pytest.mark.parametrize("text", ["Ana", "a\r\nb\u2028c\u00a0 ", "x" * MOST_CHARACTERS, "🇩🇪"])
def test_a_text_is_kept_byte_for_byte(block: Blocks, text: str) -> None:
    assert block.write(text)
    assert block.text == text


def test_the_text_before_a_change_is_kept(block: Blocks) -> None:
    for text in ("one", "two", "three"):
        block.write(text)

    assert block.earlier == ["two", "one"]


def test_writing_the_same_text_again_changes_nothing(block: Blocks) -> None:
    block.write("one")

    assert not block.write("one")
    assert block.earlier == []


def test_a_text_that_cannot_be_kept_changes_nothing(block: Blocks) -> None:
    block.write("one")

    with pytest.raises(BadText):
        block.write("x" * (MOST_CHARACTERS + 1))
    assert (block.text, block.earlier) == ("one", [])


def test_typing_keeps_one_text_for_each_session(block: Blocks) -> None:
    block.write("one")
    for text in ("one t", "one tw", "one two"):
        block.type(text, "monday")
    block.type("one two three", "tuesday")

    assert block.earlier == ["one two", "one"]


def test_typing_steadily_keeps_a_text_every_ten_minutes(block: Blocks) -> None:
    block.write("0")
    for number in range(1, 30):
        block.clock.moment += timedelta(minutes=1)
        block.type(" ".join(map(str, range(number))))

    assert len(block.earlier) == 3


def test_slowly_removing_what_was_just_typed_keeps_it(block: Blocks) -> None:
    block.write("start ")
    long = "a sentence of some length that is typed and then removed again. " * 5
    block.type(f"start {long}")

    for size in range(len(long) - 1, -1, -7):
        block.type(f"start {long[:size]}")

    assert f"start {long}" in block.earlier


def test_what_another_program_wrote_in_between_is_kept(block: Blocks) -> None:
    block.type("one")
    block.write("from the command line")

    block.type("one two", base_version=1)

    assert block.text == "one two"
    assert "from the command line" in block.earlier


def test_a_text_that_was_never_the_blocks_can_be_kept_beside_it(block: Blocks) -> None:
    block.write("here")

    at = block.clock.now()
    block.store.write(lambda db: versions.add(db, KEY, "there", at=at, reason="conflict")).result()

    assert (block.text, block.earlier) == ("here", ["there"])


def test_earlier_texts_stay_here_once_a_local_only_block_is_shared(block: Blocks) -> None:
    block.share(Sharing.HERE)
    block.write("secret")
    block.write("public")

    block.share(Sharing.SHARED)

    with block.store.read() as db:
        assert [one.local_only for one in versions.history(db, KEY)] == [True]


def test_a_text_set_aside_while_local_only_stays_here_too(block: Blocks) -> None:
    block.share(Sharing.HERE)
    block.type("start")
    block.type("start and a secret of some length")
    block.type("start and a secret")

    block.share(Sharing.SHARED)

    with block.store.read() as db:
        found = {one.text: one.local_only for one in versions.history(db, KEY)}
    assert found["start and a secret of some length"]


def test_a_version_is_found_by_its_number_only_for_its_block(block: Blocks) -> None:
    block.write("one")
    block.write("two")
    with block.store.read() as db:
        number = versions.history(db, KEY)[0].id

        assert versions.get(db, KEY, number).text == "one"
        with pytest.raises(NotFound):
            versions.get(db, BlockKey.RULES, number)
        with pytest.raises(NotFound):
            versions.get(db, KEY, number + 1)


def test_a_card_changes_a_block_and_its_undo_changes_it_back(block: Blocks) -> None:
    block.write("- tea\n- Ulm\n")
    at = block.clock.now()

    learned = block.store.write(
        lambda db: blocks.learn(db, Proposal(KEY, "- Jena", "- Ulm"), at=at)
    ).result()
    assert block.text == "- tea\n- Jena\n"

    assert learned is not None
    assert block.store.write(lambda db: blocks.unlearn(db, learned, at=at)).result()
    assert block.text == "- tea\n- Ulm\n"


@pytest.mark.parametrize(
    ("since", "undone", "text"),
    [
        ("- coffee\n- Jena\n", True, "- coffee\n- Ulm\n"),
        ("- tea\n- Jena\n- cello\n", True, "- tea\n- Ulm\n- cello\n"),
        ("- tea\n- Bonn\n", False, "- tea\n- Bonn\n"),
    ],
)
def test_the_undo_of_a_card_keeps_what_was_written_since(
    block: Blocks, since: str, undone: bool, text: str
) -> None:
    block.write("- tea\n- Ulm\n")
    at = block.clock.now()
    learned = block.store.write(
        lambda db: blocks.learn(db, Proposal(KEY, "- Jena", "- Ulm"), at=at)
    ).result()
    block.write(since)

    assert learned is not None
    assert block.store.write(lambda db: blocks.unlearn(db, learned, at=at)).result() is undone
    assert block.text == text


def test_a_card_whose_line_is_gone_changes_nothing(block: Blocks) -> None:
    block.write("- tea")
    at = block.clock.now()

    proposal = Proposal(KEY, "- Jena", "- Ulm")
    assert block.store.write(lambda db: blocks.learn(db, proposal, at=at)).result() is None
    assert (block.text, block.earlier) == ("- tea", [])


def test_an_unknown_state_of_sharing_lets_nothing_leave(block: Blocks) -> None:
    block.write("one")
    block.store.write(lambda db: db.execute("update block set sharing = 7")).result()

    with block.store.read() as db:
        assert blocks.get(db, KEY).local_only


def test_a_changed_block_is_to_be_backed_up(block: Blocks) -> None:
    block.store.write(lambda db: db.execute("delete from not_backed_up")).result()

    block.write("one")

    with block.store.read() as db:
        assert db.execute("select count(*) from not_backed_up").fetchone() == (1,)


def test_a_file_that_a_block_names_is_used(block: Blocks) -> None:
    sha = "ab" * 32
    block.write(f"![plan](attachment:{sha}/plan.png)")
    block.write("no more")

    with block.store.read() as db:
        used = db.execute("select source, sha from attachment_use").fetchall()
    assert used == [("block_version", sha)]
