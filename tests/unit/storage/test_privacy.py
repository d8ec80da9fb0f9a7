"""What an earlier version left open to others is closed, and nothing else is touched."""

import stat
import sys
from pathlib import Path

import pytest

from notebrain.storage import privacy

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(("stranger", "wanted"), [(False, 0o700), (True, 0o755)])
def test_a_folder_is_closed_to_others_only_where_all_in_it_is_ours(
    tmp_path: Path, stranger: bool, wanted: int
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name in ("notebrain.db", *["holiday.jpg"] * stranger):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    folder.chmod(0o755)

    privacy.mend(folder, ["notebrain*"])

    assert mode(folder) == wanted
    assert mode(folder / "notebrain.db") == 0o600
    assert not stranger or mode(folder / "holiday.jpg") == 0o644
