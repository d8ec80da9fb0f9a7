"""The vectors of models that are not in use: `account vectors`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from notebrain.cli.command import EXIT_DONE, EXIT_PROBLEM
from notebrain.cli.confirm import alone, confirm, waited_for
from notebrain.cli.terminal import ProgressLine, Terminal, is_terminal, stoppable
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.app.account.unused_models import OtherModel
    from notebrain.app.api import Brain
    from notebrain.app.model.removal_state import Removal


def vectors(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the unused models that still have vectors, or remove the vectors of one of them."""
    with terminal.brain() as brain:
        if brain.services.cloud.connection is None:
            terminal.tell(_("These notes are connected to no account."))
            return EXIT_PROBLEM
        if args.remove is not None:
            return _remove(args, terminal, brain)
        found, removal = _look(brain), brain.services.cloud.other_models.removal
    if args.json:
        under_way = None if removal is None else _document(removal)
        terminal.document({"models": [_model(one) for one in found], "removal": under_way})
        return EXIT_DONE
    _list(terminal, found, removal)
    return EXIT_DONE


def _list(terminal: Terminal, found: "Sequence[OtherModel]", removal: "Removal | None") -> None:
    from notebrain.app.account.removal_texts import model_line, progress_text
    from notebrain.app.model.removal_state import Part

    for one in found:
        terminal.say(model_line(one))
    if not found:
        terminal.say(_("Only the model that is used has vectors."))
    if removal is not None and removal.part is not Part.DONE:
        terminal.say(progress_text(removal))


def _look(brain: "Brain") -> "Sequence[OtherModel]":
    return waited_for(brain.services.cloud.other_models.look())


def _remove(args: argparse.Namespace, terminal: Terminal, brain: "Brain") -> int:
    from notebrain.app.account.removal_texts import question_lines, receipt_lines
    from notebrain.app.model.removal_state import Part

    cloud = brain.services.cloud
    one = _named(_look(brain), args.remove)
    if one is None:
        raise UserError(
            _("There are no vectors by a model {model} that is not used.").format(model=args.remove)
        )
    if not args.json:
        for line in question_lines(one, cloud.vectors.estimate(one.model.name, anew=True)):
            terminal.say(line)
    confirm(args, _("Remove them for good?"), may_ask=is_terminal(sys.stdin))
    hint = _(
        "The open window works on these notes. Remove them in its settings, under Cloudflare, or close it first."
    )
    with stoppable() as keep_going, alone(brain, hint):
        cloud.other_models.begin(one.model.name).result()
        done = waited_for(_to_the_end(brain, keep_going))
        cloud.other_models.end().result()
    brain.services.tell_window()
    if args.json:
        terminal.document(_document(done))
    else:
        for line in receipt_lines(done):
            terminal.say(line)
    if done.part is not Part.DONE:
        terminal.tell(_("Stopped. What is gone stays gone; the rest is there."))
        return EXIT_PROBLEM
    return EXIT_DONE


async def _to_the_end(brain: "Brain", keep_going: "Callable[[], bool]") -> "Removal":
    from notebrain.app.account.removal_texts import progress_text
    from notebrain.app.model.removal_state import Part

    cloud, line = brain.services.cloud, ProgressLine()
    removing, removal = cloud.make_removing(), cloud.other_models.removal
    assert removal is not None  # noqa: S101 - it was written down just now
    try:
        while removal.part is not Part.DONE and keep_going():
            line.show(progress_text(removal))
            following = await removing.step(removal)
            if following is None:
                break
            removal = following
    finally:
        line.clear()
        await cloud.account.close()
    return removal


def _named(found: "Sequence[OtherModel]", said: str) -> "OtherModel | None":
    wanted = said.strip().casefold()
    for one in found:
        name = one.model.name.casefold()
        if wanted in (name, name.rpartition("/")[2]):
            return one
    return None


def _model(one: "OtherModel") -> Mapping[str, object]:
    return {"model": one.model.name, "passages": one.passages, "here": one.here}


def _document(removal: "Removal") -> Mapping[str, object]:
    return {
        "model": removal.model,
        "part": removal.part.value,
        "index": removal.index or None,
        "whole_index": removal.whole,
        "points_removed": removal.gone_points,
        "notes_removed": removal.gone_notes,
        "here_removed": removal.gone_here,
    }
