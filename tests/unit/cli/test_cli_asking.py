import json
from pathlib import Path

from tests.fakes.command_line import InProcess

KEYS = ["question", "answer", "sources", "abstained", "reason", "degraded", "model", "neurons"]
SENTENCE = ["text", "quotes", "supported", "earlier", "contradicts", "heads", "noted"]
SOURCE = [
    "n", "role", "note_id", "revision", "source", "title", "quote", "span", "updated_at", "local_only", "score", "why",
    "route",
]  # fmt: skip


def test_an_answer_has_exactly_the_fields_others_rely_on(notebrain: InProcess) -> None:
    note = notebrain.capture("Keys\n\nThe spare key is with Ana.")

    answer = notebrain.run("ask", "Who has the spare key?", "--json").json

    assert list(answer) == KEYS
    (sentence,) = answer["answer"]
    assert list(sentence) == SENTENCE
    assert sentence["text"] == "The spare key is with Ana."
    assert sentence["supported"] is True
    (source,) = answer["sources"]
    assert list(source) == SOURCE
    assert sentence["quotes"] == [source["n"]]
    assert source["route"] == f"notebrain://note/{note}"
    start, end = source["span"]
    assert "Keys\n\nThe spare key is with Ana."[start:end] == source["quote"]
    assert answer["model"] is None
    assert answer["abstained"] is False


def test_a_row_of_a_table_comes_with_the_heads_of_its_columns(notebrain: InProcess) -> None:
    notebrain.capture("Repairs\n\n| what | when |\n|---|---|\n| tap | 3 May |\n| washer | 9 June |")

    answer = notebrain.run("ask", "When was the washer changed?", "--json").json

    assert answer["answer"][0]["text"] == "| washer | 9 June |"
    assert answer["answer"][0]["heads"] == ["what", "when"]


def test_an_answer_names_its_sources(notebrain: InProcess) -> None:
    note = notebrain.capture("Keys\n\nThe spare key is with Ana.")

    done = notebrain.run("ask", "Who has the spare key?")

    assert done.code == 0
    assert done.text.startswith("The spare key is with Ana. [1]\n")
    assert note in done.text


def test_no_answer_is_said_apart(notebrain: InProcess) -> None:
    notebrain.capture("The spare key is with Ana.")

    done = notebrain.run("ask", "tag:boat", "key?")

    assert (done.code, done.text) == (0, "")
    assert "tag:boat" in done.err


def test_each_line_of_a_file_is_a_question(notebrain: InProcess, tmp_path: Path) -> None:
    notebrain.capture("The spare key is with Ana.")
    file = tmp_path / "questions.txt"
    file.write_text("Who has the spare key?\n\nWhere is the boat?\n", "utf-8")

    done = notebrain.run("ask", "--batch", str(file), "--no-model", "--json")

    answers = [json.loads(line) for line in done.text.splitlines()]
    assert [one["question"] for one in answers] == [
        "Who has the spare key?",
        "",
        "Where is the boat?",
    ]
    assert [one["abstained"] for one in answers] == [False, True, True]


def test_a_scope_is_one_place_or_some_notes(notebrain: InProcess) -> None:
    one = notebrain.capture("The key is with Ana.", "--tag", "home")
    two = notebrain.capture("The key is with Ben.", "--workspace", "Work")

    def notes(*scope: str) -> set[str]:
        options = [word for part in scope for word in ("--scope", part)]
        answer = notebrain.run("ask", "Who has the key?", "--json", *options).json
        return {source["note_id"] for source in answer["sources"]}

    assert notes() == notes("all") == notes(f"note:{one}", f"note:{two}") == {one, two}
    assert notes("tag:home") == notes(f"note:{one}") == {one}
    assert notes("workspace:Work") == {two}


def test_wrong_arguments_are_told_in_one_line(notebrain: InProcess) -> None:
    notebrain.capture("The key is with Ana.")

    for words in ([], ["x", "--batch", "y"], ["x", "--scope", "moon"], ["x", "--scope", "tag:"]):
        assert notebrain.run("ask", *words).code == 2
    assert notebrain.run("ask", "x", "--scope", "tag:a", "--scope", "all").code == 2
    assert notebrain.run("ask", "x", "--scope", "note:nothing").code == 1


def test_what_controls_a_terminal_is_not_printed(notebrain: InProcess) -> None:
    notebrain.capture("The key \x1b[31m is with\x07 Ana.")

    assert "\x1b" not in notebrain.run("ask", "Who has the key?").text
