"""The entry point of the window: arguments, the single vault, and the event loop."""

import argparse
import gc
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
from notebrain.app.core.instance import Message, MessageKind, refusal, send_message
from notebrain.app.core.paths import APP_ID, data_folder, socket_path
from notebrain.app.core.resources import resource
from notebrain.app.core.vault_file import (
    BACKUP_FOLDER,
    FILE_NAME,
    Lease,
    is_fresh,
    is_older,
    make_folder,
    outcome,
)
from notebrain.app.services import Services, open_services, window_lease
from notebrain.app.settings.table import LANGUAGE, START_MINIMIZED, THEME, ZOOM
from notebrain.domain.errors import NoteBrainError, WantsBackup
from notebrain.domain.i18n import _
from notebrain.domain.notes.draft import Draft
from notebrain.gui.app.application import (
    Application,
    Uncaught,
    put_plainly,
    translate_qt,
    use_language,
)
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.theme.theme import Theme, ThemeMode

if TYPE_CHECKING:
    from notebrain.gui.app.application import SystemSignals
    from notebrain.gui.app.features import AppWindow


# A window that is starting holds the lease before it listens, and one that is closing no longer listens.
_ANSWERS_WITHIN_S, _LISTENS_WITHIN_S, _ASKED_EVERY_S = 5.0, 20.0, 0.1
# Qt platforms without a screen
_UNSEEN = {"offscreen", "minimal"}
_GIVES_WAY_S = 0.0005


def main(arguments: Sequence[str]) -> int:
    """Open the window, or bring an open one to the front; return the exit code."""
    options = _parse(arguments)
    only = _only(options)
    folder = data_folder(options.data_dir)
    try:
        make_folder(folder)
        lease = window_lease(folder)
        other = (
            None
            if lease.acquire()
            else _notify_running_window(folder, lease, only or Message(MessageKind.RAISE))
        )
    except NoteBrainError as error:
        print(error, file=sys.stderr)  # noqa: T201 - for who started it from a terminal
        _show_folder_error(error)
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
    from notebrain.domain.notes.addresses import BadLink, app_link

    try:
        app_link(text)
    except BadLink as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from refusal
    return text


def _only(options: argparse.Namespace) -> Message | None:
    """Return what is requested instead of the main window, with its text; None for the main window."""
    if options.link is not None:
        return Message(MessageKind.LINK, options.link)
    if options.capture is not None:
        return Message(MessageKind.CAPTURE, options.capture)
    return (
        None
        if options.quick_search is None
        else Message(MessageKind.QUICK_SEARCH, options.quick_search)
    )


def _notify_running_window(folder: Path, lease: Lease, message: Message) -> int | None:
    """Ask the program that has this vault open to come to the front or to show a small window.

    Returns:
        The exit code, or None if that program ended in the meantime and the lease is ours.
    """
    address = socket_path(folder)
    began = time.monotonic()
    token = os.environ.get("XDG_ACTIVATION_TOKEN", "")
    why = refusal(address)
    while why is None and time.monotonic() - began < _patience_s(address):
        if send_message(address, message.word, text=message.text, token=token):
            return 0
        time.sleep(_ASKED_EVERY_S)
        if lease.acquire():
            return None
    print(why or _("NoteBrain is already open but does not respond."), file=sys.stderr)  # noqa: T201
    return (
        _save_note(folder, message.text)
        if message.word is MessageKind.CAPTURE and message.text
        else 1
    )


def _patience_s(address: Path) -> float:
    """Return how many seconds the program that has the vault open may take to answer."""
    there = os.path.exists(address)  # noqa: PTH110 - unlike that of a Path, it never raises
    return _ANSWERS_WITHIN_S if there else _LISTENS_WITHIN_S


def _save_note(folder: Path, text: str) -> int:
    """Save a text as a note because no window accepts it."""
    services = open_services(folder)
    try:
        services.notes.capture(Draft(text, source="cli")).result()
    finally:
        services.close()
    print(_("The text was saved as a note."), file=sys.stderr)  # noqa: T201
    return 0


