"""Pictures of every screen, light and dark, at 100 % and 150 %, from the sample vault; needs no display.

DIR is where the pictures go, `--only` a part of the names of the screens, `--language` what they speak.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from notebrain.app.core import language
from notebrain.gui.app.application import translate_qt, use_language
from screenshots.camera import take
from screenshots.catalog import SHOTS
from screenshots.vault import vault


def main(arguments: Sequence[str]) -> int:
    """Render the shots into a folder and print the names of the files."""
    parser = argparse.ArgumentParser("python -m screenshots", description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--language", choices=language.installed())
    try:
        asked = parser.parse_args(arguments)
    except SystemExit as end:
        return int(end.code or 0)
    shots = [shot for shot in SHOTS if asked.only in shot.name]
    asked.folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
    app = QApplication(["notebrain"])
    if asked.language:
        language.install(asked.language)
        use_language(asked.language)
        translate_qt(app)
    with (
        vault(filled=True) as sample,
        vault(filled=False) as empty,
        vault(filled=False) as fresh,
        vault(filled=False, reviewed=True) as reviewed,
        vault(filled=True, files=True) as files,
    ):
        fresh.welcome.write().result()
        for shot in shots:
            services = empty if shot.empty_vault else fresh if shot.first_run else sample
            services = reviewed if shot.reviewed else files if shot.files else services
            for path in take(app, services, shot, asked.folder):
                print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
