"""Questions to a vault, answered with its own sentences."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from notebrain.app.api import Brain
from notebrain.app.services import open_services
from notebrain.ask.candidates import EVERYTHING, gather
from notebrain.ask.ranking import rank
from notebrain.ask.service import LONGEST_QUESTION
from notebrain.domain.grounding.answers import Answer, Role, in_words
from notebrain.domain.grounding.questions import read_question
from notebrain.domain.grounding.quotes import stands
from notebrain.domain.search.types import SearchRequest
from tests.fakes.embedder import FakeEmbedder

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def brain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Brain]:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with Brain(open_services(tmp_path / "vault", embedder=FakeEmbedder())) as brain:
        yield brain


def take(brain: Brain, text: str, *, days_ago: float = 30, **filing: object) -> str:
    at = NOW - timedelta(days=days_ago)
    return str(brain.capture(text, at=at, **filing))  # type: ignore[arg-type]


def ask(brain: Brain, question: str, **options: object) -> Answer:
    """Ask, and check that every quote is literally where it says."""
    answer = brain.ask(question, now=NOW, **options)  # type: ignore[arg-type]
    for source in answer.sources:
        note = brain.show(source.quote.note_id)
        assert source.quote.revision == note.version
        assert note.body[source.quote.start : source.quote.end] == source.quote.text
        assert stands(source.quote, note.body)
    numbers = {source.number for source in answer.sources}
    assert all(numbers.issuperset(sentence.quotes) for sentence in answer.sentences)
    return answer


def texts(answer: Answer) -> list[str]:
    return [sentence.text for sentence in answer.sentences]


def roles(answer: Answer) -> set[Role]:
    return {source.role for source in answer.sources}


def test_the_sentence_that_answers_is_quoted_word_for_word(brain: Brain) -> None:
    note = take(
        brain, "# Landlord\n\nHe was friendly. The landlord pays for the boiler. Coffee was good."
    )
    take(brain, "Bread needs flour and water.")

    answer = ask(brain, "Who pays for the boiler?")

    assert "The landlord pays for the boiler." in texts(answer)
    assert answer.sources[0].quote.note_id == note
    assert not answer.abstained
    assert answer.model is None


def test_the_kind_of_answer_decides_between_sentences_and_is_marked(brain: Brain) -> None:
    take(brain, "The boiler is loud. The boiler was repaired on 12 March 2026. The boiler is old.")

    answer = ask(brain, "When was the boiler repaired?")

    (sentence, *_rest) = sorted(answer.sentences, key=lambda one: not one.bold)
    assert [sentence.text[start:end] for start, end in sentence.bold] == ["12 March 2026"]


def test_german_questions_are_understood(brain: Brain) -> None:
    take(brain, "Die Heizung ist laut. Die Reparatur der Heizung kostet 240 Euro.")

    answer = ask(brain, "Wie viel kostet die Reparatur der Heizung?")

    best = next(one for one in answer.sentences if one.bold)
    assert best.text == "Die Reparatur der Heizung kostet 240 Euro."
    assert [best.text[start:end] for start, end in best.bold] == ["240 Euro"]


def test_at_most_five_sentences_two_of_a_note_in_the_order_of_their_dates(brain: Brain) -> None:
    for day in range(9, 0, -1):
        take(
            brain,
            f"The boiler hums on day {day}. The boiler drips. A boiler. Boiler!",
            days_ago=day,
        )

    answer = ask(brain, "What about the boiler?")

    assert 1 <= len(answer.sentences) <= 5
    quoted = [one for one in answer.sources if one.role is Role.QUOTED]
    assert [one.updated_at for one in quoted] == sorted(one.updated_at for one in quoted)
    notes = [one.quote.note_id for one in quoted]
    assert all(notes.count(note) <= 2 for note in notes)
    assert len({one.quote.note_id for one in answer.sources}) == 8


def dialog(brain: Brain) -> None:
    take(brain, "Ana: I ran the charity race on Sunday and learned to rest.", days_ago=3)
    take(brain, "Ben: Well done! I stayed at home and read a novel.", days_ago=3)
    take(brain, "Ana: The race raised money for the shelter.", days_ago=2)
    take(brain, "Ben: I painted the fence of the garden green.", days_ago=1)


def test_what_somebody_else_did_is_no_answer(brain: Brain) -> None:
    dialog(brain)

    answer = ask(brain, "What did Ben learn after his charity race?")

    assert answer.abstained
    assert answer.sentences == ()
    assert answer.reason == "This is of Ana, not of Ben."
    assert roles(answer) == {Role.SOMEONE_ELSE}


def test_operators_count_in_both_ways_of_asking(brain: Brain) -> None:
    take(brain, "Ana: I ran the charity race.", tags=["sport"])
    take(brain, "Ana: I won the charity race in May.")

    assert texts(ask(brain, "When did Ana run the charity race? tag:sport")) == [
        "I ran the charity race."
    ]


def test_what_the_person_did_is(brain: Brain) -> None:
    dialog(brain)

    answer = ask(brain, "What did Ana learn after her charity race?")

    assert not answer.abstained
    assert "I ran the charity race on Sunday and learned to rest." in texts(answer)


def test_the_note_after_a_question_answers_it(brain: Brain, tmp_path: Path) -> None:
    folder = tmp_path / "talk"
    folder.mkdir()
    lines = ["Ana: Where do you keep the passport?", "Ben: In the blue drawer.", "Ana: It rains."]
    for number, line in enumerate(lines, 9):
        (folder / f"{number}.md").write_text(line, "utf-8")
    brain.services.importer.run(folder)

    answer = ask(brain, "Where is the passport?")

    assert "In the blue drawer." in texts(answer)


def test_nonsense_has_no_answer_but_nearest_notes(brain: Brain) -> None:
    dialog(brain)
    brain.index()

    answer = ask(brain, "xyzzy plugh")

    assert answer.abstained
    assert answer.reason
    assert roles(answer) <= {Role.NEAREST}
    assert len(answer.sources) <= 3


@pytest.mark.parametrize(
    "question", ["", "  \n", "tag:garden", "-boiler", "before:2026", "?", '""', "“”", "...!"]
)
def test_a_question_without_words_says_so(brain: Brain, question: str) -> None:
    take(brain, "The boiler is loud.", tags=["garden"])

    answer = ask(brain, question)

    assert answer.abstained
    assert answer.reason
    assert answer.sources == ()


def test_a_question_that_is_too_long_says_so(brain: Brain) -> None:
    answer = ask(brain, "boiler " * LONGEST_QUESTION)

    assert answer.abstained
    assert str(LONGEST_QUESTION) in (answer.reason or "")


def test_operators_count_as_in_a_search(brain: Brain) -> None:
    take(brain, "The boiler is in the cellar.", tags=["home"])
    take(brain, "The boiler is in the attic.", workspace="Work")

    assert texts(ask(brain, "Where is the boiler? tag:home")) == ["The boiler is in the cellar."]
    assert texts(ask(brain, "Where is the boiler? in:Work")) == ["The boiler is in the attic."]
    nothing = ask(brain, "Where is the boiler? tag:boat")
    assert nothing.abstained
    assert "tag:boat" in (nothing.reason or "")


def test_a_title_in_quotes_need_not_be_in_the_notes(brain: Brain) -> None:
    take(brain, "Reading taught me patience.", tags=["old books"])

    answer = ask(brain, 'What did reading "The Long Way" teach? tag:"old books"')

    assert texts(answer) == ["Reading taught me patience."]


def test_a_scope_leaves_only_its_notes(brain: Brain) -> None:
    one = take(brain, "The boiler is in the cellar.", tags=["home/old"])
    two = take(brain, "The boiler is in the attic.", workspace="Work")

    assert texts(ask(brain, "Where is the boiler?", tag="home")) == ["The boiler is in the cellar."]
    assert texts(ask(brain, "Where is the boiler?", workspace="Work")) == [
        "The boiler is in the attic."
    ]
    assert {s.quote.note_id for s in ask(brain, "Where is the boiler?", notes=[two]).sources} == {
        two
    }
    assert len(ask(brain, "Where is the boiler?", notes=[one, two]).sentences) == 2


def test_notes_in_the_trash_answer_nothing(brain: Brain) -> None:
    note = take(brain, "The boiler is in the cellar.")
    brain.forget(note)

    assert ask(brain, "Where is the boiler?").sources == ()
    assert ask(brain, "Where is the boiler?", notes=[note]).sources == ()


def test_local_only_notes_are_quoted_and_marked(brain: Brain) -> None:
    take(brain, "The boiler is in the cellar.", local_only=True)

    (source,) = ask(brain, "Where is the boiler?").sources

    assert source.local_only


def test_an_earlier_version_stands_below_the_newest(brain: Brain) -> None:
    take(brain, "The boiler service costs 120 euros a year.", days_ago=60)
    take(brain, "The boiler service costs 140 euros a year now.", days_ago=2)
    brain.index()

    answer = ask(brain, "How much is the boiler service?")

    (sentence,) = answer.sentences
    assert sentence.text == "The boiler service costs 140 euros a year now."
    (earlier,) = [one for one in answer.sources if one.number in sentence.earlier]
    assert earlier.role is Role.EARLIER
    assert earlier.quote.text == "The boiler service costs 120 euros a year."


def test_notes_that_contradict_each_other_are_both_shown(brain: Brain) -> None:
    take(brain, "Dogs are allowed in the garden of the house.", days_ago=5)
    take(brain, "Dogs are not allowed in the garden of the house.", days_ago=5)

    answer = ask(brain, "Are dogs allowed in the garden?")

    one, other = answer.sentences
    assert one.contradicts == other.quotes
    assert other.contradicts == one.quotes


@pytest.mark.parametrize(
    "body",
    [
        "x " * 150_000 + "The boiler is in the cellar. " + "y " * 10_000,
        "\u202eThe boiler is in the cellar.\u202c",
        "\U0001f525 The boiler\n is in e\u0301 cellar. [3] <b>delete</b>",
        "boiler",
        "The boiler " + "cellar" * 500,
        "The boiler: \x07\x1b[31mred\x00",
    ],
)
def test_odd_notes_are_quoted_as_they_are(brain: Brain, body: str) -> None:
    take(brain, body.replace("\x00", ""))

    answer = ask(brain, "Where is the boiler?")

    assert len(answer.sources) == 1


def trips(brain: Brain) -> None:
    take(
        brain,
        "# Rome with the kids\n\nThe hotel cost 140 euros. Nora lost her blue hat at the Forum.",
    )
    take(brain, "# Prague\n\nThe room in the hotel cost 90 euros.")
    take(brain, "# Boiler\n\nThe plumber comes on Friday.")


@pytest.mark.parametrize(
    "question", ["What did the hotel in Vienna cost?", "Was kostete das Hotel in Wien?"]
)
def test_a_place_that_no_note_names_is_not_answered_with_another(
    brain: Brain, question: str
) -> None:
    trips(brain)
    take(brain, "# Hamburg\n\nDas Hotel kostete 120 Euro.")

    answer = ask(brain, question)

    place = "Vienna" if "Vienna" in question else "Wien"
    assert answer.abstained
    assert answer.sentences == ()
    assert answer.reason == f"None of the notes that fit mentions {place}."
    assert roles(answer) == {Role.SOMEONE_ELSE}


def test_a_place_in_the_title_is_enough_and_other_places_are_not_quoted(brain: Brain) -> None:
    trips(brain)

    answer = ask(brain, "What did the hotel in Rome cost?")

    assert texts(answer) == ["The hotel cost 140 euros."]
    assert Role.SOMEONE_ELSE in roles(answer) or len(answer.sources) > 1


def test_the_sentence_with_the_names_is_quoted(brain: Brain) -> None:
    trips(brain)

    answer = ask(brain, "What did Nora lose at the Forum?")

    assert texts(answer) == ["Nora lost her blue hat at the Forum."]


def test_the_year_in_a_question_stands_in_the_note_or_is_when_it_was_written(brain: Brain) -> None:
    take(brain, "# Tax\n\nThe refund for 2023 was 640 euros.", days_ago=500)

    assert ask(brain, "What refund did we get for 2019?").abstained
    assert texts(ask(brain, "What refund did we get for 2023?")) == [
        "The refund for 2023 was 640 euros."
    ]


def test_in_a_small_vault_notes_that_do_not_fit_are_not_quoted(brain: Brain) -> None:
    trips(brain)
    take(brain, "# Garden\n\nTomatoes go out after 15 May.")

    assert texts(ask(brain, "When does the plumber come?")) == ["The plumber comes on Friday."]


def test_in_a_talk_a_place_is_named_once(brain: Brain) -> None:
    take(brain, "Ana: We went to Porto in May.", days_ago=3)
    take(brain, "Ben: How was the hotel?", days_ago=3)
    take(brain, "Ana: The hotel cost 90 euros.", days_ago=2)

    assert texts(ask(brain, "What did the hotel in Porto cost Ana?")) == [
        "The hotel cost 90 euros."
    ]
    assert ask(brain, "What did the hotel in Faro cost Ana?").abstained


def test_who_asks_for_a_phone_number_is_not_told_another_number(brain: Brain) -> None:
    take(brain, "# Dentist\n\nThe crown is fine. Our customer number there is 88 412 90.")
    take(brain, "# Plumber\n\nHe was quick. Phone 030 4418 220, ask for Jan.")

    dentist = ask(brain, "What is the phone number of the dentist?")
    plumber = ask(brain, "What is the phone number of the plumber?")

    assert dentist.abstained
    assert dentist.sentences == ()
    assert roles(dentist) == {Role.NEAREST}
    (said,) = plumber.sentences
    assert [said.text[start:end] for start, end in said.bold] == ["030 4418 220"]


TABLE = """# Service

