"""The account's model, and the vectors of those that are not in use: `account model` and `account vectors`."""

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
    from notebrain.app.model.removal_state import Removal
    from notebrain.app.services import Services


def vectors(args: argparse.Namespace, terminal: Terminal) -> int:
    """List the unused models that still have vectors, or remove the vectors of one of them."""
    with terminal.services() as services:
        if services.cloud.connection is None:
            terminal.write_remark(_("These notes are not connected to an account."))
            return EXIT_PROBLEM
        if args.remove is not None:
            return _remove(args, terminal, services)
        found, removal = _other_models(services), services.cloud.other_models.removal
    if args.json:
        under_way = None if removal is None else _document(removal)
        terminal.document({"models": [_model(model) for model in found], "removal": under_way})
        return EXIT_DONE
    _list(terminal, found, removal)
    return EXIT_DONE


def model(args: argparse.Namespace, terminal: Terminal) -> int:
    """Tell which model embeds in the account, or choose one once the user agrees to the cost."""
    with terminal.services() as services:
        if services.cloud.connection is None:
            terminal.write_remark(_("These notes are not connected to an account."))
            return EXIT_PROBLEM
        if args.use is not None:
            _use(args, terminal, services)
            services.notify_window()
        used, suggested = services.cloud.vectors.model, services.cloud.vectors.suggested
    if args.json:
        terminal.document({"model": used.name, "suggested_model": suggested})
        return EXIT_DONE
    from notebrain.app.account.texts import short_name, suggestion_line

    terminal.write_line(
        _("{model} makes the vectors in your account.").format(model=short_name(used.name))
    )
    if suggested is not None:
        terminal.write_line(suggestion_line(used.name, suggested))
    return EXIT_DONE


def _use(args: argparse.Namespace, terminal: Terminal, services: "Services") -> None:
    from notebrain.app.account.texts import estimate_lines, short_name
    from notebrain.app.settings.remembered import ENGLISH_KEPT
    from notebrain.app.settings.table import ACCOUNT_MODEL

    account_vectors = services.cloud.vectors
    wanted = next((name for name in ACCOUNT_MODEL.choices if _is_named(args.use, name)), None)
    if wanted is None:
        names = ", ".join(short_name(name) for name in ACCOUNT_MODEL.choices)
        raise UserError(
            _("There is no such model. Choose one of these: {names}").format(names=names)
        )
    if wanted == account_vectors.model.name:
        if account_vectors.suggested is not None:
            services.settings.put(ENGLISH_KEPT, True).result()
        return
    estimate = account_vectors.estimate(wanted)
    if not args.json:
        for line in estimate_lines(
            estimate, short_name(wanted), account_vectors.preferences().budget
        ):
            terminal.write_line(line)
    if estimate.passages:
        confirm(args, _("Embed and use it?"), may_ask=is_terminal(sys.stdin))
    services.settings.put(ACCOUNT_MODEL, wanted).result()


def _list(terminal: Terminal, found: "Sequence[OtherModel]", removal: "Removal | None") -> None:
    from notebrain.app.account.removal_texts import model_line, progress_text
    from notebrain.app.model.removal_state import Part

    for model in found:
        terminal.write_line(model_line(model))
    if not found:
        terminal.write_line(_("Only the model in use has vectors."))
    if removal is not None and removal.part is not Part.DONE:
        terminal.write_line(progress_text(removal))


def _other_models(services: "Services") -> "Sequence[OtherModel]":
    return waited_for(services.cloud.other_models.find_all())


def _remove(args: argparse.Namespace, terminal: Terminal, services: "Services") -> int:
    from notebrain.app.account.removal_texts import question_lines, receipt_lines
    from notebrain.app.model.removal_state import Part

    cloud = services.cloud
    model = _named(_other_models(services), args.remove)
    if model is None:
        raise UserError(
            _("There is no unused model {model} with vectors.").format(model=args.remove)
        )
    if not args.json:
        for line in question_lines(model, cloud.vectors.estimate(model.model.name, anew=True)):
            terminal.write_line(line)
    confirm(args, _("Remove them for good?"), may_ask=is_terminal(sys.stdin))
    hint = _(
        "The window is open with these notes. Remove the vectors in its settings, under Cloudflare, or close it "
        "first."
    )
    with stoppable() as keep_going, alone(services, hint):
        cloud.other_models.begin(model.model.name).result()
        done = waited_for(_to_the_end(services, keep_going))
        cloud.other_models.end().result()
    services.notify_window()
    if args.json:
        terminal.document(_document(done))
    else:
        for line in receipt_lines(done):
            terminal.write_line(line)
    if done.part is not Part.DONE:
        terminal.write_remark(
            _("Stopped. What was removed stays removed; the rest is still there.")
        )
        return EXIT_PROBLEM
    return EXIT_DONE


async def _to_the_end(services: "Services", keep_going: "Callable[[], bool]") -> "Removal":
    from notebrain.app.account.removal_texts import progress_text
    from notebrain.app.model.removal_state import Part

    cloud, line = services.cloud, ProgressLine()
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


def _named(found: "Sequence[OtherModel]", given: str) -> "OtherModel | None":
    return next((model for model in found if _is_named(given, model.model.name)), None)


def _is_named(given: str, name: str) -> bool:
    """Return whether the user means this model, with or without its vendor."""
    return given.strip().casefold() in (name.casefold(), name.casefold().rpartition("/")[2])


def _model(model: "OtherModel") -> Mapping[str, object]:
    return {"model": model.model.name, "passages": model.passages, "here": model.here}


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
