"""The form in which a procedure is written, with a preview of what it would apply to now."""

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.procedures.procedures import (
    ProcedureDraft,
    Trigger,
    TriggerKind,
    checked,
)
from notebrain.domain.search.saved_searches import SavedSearch
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.segmented_control import Segments

_WIDTH, _CONTENT_HEIGHT = 520, 84
_PREVIEW_AFTER_MS = 250


class ProcedureForm(QDialog):
    """Asks what is to be done and when; what is typed can be read from `draft` after Cancel, too."""

    preview_requested = Signal(object)
    """What the trigger (a `Trigger`) would apply to now is to be shown."""

    def __init__(
        self,
        theme: Theme,
        draft: ProcedureDraft,
        *,
        title: str,
        searches: Sequence[SavedSearch],
        categories: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._theme = theme
        self._was = draft
        self.is_closed = False
        """Whether what comes later has nowhere to be shown."""
        self._kind = draft.trigger.kind
        self.content = QPlainTextEdit(draft.content)
        self.content.setPlaceholderText(_("Check the error handling first"))
        self.content.setTabChangesFocus(True)
        kinds = [(TriggerKind.WORDS.value, _("Words")), (TriggerKind.SEARCH.value, _("A search"))]
        self.kinds = Segments(theme, kinds, _("When it applies"))
        self.trigger = QLineEdit(draft.trigger.text)
        self.saved = Choice(theme, _("A saved search"))
        self.saved.offer(
            [(None, _("Saved searches")), *((one.query, one.name) for one in searches)]
        )
        self._any_saved = bool(searches)
        self.help = Label(theme, "", role=Role.SMALL, ink="muted")
        self.preview = Label(theme, "", role=Role.SMALL, ink="accent")
        self.category = QLineEdit(draft.category)
        self.category.setCompleter(QCompleter(list(categories), self))
        self.problem = Label(theme, "", ink="danger")
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Save | standard.Cancel)
        paint_kind(self.buttons.button(standard.Save), "go")
        self._pause = QTimer(self, singleShot=True, interval=_PREVIEW_AFTER_MS)
        self._fill()
        self._connect()
        self._on_kind(self._kind.value)
        self.content.setFocus()

    def done(self, result: int) -> None:
        self.is_closed = True
        super().done(result)

    @property
    def draft(self) -> ProcedureDraft:
        """What is typed, as it is."""
        return ProcedureDraft(
            self.content.toPlainText(),
            Trigger(self._kind, self.trigger.text()),
            self.category.text(),
            self._was.is_off,
        )

    @property
    def is_changed(self) -> bool:
        """Whether anything was typed."""
        return self.draft != self._was

    def show_preview(self, text: str) -> None:
        """Show what the trigger would apply to now."""
        self.preview.setText(text)
        self.preview.setVisible(bool(text))
        self._grow()

    def accept(self) -> None:
        """Close the form if the draft can be saved; otherwise say why not."""
        try:
            checked(self.draft)
        except UserError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self._grow()
            return
        super().accept()

    def _grow(self) -> None:
        """Be as high as the lines need; `adjustSize` stops at two thirds of the screen."""
        if (column := self.layout()) is not None:
            column.activate()
            self.resize(self.width(), column.totalHeightForWidth(self.width()))

    def _on_kind(self, key: str) -> None:
        self._kind = TriggerKind(key)
        self.kinds.show_chosen(key)
        words = self._kind is TriggerKind.WORDS
        self.saved.setVisible(not words and self._any_saved)
        self.trigger.setPlaceholderText(
            _('code review, "pull request"') if words else _("tag:work is:pinned")
        )
        self.trigger.setAccessibleName(_("Words") if words else _("Search"))
        self.help.setText(
            _(
                "It applies to questions with these words, in any form. A comma separates alternatives."
            )
            if words
            else _("It applies when one of the notes that fit a question is found by this search.")
        )
        self._grow()
        self._ask_preview()

    def _ask_preview(self) -> None:
        self.problem.hide()
        self._pause.start()

    def _on_saved(self, query: object) -> None:
        if isinstance(query, str):
            self.trigger.setText(query)
            self.saved.setCurrentIndex(0)
            self.trigger.setFocus()

    def _connect(self) -> None:
        self.kinds.chosen.connect(self._on_kind)
        self.trigger.textChanged.connect(self._ask_preview)
        self.content.textChanged.connect(self.problem.hide)
        self.saved.chosen.connect(self._on_saved)
        self._pause.timeout.connect(
            lambda: self.preview_requested.emit(Trigger(self._kind, self.trigger.text().strip()))
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _fill(self) -> None:
        px = self._theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(6))
        self.content.setObjectName("procedure")
        self.content.setFixedHeight(px(_CONTENT_HEIGHT))
        self.content.setStyleSheet(
            f"QPlainTextEdit {{ border: 1px solid {self._theme.tokens.field}; border-radius: {px(6)}px; "
            f"background: {self._theme.tokens.surface}; padding: {px(4)}px {px(6)}px; }}"
            f"QPlainTextEdit:focus {{ border: 2px solid {self._theme.tokens.focus}; }}"
        )
        for text, field in (
            (_("What is to be done"), self.content),
            (_("When it applies"), self.kinds),
            ("", self.trigger),
            ("", self.saved),
        ):
            if text:
                label = Label(self._theme, text, role=Role.BUTTON)
                label.setBuddy(field)
                column.addSpacing(px(4))
                column.addWidget(label)
                field.setAccessibleName(text)
            column.addWidget(field)
        for label in (self.help, self.preview, self.problem):
            label.setWordWrap(True)
        column.addWidget(self.help)
        column.addWidget(self.preview)
        column.addSpacing(px(4))
        label = Label(self._theme, _("Category"), role=Role.BUTTON)
        label.setBuddy(self.category)
        column.addWidget(label)
        column.addWidget(self.category)
        column.addWidget(self.problem)
        self.problem.hide()
        self.preview.hide()
        column.addSpacing(px(8))
        column.addWidget(self.buttons)
        self.setFixedWidth(px(_WIDTH))
