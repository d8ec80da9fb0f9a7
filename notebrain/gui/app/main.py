"""The entry point of the window: arguments, the single vault, and the event loop."""

import argparse
import logging
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from notebrain.app.core import language
from notebrain.app.core.instance import Message, MessageKind, refusal, tell
from notebrain.app.core.paths import APP_ID, data_folder, socket_path
from notebrain.app.core.resources import resource
from notebrain.app.services import Services, open_services, window_lease
from notebrain.app.settings.table import LANGUAGE, START_MINIMISED, THEME, ZOOM
from notebrain.domain.errors import NoteBrainError, WantsBackup
from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import BadLink, CaptureLink, app_link
from notebrain.domain.notes.draft import Draft
from notebrain.gui.app.application import (
    Application,
    Uncaught,
    put_plainly,
    translate_qt,
    use_language,
)
from notebrain.gui.core.event_bridge import EventBridge
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.storage.file_lock import Lease
from notebrain.storage.maintenance.vault_mark import is_fresh
from notebrain.storage.store import BACKUP_FOLDER, FILE_NAME, make_folder
from notebrain.storage.writer import outcome

if TYPE_CHECKING:
    from notebrain.gui.app.application import SystemSignals
    from notebrain.gui.app.window_builder import Desk


# A window that is starting holds the lease before it listens, and one that is closing no longer listens.
_ANSWERS_WITHIN_S, _LISTENS_WITHIN_S, _ASKED_EVERY_S = 5.0, 20.0, 0.1
# Qt platforms without a screen
_UNSEEN = {"offscreen", "minimal"}
_GIVES_WAY_S = 0.0005


def main(arguments: Sequence[str]) -> int:
    """Open the window, or bring an open one to the front; return the exit code."""
    wish = _parse(arguments)
    only = _only(wish)
    folder = data_folder(wish.data_dir)
    try:
        make_folder(folder)
        lease = window_lease(folder)
        other = (
            None if lease.take() else _tell_other(folder, lease, only or Message(MessageKind.RAISE))
        )
    except NoteBrainError as error:
        print(error, file=sys.stderr)  # noqa: T201 - for who started it from a terminal
        _tell_folder(error)
        return 1
    if other is not None:
        return other
    try:
        return _run(folder, lease, only)
    finally:
        lease.release()


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("notebrain", add_help=False)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--link", type=_address)  # an address that another program opened
    parser.add_argument("--capture")  # show only the quick capture window, starting with this text
    parser.add_argument("--quick-search")  # the same for the quick search window
    return parser.parse_args(arguments)


def _address(text: str) -> str:
    try:
        app_link(text)
    except BadLink as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from refusal
    return text


def _only(wish: argparse.Namespace) -> Message | None:
    """Return what is requested instead of the main window, with its text; None for the main window."""
    if wish.link is not None:
        return Message(MessageKind.LINK, wish.link)
    if wish.capture is not None:
        return Message(MessageKind.CAPTURE, wish.capture)
    return (
        None if wish.quick_search is None else Message(MessageKind.QUICK_SEARCH, wish.quick_search)
    )


def _tell_other(folder: Path, lease: Lease, said: Message) -> int | None:
    """Ask the program that has this vault open to come to the front or to show a small window.

    Returns:
        The exit code, or None if that program ended in the meantime and the lease is ours.
    """
    address = socket_path(folder)
    began = time.monotonic()
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    why = refusal(address)
    while why is None and time.monotonic() - began < _patience_s(address):
        if tell(address, said.word, text=said.text, token=token):
            return 0
        time.sleep(_ASKED_EVERY_S)
        if lease.take():
            return None
    print(why or _("NoteBrain is open already, but does not answer."), file=sys.stderr)  # noqa: T201
    return _keep(folder, said.text) if said.word is MessageKind.CAPTURE and said.text else 1


def _patience_s(address: Path) -> float:
    """Return how many seconds the program that has the vault open may take to answer."""
    there = os.path.exists(address)  # noqa: PTH110 - unlike that of a Path, it never raises
    return _ANSWERS_WITHIN_S if there else _LISTENS_WITHIN_S


def _keep(folder: Path, text: str) -> int:
    """Save a text as a note because no window accepts it."""
    services = open_services(folder)
    try:
        services.capture.capture(Draft(text, source="cli")).result()
    finally:
        services.close()
    print(_("The text was saved as a note."), file=sys.stderr)  # noqa: T201
    return 0


def _tell_folder(error: NoteBrainError) -> None:
    """Show the error in a message box, for users who started NoteBrain without a terminal."""
    app = make_application()
    if not _is_seen(app):
        return
    from notebrain.gui.app.vault_recovery import tell_folder

    Theme(app)
    tell_folder(error)


def _is_seen(app: QApplication) -> bool:
    """Return whether anybody can see a message and answer it."""
    return app.platformName() not in _UNSEEN


