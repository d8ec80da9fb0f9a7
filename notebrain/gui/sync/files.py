"""What the sync page says of files: how many are on their way or wait, what sending takes, and pausing only them."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.account.texts import R2_PAGE, TOKENS_PAGE
from notebrain.app.events import SyncProgress
from notebrain.app.sync.file_texts import estimate_lines
from notebrain.app.sync.texts import file_lines, moving_text
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_estimate import FileEstimate
from notebrain.domain.sync.file_transfer import NO_FILES, FileStanding, FileWait
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label, QuotedLabel
from notebrain.gui.widgets.layouts import FlowLayout

_SHORT_S = 60
"""Sending that takes less than this needs no estimate, except before the first file goes."""


class FilesPart(QWidget):
    """Shows files as far as there is something to say of them."""

    pause_requested = Signal(bool)
    """Pause files, or move them: also those that wait for another connection."""
    list_requested = Signal()
    link_requested = Signal(str)
    """The user wants to see this address."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._files, self._is_moving = NO_FILES, False
        self.text = QuotedLabel(theme, ink="text2")
        self.estimate = Label(theme, ink="muted")
        self.estimate.setWordWrap(True)
        self.estimate.hide()
        self.now = push_button("")
        self.pause = push_button(_("Pause files"))
        self.list = push_button(_("Show files"))
        self.link = push_button("")
        self._acts = FlowLayout()
        for button in (self.link, self.now, self.pause, self.list):
            self._acts.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.text)
        self._column.addWidget(self.estimate)
        self._column.addLayout(self._acts)
        self.now.clicked.connect(lambda: self.pause_requested.emit(False))
        self.pause.clicked.connect(lambda: self.pause_requested.emit(True))
        self.list.clicked.connect(self.list_requested)
        self.link.clicked.connect(lambda: self.link_requested.emit(_page_for(self._files)[1]))
        self.has_something = False
        """Whether there is anything to say of files."""
        theme.follow(self._apply_theme)

    def show_progress(self, progress: SyncProgress) -> None:
        """Show how files stand, and the one on its way."""
        files = self._files = progress.files
        self._is_moving = progress.moving is not None
        moving = [] if progress.moving is None else [moving_text(progress.moving)]
        lines = [*moving, *file_lines(files)]
        self.text.setText("\n".join(lines))
        act = _act_of(files)
        self.now.setText(act)
        self.now.setVisible(bool(act))
        rests = files.why in (FileWait.PAUSED, FileWait.METERED)
        self.pause.setVisible(not rests and bool(files.waiting or files.missing or moving))
        name, _address = _page_for(files)
        self.link.setText(name)
        self.link.setVisible(bool(name))
        self.has_something = bool(lines)

    def show_estimate(self, estimate: FileEstimate) -> None:
        """Show what sending the files takes, before the first one goes and while it takes a while."""
        is_first = not self._files.sent and not self._is_moving
        is_shown = bool(estimate.files) and (is_first or estimate.seconds > _SHORT_S)
        lines = estimate_lines(estimate) if is_shown else ()
        self.estimate.setText("\n".join(lines))
        self.estimate.setVisible(bool(lines))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(6))
        self._acts.setContentsMargins(0, px(4), 0, px(4))
        self._acts.setSpacing(px(8))


def _act_of(files: FileStanding) -> str:
    """Return what the button says that moves files which the user let wait; empty if none do."""
    if files.why is FileWait.PAUSED:
        return _("Resume files")
    if files.why is FileWait.METERED:
        return _("Send now") if files.waiting else _("Fetch now")
    return ""


def _page_for(files: FileStanding) -> tuple[str, str]:
    """Return the name and the address of the page in Cloudflare on which files are let in; empty if they are."""
    match files.why:
        case FileWait.OFF:
            return _("Open R2 in Cloudflare"), R2_PAGE
        case FileWait.PERMISSION:
            return _("Open the tokens page"), TOKENS_PAGE
        case _:
            return "", ""
