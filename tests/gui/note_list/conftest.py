"""What the tests of the note list share."""

import pytest

from tests.fakes.note_list import NoteListBench


@pytest.fixture
def bench(services, theme, qtbot):
    bench = NoteListBench(services, theme, qtbot)
    yield bench
    bench.reader.close()
