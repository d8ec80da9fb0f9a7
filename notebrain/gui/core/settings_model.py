"""The settings as the window uses them: changed immediately, saved a moment later."""

from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from notebrain.app.settings.setting import Setting, Settings, Value
from notebrain.gui.core.threads import EventBridge

T = TypeVar("T", bound=Value)


class SettingsModel(QObject):
    """Reads and changes settings, and notifies every part of the window of a change.

    A value takes effect as soon as it is set, even though the vault saves it a little later.
    """

    changed = Signal(object)
    """This `Setting` has a new value, for all workspaces or for one, from here or from elsewhere."""

    def __init__(self, settings: Settings, bridge: EventBridge) -> None:
        super().__init__()
        self._settings = settings
        self._bridge = bridge
        self._coming: dict[tuple[str, str], list[Value | None]] = {}
        self._asked_for: dict[str, Setting[Value]] = {}
        self._stored = settings.stored()
        bridge.settings_changed.connect(self._look)
        bridge.changed_elsewhere.connect(self._look)

    def get(self, setting: Setting[T], *, workspace: str | None = None) -> T:
        """Return a setting: the workspace's own value, else the global value, else the default."""
        scopes = [workspace] if workspace and setting.per_workspace else []
        for scope in (*scopes, None):
            value = self.own(setting, workspace=scope)
            if value is not None:
                return value
        return setting.default

    def own(self, setting: Setting[T], *, workspace: str | None = None) -> T | None:
        """Return the value set for this workspace, or globally if none is given; None if nothing was set."""
        self._asked_for[setting.name] = setting
        coming = self._coming.get((setting.name, workspace or ""))
        if not coming:
            return self._settings.own(setting, workspace=workspace)
        return None if coming[-1] is None else setting.typed(coming[-1])

    def put(
        self, setting: Setting[Value], value: Value | None, *, workspace: str | None = None
    ) -> None:
        """Use and save a value from now on; None restores the default."""
        workspace = workspace if setting.per_workspace else None
        write = self._settings.put(setting, value, workspace=workspace)
        key = (setting.name, workspace or "")
        self._coming.setdefault(key, []).append(value)
        self._expect(key, value)
        self._bridge.when_done(
            write, lambda _changes: self._arrived(key), failed=lambda error: self._lost(key, error)
        )
        self.changed.emit(setting)

    def _look(self) -> None:
        """Tell of what another program, or another computer, has changed."""
        before, now = self._stored, self._settings.stored()
        for key in [(workspace, name) for name, workspace in self._coming]:
            now.pop(key, None)  # as it will be
            if key in before:
                now[key] = before[key]
        self._stored = now
        keys = before.keys() | now.keys()
        changed = {key[1] for key in keys if before.get(key) != now.get(key)}
        for name in changed & self._asked_for.keys():
            self.changed.emit(self._asked_for[name])

    def _expect(self, key: tuple[str, str], value: Value | None) -> None:
        name, workspace = key
        self._stored.pop((workspace, name), None)
        if value is not None:
            self._stored[workspace, name] = value

    def _arrived(self, key: tuple[str, str]) -> None:
        self._coming[key].pop(0)
        if not self._coming[key]:
            del self._coming[key]

    def _lost(self, key: tuple[str, str], error: Exception) -> None:
        self._arrived(key)
        self._bridge.failed.emit(error)
        self._look()
