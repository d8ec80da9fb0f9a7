"""A list of notes on a real vault, without the rest of the window."""

from notebrain.app.events import NotesChanged
from notebrain.app.services import Services
from notebrain.gui.core.threads import BackgroundReader, EventBridge
from notebrain.gui.note_list.loader import ListLoader
from notebrain.gui.note_list.model import ListSource, NoteListModel
from notebrain.gui.note_list.panel import NoteListPanel

FIRST = 30


class NoteListBench:
    """A list panel on a real vault."""

    def __init__(self, services: Services, theme, qtbot) -> None:
        self.services = services
        self.source = ListSource(services.library)
        self.bridge = EventBridge()
        self.reader = BackgroundReader(self.bridge)
        self.model = NoteListModel(self.source)
        self.loader = ListLoader(
            self.source, self.model, self.reader, now=services.clock.now, first=FIRST
        )
        self.panel = NoteListPanel(theme, self.model, services.clock.now)
        self.loader.loaded.connect(lambda: self.panel.show_count(self.model.rowCount()))
        self.chosen: list[str] = []
        self.panel.chosen.connect(self.chosen.append)
        services.store.subscribe(lambda changes: self.bridge.publish(NotesChanged(changes)))
        self.bridge.notes_changed.connect(self.loader.apply)
        qtbot.addWidget(self.panel)
        self.panel.resize(312, 700)
        self.panel.show()

    def titles(self) -> list[str]:
        return [self.model.index(row).data() for row in range(self.model.rowCount())]
