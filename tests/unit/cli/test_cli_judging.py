import json
from pathlib import Path

import pytest

from notebrain.app.model import local_model
from notebrain.app.notes.text_judge import TextJudge
from notebrain.domain.errors import NoEmbedder
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder


@pytest.fixture
def embedder(monkeypatch: pytest.MonkeyPatch) -> FakeEmbedder:
    fake = FakeEmbedder()
    monkeypatch.setattr(
        local_model, "text_judge", lambda: TextJudge(local_model.learned_judge(), fake, fake)
    )
    return fake


def lines(*pairs: tuple[str, str]) -> bytes:
    return b"".join(
        json.dumps({"older": older, "newer": newer}).encode() + b"\n" for older, newer in pairs
    )


def test_every_line_is_answered_with_a_line(notebrain: InProcess, embedder: FakeEmbedder) -> None:
    file = lines(("Buy milk", "Buy milk "), ("Bake the bread", "The train leaves at 7:40"))

    done = notebrain.run("review", "judge", "--batch", "-", "--json", stdin=file)

    verdicts = [json.loads(line) for line in done.text.splitlines()]
    assert [verdict["kind"] for verdict in verdicts] == ["repeat", "distinct"]
    assert verdicts[0].keys() == {"kind", "confidence", "scores", "newer", "evidence"}
    assert verdicts[0]["scores"] == {"duplicate": 1.0, "contradiction": 0.0}


def test_judging_makes_no_vault(
    notebrain: InProcess, embedder: FakeEmbedder, tmp_path: Path
) -> None:
    pairs = tmp_path / "pairs.jsonl"
    pairs.write_bytes(lines(("Rent is 900", "Rent is 1150")))

    assert notebrain.run("review", "judge", "--batch", str(pairs)).code == 0

    assert not notebrain.vault.exists()


@pytest.mark.parametrize(
    "line", [b"{", b"[]", b'"text"', b'{"older": "a"}', b'{"older": 1, "newer": "b"}']
)
def test_a_line_of_another_form_is_named(
    notebrain: InProcess, embedder: FakeEmbedder, line: bytes
) -> None:
    done = notebrain.run(
        "review", "judge", "--batch", "-", stdin=lines(("a", "b")) + b"\n" + line + b"\n"
    )

    assert done.code == 1
    assert "Line 3" in done.line
    assert len(done.text.splitlines()) == 1


def test_without_a_model_the_words_are_judged_and_it_is_said(
    notebrain: InProcess, embedder: FakeEmbedder
) -> None:
    embedder.failure = NoEmbedder("No model here.")
    pairs = lines(("Buy milk", "Buy milk "), ("Buy oats", "Buy oats and rye"))

    done = notebrain.run("review", "judge", "--batch", "-", stdin=pairs)

    assert done.code == 0
    assert len(done.text.splitlines()) == 2
    assert done.line == "No model here."


def test_judge_needs_a_file(notebrain: InProcess) -> None:
    done = notebrain.run("review", "judge")

    assert done.code == 2
    assert "--batch" in done.line


def test_a_text_may_hold_anything(notebrain: InProcess, embedder: FakeEmbedder) -> None:
    pairs = b'{"older": "half \\ud83d a smile", "newer": "\\u0000"}\n{"older": "", "newer": ""}\n'

    done = notebrain.run("review", "judge", "--batch", "-", stdin=pairs)

    assert len(done.text.splitlines()) == 2, done.err
