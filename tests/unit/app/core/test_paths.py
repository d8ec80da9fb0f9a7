import sys
from pathlib import Path

import pytest

from notebrain.app.core import paths


def test_a_folder_named_by_the_caller_wins_over_the_environment(tmp_path: Path) -> None:
    chosen = paths.data_folder(tmp_path / "mine", {"NOTEBRAIN_DATA_DIR": str(tmp_path / "other")})

    assert chosen == tmp_path / "mine"


def test_the_environment_names_the_vault_when_the_caller_does_not(tmp_path: Path) -> None:
    assert paths.data_folder(None, {"NOTEBRAIN_DATA_DIR": str(tmp_path)}) == tmp_path


def test_a_tilde_means_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    assert paths.data_folder("~/notes") == tmp_path / "notes"


def test_a_relative_folder_is_one_of_where_the_program_was_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    assert paths.data_folder("notes") == tmp_path / "notes"


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="the XDG folders are those of Linux"
)
def test_without_a_choice_the_vault_lives_where_the_platform_keeps_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    assert paths.data_folder(None, {}) == tmp_path / "notebrain"


def test_two_ways_to_write_a_vault_lead_to_one_socket(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "vault")
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}

    direct = paths.socket_path(tmp_path / "vault", environ)
    linked = paths.socket_path(tmp_path / "link", environ)

    assert direct == linked


def test_two_vaults_have_two_sockets(tmp_path: Path) -> None:
    environ = {"XDG_RUNTIME_DIR": str(tmp_path)}

    assert paths.socket_path(tmp_path / "a", environ) != paths.socket_path(tmp_path / "b", environ)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has loopback ports instead")
def test_two_starts_of_a_flatpak_meet_in_the_folder_they_share(tmp_path: Path) -> None:
    shared = tmp_path / "app" / "org.notebrain.NoteBrain"
    shared.mkdir(mode=0o700, parents=True)
    environ = {"XDG_RUNTIME_DIR": str(tmp_path), "FLATPAK_ID": "org.notebrain.NoteBrain"}

    assert paths.socket_path(tmp_path, environ).parent == shared


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has loopback ports instead")
def test_a_runtime_folder_that_others_may_look_into_is_not_used(tmp_path: Path) -> None:
    wide = tmp_path / "runtime"
    wide.mkdir()
    wide.chmod(0o755)

    address = paths.socket_path(tmp_path, {"XDG_RUNTIME_DIR": str(wide)})

    assert address.parent != wide


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has loopback ports instead")
def test_a_socket_stays_short_however_deep_the_vault_lies(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*["a-long-folder-name"] * 12)

    address = paths.socket_path(deep, {"XDG_RUNTIME_DIR": "/nowhere/at/all"})

    assert address.parent.name.startswith("notebrain-")
    assert len(str(address)) < 104


def test_a_command_to_type_names_the_folder_only_if_the_user_named_it() -> None:
    quote = '"' if sys.platform == "win32" else "'"

    assert paths.command_to_type("index", None) == "notebrain index"
    assert (
        paths.command_to_type("index", "my notes")
        == f"notebrain index --data-dir {quote}my notes{quote}"
    )
