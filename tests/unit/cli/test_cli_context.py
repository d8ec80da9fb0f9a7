import pytest

from tests.fakes.command_line import InProcess

CONTEXT = ["question", "text", "tokens", "budget", "parts", "cut", "held_back", "degraded"]
PART = ["section", "id", "name", "tokens", "characters", "why", "local_only"]
PROCEDURE = [
    "procedure_id", "content", "category", "trigger_kind", "trigger", "source", "off", "created_at", "updated_at",
]  # fmt: skip


def add(notebrain: InProcess, content: str = "Check first.", words: str = "boiler") -> str:
    document = notebrain.run("procedures", "add", content, "--words", words, "--json").json
    return str(document["procedure_id"])


def contents(notebrain: InProcess) -> list[str]:
    return [one["content"] for one in notebrain.run("procedures", "list", "--json").json]


def test_a_context_has_exactly_the_fields_others_rely_on(notebrain: InProcess) -> None:
    note = notebrain.capture("The boiler broke.")
    add(notebrain)

    context = notebrain.run("context", "boiler", "--budget", "500", "--json").json

    assert list(context) == CONTEXT
    assert [list(part) for part in context["parts"]] == [PART, PART]
    assert context["parts"][0]["id"] == note
    assert context["parts"][1]["why"]
    assert context["tokens"] <= context["budget"] == 500


def test_a_context_is_printed_and_what_was_cut_is_said_apart(notebrain: InProcess) -> None:
    notebrain.capture("The boiler broke.")
    add(notebrain)
    whole = notebrain.run("context", "boiler", "--json").json["tokens"]

    done = notebrain.run("context", "boiler", "--budget", str(whole - 1))

    assert done.code == 0
    assert "The boiler broke." in done.text
    assert "Check first." not in done.text
    assert "Left out: procedure “general”" in done.err


def test_a_context_needs_a_budget(notebrain: InProcess) -> None:
    assert notebrain.run("context", "boiler", "--budget", "0").code == 2


def test_a_procedure_is_added_changed_removed_and_brought_back(notebrain: InProcess) -> None:
    one = add(notebrain)
    changed = notebrain.run(
        "procedures",
        "edit",
        one[-6:],
        "--content",
        "Ask.",
        "--search",
        "tag:home",
        "--off",
        "--json",
    ).json

    assert list(changed) == PROCEDURE
    assert (changed["content"], changed["trigger_kind"], changed["off"]) == ("Ask.", "search", True)
    assert notebrain.run("procedures", "remove", one).code == 0
    assert contents(notebrain) == []
    assert notebrain.run("procedures", "undo", one).code == 0
    assert contents(notebrain) == ["Ask."]
    assert notebrain.run("procedures", "undo", one).code == 0
    assert contents(notebrain) == ["Check first."]
    assert notebrain.run("procedures", "undo", one).code == 0
    assert contents(notebrain) == []
    assert notebrain.run("procedures", "undo", one).code == 1


def test_a_procedure_that_applies_is_shown_with_the_reason(notebrain: InProcess) -> None:
    add(notebrain)
    add(notebrain, "Never.", "sale")

    (found,) = notebrain.run("procedures", "match", "the", "boilers", "--json").json

    assert list(found) == [*PROCEDURE, "why"]
    assert found["content"] == "Check first."
    assert "boiler" in notebrain.run("procedures", "match", "boiler").text


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["add", "a"], 2),
        (["add", "a", "--words", "x", "--search", "y"], 2),
        (["add", " ", "--words", "x"], 1),
        (["edit", "nothing", "--off"], 1),
        (["remove", "nothing"], 1),
        (["match", "a" * 3_000], 1),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    notebrain: InProcess, words: list[str], code: int
) -> None:
    done = notebrain.run("procedures", *words)

    assert done.code == code
    assert done.line


def test_procedures_leave_with_the_vault_and_come_back(
    notebrain: InProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.mktemp("out") / "notes")
    notebrain.capture("A note.")
    one = add(notebrain, "a --> b")

    notebrain.run("export", folder)
    notebrain.run("procedures", "remove", one)
    first = notebrain.run("import", folder, "--json").json
    second = notebrain.run("import", folder, "--json").json

    assert (first["procedures"], second["procedures"]) == (1, 0)
    assert contents(notebrain) == ["a --> b"]
