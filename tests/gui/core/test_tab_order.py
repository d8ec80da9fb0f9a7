"""Where Tab leads: as the eye goes, also to what was made late."""

from PySide6.QtCore import Qt

from notebrain.app.commands.command import CommandId
from notebrain.gui.inspector.panel import InspectorPanel


def test_tab_leads_from_the_category_to_the_tag_and_on(open_window, take, qtbot) -> None:
    take("Meter readings", tags=("garden",))
    app = open_window()
    app.window.resize(1280, 820)
    header = app.editor.header
    qtbot.waitUntil(lambda: len(header.chips) == 1)
    header.category.setFocus(Qt.FocusReason.TabFocusReason)
    order = []

    for _step in range(2):
        qtbot.keyClick(app.window.focusWidget(), Qt.Key.Key_Tab)
        order.append(app.window.focusWidget().accessibleName())

    assert order == ["Tag: garden", header.add_tag.accessibleName()]


def test_the_tags_of_the_inspector_come_before_the_field_for_a_new_one(
    open_window, take, qtbot
) -> None:
    take("Meter readings", tags=("garden",))
    app = open_window()
    app.actions[CommandId.INSPECTOR].trigger()
    form = app.side.findChild(InspectorPanel).form
    qtbot.waitUntil(lambda: len(form.tags.chips) == 1 and form.tags.chips[0].isVisible())
    form.tags.field.setFocus()

    qtbot.keyClick(form.tags.field, Qt.Key.Key_Backtab)

    assert app.window.focusWidget() is form.tags.chips[0]
