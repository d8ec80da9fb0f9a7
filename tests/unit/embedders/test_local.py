"""The shipped model: what it answers, what it costs, and what happens without it."""

import os
import struct
import subprocess
import sys
from operator import mul
from pathlib import Path

import pytest

from notebrain.app.core.resources import resource
from notebrain.domain.errors import NoEmbedder
from notebrain.embedders import local
from notebrain.embedders.bundled import BUNDLED, ENGLISH, MULTILINGUAL, BundledModel
from notebrain.embedders.local import LocalEmbedder

FOLDER = resource("models", "english")
FILES = [
    (model, file.name)
    for model in BUNDLED.values()
    for file in sorted(resource("models", model.name).iterdir())
    if file.suffix in {".onnx", ".txt", ".npy", ".npz"}
]

_MEASURE_MEMORY = """
import sys
from operator import mul
from pathlib import Path
import numpy
from notebrain.embedders.bundled import BUNDLED
from notebrain.embedders.local import LocalEmbedder

def resident_mb():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

embedder = LocalEmbedder(Path(sys.argv[1]), BUNDLED[Path(sys.argv[1]).name])
before = resident_mb()
for words in (5, 40, 600, 100, 300, 20, 600):
    embedder.embed(["word " * words])
loaded = resident_mb()
embedder.release()
print(loaded - before, resident_mb() - before)
"""


NOTES = {
    "The spare key is with Ms Adler on the second floor": "who can let me in if I lock myself out",
    "Metformin 500, one with supper, stomach may gripe for two weeks": "new pills for my blood sugar",
    "Boiler pressure was down to 0.6, topped it up to 1.5": "heating not getting warm",
    "Train to Ghent 8:14, platform 3, return is open": "when do we leave for Belgium",
}
GERMAN = {
    "Der Ersatzschlüssel liegt unter dem Blumentopf": "wie komme ich in die Wohnung, wenn keiner da ist",
    "Metformin 500, eine zum Abendessen": "neue Tabletten gegen Zucker",
    "Druck am Kessel war bei 0,6, auf 1,5 aufgefüllt": "Heizung wird nicht warm",
    "Zug nach Gent 8:14, Gleis 3": "wann fahren wir nach Belgien",
}


@pytest.fixture(autouse=True)
def models_stay_loaded() -> None:
    """Here each model is loaded and released for itself."""


@pytest.mark.parametrize(
    ("model", "notes"), [(ENGLISH, NOTES), (MULTILINGUAL, NOTES), (MULTILINGUAL, GERMAN)]
)
def test_a_question_is_nearest_to_its_note_without_a_common_word(
    model: BundledModel, notes: dict[str, str]
) -> None:
    embedder = LocalEmbedder(resource("models", model.name), model)
    vectors = [struct.unpack("<384f", vector) for vector in embedder.embed([*notes])]

    for place, question in enumerate(notes.values()):
        asked = struct.unpack("<384f", embedder.embed_question(question))
        cosines = [sum(map(mul, asked, vector)) for vector in vectors]
        assert cosines.index(max(cosines)) == place, question


_EMBED = """
import sys
from operator import mul
from pathlib import Path
from notebrain.embedders.bundled import ENGLISH
from notebrain.embedders.local import LocalEmbedder
LocalEmbedder(Path(sys.argv[1]), ENGLISH).embed(["a note"])
"""


def test_the_model_leaves_no_trace_of_this_computer_for_the_maker_of_its_runtime(
    tmp_path: Path,
) -> None:
    home = {"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path), "XDG_CACHE_HOME": ""}
    line = [sys.executable, "-B", "-c", _EMBED, str(FOLDER)]
    subprocess.run(line, env={**os.environ, **home}, check=True)

    assert list(tmp_path.rglob("*")) == []


def test_nothing_is_read_before_the_first_use(tmp_path: Path) -> None:
    embedder = LocalEmbedder(tmp_path / "nowhere", ENGLISH)

    assert embedder.space.dimensions == 384
    embedder.release()


def test_where_nothing_was_read_there_is_no_memory_to_give_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[bool] = []
    monkeypatch.setattr(local, "give_back", lambda: given_back.append(True))

    LocalEmbedder(tmp_path, ENGLISH).release()
    read = LocalEmbedder(FOLDER, ENGLISH)
    read.embed(["a note"])
    read.release()
    read.release()

    assert given_back == [True]


def test_both_models_have_their_files() -> None:
    assert [model.name for model, _name in FILES] == ["english"] * 4 + ["multilingual"] * 4


@pytest.mark.parametrize(("model", "missing"), FILES)
def test_a_missing_file_is_named_and_says_that_words_still_find_notes(
    tmp_path: Path, model: BundledModel, missing: str
) -> None:
    for file in resource("models", model.name).iterdir():
        if file.name != missing:
            (tmp_path / file.name).symlink_to(file)

    with pytest.raises(NoEmbedder, match=rf"{missing}.* found by their words"):
        LocalEmbedder(tmp_path, model).embed(["a note"])


@pytest.mark.parametrize("damage", [b"", b"no model at all", None])
@pytest.mark.parametrize(("model", "damaged"), FILES)
def test_a_damaged_file_is_told_in_words(
    tmp_path: Path, model: BundledModel, damaged: str, damage: bytes | None
) -> None:
    for file in resource("models", model.name).iterdir():
        if file.name != damaged:
            (tmp_path / file.name).symlink_to(file)
    whole = resource("models", model.name, damaged).read_bytes()
    (tmp_path / damaged).write_bytes(whole[: len(whole) // 2] if damage is None else damage)

    with pytest.raises(NoEmbedder, match=rf"{damaged} is missing or damaged"):
        LocalEmbedder(tmp_path, model).embed(["a note"])


def test_without_onnxruntime_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    with pytest.raises(NoEmbedder, match="onnxruntime"):
        LocalEmbedder(FOLDER, ENGLISH).embed(["a note"])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads memory figures from /proc")
def test_the_model_costs_at_most_170_mb_and_release_gives_most_of_it_back() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE_MEMORY, str(FOLDER)],
        capture_output=True,
        text=True,
        check=True,
    )

    added, kept = map(float, done.stdout.split())
    assert added <= 170
    assert kept <= 60
