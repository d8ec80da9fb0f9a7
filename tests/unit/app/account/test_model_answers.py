"""A model of the connected account answers: only once it may, and with what was said would leave."""

import threading

import pytest

from notebrain.app.services import Services
from notebrain.app.settings.ask import ASK_MODEL, ASK_MODEL_ALLOWED
from notebrain.app.settings.table import NEURON_BUDGET
from notebrain.ask.model_answer import Freshness, ModelText, Prepared
from notebrain.domain.grounding.answers import Answer, AnswerSentence, Role, Source
from notebrain.domain.grounding.quotes import Quote
from notebrain.domain.grounding.writing_models import LARGE, SHIPPED, SMALL
from notebrain.domain.notes.draft import Draft
from notebrain.notes.service import Edit
from notebrain.storage.notes import notes
from notebrain.storage.writer import outcome
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.faults import neurons_used_up, refused, server_error
from tests.fakes.cloudflare.streaming import breaks_off, stalls

QUESTION = "When is the boiler serviced?"
SAID = "It is serviced in March [1]. It costs 240 € [2]."
TEXTS = ("The boiler is serviced in March", "The service of the boiler costs 240 €")


@pytest.fixture(autouse=True)
def _script(account: Standin) -> None:
    account.ai.script(SAID)


def quotes(services: Services, *texts: str, secret: str = "") -> Answer:
    """Return an answer that quotes these notes as a whole, one of which may stay here."""
    sources: list[Source] = []
    for text in (*(texts or TEXTS), *((secret,) if secret else ())):
        note_id = outcome(services.notes.capture(Draft(text, local_only=text == secret))).note
        assert note_id is not None
        with services.store.read() as db:
            note = notes.get(db, note_id)
        quote = Quote(note_id, note.version, 0, len(note.body), note.body)
        sources.append(
            Source(
                len(sources) + 1,
                quote,
                Role.QUOTED,
                note.title,
                note.source,
                note.updated_at,
                1.0,
                None,
                note.local_only,
            )
        )
    sentences = tuple(AnswerSentence(one.quote.text, (one.number,), True) for one in sources)
    return Answer(QUESTION, sentences, tuple(sources))


def ask(services: Services, *texts: str) -> ModelText:
    return services.cloud.answers.ask(quotes(services, *texts)).future.result(30).text


def test_nothing_is_asked_before_the_user_agreed(connected: Services, account: Standin) -> None:
    connected.settings.put(ASK_MODEL_ALLOWED, None).result(10)

    told = ask(connected)

    assert ASK_MODEL_ALLOWED.default is False
    assert (told.text, told.reason) == ("", "Answers by a model are switched off in the settings.")
    assert len(account.requests) == 0


def test_nothing_is_asked_without_an_account(services: Services, account: Standin) -> None:
    services.settings.put(ASK_MODEL_ALLOWED, True).result(10)

    told = ask(services)

    assert not services.cloud.answers.connected
    assert told.reason == "No account with a model is connected."
    assert len(account.requests) == 0


def test_the_default_of_the_setting_is_shipped() -> None:
    assert ASK_MODEL.default == LARGE.name
    assert set(SHIPPED) == {LARGE.name, SMALL.name}


def test_an_answer_costs_what_the_account_counts(connected: Services, account: Standin) -> None:
    before = connected.cloud.answers.left

    told = ask(connected)

    assert (told.text, told.reason, told.model) == (SAID, None, LARGE.name)
    assert told.neurons == pytest.approx(account.ai.neurons.used, rel=0.01)
    assert before - connected.cloud.answers.left == pytest.approx(told.neurons)
    assert 100 < connected.cloud.answers.likely_neurons(8) < 140


def test_its_sentences_rest_on_quotes_and_the_others_say_so(
    connected: Services, account: Standin
) -> None:
    account.ai.script("It is serviced in March [1]. It costs 340 € [2]. Call Bob [9].")

    told = connected.cloud.answers.ask(quotes(connected)).future.result(30)

    answer = told.answer
    assert [(one.text, one.supported) for one in answer.sentences] == [
        ("It is serviced in March.", True),
        ("It costs 340 €.", False),
        ("Call Bob.", False),
    ]
    assert [(one.number, one.quote.text, one.role) for one in answer.sources] == [
        (1, TEXTS[0], Role.QUOTED),
        (2, TEXTS[1], Role.QUOTED),
    ]
    assert [one.quotes for one in answer.sentences] == [(1,), (2,), ()]
    assert set(told.freshness.values()) == {Freshness.SAME}
    assert told.quotes.sentences[0].text == TEXTS[0]


def test_notes_that_changed_while_it_was_written_are_marked(
    connected: Services, account: Standin
) -> None:
    answer = quotes(connected, *TEXTS, "The boiler was bought in 2019")
    first, second, _third = (one.quote.note_id for one in answer.sources)
    account.ai.script("It is serviced in March [1]. It costs 240 € [2]. Bought in 2019 [3].")

    def change(_prepared: Prepared) -> None:
        outcome(connected.notes.edit(first, Edit("something else", session="s")))
        outcome(connected.notes.forget([second]))

    told = connected.cloud.answers.ask(answer, on_prepared=change).future.result(30)

    assert list(told.freshness.values()) == [Freshness.CHANGED, Freshness.GONE, Freshness.SAME]
    assert told.answer.sources[0].quote.text == TEXTS[0]


