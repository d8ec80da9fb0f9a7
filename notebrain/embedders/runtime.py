"""What the models share: opening their files with onnxruntime, and returning their memory.

onnxruntime is loaded here and nowhere else. It has no type annotations, so its sessions are `Any`.
"""

import ctypes
import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _


def open_session(path: Path) -> Any:  # noqa: ANN401 - a session of onnxruntime, see above
    """Return a session of the model in `path`, which runs on one thread of the processor.

    Raises:
        NoEmbedder: onnxruntime does not work on this computer, or the file is missing or damaged.
    """
    # it would create an id for this computer and report each model to its vendor, starting at import
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        runtime: Any = import_module("onnxruntime")
        faults = import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    except ImportError as error:
        raise NoEmbedder(
            _(
                "Search by meaning is off: onnxruntime, which runs the language model, cannot be "
                "used on this computer ({reason}). Notes are found by their words."
            ).format(reason=error)
        ) from error
    runtime.disable_telemetry_events()  # Windows' own mechanism ignores that variable
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # A memory pattern per text length keeps a block for the longest: 30 MB more, and no faster. Without the arena
    # the heap fragments instead (measured: 120 MB more).
    options.enable_mem_pattern = False
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(
            str(path), sess_options=options, providers=["CPUExecutionProvider"]
        )
    except _exceptions_of(faults) as error:
        raise no_model(path) from error


def no_model(path: Path) -> NoEmbedder:
    """Return the error for a model file that is missing or damaged."""
    return NoEmbedder(
        _(
            "Search by meaning is off: the language model file {path} is missing or damaged. "
            "Notes are found by their words; installing NoteBrain again brings the file back."
        ).format(path=path)
    )


def _exceptions_of(module: ModuleType) -> tuple[type[Exception], ...]:
    """Return onnxruntime's own exceptions, which share no base class but Exception."""
    return tuple(
        item
        for item in vars(module).values()
        if isinstance(item, type) and issubclass(item, Exception)
    )


def give_back() -> None:
    """Free unreferenced memory, and return it to the system where the C library would keep it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
