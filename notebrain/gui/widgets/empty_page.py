"""What a page shows while there is nothing on it: what will be here, and how to get there.

Apart because four pages use it: questions, procedures, files and cards.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label


class EmptyPage(QFrame):
    """An icon and, below it, a title, an example, a hint and a button in the upper middle; what is empty is not shown.

    Args:
        theme: Gives fonts, inks and sizes.
        icon: The name of the icon of the page.
        title: What there is none of yet, in a few words.
        example: What a user could write here, in quotation marks.
        hint: What to do, in one sentence.
        act: The text of the button.
    """

    def __init__(
        self,
        theme: Theme,
        icon: str,
        title: str = "",
        *,
        example: str = "",
        hint: str = "",
        act: str = "",
    ) -> None:
        super().__init__()
        self.title = Label(theme, title, role=Role.SECTION)
        example_label = Label(theme, example, role=Role.BODY, ink="text2")
        self.hint = Label(theme, hint, role=Role.BODY, ink="muted" if example else "text2")
        self.act = text_button(act)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(6))
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addStretch(2)
        column.addWidget(IconLabel(theme, icon, "muted", size=24), alignment=middle)
        column.addSpacing(theme.px(6))
        for label in (self.title, example_label, self.hint):
            label.setAlignment(middle)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(self.act, alignment=middle)
        example_label.setVisible(bool(example))  # not before: without a parent it would be a window
        self.act.setVisible(bool(act))
        column.addStretch(3)
