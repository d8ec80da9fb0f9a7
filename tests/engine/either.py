"""For fixtures of tests that hold for the stand-in's database and files, and for the engine of the service."""

from typing import Final

import pytest

EITHER_ACCOUNT: Final = (
    pytest.param("standin_account", id="standin"),
    pytest.param("engine_account", id="engine", marks=pytest.mark.real_engine),
)
