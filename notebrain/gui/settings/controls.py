"""The controls of the settings: a switch, a choice, a slider, a field."""

from collections.abc import Sequence

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from notebrain.app.core import language
from notebrain.app.settings.setting import Edit, Setting, Value
from notebrain.domain.i18n import _, shown
from notebrain.gui.settings.folder_field import FolderField
from notebrain.gui.settings.word_fields import WordsField
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.number_field import NumberField, ValueSlider
from notebrain.gui.widgets.segmented_control import Segments
from notebrain.gui.widgets.toggles import Switch

_HUNDRED = 100
_SIDE_BY_SIDE, _SHORT = 3, 34
_WIDTH = 308


class Control(QWidget):
    """A widget that changes a setting; reports what the user chose and shows the current value.

    Args:
        words: The field for a setting that needs more than a line of text.
    """

    chosen = Signal(object)

    def __init__(
        self, theme: Theme, setting: Setting[Value], words: WordsField | None = None
    ) -> None:
        super().__init__()
        self._theme = theme
        self._setting = setting
        self._words = words
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self.part: (
            Switch
            | Segments
            | Choice
            | ValueSlider
            | NumberField
            | QLineEdit
            | FolderField
            | WordsField
        )
        self._make()
        self._row.addWidget(self.part)
        self.setFocusProxy(self.part)
        theme.follow(self._apply_theme)

    def show_value(self, value: Value) -> None:
        """Show the current value."""
        match self.part:
            case Switch():
                self.part.setChecked(bool(value))
            case Segments():
                self.part.show_chosen(str(value))
            case Choice():
                self.part.show_value(value)
            case ValueSlider() | NumberField():
                self.part.show_value(float(value))
            case FolderField() | WordsField():
                self.part.show_value(str(value))
            case QLineEdit():
                self.part.setText(str(value))

    def offer(self, values: Sequence[tuple[object, str]]) -> None:
        """Offer these values by their names; for a choice whose values are not known beforehand."""
        if isinstance(self.part, Choice):
            self.part.offer(values)

    def describe(self, text: str) -> None:
        """Set the description for screen readers; a slider reads its value instead."""
        if not isinstance(self.part, ValueSlider):
            self.part.setAccessibleDescription(text)

    def _make(self) -> None:
        setting, name = self._setting, shown(self._setting.title)
        match setting.edit:
            case Edit.SWITCH:
                self.part = switch = Switch(self._theme, name)
                switch.clicked.connect(lambda: self.chosen.emit(switch.isChecked()))
            case Edit.CHOICE:
                self._make_choice(name)
            case Edit.MODEL:
                self._offer(name, ())
            case Edit.LANGUAGE:
                self._offer(name, languages())
            case Edit.FONT | Edit.MONO_FONT:
                self.part = FontChoice(self._theme, name, mono=setting.edit is Edit.MONO_FONT)
                self.part.chosen.connect(self.chosen.emit)
            case Edit.SLIDER | Edit.NUMBER:
                self._make_number(name)
            case Edit.FOLDER:
                self.part = FolderField(self._theme, name)
                self.part.chosen.connect(self.chosen.emit)
            case Edit.TEXT:
                self._make_text(name)

    def _make_choice(self, name: str) -> None:
        texts = [shown(title) for title in self._setting.choice_titles]
        pairs = list(zip(self._setting.choices, texts, strict=True))
        if len(pairs) > _SIDE_BY_SIDE or len("".join(texts)) > _SHORT:
            self._offer(name, pairs)
            return
        self.part = Segments(self._theme, [(str(value), text) for value, text in pairs], name)
        self.part.chosen.connect(self.chosen.emit)

    def _offer(self, name: str, values: Sequence[tuple[object, str]]) -> None:
        self.part = Choice(self._theme, name)
        self.part.offer(values)
        self.part.chosen.connect(self.chosen.emit)

    def _make_number(self, name: str) -> None:
        setting = self._setting
        least = 0.0 if setting.least is None else setting.least
        most = 1e6 if setting.most is None else setting.most
        values = (least, most, setting.step)
        if setting.edit is Edit.SLIDER:
            self.part = ValueSlider(self._theme, name, values, self._in_words)
        else:
            self.part = NumberField(self._theme, name, values, shown(setting.unit))
        self.part.chosen.connect(self._on_number)

    def _make_text(self, name: str) -> None:
        if self._words is not None:
            self.part = self._words
            self._words.chosen.connect(self.chosen.emit)
            return
        self.part = field = QLineEdit()
        field.setAccessibleName(name)
        field.editingFinished.connect(lambda: self.chosen.emit(field.text()))

    def _on_number(self, value: float) -> None:
        whole = isinstance(self._setting.default, int)
        self.chosen.emit(round(value) if whole else value)

    def _in_words(self, value: float) -> str:
        number = QLocale().toString(round(value * self._factor()))
        return f"{number} {shown(self._setting.unit)}".strip()

    def _factor(self) -> int:
        return _HUNDRED if self._setting.unit == "%" else 1

    def _apply_theme(self) -> None:
        if isinstance(self.part, Switch):
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            return
        self.setMaximumWidth(self._theme.px(_WIDTH))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


def languages() -> list[tuple[str, str]]:
    """Return the available languages, each by its own name."""
    names = [(code, QLocale(code).nativeLanguageName()) for code in language.installed()]
    own = [(code, name[:1].upper() + name[1:]) for code, name in names]
    return [("", _("Match system")), *own]


_OURS = ("NoteBrain Text", "NoteBrain Mono")


class FontChoice(Choice):
    """Offers the available typefaces; asks the system for them only when the user opens the list."""

    def __init__(self, theme: Theme, name: str, *, mono: bool) -> None:
        super().__init__(theme, name)
        self._mono = mono
        self._full = False
        self.addItem(self._first(), "")

    def show_value(self, value: object) -> None:
        """Show this typeface, whether or not it is installed on this computer."""
        if self.findData(value) < 0:
            self.addItem(str(value), value)
        super().show_value(value)

    def showPopup(self) -> None:
        self._fill()
        super().showPopup()

    def keyPressEvent(self, e: QKeyEvent) -> None:
        self._fill()
        super().keyPressEvent(e)

    def _first(self) -> str:
        return "JetBrains Mono" if self._mono else _("Inter (included)")

    def _fill(self) -> None:
        if self._full:
            return
        self._full = True
        self.offer([("", self._first()), *((name, name) for name in families(mono=self._mono))])


def families(*, mono: bool) -> list[str]:
    """Return the typefaces of this computer that contain letters; with `mono`, those with letters of one width."""
    found = (name for name in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(name))
    return [
        name
        for name in found
        if name not in _OURS and (not mono or QFontDatabase.isFixedPitch(name))
    ]
