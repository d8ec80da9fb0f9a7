"""Whether the connection costs by the byte, as the system says: Windows, and Linux with NetworkManager.

Apart because it alone needs QtNetwork, which is loaded only for a vault with an account. macOS tells Qt nothing about
it; there, and where Qt finds nobody to ask, files never wait for another connection.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane


class MeteredWatch(QObject):
    """Reports whether the connection is metered, now and whenever that changes.

    Args:
        report: Is told; called on the window's thread.
    """

    def __init__(
        self, context: Context, report: Callable[[bool], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._report = report
        # asking the system for the first time takes a tenth of a second; Qt moves what it makes to the window's thread
        asked = context.reader.lane(Lane.LONG).submit(_can_tell)
        context.events.when_done(asked, self._on_asked, failed=context.on_error)

    @Slot(bool)
    def on_changed(self, metered: bool) -> None:
        """Take note of another connection, or of what the system found out about this one."""
        self._report(metered)

    def _on_asked(self, can_tell: bool) -> None:
        if can_tell:
            from PySide6.QtNetwork import QNetworkInformation

            information = QNetworkInformation.instance()
            information.isMeteredChanged.connect(self.on_changed)
            self.on_changed(information.isMetered())


def _can_tell() -> bool:
    """Return whether the system says what a connection costs."""
    from PySide6.QtNetwork import QNetworkInformation

    return QNetworkInformation.loadBackendByFeatures(QNetworkInformation.Feature.Metered)
