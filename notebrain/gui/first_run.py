"""The very first start: a vault that the window itself has just made gets three notes to try."""

import logging
from pathlib import Path

from notebrain.app.services import Services
from notebrain.domain.errors import NoteBrainError
from notebrain.storage.maintenance.vault_mark import is_fresh
from notebrain.storage.store import BACKUP_FOLDER, FILE_NAME
from notebrain.storage.writer import outcome

log = logging.getLogger("notebrain.gui")

_WAIT_S = 5.0


def is_new(folder: Path) -> bool:
    """Tell whether there is no vault in this folder yet, and never was."""
    return is_fresh(folder / FILE_NAME, folder / BACKUP_FOLDER)


def greet(services: Services) -> None:
    """Write the welcome notes; without them the window opens all the same."""
    try:
        outcome(services.welcome.write(), _WAIT_S)
    except NoteBrainError as error:
        log.warning("no welcome notes: %s", error)
