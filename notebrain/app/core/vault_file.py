"""What front ends need of the file of a vault, beside the open vault itself.

It is short because it only passes on what storage defines: front ends reach storage through app.
"""

from notebrain.storage.file_lock import Lease
from notebrain.storage.maintenance.vault_mark import is_fresh
from notebrain.storage.schema.version import is_older
from notebrain.storage.store import BACKUP_FOLDER, FILE_NAME, make_folder
from notebrain.storage.writer import outcome

__all__ = ["BACKUP_FOLDER", "FILE_NAME", "Lease", "is_fresh", "is_older", "make_folder", "outcome"]
