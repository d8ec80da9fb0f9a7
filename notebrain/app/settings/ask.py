"""The settings of answers by a model.

Apart from the table because nothing is sent before the first of them was switched on, and this is where to look.
"""

from collections.abc import Sequence

from notebrain.app.settings.setting import Edit, Group, Setting, Value
from notebrain.domain.i18n import marked

ASK_MODEL_ALLOWED = Setting(
    "ask.model_allowed",
    False,
    marked(
        "Sends the question and passages of the notes that fit it, but never of a note that stays on this computer; "
        "uses at most half of the daily budget"
    ),
    group=Group.ACCOUNT,
    title=marked("Let a model in your account answer questions"),
)
ASK_MODEL = Setting(
    "ask.model",
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    marked("The models of your account, each with what an answer usually costs"),
    group=Group.ACCOUNT,
    title=marked("Model that answers"),
    shown_as=Edit.MODEL,
)
# read from the account once a day, by `WritingModels`
ASK_MODELS = Setting("ask.models", "", "Which models of the account can answer, and their prices")
ASK_MODELS_READ = Setting("ask.models_read", "", "When they were read, or the account was asked")

LEARN_EVERY = Setting(
    "ask.learn_every",
    6,
    marked(
        "A model that may answer then looks once for what to remember, and proposes it in Review; a question and its "
        "answer are two messages, 0 turns it off"
    ),
    least=0,
    most=100,
    group=Group.ACCOUNT,
    title=marked("Learn after so many messages"),
    unit=marked("messages"),
)
LEARN_BY_ITSELF = Setting(
    "ask.learn_by_itself",
    False,
    marked("Without asking you first, except where it contradicts a note; one Undo takes it back"),
    group=Group.ACCOUNT,
    title=marked("Remember what was learned at once"),
)

ROWS: Sequence[Setting[Value]] = (
    *(ASK_MODEL_ALLOWED, ASK_MODEL, ASK_MODELS, ASK_MODELS_READ),
    *(LEARN_EVERY, LEARN_BY_ITSELF),
)
