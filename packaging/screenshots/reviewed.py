"""A vault whose notes repeat, replace and contradict each other."""

from datetime import datetime, timedelta

from notebrain.app.services import Services
from notebrain.domain.notes.draft import Draft
from notebrain.domain.sync.computers import Others
from notebrain.storage.connection import Connection
from notebrain.storage.review import cards
from notebrain.storage.sync import computers

_PAIRS = (
    (
        "Greenhouse heater: 8 °C at night. A bottle lasts about 21 days. Next gas delivery on 20 March.",
        "Greenhouse heater: 6 °C at night. A bottle lasts about 26 days. Next gas delivery on 4 December.",
    ),
    (
        "Team sync is on Tuesdays at 14:00 in room 3.",
        "Team sync moves to Wednesdays at 15:00 from now on, room 3.",
    ),
    (
        "Lentil dal: red lentils, 20 minutes. Cumin and garlic fried in ghee.",
        "Lentil dal: red lentils, 20 minutes. Cumin and garlic fried in ghee. A spoon of lemon at the end.",
    ),
    (
        "The Wi-Fi at the cabin is called Kvist.",
        "The Wi-Fi at the cabin is called Kvist.",
    ),
    (
        "The passport office wants a photo that is at most 6 months old.",
        "The passport office wants a photo that is at most 12 months old.",
    ),
)


def fill(services: Services, moment: datetime) -> None:
    """Take the notes, as seen from a moment; what there is to notice is noticed when they are indexed."""
    for number, (older, newer) in enumerate(_PAIRS):
        for body, days in ((older, 260 - 9 * number), (newer, number // 2)):
            at = moment - timedelta(days=days, minutes=3 + number)
            services.notes.capture(Draft(body, created_at=at, updated_at=at)).result()
    _take_local(services, moment - timedelta(days=3))
    _take_conflict(services, moment - timedelta(days=5))


def _take_local(services: Services, at: datetime) -> None:
    """Take a note that stays on this computer, and one like it that does not."""
    for body, local in (
        ("The safe at the cabin opens with 4711 and a quarter turn left.", True),
        ("The safe at the cabin opens with 4720 and a quarter turn left.", False),
    ):
        draft = Draft(body, created_at=at, updated_at=at, local_only=local)
        services.notes.capture(draft).result()
        at += timedelta(days=1)


def _take_conflict(services: Services, at: datetime) -> None:
    base = "Sourdough log\n\nFed at 8:00, doubled by noon.\n"
    mine = base.replace("by noon", "by 11:30")
    note = services.notes.capture(Draft(mine, created_at=at, updated_at=at)).result().note

    def conflict(db: Connection) -> object:
        computers.put_others(db, Others(0, {"d1": "Desk", "d2": "Laptop"}), 0)
        return cards.put_conflict(
            db,
            note_id=note,
            theirs=base.replace("by noon", "by 12:15, smells of apples"),
            theirs_title="Sourdough log",
            base=base,
            at=at + timedelta(hours=1),
            device="d2",
            here="d1",
        )

    services.store.write(conflict).result()
