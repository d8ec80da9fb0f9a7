"""A picture in a window of its own, as large as the window allows or as large as it is."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QKeySequence, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.domain.notes.attachments import Attachment, size_text
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel

_SHARE = 0.9
_LEAST = QSize(420, 320)


class PictureWindow(QDialog):
    """Shows one picture; a click on it switches between the whole picture and its true size."""

    def __init__(
        self,
        theme: Theme,
        file: Attachment,
        *,
        open_elsewhere: Callable[[], object],
        save: Callable[[], object],
        copy: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._image = QImage()
        self._is_whole = True
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"{file.name} - NoteBrain")
        self.picture = _Picture()
        self.picture.setAccessibleName(file.name)
        self.picture.setText(_("Reading the picture…"))
        self.picture.clicked.connect(self._switch)
        self._area = QScrollArea()
        self._area.setWidget(self.picture)
        self._area.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        details = [size_text(file.size)]
        if file.width and file.height:
            details.insert(0, f"{file.width} × {file.height}")
        name = ElidedLabel(theme, role=Role.BODY)
        name.setText(" · ".join([file.name, *details]))
        foot = QHBoxLayout()
        px = theme.px
        foot.setContentsMargins(px(16), px(10), px(16), px(12))
        foot.setSpacing(px(8))
        foot.addWidget(name, 1)
        self._copy = copy
        for text, act in (
            (_("Copy"), copy),
            (_("Save as…"), save),
            (_("Open with another program"), open_elsewhere),
            (_("Close"), self.close),
        ):
            made = QPushButton(text)
            made.clicked.connect(act)
            foot.addWidget(made)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._area, 1)
        column.addLayout(foot)
        self._size_for(file)

    def show_image(self, image: QImage) -> None:
        """Show the picture; a null image says that it cannot be shown."""
        self._image = image
        if image.isNull():
            self.picture.setText(_("This picture cannot be shown."))
            self.picture.adjustSize()
        else:
            self._draw()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return) and not event.modifiers():
            self._switch()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _size_for(self, file: Attachment) -> None:
        wanted = QSize(file.width or 800, (file.height or 600) + self._theme.px(60))
        room = self.screen().availableSize() * _SHARE
        self.resize(wanted.boundedTo(room).expandedTo(_LEAST.boundedTo(room)))

    def _switch(self) -> None:
        self._is_whole = not self._is_whole
        self._draw()

    def _draw(self) -> None:
        if self._image.isNull():
            return
        ratio = self.devicePixelRatioF()
        shown, room = self._image, self._area.maximumViewportSize() * ratio
        if self._is_whole and (shown.width() > room.width() or shown.height() > room.height()):
            shown = shown.scaled(
                room,
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        made = QPixmap.fromImage(shown)
        made.setDevicePixelRatio(ratio)
        self.picture.setPixmap(made)
        self.picture.adjustSize()


class _Picture(QLabel):
    clicked = Signal()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()
