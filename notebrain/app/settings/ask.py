"""The settings of answers by a model.

Apart from the table because nothing is sent before the first of them was switched on, and this is where to look.
"""

from collections.abc import Sequence

from notebrain.app.settings.setting import Group, Setting, Value
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
    marked("An answer of the large one costs about 130 neurons, of the small one about 20"),
    ("@cf/meta/llama-3.3-70b-instruct-fp8-fast", "@cf/meta/llama-3.1-8b-instruct-fast"),
    group=Group.ACCOUNT,
    title=marked("Model that answers"),
    choice_titles=(marked("Large (Llama 3.3, 70B)"), marked("Small (Llama 3.1, 8B)")),
)

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

ROWS: Sequence[Setting[Value]] = (ASK_MODEL_ALLOWED, ASK_MODEL, LEARN_EVERY, LEARN_BY_ITSELF)
