"""What the links in the text lead to: which notes and files are there, found out while they are shown."""

from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Sha, sha_in
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.links import link_of
from notebrain.domain.notes.note import NoteId
from notebrain.gui.core.context import Context

if TYPE_CHECKING:
    from collections.abc import Callable

_READ = "link targets"
_SOON_MS = 100
_MOST = 5_000
_MANY = 50
"""With more notes changed at once, all links are looked up again; so are all files, if more were asked about."""
_NO_NEWS = (Act.FILE, Act.INDEX, Act.OPEN, Act.SETTINGS)

Found = dict[str, NoteId | None]


class LinkTargets(QObject):
    """Keeps which titles in links some note has, and follows the notes as they are made, renamed and removed.

    A link that is asked about for the first time counts as one that leads somewhere until it was looked up.
    """

    changed = Signal()
    """Some link leads nowhere now, or somewhere again."""

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._found: Found = {}
        self._wanted: set[str] = set()
        self._touched: set[NoteId] = set()
        self._all = False
        self._absent: dict[Sha, bool] = {}
        self._news = 1
        self.absent_file: Callable[[Sha], str] = lambda _sha: ""
        """Returns why a file of the vault is not on this computer; nothing if it is."""
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self._look_up)
        context.events.notes_changed.connect(self._on_changes)
        context.events.changed_elsewhere.connect(self._on_elsewhere)

    @property
    def news(self) -> int:
        """How often an answer changed."""
        return self._news

    def is_missing(self, target: str) -> bool:
        """Return whether a link with this target, as written, leads nowhere; quick, to be asked while it is painted."""
        if (sha := sha_in(target)) is not None:
            absent = self._absent[sha] = bool(self.absent_file(sha))
            return absent
        keys = _keys(target)
        unknown = [key for key in keys if key not in self._found]
        if unknown:
            self._wanted.update(unknown)
            if not self._soon.isActive():
                self._soon.start()
            return False
        return bool(keys) and all(self._found[key] is None for key in keys)

    def describe(self, target: str) -> str:
        """Return what to say of a link that leads nowhere, or nothing."""
        if (sha := sha_in(target)) is not None:
            return self.absent_file(sha)
        if not self.is_missing(target):
            return ""
        return _("There is no such note; opening the link offers to create it")

    def look_at_files(self) -> None:
        """Look whether files came or went about which somebody asked, and tell everyone if so."""
        told = self._absent.items()
        if len(told) > _MANY or any(
            bool(self.absent_file(sha)) is not absent for sha, absent in told
        ):
            self._renew()

    def _renew(self) -> None:
        self._absent.clear()
        self._news += 1
        self.changed.emit()

    def _on_changes(self, changes: Changes) -> None:
        if changes.act not in _NO_NEWS and self._found:
            self._touched.update(changes.notes)
            self._soon.start()

    def _on_elsewhere(self) -> None:
        self._all = bool(self._found)
        self._soon.start()

    def _look_up(self) -> None:
        if len(self._found) > _MOST:
            self._wanted.update(self._found)
            self._found.clear()
        links, known = self._context.services.links, dict(self._found)
        wanted, touched = frozenset(self._wanted), frozenset(self._touched)
        everything = self._all or len(touched) > _MANY

        def load() -> Found:
            if everything:
                keys = wanted | known.keys()
                there = links.targets(keys)
                return {key: there.get(key) for key in keys}
            titles = links.titles(touched)
            came: Found = {
                title: note for note, title in titles.items() if known.get(title, note) is None
            }
            gone = {
                key
                for key, note in known.items()
                if note is not None and note in touched and titles.get(note) != key
            }
            there = links.targets(wanted | gone)
            return {key: there.get(key) for key in wanted | gone} | came

        def go(found: Found) -> None:
            self._wanted -= wanted
            self._touched -= touched
            self._all = self._all and not everything
            changed = [key for key, note in found.items() if self._is_news(key, note)]
            self._found.update(found)
            if changed:
                self._renew()

        if wanted or touched or everything:
            self._context.reader.read(_READ, load, go)

    def _is_news(self, key: str, note: NoteId | None) -> bool:
        return (note is None) is not (key in self._found and self._found[key] is None)


@lru_cache(maxsize=_MOST)
def _keys(target: str) -> tuple[str, ...]:
    link = link_of(target)
    return link.keys if link.target else ()  # a heading of the same note
