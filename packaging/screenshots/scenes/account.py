"""The Cloudflare account in the settings; nothing is asked for it."""

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from notebrain.app.account.connect import ConnectPreview
from notebrain.app.account.connection import Connection
from notebrain.app.account.disconnect import PendingRemovalCount, Receipt, Removed, RemovedKind
from notebrain.app.account.status import Status
from notebrain.app.settings.setting import Group
from notebrain.app.settings.table import ACCOUNT_CONNECTION
from notebrain.cloud.account import Checked, Owner, Permission, Verified
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.credentials.stores import Place
from notebrain.domain.credentials import clean
from notebrain.domain.embedding.usage import Coverage, Estimate, RemoteNumbers, RemoteState
from notebrain.domain.sync.file_transfer import FilesAccess
from notebrain.gui.account.connect_form import PERMISSIONS, TOKEN
from notebrain.gui.settings.account_section import AccountBlock
from notebrain.gui.settings.controller import SETTINGS
from notebrain.gui.settings.page import SettingsPage
from screenshots.shot import Shot, settle

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_ACCOUNT = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
_INDEX = index_name(SMALL.space)


def _account(app: "AppWindow") -> AccountBlock:
    app.pages.show(SETTINGS)
    page = app.window.findChild(SettingsPage)
    if not isinstance(page, SettingsPage):
        raise TypeError(page)
    page.show_group(Group.ACCOUNT)
    block = page.section(Group.ACCOUNT).blocks[0]
    if not isinstance(block, AccountBlock):
        raise TypeError(block)
    return block


def _prospect(*missing: Permission, files: FilesAccess = FilesAccess.OPEN) -> ConnectPreview:
    checked = Checked(missing, ())
    token = clean("a-token-for-the-pictures", _ACCOUNT)
    verified = Verified(Owner.USER)
    return ConnectPreview(
        *(token, verified, checked, "notebrain", SMALL, _INDEX),
        account_name="Home lab",
        files=files,
    )


def _filled(app: "AppWindow", *missing: Permission, files: FilesAccess = FilesAccess.OPEN) -> None:
    block = _account(app)
    block.form.account_id.setText(_ACCOUNT)
    block.form.token.setText("a-token-for-the-pictures")
    block.form.show_page(TOKEN)
    block.show_prospect(_prospect(*missing, files=files))
    settle()


def _first(app: "AppWindow") -> None:
    _account(app).form.account_id.setFocus()


def _permissions(app: "AppWindow") -> None:
    block = _account(app)
    block.form.account_id.setText(_ACCOUNT)
    block.form.show_page(PERMISSIONS)


def _token(app: "AppWindow") -> None:
    block = _account(app)
    block.form.account_id.setText(_ACCOUNT)
    block.form.show_page(TOKEN)


def _plan(app: "AppWindow") -> None:
    _filled(app)


def _without_r2(app: "AppWindow") -> None:
    _filled(app, files=FilesAccess.OFF)


def _missing(app: "AppWindow") -> None:
    _filled(app, Permission.VECTORIZE_WRITE)


def _connected(app: "AppWindow") -> None:
    block = _account(app)
    connection = Connection(
        _ACCOUNT, "the-database", "notebrain", "the-vault", account_name="Home lab"
    )
    app.services.settings.put(ACCOUNT_CONNECTION, connection.to_text()).result()
    status = Status(connection, _INDEX, Place.SYSTEM, notes=1_240, vectors=2_108)
    status = replace(status, files=FilesAccess.OFF)
    block.show_status(status)
    there = Coverage(SMALL.space, 1_240, 5_000)
    resets_at = datetime.fromisoformat("2026-11-20T01:00:00").astimezone()
    block.vectors.show_remaining(
        Estimate(4_210, 3_100.0, 1, free=True, notes=3_760), SMALL.name, 8_000
    )
    block.vectors.show_numbers(
        RemoteNumbers(
            RemoteState.WORKING, 8_000, 2_140, resets_at, coverage=(there, there), unsent=3_760
        )
    )
    block.vectors.show()
    app.services.settings.put(ACCOUNT_CONNECTION, None).result()


def _second_question(app: "AppWindow") -> None:
    block = _account(app)
    app.tasks.start(block.leaving.ask_again(PendingRemovalCount(texts=2, vectors=1)))
    settle()


def _receipt(app: "AppWindow") -> None:
    block = _account(app)
    block.show_receipt(
        Receipt(
            purged=True,
            removed=(
                Removed(RemovedKind.INDEX, _INDEX, 2_108),
                Removed(RemovedKind.DATABASE, "notebrain", 1_240),
                Removed(RemovedKind.TOKEN),
            ),
        )
    )


SHOTS = (
    Shot("account-second-question", _second_question),
    Shot("account-receipt", _receipt),
    Shot("account", _first),
    Shot("account-small", _permissions, size=(900, 600)),
    Shot("account-permissions", _permissions),
    Shot("account-token", _token),
    Shot("account-plan", _plan),
    Shot("account-without-r2", _without_r2, files=True),
    Shot("account-without-r2-narrow", _without_r2, files=True, size=(900, 640), large=False),
    Shot("account-missing", _missing),
    Shot("account-connected", _connected),
    Shot("account-connected-small", _connected, size=(900, 600), large=False),
)