def _show_folder_error(error: NoteBrainError) -> None:
    """Show the error in a message box, for users who started NoteBrain without a terminal."""
    app = make_application()
    if not _is_seen(app):
        return
    from notebrain.gui.app.vault_recovery import show_folder_error

    Theme(app)
    show_folder_error(error)


def _is_seen(app: QApplication) -> bool:
    """Return whether anybody can see a message and answer it."""
    return app.platformName() not in _UNSEEN


def _run(folder: Path, lease: Lease, only: Message | None) -> int:
    app = make_application()
    # show the welcome notes only if someone can see the window
    greeted = _is_seen(app) and is_new(folder) and only is None
    if _is_seen(app) and is_older(folder / FILE_NAME):
        from notebrain.gui.app.upgrade import bring_up_to_date

        bring_up_to_date(Theme(app), folder)
    services = _open(app, folder, lease)
    if greeted and services is not None:
        greet(services)
    while services is not None:
        try:
            return _show(app, services, only)
        except WantsBackup as request:
            trouble: NoteBrainError = request
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
    gc.disable()  # what is loaded now lasts; `GarbageCollector` collects from then on
    # Imported only now, because without a vault there are no panels to load.
    from notebrain.gui.app.background_events import BackgroundStarter
    from notebrain.gui.app.deferred_loading import GarbageCollector
    from notebrain.gui.app.features import build_window
    from notebrain.gui.core.caret_rest import CaretRest
    from notebrain.gui.settings.appearance import chosen_look

    settings = services.settings
    speak(app, settings.get(LANGUAGE))
    mode, zoom = ThemeMode(settings.get(THEME)), settings.get(ZOOM)
    theme = Theme(app, mode, zoom, chosen_look(settings.get))
    window = build_window(services, theme, EventBridge(), at_once=False)
    background = BackgroundStarter(window, alone=only is not None)
    collector = GarbageCollector(window.window)
    CaretRest(app, window.window)
    signals = _system_signals(window.window.end)
    uncaught = Uncaught(window.on_failed)
    # Qt must not decide this: it would quit with any window while this one is hidden, and not before the small windows
    # close.
    QGuiApplication.setQuitOnLastWindowClosed(False)
    window.window.closed.connect(lambda: QCoreApplication.exit(0))
    if isinstance(app, Application):
        app.end = window.window.end
    try:
        _begin(window, only)
        code = app.exec()
        if only is not None and any(check.is_unsaved() for check in window.window.close_checks):
            code = 1  # the user discarded text that could not be saved
    finally:
        if isinstance(app, Application):
            app.end = None
        uncaught.end()
        if signals is not None:
            signals.close()
        window.close()
        background.stop()
        collector.stop()
        window.window.hide()
    if window.wanted_backup is not None:
        window.window.deleteLater()
        raise WantsBackup(str(window.wanted_backup))
    if window.damage is not None:
        window.window.deleteLater()
        raise window.damage
    # What is left goes with the process. Python would free it after it has ended its threads, and a document that loses
    # its highlighter then calls handlers that nothing can run any more: the program would end with a crash.
    gc.freeze()
    return code


def _begin(window: "AppWindow", only: Message | None) -> None:
    """Show what was requested: the main window, minimized or at an address, or a small window alone."""
    if only is None and window.services.settings.get(START_MINIMIZED):
        window.start(shown=False)
        window.tray.begin_away()
    elif only is None:
        window.start()
    elif only.word is MessageKind.LINK and not _asks_capture(only.text):
        from notebrain.gui.app.url_handler import FirstLink

        FirstLink(window, only.text)
        window.start()
    else:
        from notebrain.gui.app.standalone_window import StandaloneSession

        StandaloneSession(window).ask(only)


def _asks_capture(address: str) -> bool:
    from notebrain.domain.notes.addresses import CaptureLink, app_link

    return isinstance(app_link(address), CaptureLink)


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
