"""What the user told the program about themselves: `profile list`, `show`, `set`, `add`, `history`, `undo` and more."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from notebrain.app.notes.profile_texts import how_text, size_text, state_texts, unused_text
from notebrain.cli.command import EXIT_DONE, Handler, add_json, add_text, text_of
from notebrain.cli.json.profile import block_document, earlier_document
from notebrain.cli.option_types import count
from notebrain.cli.terminal import Misuse, Terminal, decoded, local, printable, shortened
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.profile.blocks import RULES, BlockKey, EarlierBlock, rule_of

if TYPE_CHECKING:
    from notebrain.app.services import Services


def _list(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        blocks = services.memory.profile.blocks()
    if args.json:
        terminal.document([block_document(block) for block in blocks])
        return EXIT_DONE
    longest = max(len(key) for key in RULES)
    for block in blocks:
        parts = [f"{block.key:<{longest}}", f"{size_text(block):>14}", block.rule.title]
        parts += [", ".join(state_texts(block))] if state_texts(block) else []
        terminal.write_line(shortened("  ".join(parts), terminal.width))
    return EXIT_DONE


def _show(args: argparse.Namespace, terminal: Terminal) -> int:
    with terminal.services() as services:
        if not args.key:
            if args.json:
                blocks = services.memory.profile.blocks()
                terminal.document([block_document(block) for block in blocks])
            else:
                terminal.body(services.memory.profile.to_markdown())
            return EXIT_DONE
        block = services.memory.profile.block(rule_of(args.key).key)
    if args.json:
        terminal.document(block_document(block))
    else:
        terminal.body(block.used_text if args.used else block.text)
        if block.unused and not args.used:
            terminal.write_remark(unused_text(block))
    return EXIT_DONE


def _set(args: argparse.Namespace, terminal: Terminal) -> int:
    if args.editor and args.text:
        raise Misuse(_("Give either the text or --editor."))
    key = rule_of(args.key).key
    hint = _("Give the new text (or pipe it in), or use --editor to change it in an editor.")
    text = None if args.editor else terminal.read_text(text_of(args), hint=hint)
    with terminal.services() as services:
        profile = services.memory.profile
        present = profile.block(key)
        if text is not None:
            changed = services.finish(profile.write(key, text, base_version=present.version))
        else:
            from notebrain.cli.text_editor import edited

            with edited(present.text, terminal.environ, terminal.write_remark) as written:
                changed = services.finish(profile.write(key, written, base_version=present.version))
        _report(services, args, terminal, key, changed=changed.profile)
    return EXIT_DONE


def _add(args: argparse.Namespace, terminal: Terminal) -> int:
    key = rule_of(args.key).key
    hint = _("Give the text to add, or pipe it in.")
    text = terminal.read_text(text_of(args), hint=hint)
    with terminal.services() as services:
        changed = services.finish(services.memory.profile.add(key, text))
        _report(services, args, terminal, key, changed=changed.profile)
    return EXIT_DONE


def _history(args: argparse.Namespace, terminal: Terminal) -> int:
    key = rule_of(args.key).key
    with terminal.services() as services:
        profile = services.memory.profile
        if args.version is None:
            versions = list(enumerate(reversed(profile.history(key)), start=1))
        else:
            versions = [(args.version, profile.version(key, args.version))]
    if args.json:
        terminal.document([earlier_document(*one) for one in versions])
    elif args.version is not None:
        terminal.body(versions[0][1].text)
    else:
        _print_versions(versions, terminal)
    return EXIT_DONE


def _print_versions(versions: list[tuple[int, EarlierBlock]], terminal: Terminal) -> None:
    for place, earlier in versions:
        size = ngettext("{n} character", "{n} characters", len(earlier.text)).format(
            n=number(len(earlier.text))
        )
        start = printable(earlier.text[:60]).strip()
        line = f"{place:>4}  {local(earlier.made_at)}  {start}  ({size}, {how_text(earlier)})"
        terminal.write_line(shortened(line, terminal.width))
    if not versions:
        terminal.write_remark(_("This block has no earlier texts."))


def _undo(args: argparse.Namespace, terminal: Terminal) -> int:
    key = rule_of(args.key).key
    with terminal.services() as services:
        changed = services.finish(services.memory.profile.undo(key))
        _report(services, args, terminal, key, changed=changed.profile)
    return EXIT_DONE


def _restore(args: argparse.Namespace, terminal: Terminal) -> int:
    key = rule_of(args.key).key
    with terminal.services() as services:
        profile = services.memory.profile
        wanted = profile.version(key, args.version)
        changed = services.finish(profile.restore(key, wanted.id))
        _report(services, args, terminal, key, changed=changed.profile)
    return EXIT_DONE


def _switch(args: argparse.Namespace, terminal: Terminal) -> int:
    keys = [rule_of(name).key for name in args.keys]
    if args.is_off is None and args.local_only is None:
        raise Misuse(_("Say what to switch: --on, --off, --local-only or --share."))
    with terminal.services() as services:
        profile = services.memory.profile
        changed = False
        if args.is_off is not None:
            changed |= services.finish(profile.switch(keys, is_off=args.is_off)).profile
        if args.local_only is not None:
            act = profile.keep_here(keys, local_only=args.local_only)
            changed |= services.finish(act).profile
        if args.json:
            blocks = [block_document(profile.block(key)) for key in keys]
            terminal.document({"changed": changed, "blocks": blocks})
        elif not changed:
            terminal.write_remark(_("Nothing changed."))
    return EXIT_DONE


def _export(args: argparse.Namespace, terminal: Terminal) -> int:
    path = Path(args.file)
    if path.exists() and not args.replace:
        raise UserError(
            _("{file} exists; use --replace to write it anew.").format(file=printable(args.file))
        )
    with terminal.services() as services:
        services.exporter.write_profile(path)
    if args.json:
        terminal.document({"file": str(path)})
    return EXIT_DONE


def _import(args: argparse.Namespace, terminal: Terminal) -> int:
    from notebrain.domain.profile.markdown_file import from_markdown

    try:
        data = Path(args.file).read_bytes()
    except OSError as error:
        text = _("{file} cannot be read: {reason}.")
        raise UserError(text.format(file=printable(args.file), reason=error.strerror)) from error
    filed = from_markdown(decoded(data).removeprefix("\ufeff"))
    with terminal.services() as services:
        profile = services.memory.profile
        before = profile.blocks()
        services.finish(profile.take(filed))
        changed = [
            new.key.value for old, new in zip(before, profile.blocks(), strict=True) if new != old
        ]
    if args.json:
        terminal.document({"blocks": [one.key.value for one in filed], "changed": changed})
        return EXIT_DONE
    text = ngettext("{n} block was changed.", "{n} blocks were changed.", len(changed))
    terminal.write_remark(text.format(n=len(changed)))
    return EXIT_DONE


def _report(
    services: "Services",
    args: argparse.Namespace,
    terminal: Terminal,
    key: BlockKey,
    *,
    changed: bool,
) -> None:
    block = services.memory.profile.block(key)
    if args.json:
        terminal.document({"changed": changed, "block": block_document(block)})
        return
    if not changed:
        terminal.write_remark(_("Nothing changed."))
    if block.unused:
        terminal.write_remark(unused_text(block))


def _key_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "key", metavar=_("BLOCK"), help=_("one of: {blocks}").format(blocks=", ".join(RULES))
    )


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "key", nargs="?", metavar=_("BLOCK"), help=_("one block; without it, all as Markdown")
    )
    parser.add_argument(
        "--used", action="store_true", help=_("only the part that is within the limit")
    )
    add_json(parser)


def _set_arguments(parser: argparse.ArgumentParser) -> None:
    _key_argument(parser)
    add_text(parser)
    parser.add_argument(
        "--editor", action="store_true", help=_("edit it in the program set in VISUAL or EDITOR")
    )
    add_json(parser)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    _key_argument(parser)
    add_text(parser)
    add_json(parser)


def _history_arguments(parser: argparse.ArgumentParser) -> None:
    _key_argument(parser)
    parser.add_argument(
        "--version",
        type=count,
        metavar="N",
        help=_("print the text of this version, byte for byte"),
    )
    add_json(parser)


def _undo_arguments(parser: argparse.ArgumentParser) -> None:
    _key_argument(parser)
    add_json(parser)


def _restore_arguments(parser: argparse.ArgumentParser) -> None:
    _key_argument(parser)
    parser.add_argument(
        "--version",
        type=count,
        required=True,
        metavar="N",
        help=_("the number of the earlier text, as `profile history` lists it"),
    )
    add_json(parser)


def _switch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("keys", nargs="+", metavar=_("BLOCK"), help=_("the blocks to switch"))
    state = parser.add_mutually_exclusive_group()
    off_help = _("leave them out wherever blocks are used; their texts stay")
    state.add_argument("--off", dest="is_off", action="store_true", default=None, help=off_help)
    state.add_argument("--on", dest="is_off", action="store_false", help=_("use them again"))
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--local-only",
        dest="local_only",
        action="store_true",
        default=None,
        help=_("keep them on this computer only"),
    )
    place.add_argument(
        "--share",
        dest="local_only",
        action="store_false",
        help=_("share them with your other computers"),
    )
    add_json(parser)


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("the Markdown file to write"))
    parser.add_argument("--replace", action="store_true", help=_("write over a file that exists"))
    add_json(parser)


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar=_("FILE"), help=_("the Markdown file to read"))
    add_json(parser)


HANDLERS: Mapping[str, Handler] = {
    "profile list": Handler(
        add_json,
        _list,
        only_reads=True,
        summary=lambda: _("List the blocks, and how much of each is filled"),
    ),
    "profile show": Handler(
        _show_arguments,
        _show,
        only_reads=True,
        summary=lambda: _("Print a block, or all of them as Markdown"),
    ),
    "profile set": Handler(
        _set_arguments,
        _set,
        summary=lambda: _("Change the text of a block; the old one stays in its history"),
    ),
    "profile add": Handler(
        _add_arguments, _add, summary=lambda: _("Add a text at the end of a block")
    ),
    "profile history": Handler(
        _history_arguments,
        _history,
        only_reads=True,
        summary=lambda: _("List the earlier texts of a block, or print one"),
    ),
    "profile undo": Handler(
        _undo_arguments,
        _undo,
        lambda: _("Undo again to bring back what was there before the undo."),
        summary=lambda: _("Bring back the text before the last change of a block"),
    ),
    "profile restore": Handler(
        _restore_arguments, _restore, summary=lambda: _("Restore an earlier text of a block")
    ),
    "profile switch": Handler(
        _switch_arguments,
        _switch,
        summary=lambda: _("Switch blocks on or off, keep them on this computer or share them"),
    ),
    "profile export": Handler(
        _export_arguments, _export, summary=lambda: _("Write all blocks to a Markdown file")
    ),
    "profile import": Handler(
        _import_arguments,
        _import,
        lambda: _("The present texts of the blocks stay in their history."),
        summary=lambda: _("Read blocks from such a file"),
    ),
}