| what | when | costs |
| --- | :-: | --- |
| boiler | 3 March. Again in May | 240 € |
| chimney | 7 June | |
"""


def test_a_row_of_a_table_is_quoted_as_a_whole_with_the_heads_of_its_values(brain: Brain) -> None:
    take(brain, TABLE)

    answer = ask(brain, "When was the service of the boiler?")

    row = next(one for one in answer.sentences if "boiler" in one.text)
    assert row.text == "| boiler | 3 March. Again in May | 240 € |"
    assert row.heads == ("what", "when", "costs")
    assert in_words(row) == "what: boiler, when: 3 March. Again in May, costs: 240 €"
    assert not any("---" in text or "| what" in text for text in texts(answer))


def test_a_head_without_rows_is_no_answer(brain: Brain) -> None:
    take(brain, "| boiler | when |\n| --- | --- |")

    answer = ask(brain, "When was the boiler repaired?")

    assert texts(answer) == []


def test_a_row_whose_heads_are_far_above_is_not_quoted(brain: Brain) -> None:
    rows = "".join(f"| thing {n} | {n} June 2020 |\n" for n in range(200))
    take(brain, f"| what | when |\n|---|---|\n{rows}| boiler repaired | 3 March |\n")

    answer = ask(brain, "When was the boiler repaired?")

    assert all(sentence.heads for sentence in answer.sentences)


def covers(brain: Brain, question: str) -> dict[str, float]:
    """Return how much of a question each note covers, by the first word of its text."""
    services = brain.services
    asked = SearchRequest(question, now=NOW)
    read = read_question(question)
    gathered = gather(services.store, services.answer, read, asked, EVERYTHING)
    return {one.candidate.text.split()[0]: one.cover for one in rank(read, gathered)}


def test_what_was_noted_before_another_note_says_nothing_about_it(brain: Brain) -> None:
    take(brain, "Washer of the tap changed on 3 May 2026.", days_ago=3)
    take(brain, "Landlord agreed to service the boiler.", days_ago=2.999)

    found = covers(brain, "When was the washer changed?")

    assert found["Washer"] == 1.0
    assert found["Landlord"] == 0.0


def test_what_was_said_before_a_turn_of_a_talk_says_what_it_is_about(brain: Brain) -> None:
    take(brain, "Ana: Did he change the washer?", days_ago=3)
    take(brain, "Ben: On 3 May, yes.", days_ago=2.999)

    found = covers(brain, "When was the washer changed?")

    assert found["Ben:"] > 0.0


@pytest.mark.parametrize(
    ("body", "question", "answer"),
    [
        (
            "Coffee with Ana Lima. She is back. That was on 12 May, at Milchbar.",
            "When did I meet Ana Lima for coffee?",
            ["Coffee with Ana Lima.", "That was on 12 May, at Milchbar."],
        ),
        (
            "# Sofa\n\nThe sofa is ordered. It is green.\n\nDelivery on 17 April between 8 and 12.",
            "When does the sofa come?",
            ["Delivery on 17 April between 8 and 12."],
        ),
        (
            "Das Fernglas ist wieder da. Es lag im Keller, hinter den Skiern.",
            "Wo war das Fernglas?",
            ["Das Fernglas ist wieder da.", "Es lag im Keller, hinter den Skiern."],
        ),
        (
            "Opa hat von der Mühle erzählt. Geschlossen wurde sie 1971.",
            "Wann wurde die Mühle von Opa zugemacht?",
            ["Opa hat von der Mühle erzählt.", "Geschlossen wurde sie 1971."],
        ),
    ],
)
def test_the_sentence_with_the_kind_of_answer_goes_along_with_the_one_it_goes_on_from(
    brain: Brain, body: str, question: str, answer: list[str]
) -> None:
    take(brain, body)

    assert texts(ask(brain, question)) == answer


@pytest.mark.parametrize(
    ("body", "question"),
    [
        ("Coffee with Ines. Dentist moved to 3 June.", "When did I have coffee with Ines?"),
        (
            "Notes.\nCoffee with Ines.\n\nIt was sold on 3 June.",
            "When did I have coffee with Ines?",
        ),
        ("- coffee with Ines\n- it ends on 3 June", "When did I have coffee with Ines?"),
        ("# Ines\n\nCoffee with her.\n\n# Car\n\nDue on 3 June.", "When was coffee with Ines?"),
    ],
)
def test_a_date_of_something_else_is_not_quoted(brain: Brain, body: str, question: str) -> None:
    take(brain, body)

    said = texts(ask(brain, question))

    assert len(said) == 1
    assert not any("June" in text for text in said)


def test_a_quote_without_a_date_is_told_with_the_days_of_its_note(brain: Brain) -> None:
    take(brain, "Dinner with Tomasz.\n\nHe cooked.", days_ago=30)

    assert [one.noted for one in ask(brain, "When was dinner with Tomasz?").sentences] == [
        "2026-10-22"
    ]
    assert [one.noted for one in ask(brain, "Who had dinner with Tomasz?").sentences] == [""]


def test_a_heading_with_a_date_says_when(brain: Brain) -> None:
    take(brain, "# Diary\n\n## 2024-05-12\n\nDinner with Tomasz.\n\n## 2024-06-01\n\nRain.")

    answer = ask(brain, "When was dinner with Tomasz?")

    assert [(one.text, one.noted) for one in answer.sentences] == [
        ("Dinner with Tomasz.", "2024-05-12")
    ]


@pytest.mark.parametrize("body", ["Dinner with Tomasz on 3 March.", "Dinner with Tomasz in 1999."])
def test_a_quote_with_a_date_says_when_itself(brain: Brain, body: str) -> None:
    take(brain, body)

    assert [one.noted for one in ask(brain, "When was dinner with Tomasz?").sentences] == [""]


def test_yesterday_is_told_with_the_day_it_was_noted(brain: Brain) -> None:
    take(brain, "Dinner with Tomasz yesterday.", days_ago=30)

    (sentence,) = ask(brain, "When was dinner with Tomasz?").sentences

    assert sentence.bold
    assert sentence.noted == "2026-10-22"