def _run(folder: Path, lease: Lease, only: Message | None) -> int:
    app = make_application()
    # show the welcome notes only if someone can see the window
    greeted = _is_seen(app) and is_new(folder) and only is None
    services = _open(app, folder, lease)
    if greeted and services is not None:
        greet(services)
    while services is not None:
        try:
            return _show(app, services, only)
        except WantsBackup as wish:
            trouble: NoteBrainError = wish
        except NoteBrainError as error:
            put_plainly(error)
            trouble = error
        finally:
            services.close()
        services = _rescue(trouble, folder, lease)
    return 1


def _rescue(trouble: NoteBrainError, folder: Path, lease: Lease) -> Services | None:
    from notebrain.gui.app.vault_recovery import go_back, rescue

    if isinstance(trouble, WantsBackup):
        return go_back(Path(trouble.backup), folder, lease)
    return rescue(trouble, folder, lease)


def _open(app: QApplication, folder: Path, lease: Lease) -> Services | None:
    try:
        return open_services(folder, apart=True)
    except NoteBrainError:
        from notebrain.gui.app.vault_recovery import open_or_rescue

        Theme(app)
        return open_or_rescue(folder, lease)


def make_application() -> QApplication:
    """Return the application object with its name and icon."""
    # let a computing thread give way to the window ten times sooner than by default
    sys.setswitchinterval(_GIVES_WAY_S)
    use_language()
    QCoreApplication.setApplicationName("NoteBrain")
    QGuiApplication.setDesktopFileName(APP_ID)
    app = Application(sys.argv[:1])
    translate_qt(app)
    app.setWindowIcon(QIcon(str(resource("icons", "app", "notebrain.svg"))))
    return app


def _show(app: QApplication, services: Services, only: Message | None) -> int:
    """Show the window until it is closed.

    Args:
        only: Show only this small window until something else is requested.

    Raises:
        WantsBackup: The user wants to restore the vault from a backup.
        NoteBrainError: The notes cannot be read, or the user wants the backup of a damaged vault.
    """
    # Imported only now, because without a vault there are no panels to load.
    from notebrain.gui.app.deferred_loading import BackgroundStarter, GcFreezer
    from notebrain.gui.app.features import build_desk
    from notebrain.gui.settings.appearance import chosen_look

    settings = services.settings
    speak(app, str(settings.get(LANGUAGE)))
    mode, zoom = ThemeMode(str(settings.get(THEME))), float(settings.get(ZOOM))
    theme = Theme(app, mode, zoom, chosen_look(settings.get))
    bridge = EventBridge()
    desk = build_desk(services, theme, bridge, at_once=False)
    background = BackgroundStarter(desk, alone=only is not None)
    lasting = GcFreezer(desk)
    signals = _system_signals(desk.window.end)
    uncaught = Uncaught(desk.on_failed)
    # Qt must not decide this: it would quit with any window while this one is hidden, and not before the small windows
    # close.
    QGuiApplication.setQuitOnLastWindowClosed(False)
    desk.window.closed.connect(lambda: QCoreApplication.exit(0))
    if isinstance(app, Application):
        app.end = desk.window.end
    try:
        _begin(desk, only)
        code = app.exec()
        if only is not None and any(unsaved() for unsaved in desk.others_unsaved):
            code = 1  # the user discarded text that could not be saved
    finally:
        if isinstance(app, Application):
            app.end = None
        uncaught.end()
        lasting.stop()
        if signals is not None:
            signals.close()
        desk.close()
        background.stop()
        desk.window.hide()
    if desk.wanted_backup is not None:
        desk.window.deleteLater()
        raise WantsBackup(str(desk.wanted_backup))
    if desk.damage is not None:
        desk.window.deleteLater()
        raise desk.damage
    return code


def _begin(desk: "Desk", only: Message | None) -> None:
    """Show what was requested: the main window, minimized or at an address, or a small window alone."""
    if only is None and desk.services.settings.get(START_MINIMISED):
        from notebrain.gui.tray.controller import staying_of

        staying_of(desk).begin_away()
    elif only is None:
        desk.start()
    elif only.word is MessageKind.LINK and not isinstance(app_link(only.text), CaptureLink):
        from notebrain.gui.app.url_handler import FirstLink

        FirstLink(desk, only.text)
        desk.start()
    else:
        from notebrain.gui.app.standalone_window import StandaloneSession

        StandaloneSession(desk).ask(only)


def speak(app: QApplication, wanted: str) -> None:
    """Use the language chosen in this vault; an empty string means the system's language."""
    if wanted:
        language.install(wanted)
        use_language(wanted)
        translate_qt(app)


def _system_signals(close: Callable[[], object]) -> "SystemSignals | None":
    if sys.platform == "win32":
        return None
    from notebrain.gui.app.application import SystemSignals

    return SystemSignals(close)


log = logging.getLogger("notebrain.gui")

_WAIT_S = 5.0


def is_new(folder: Path) -> bool:
    """Return whether this folder has no vault and never had one."""
    return is_fresh(folder / FILE_NAME, folder / BACKUP_FOLDER)


def greet(services: Services) -> None:
    """Write the welcome notes; if that fails, the window still opens."""
    try:
        outcome(services.welcome.write(), _WAIT_S)
    except NoteBrainError as error:
        log.warning("no welcome notes: %s", error)
