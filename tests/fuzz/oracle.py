"""How the computers come to rest, and what must be true of them then."""

from collections.abc import Iterator

from notebrain.domain.sync.records import NoteRecord, record_from
from notebrain.domain.sync.reports import ReceiptKind
from tests.fuzz.ledger import doubled, words_in
from tests.fuzz.stack import Computer
from tests.fuzz.world import World

MOST_CYCLES = 40


def settle(world: World) -> None:
    """Mend the network and let everybody sync until nothing happens any more."""
    world.trail.append("--- the network is mended")
    world.shared.faults.clear()
    for computer in world.computers:
        computer.offline = False
        computer.crossing = None
        computer.typing_in.clear()
        computer.connect()
    world.settling = True
    calm(world)
    if world.lost_there:
        for computer in world.computers:
            world.note_down(computer, "repairs")
            computer.repair(computer.differences())
            calm(world)


def calm(world: World) -> None:
    """Let everybody sync until nothing happens any more."""
    for _cycle in range(MOST_CYCLES):
        busy = False
        for computer in world.computers:
            computer.pass_time(hours=30)  # whatever was put off is due
            world.note_down(computer, "round")
            busy |= world.rounded(computer)
        if not busy:
            break
    else:
        raise AssertionError("it never comes to rest")
    waiting = {one.name: one.unsettled() for one in world.computers if one.unsettled()}
    assert not waiting, f"something still waits: {waiting}"


def judge(world: World) -> None:
    """Compare the account, the computers and what the users were told."""
    shared = in_the_account(world)
    for computer in world.computers:
        same(computer, shared, world)
        found = computer.differences()
        assert not found or world.ledger.may_differ, f"{computer.name} finds differences: {found}"
    settings = {one.name: one.settings() for one in world.computers}
    assert len({tuple(one) for one in settings.values()}) == 1, f"settings differ: {settings}"
    complete(world, shared)
    assert not told(world), f"left its computer: {told(world)}"
    for note in shared.values():
        assert not doubled(text_of(note)), f"doubled in {note.id}: {doubled(text_of(note))}"
    missing = list(lost(world, shared))
    assert not missing, f"lost: {missing}"


def in_the_account(world: World) -> dict[str, NoteRecord]:
    rows = world.shared.d1.database("notebrain").look(
        "select id, content from item where kind = 'note' and not gone"
    )
    return {note_id: record_from(content) for note_id, content in rows}


def same(computer: Computer, shared: dict[str, NoteRecord], world: World) -> None:
    """A computer has what the account has, and nothing else but what is its own affair."""
    records, rests = computer.records(), computer.rests()
    for note_id, note in shared.items():
        here = records.get(note_id)
        if here is None and computer.keeps(note_id) and _may_keep(computer, note_id, world):
            continue
        assert here is not None, f"{computer.name} lacks {note_id}"
        assert here.says_the_same(note), f"{computer.name} differs: {here} / {note}"
    for note_id in records.keys() - shared.keys():
        known = note_id in world.ledger.kept_back or note_id in world.ledger.seen_purged
        assert known, f"{computer.name} alone has {note_id}"
        assert note_id in rests, f"{computer.name} thinks that {note_id} is shared"


def _may_keep(computer: Computer, note_id: str, world: World) -> bool:
    """Tell whether a note that is shared may be local only here: it was so in a vault that was copied, or another
    computer kept it to itself for a while, and the user here was told that the copy stays, or took it out of the trash
    after being told that it went there."""
    told = computer.told_of(note_id)
    taken_out = (computer.name, note_id) in world.ledger.restored and ReceiptKind.TO_TRASH in told
    return note_id in world.ledger.may_differ or ReceiptKind.STAYS in told or taken_out


def told(world: World) -> set[str]:
    """Return the words of notes that were local only all the time and went over the network."""
    secret = {word for word, note in world.ledger.written.items() if note in world.ledger.private}
    return {
        word
        for one in world.shared.requests
        for word in secret & words_in(one.request.body.decode())
    }


def complete(world: World, shared: dict[str, NoteRecord]) -> None:
    """No note came from nowhere, went without anybody's wish, or lost a tag."""
    ledger = world.ledger
    assert shared.keys() <= ledger.notes, f"from nowhere: {shared.keys() - ledger.notes}"
    gone = ledger.notes - shared.keys() - ledger.kept_back - ledger.seen_purged.keys()
    gone -= ledger.notes_perhaps_lost
    assert not gone, f"gone without a wish: {gone}"
    binned = {one.id for one in shared.values() if one.deleted_at is not None}
    unwanted = binned - ledger.binned - ledger.kept_back - ledger.seen_purged.keys()
    assert not unwanted, f"thrown away by nobody: {unwanted}"
    for note_id, tag in sorted(ledger.tags - ledger.tags_taken_off):
        if note_id in shared and note_id not in ledger.kept_back | world.lost_there:
            tags = {one.casefold() for one in shared[note_id].tags}
            assert tag.casefold() in tags or note_id in ledger.seen_purged, (
                f"the tag {tag} of {note_id} is lost"
            )


def lost(world: World, shared: dict[str, NoteRecord]) -> Iterator[tuple[str, str]]:
    """Yield the words somebody was told are saved and that are nowhere to be found, with their notes."""
    ledger = world.ledger
    cards = cards_of(world)
    for word, note_id in ledger.written.items():
        here = words_in(text_of(shared[note_id])) if note_id in shared else set[str]()
        if word in here or word in cards.get(note_id, set()):
            continue
        if word in ledger.seen_purged.get(note_id, set()) | ledger.lost_with_a_vault:
            continue
        # taken out on purpose, or of a note that does not leave its computer: the history must have it
        may_hide = word in ledger.taken_out or note_id in ledger.kept_back
        # what the account has lost and somebody else wrote anew goes before what others had from it
        may_hide |= note_id in world.lost_there
        if may_hide and word in everywhere(world, note_id):
            continue
        # unless the note went for good, and its history with it: also when one computer keeps it to itself while
        # it is in the trash of another
        went = note_id in ledger.seen_purged or note_id in ledger.kept_back & ledger.binned
        if went and (word in ledger.taken_out or word in told_of(world, note_id)):
            continue
        yield word, note_id


def cards_of(world: World) -> dict[str, set[str]]:
    """Return the words of the texts that conflicts of a note told of, as far as its cards or its history have them."""
    found: dict[str, set[str]] = {}
    for computer in world.computers:
        for note_id in {one.note_id for one in computer.conflicts}:
            kept = words_in(computer.history(note_id)) | words_in(computer.card_of(note_id))
            found.setdefault(note_id, set()).update(told_of(world, note_id) & kept)
    return found


def told_of(world: World, note_id: str) -> set[str]:
    """Return the words of the texts that conflicts of a note told of."""
    told = [one for computer in world.computers for one in computer.conflicts]
    return words_in("\n".join(text_of(one.theirs) for one in told if one.note_id == note_id))


def everywhere(world: World, note_id: str) -> set[str]:
    """Return the words of a note in its texts and its history on all computers."""
    found: set[str] = set()
    for computer in world.computers:
        found |= words_in(computer.history(note_id))
        found |= words_in(
            "\n".join(f"{n.title}\n{n.body}" for n in computer.all_notes() if n.id == note_id)
        )
    return found


def text_of(note: NoteRecord) -> str:
    return f"{note.title}\n{note.body}" if note.title_is_set else note.body