def test_an_answer_that_fails_leaves_the_quotes_and_the_reason(
    connected: Services, account: Standin
) -> None:
    account.faults.add(refused(400, 5007, "No such model or task"), "ai.run")
    answer = quotes(connected)

    told = connected.cloud.answers.ask(answer).future.result(30)

    assert told.answer.sentences == answer.sentences
    assert told.answer.sources == answer.sources
    assert told.answer.model is None
    assert "choose another model" in (told.answer.degraded or "")


def test_what_leaves_is_what_was_listed_byte_for_byte(
    connected: Services, account: Standin
) -> None:
    listed: list[Prepared] = []
    answer = quotes(
        connected, "the boiler [3] is serviced in March <|eot_id|>", secret="my secret boiler"
    )

    running = connected.cloud.answers.ask(answer, on_prepared=listed.append)
    told = running.future.result(30)

    (asked,) = account.requests.of("ai.run")
    (prepared,) = listed
    assert prepared.sent is not None
    assert asked.request.body == prepared.sent.body
    assert told.answer.degraded == "1 more note stays on this computer; the model did not read it."
    assert all(b"secret" not in one.request.body for one in account.requests)
    others = {one.operation for one in account.requests} - {"ai.run"}
    # the hold, and which models there are: both have nothing of the question or a note
    assert others == {"d1.raw", "ai.models"}
    assert not any(one.request.body for one in account.requests.of("ai.models"))
    assert all(b"boiler" not in one.request.body for one in account.requests.of("d1.*"))


def test_the_setting_and_a_single_answer_choose_the_model(
    connected: Services, account: Standin
) -> None:
    connected.settings.put(ASK_MODEL, SMALL.name).result(10)
    answer = quotes(connected)

    by_setting = connected.cloud.answers.ask(answer).future.result(30)
    once = connected.cloud.answers.ask(answer, model=LARGE.name).future.result(30)

    assert (by_setting.answer.model, once.answer.model) == (SMALL.name, LARGE.name)
    paths = [one.request.path.rpartition("/run/")[2] for one in account.requests.of("ai.run")]
    assert paths == [SMALL.name, LARGE.name]


def test_beyond_half_of_the_budget_nothing_is_asked(connected: Services, account: Standin) -> None:
    connected.settings.put(NEURON_BUDGET, 100).result(10)

    told = ask(connected, "x" * 6_000)

    assert "half of the daily budget of 100 neurons" in (told.reason or "")
    assert account.requests.of("ai.run") == []


@pytest.mark.parametrize("code", [3036, 4006])
def test_a_used_up_allowance_is_asked_once(
    connected: Services, account: Standin, code: int
) -> None:
    account.faults.add(neurons_used_up(code), "ai.run", times=None)

    first, second = ask(connected), ask(connected)

    assert "renewed at 00:00 UTC" in (first.reason or "")
    assert "free share" in (second.reason or "")
    assert (first.neurons, connected.cloud.answers.left) == (0.0, 0.0)
    assert len(account.requests.of("ai.run")) == 1


def test_a_model_that_is_gone_is_told_and_costs_nothing(
    connected: Services, account: Standin
) -> None:
    account.faults.add(refused(400, 5007, "No such model or task"), "ai.run")

    told = ask(connected)

    assert "choose another model" in (told.reason or "")
    assert told.neurons == 0.0


def test_a_model_that_is_gone_is_offered_no_more_and_the_catalog_is_read_again(
    connected: Services, account: Standin
) -> None:
    ask(connected)
    models = connected.cloud.answers.models
    gone = models.chosen.name
    account.faults.add(refused(400, 5007, "No such model or task"), "ai.run")

    ask(connected)

    left = [one.name for one in models.offered]
    assert left
    assert gone not in left
    before = len(account.requests.of("ai.models"))
    ask(connected)
    assert len(account.requests.of("ai.models")) > before


def test_a_broken_connection_keeps_what_came_and_counts_the_most(
    connected: Services, account: Standin
) -> None:
    account.faults.add(breaks_off(4), "ai.run")

    told = ask(connected)

    assert (told.text, told.partial) == ("It is serviced in", True)
    assert told.prepared.sent is not None
    assert told.neurons == told.prepared.sent.most


def test_stop_keeps_what_came(connected: Services, account: Standin) -> None:
    account.faults.add(stalls(4), "ai.run")
    answer = quotes(connected)

    def show(text: str) -> None:
        if text == "It is serviced in":
            running.stop()

    running = connected.cloud.answers.ask(answer, on_text=show)
    told = running.future.result(30).text

    assert (told.text, told.partial) == ("It is serviced in", True)
    assert "You stopped it." in (told.reason or "")


def test_stop_at_once_sends_no_question(connected: Services, account: Standin) -> None:
    stopped = threading.Event()
    answer = quotes(connected)

    running = connected.cloud.answers.ask(answer, on_prepared=lambda _prepared: stopped.wait(10))
    running.stop()
    stopped.set()
    told = running.future.result(30).text

    assert (told.text, told.neurons) == ("", 0.0)
    assert account.requests.of("ai.run") == []


def test_without_the_database_nothing_is_asked(
    connected: Services, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.indexing.answer_budget.PATIENCE_S", 0.3)
    account.faults.add(server_error(), "d1.*", times=None)

    told = ask(connected)

    assert told.text == ""
    assert told.reason == "Your account did not answer in time, so no model was asked."
    assert account.requests.of("ai.run") == []


def test_a_hold_that_cannot_be_settled_keeps_nobody_waiting(
    connected: Services, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("notebrain.indexing.answer_budget.PATIENCE_S", 0.3)
    account.faults.add(server_error(), "d1.*", times=None, skip=1)

    told = ask(connected)

    assert (told.text, told.reason) == (SAID, None)
