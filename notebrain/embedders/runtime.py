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
from typing import Any, Final

from notebrain.domain.errors import NoEmbedder
from notebrain.domain.i18n import _

_MMAP_THRESHOLD: Final = -3
"""As in malloc.h."""


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


def return_large_blocks() -> None:
    """Have every block of 1 MB or more go back to the system when it is freed, where the C library lets us (glibc).

    Otherwise it keeps such blocks after the first: 48 MB once the vectors of 100,000 notes were read.
    """
    if sys.platform == "linux":
        set_option = getattr(ctypes.CDLL(None), "mallopt", None)
        if set_option is not None:
            set_option(_MMAP_THRESHOLD, 1_000_000)


def give_back() -> None:
    """Free unreferenced memory, and return it to the system where the C library would keep it (glibc)."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
