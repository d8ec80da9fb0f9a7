"""Pictures of every screen, light and dark, at 100 % and 150 %, from the sample vault; needs no display.

usage: python -m notebrain.gui.shots DIR
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from notebrain.gui.shots.catalogue import SHOTS
from notebrain.gui.shots.taking import take
from notebrain.gui.shots.vault import vault


def main(arguments: Sequence[str]) -> int:
    """Render every shot into a folder and print the names of the files."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)  # noqa: T201
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    app = QApplication(["notebrain"])
    with (
        vault(filled=True) as sample,
        vault(filled=False) as empty,
        vault(filled=False) as fresh,
        vault(filled=False, reviewed=True) as reviewed,
    ):
        fresh.welcome.write().result()
        for shot in SHOTS:
            services = empty if shot.empty_vault else fresh if shot.first_run else sample
            services = reviewed if shot.reviewed else services
            for path in take(app, services, shot, folder):
                print(path)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
