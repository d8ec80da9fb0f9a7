"""The window: shows, asks, and puts errors into words."""

from contextlib import suppress
from importlib import import_module
from types import ModuleType


def _may_use_features(module: ModuleType) -> bool:
    return module.__name__.startswith(__name__)


# WORKAROUND: after PySide is loaded, it reads the source of each module that is imported, to find out whether it may
# select features with `from __feature__ import …` (shibokensupport/feature.py); none here does. This takes 200 ms of
# 1,900 until the window is shown (processor time on a busy machine).
with suppress(ImportError, AttributeError):
    import_module("PySide6.QtCore")
    _features = import_module("shibokensupport.feature")
    _ = _features._mod_uses_pyside  # noqa: SLF001 - there must be something to replace
    vars(_features)["_mod_uses_pyside"] = _may_use_features
