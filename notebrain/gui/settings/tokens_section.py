"""The section of the settings about programs that ask over HTTP: the server, tokens, and the bookmark."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from notebrain.app.settings.programs import PROGRAMS_CLIPPER
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.programs.program import PortTaken
from notebrain.domain.programs.tokens import Token, TokenScope
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.programs.server import ProgramServer
from notebrain.gui.programs.texts import scope_text
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.labels import ElidedLabel, WrappedLabel

if TYPE_CHECKING:
    from concurrent.futures import Future


class TokensBlock(Block):
    """Shows where programs ask, makes tokens and the bookmark, shows each once, and revokes them."""

    place = Place.SIDE

    def __init__(self, context: Context, server: ProgramServer) -> None:
        super().__init__(
            context.theme,
            _("Tokens for HTTP and the clipper"),
            *(_("HTTP"), _("Port"), _("Bookmark of the clipper"), _("Revoke a token")),
        )
        self._context = context
        self._server = server
        self.state = self.add_text("")
        self.again, self.other_port = self.offer(
            (_("Try again"), server.try_again), (_("Use another port"), server.move)
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.column.addLayout(self._list)
        self.rows: list[TokenRow] = []
        self.name = QLineEdit()
        self.name.setPlaceholderText(_("Name of a program"))
        self.name.setAccessibleName(_("Name of a program that gets a token"))
        self.scope = Choice(context.theme, _("What the program may do with it"))
        self.scope.offer([(scope, scope_text(scope)) for scope in TokenScope])
        self.column.addWidget(self.name)
        self.column.addWidget(self.scope)
        self.make, self.bookmark = self.offer(
            (_("Make a token"), self._on_make), (_("Make the bookmark"), self._on_bookmark)
        )
        self.secret = SecretView(context)
        self.secret.finished.connect(self.name.setFocus)
        self.column.addWidget(self.secret)
        self.name.returnPressed.connect(self._on_make)
        self.name.textChanged.connect(self._show_state)
        server.changed.connect(self._show_state)
        context.settings.changed.connect(self._show_state)
        self.refresh()

    def refresh(self) -> None:
        """Show the tokens there are, and whether programs can ask."""
        self._show_state()
        self._context.reader.read(
            "tokens", self._context.services.memory.tokens.known, self._show_tokens
        )

    def revoke(self, token: Token) -> None:
        """Ask whether a token is to end, and end it."""
        self._context.tasks.start(self._ask_revoke(token))

    async def _ask_revoke(self, token: Token) -> None:
        text = _("“{name}” cannot ask any more after that. A new token can be made at any time.")
        agreed = await dialogs.confirm(
            self._context.tasks,
            self._context.window,
            title=_("Revoke the token"),
            text=text.format(name=token.name),
            yes=_("Revoke"),
        )
        if agreed:
            done = self._context.services.memory.tokens.revoke(token.name)
            self._context.events.when_done(done, lambda _was_there: self._on_revoked())

    def _on_revoked(self) -> None:
        self.secret.clear()
        self.refresh()

    def _on_make(self) -> None:
        if self.make.isEnabled():
            self._make(self.name.text(), TokenScope(str(self.scope.currentData())))

    def _on_bookmark(self) -> None:
        self._make(_("Bookmark"), TokenScope.CAPTURING, is_bookmark=True)

    def _make(self, name: str, scope: TokenScope, *, is_bookmark: bool = False) -> None:
        """Make a token unless its name is in use, which would end the other one."""
        taken = {token.name for token in self._context.services.memory.tokens.known()}
        if is_bookmark:
            numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
            name = next(one for one in (name, *numbered) if one not in taken)
        elif " ".join(name.split()) in taken:
            text = _("There is a token of this name already; revoke it first.")
            self._context.messages.show_warning(text)
            return
        try:
            secret, made = self._context.services.memory.tokens.make(name, scope)
        except UserError as error:
            self._context.messages.show_warning(str(error))
            return
        self._show_when_made(secret, made, is_bookmark=is_bookmark)

    def _show_when_made(self, secret: str, made: "Future[None]", *, is_bookmark: bool) -> None:
        def show(_nothing: None) -> None:
            self.name.clear()
            if is_bookmark:
                from notebrain.mcp_server.http.bookmarklet import bookmarklet

                hint = _("Make a bookmark in your browser with this as its address.")
                self.secret.show_secret(bookmarklet(self._server.port, secret), hint)
            else:
                self.secret.show_secret(secret, _("Shown only now; give it to the program."))
            self.refresh()

        self._context.events.when_done(made, show)

    def _show_state(self, _what: object = None) -> None:
        server = self._server
        problem = server.problem if isinstance(server.problem, UserError) else None
        if problem is not None:
            text, ink = str(problem), "warning"
        elif server.port:
            text = _("Programs ask at {address}").format(address=f"127.0.0.1:{server.port}")
            ink = "text2"
        elif server.is_wanted:
            text, ink = _("The server is starting…"), "muted"
        else:
            text, ink = _("Off: no program can ask over HTTP."), "muted"
        self.state.setText(text)
        self.state.set_ink(ink)
        self.again.setVisible(problem is not None)
        self.other_port.setVisible(problem is not None and isinstance(problem, PortTaken))
        self.make.setEnabled(bool(self.name.text().strip()))
        is_on = self._context.settings.get(PROGRAMS_CLIPPER)
        self.bookmark.setEnabled(bool(server.port) and is_on)
        self.bookmark.setToolTip(
            "" if self.bookmark.isEnabled() else _("Switch on the clipper first")
        )

    def _show_tokens(self, tokens: Sequence[Token]) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        now = self._context.services.clock.now()
        self.rows = [TokenRow(self._theme, token) for token in tokens]
        for row in self.rows:
            used = row.token.used_at
            row.show_used(_("never used") if used is None else date_format.stamp(used, now))
            row.revoke.clicked.connect(lambda _on=False, row=row: self.revoke(row.token))
            self._list.addWidget(row)


class TokenRow(QWidget):
    """A token, without its secret."""

    def __init__(self, theme: Theme, token: Token) -> None:
        super().__init__()
        self.token = token
        self.facts = ElidedLabel(theme, role=Role.SMALL, ink="muted")
        self.revoke = text_button(_("Revoke"), ink="danger")
        self.revoke.setAccessibleName(_("Revoke {name}").format(name=token.name))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(theme, token.name, role=Role.TITLE))
        words.addWidget(self.facts)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, theme.px(4), 0, theme.px(4))
        line.addLayout(words)
        line.addStretch(1)
        line.addWidget(self.revoke, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_used(self, used: str) -> None:
        """Show what it is for, and when it was used last."""
        self.facts.setText(f"{scope_text(self.token.scope)} · {used}")


class SecretView(QWidget):
    """Shows a secret once, until the user has it and says so, which is `finished`."""

    finished = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        theme = context.theme
        self.field = QLineEdit()
        self.field.setReadOnly(True)
        self.field.setAccessibleName(_("The new token"))
        self.hint = WrappedLabel(theme, role=Role.SMALL, ink="muted")
        self.copy = QPushButton(_("Copy"))
        self.done = QPushButton(_("Done"))
        line = QHBoxLayout()
        line.setSpacing(theme.px(8))
        for button, act in ((self.copy, self._on_copy), (self.done, self._on_done)):
            button.setAutoDefault(True)
            button.clicked.connect(act)
            line.addWidget(button)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.px(4), 0, 0)
        column.setSpacing(theme.px(8))
        column.addWidget(self.field)
        column.addWidget(self.hint)
        column.addLayout(line)
        self.hide()

    def show_secret(self, secret: str, hint: str) -> None:
        """Show a secret, and what to do with it."""
        self.field.setText(secret)
        self.field.setCursorPosition(0)
        self.hint.setText(hint)
        self.show()
        self.copy.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_done(self) -> None:
        self.finished.emit()  # first: a button that is hidden gives the keyboard to whatever comes next
        self.clear()

    def clear(self) -> None:
        """Forget it."""
        self.field.clear()
        self.hide()

    def hideEvent(self, event: object) -> None:
        # a page that was left is looked at later, maybe by somebody else
        self.field.clear()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.field.text())
        self._context.messages.show_info(_("Copied"))
