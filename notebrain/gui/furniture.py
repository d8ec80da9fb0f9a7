"""The pieces that are put into a window once it is painted, those first that are wanted first.

Each is loaded when its turn comes: together they take a third of a start. None keeps the window for more than about
40 ms, which is why the search comes in four.
"""

from collections.abc import Sequence
from importlib import import_module

from notebrain.gui.desk import Desk
from notebrain.gui.furnishing import Piece


def _review(desk: Desk) -> None:
    from notebrain.gui.review_hint import ReviewHint
    from notebrain.gui.reviewing import Reviewing

    ReviewHint(desk, Reviewing(desk).show_card)


def _chosen_notes(desk: Desk) -> None:
    from notebrain.gui.choosing import Choosing
    from notebrain.gui.inspecting import Inspecting
    from notebrain.gui.note_commands import NoteCommands
    from notebrain.gui.typed_tagging import TypedTagging

    Inspecting(desk, Choosing(desk))
    NoteCommands(desk)
    TypedTagging(desk)


def _writing_aids(desk: Desk) -> None:
    from notebrain.gui.completion.tags import TagCompleting
    from notebrain.gui.formatting import Formatting
    from notebrain.gui.typing_ahead import TypingAhead
    from notebrain.gui.writing_mode import WritingMode

    TypingAhead(desk)
    Formatting(desk)
    TagCompleting(desk)
    WritingMode(desk)


def _hits(_desk: Desk) -> None:
    import_module("notebrain.gui.search.results")


def _ranking(_desk: Desk) -> None:
    import_module("notebrain.gui.search.panel")


def _recall(_desk: Desk) -> None:
    import_module("notebrain.search.service")


def _search(desk: Desk) -> None:
    from notebrain.gui.mending import Mending
    from notebrain.gui.searching import Searching

    Searching(desk)
    Mending(desk)


def _commands(desk: Desk) -> None:
    from notebrain.gui.commanding import Commanding

    Commanding(desk)


def _links(desk: Desk) -> None:
    from notebrain.gui.completion.links import LinkCompleting
    from notebrain.gui.links.linking import Linking
    from notebrain.gui.links.opening import LinkOpener
    from notebrain.gui.links.renaming import Renaming
    from notebrain.gui.preview.previewing import Previewing

    opener = LinkOpener(desk)
    Renaming(desk, Linking(desk, opener).pane)
    LinkCompleting(desk)
    Previewing(desk, opener)


def _found_in_note(desk: Desk) -> None:
    from notebrain.gui.find_in_note import FindInNote

    FindInNote(desk)


def _long_notes(desk: Desk) -> None:
    from notebrain.gui.long_notes import LongNotes

    LongNotes(desk)


def _spelling(desk: Desk) -> None:
    from notebrain.gui.spelling import SpellChecking

    SpellChecking(desk)


def _history(desk: Desk) -> None:
    from notebrain.gui.history.controller import History

    History(desk)


def _sidebar_aids(desk: Desk) -> None:
    from notebrain.gui.dropping import Dropping
    from notebrain.gui.tagging import Tagging

    Dropping(desk)
    Tagging(desk)


def _templates(desk: Desk) -> None:
    from notebrain.gui.templates.templating import Templating

    Templating(desk)


def _capture(desk: Desk) -> None:
    from notebrain.gui.capture.flow import flow_of

    flow_of(desk)


def _tray(desk: Desk) -> None:
    from notebrain.gui.hotkey_watch import HotkeyWatch
    from notebrain.gui.notifying import Notifying
    from notebrain.gui.tray.staying import staying_of

    staying_of(desk)
    Notifying(desk)
    HotkeyWatch(desk)


def _settings(desk: Desk) -> None:
    from notebrain.gui.backups.controller import BackupsDesk
    from notebrain.gui.settings.opening import SettingsDesk
    from notebrain.gui.syncing.controller import SyncDesk

    SyncDesk(desk, SettingsDesk(desk))
    BackupsDesk(desk)


PIECES: Sequence[Piece] = (
    _writing_aids,
    _chosen_notes,
    _review,
    _hits,
    _ranking,
    _recall,
    _search,
    _commands,
    _found_in_note,
    _long_notes,
    _links,
    _history,
    _sidebar_aids,
    _templates,
    _spelling,
    _settings,
    _capture,
    _tray,
)
