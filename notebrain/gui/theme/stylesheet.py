"""The style sheet: frames, buttons, fields, menus, scroll bars; lists are painted by delegates."""

from string import Template

from notebrain.gui.theme.colors import Tokens
from notebrain.gui.theme.fonts import Metrics

# No bare `QWidget {}` rule (it turns scroll bars into bevelled ones), no `::item {padding}` (rows
# would overlap).
_SHEET = Template("""
QMainWindow, QDialog { background: $window; }
QFrame#sidebar { background: $panel; border: none; }
QFrame#note_list { background: $list; border: none; }
QFrame#editor, QFrame#batch, QFrame#search, QFrame#welcome, QFrame#home { background: $surface; border: none; }
QFrame#pane { background: $surface; border: 1px solid $border; border-radius: ${r8}px; }
QFrame#answers { background: $surface; border: none; }
QFrame#side_panel { background: $list; border: none; }
QFrame#side_panel[above="true"] { border-left: 1px solid $field; }
QFrame#status_bar { background: $window; border: none; border-top: 1px solid $border; }
QFrame#hairline { background: $border; border: none; }
QFrame#strip { background: $list; border: none; border-top: 1px solid $border; }
QFrame#toast { background: $raised; border: 1px solid $field; border-radius: ${r8}px; }
QFrame#palette { background: $raised; border: 1px solid $border; border-radius: ${r10}px; }
QListView#offers { background: $raised; border: 1px solid $field; border-radius: ${r8}px;
  padding: ${p5}px; }
QListView#offers::item { padding-left: ${p6}px; border-radius: ${r5}px; }
QListView#offers::item:selected { background: $selected; color: $text; }
QFrame#problem { background: $danger_tint; border: none; }
QSplitter::handle { background: $border; }
QSplitter::handle:hover { background: $field; }

QLabel { background: transparent; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }

QPushButton { min-height: ${h26}px; padding: 0 ${p12}px; border: 1px solid $field;
  border-radius: ${r6}px;
  background: $button; color: $text; font-weight: 500; outline: none; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $inset; }
QPushButton:focus { border: 2px solid $focus; padding: 0 ${p11}px; min-height: ${h24}px; }
QPushButton:disabled { color: $faint; border-color: $border; }
QPushButton[kind="go"] { background: $accent_fill; border-color: $accent_fill; color: $on_accent; }
QPushButton[kind="go"]:hover { background: $fill_hover; }
QPushButton[kind="go"]:focus { border-color: $focus; }
QPushButton[kind="go"]:disabled { background: $inset; border-color: $border; color: $faint; }
QPushButton[kind="danger"] { color: $danger; }
QPushButton[kind="text"] { border-color: transparent; background: transparent; color: $accent;
  padding: 0 ${p6}px; }
QPushButton[kind="text"]:hover { background: $hover; }
QPushButton[kind="text"]:focus { border-color: $focus; padding: 0 ${p5}px; }
QPushButton[flush="true"], QPushButton[flush="true"]:focus { padding: 0; border-width: 2px;
  border-radius: ${r3}px; margin: 0 -2px; }
QPushButton[flush="true"]:hover { background: transparent; text-decoration: underline; }
QPushButton[kind="text"][ink="text"] { color: $text; text-align: left; }
QPushButton[title="true"] { text-align: left; }
QPushButton[kind="text"][ink="danger"] { color: $danger; }
QPushButton[kind="text"][ink="muted"] { color: $muted; }
QPushButton[kind="text"][ink="warning"] { color: $warning; }

QPushButton[small="true"], QPushButton[small="true"]:focus { min-height: ${h18}px; }

QToolButton { border: 2px solid transparent; border-radius: ${r6}px; background: transparent;
  color: $text2; padding: 0; }
QToolButton:checked { background: transparent; }
QToolButton:hover, QToolButton:checked:hover { background: $hover; }
QToolButton:pressed, QToolButton:open { background: $inset; }
QToolButton:focus { border-color: $focus; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton#switcher { color: $text; font-weight: 600; }

QLineEdit { min-height: ${h30}px; padding: 0 ${p10}px; border: 1px solid $field;
  border-radius: ${r6}px;
  background: $surface; color: $text; selection-background-color: $selection;
  selection-color: $text; }
QLineEdit:focus { border: 2px solid $focus; padding: 0 ${p9}px; min-height: ${h28}px; }
QLineEdit[bare="true"], QLineEdit[bare="true"]:focus { border: none; padding: 0;
  background: transparent; min-height: 0; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; border: none;
  border-bottom: 1px solid $border; padding: ${p4}px ${p6}px; }
QFrame#settings_nav { background: $panel; border: none; }
QFrame#settings_page { background: $surface; border: none; }
QFrame#report { background: $surface; border: 1px solid $field; border-radius: ${r6}px; }
QListView { outline: none; background: $raised; border: 1px solid $field; }
QPlainTextEdit, QTextEdit, QWidget QListView, QTreeView, QScrollArea { border: none;
  background: transparent; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $field; color: $text;
  selection-background-color: $selected; selection-color: $text; padding: ${p4}px; }
QComboBox QAbstractItemView::item { min-height: ${h26}px; }

QMenu { background: $raised; border: 1px solid $border; padding: ${p6}px; }
QMenu::item { min-height: ${h22}px; padding: ${p3}px ${p24}px ${p3}px ${p10}px;
  border-radius: ${r5}px; color: $text; }
QMenu::item:selected { background: $selected; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { padding-left: ${p10}px; }
QMenu::separator { height: 1px; background: $border; margin: ${p5}px ${p10}px; }
QMenuBar { background: $window; color: $text; }
QMenuBar::item { padding: ${p5}px ${p10}px; background: transparent; border-radius: ${r5}px; }
QMenuBar::item:selected { background: $hover; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: ${p5}px ${p8}px; }

QProgressBar { background: $track; border: none; border-radius: ${r2}px; max-height: ${p4}px;
  min-height: ${p4}px; }
QProgressBar::chunk { background: $accent; border-radius: ${r2}px; }

QScrollBar:vertical { background: transparent; width: ${p8}px; margin: 0; border: none; }
QScrollBar:horizontal { background: transparent; height: ${p8}px; margin: 0; border: none; }
QScrollBar::handle { background: $field; border-radius: ${r3}px; }
QScrollBar::handle:vertical { min-height: ${h32}px; margin: 1px; }
QScrollBar::handle:horizontal { min-width: ${h32}px; margin: 1px; }
QScrollBar::handle:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
""")

_RADII = (2, 3, 5, 6, 8, 10)
_PADDINGS = (3, 4, 5, 6, 8, 9, 10, 11, 12, 24)
_HEIGHTS = (18, 22, 24, 26, 28, 30, 32)


def stylesheet(tokens: Tokens, metrics: Metrics) -> str:
    """Return the style sheet of this theme at this scale."""
    names = [name for name in Tokens.__slots__ if isinstance(getattr(tokens, name), str)]
    values = {name: str(getattr(tokens, name)) for name in names}
    values |= {f"r{size}": str(metrics.px(size)) for size in _RADII}
    values |= {f"p{size}": str(metrics.px(size)) for size in _PADDINGS}
    values |= {f"h{size}": str(metrics.px(size)) for size in _HEIGHTS}
    return _SHEET.substitute(values)
