from pathlib import Path

import pytest

from notebrain.app.core.findings import Severity
from notebrain.app.system import machine
from notebrain.app.system.qt_libraries import missing_packages
from notebrain.domain.errors import NoEmbedder
from tests.fakes.embedder import FakeEmbedder


@pytest.mark.parametrize(
    ("python", "qt", "severity"),
    [
        ((3, 11), "6.12.0", Severity.BAD),
        ((3, 11), "6.11.3", Severity.GOOD),
        ((3, 12), "6.12.0", Severity.GOOD),
        ((3, 13), "7.0", Severity.GOOD),
        ((3, 11), "6.12rc1", Severity.GOOD),
    ],
)
def test_a_qt_that_kills_this_python_is_told(
    python: tuple[int, int], qt: str, severity: Severity
) -> None:
    assert machine.qt_finding(qt, python).severity is severity


def test_a_missing_qt_leaves_the_command_line() -> None:
    finding = machine.qt_finding(None, (3, 11))

    assert finding.severity is Severity.HINT
    assert "the command line works" in finding.text


@pytest.mark.skipif("sys.platform != 'linux'", reason="only Linux can lack a display")
def test_a_missing_display_leaves_the_command_line(tmp_path: Path) -> None:
    def display(environ: dict[str, str]) -> Severity:
        findings = machine.machine_findings(tmp_path, [FakeEmbedder()], environ)
        return next(one.severity for one in findings if one.name == "display")

    assert display({}) is Severity.HINT
    assert display({"DISPLAY": ":0"}) is Severity.GOOD
    assert display({"WAYLAND_DISPLAY": "wayland-0"}) is Severity.GOOD


def test_every_missing_library_is_named_by_its_package() -> None:
    def load(library: str) -> object:
        if "xcb-cursor" in library or "EGL" in library:
            raise OSError(library)
        return object()

    assert missing_packages(load) == ["libegl1", "libxcb-cursor0"]


@pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere Qt brings its libraries")
def test_missing_libraries_are_told_and_matter_where_there_is_a_display(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def libraries(environ: dict[str, str]) -> list[tuple[Severity, str]]:
        findings = machine.machine_findings(tmp_path, [FakeEmbedder()], environ)
        return [(one.severity, one.text) for one in findings if one.name == "libraries"]

    monkeypatch.setattr(machine, "missing_packages", lambda: ["libegl1", "libgl1"])
    [(severity, text)] = libraries({"DISPLAY": ":0"})
    assert severity is Severity.BAD
    assert text.endswith("sudo apt install libegl1 libgl1")
    assert [severity for severity, _text in libraries({})] == [Severity.HINT]

    monkeypatch.setattr(machine, "missing_packages", list)
    assert libraries({"DISPLAY": ":0"}) == []


def test_the_model_is_tried_and_let_go_of(tmp_path: Path) -> None:
    embedder = FakeEmbedder(relations=[0.0] * 5)

    model = list(machine.machine_findings(tmp_path / "not" / "made", [embedder], {}))[-1]

    assert (model.name, model.severity) == ("model", Severity.GOOD)
    assert len(embedder.embedded) == 1
    assert embedder.released == 1


def test_a_model_that_does_not_load_is_told(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    embedder.failure = NoEmbedder("The model is missing.")

    model = list(machine.machine_findings(tmp_path, [embedder], {}))[-1]

    assert (model.severity, model.text) == (Severity.BAD, "The model is missing.")


def test_a_model_that_cannot_read_two_notes_together_is_told(tmp_path: Path) -> None:
    embedder = FakeEmbedder()

    model = list(machine.machine_findings(tmp_path, [embedder], {}))[-1]

    assert (model.severity, model.text) == (Severity.BAD, "no network for two notes")
    assert embedder.released == 1
