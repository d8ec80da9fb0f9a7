"""HTTP on a thread of its own: started and stopped by the window, and loaded only then.

Apart because it must be there without the two packages that `server` needs.
"""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from notebrain.app.core.threads import run_in_daemon_thread
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable

    from notebrain.app.services import Services
    from notebrain.mcp_server.http.server import HttpServer


def make_server(
    services: "Services", on_ready: "Callable[[int], object]", *, may_move: bool = True
) -> "HttpServer":
    """Return what serves a vault, see `HttpServer`.

    Raises:
        UserError: The packages for it are not installed; says how to install them.
    """
    try:
        from notebrain.mcp_server.http.server import HttpServer
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn"):
            raise
        text = _("HTTP needs two packages more; this installs them: {command}")
        raise UserError(text.format(command='pip install "notebrain[server]"')) from error
    return HttpServer(services, on_ready, may_move=may_move)


class ServerThread:
    """Serves a vault from now on, on a thread of its own, until `stop`.

    Attributes:
        ready: Done with the port once requests are answered.
        done: Done when it has ended; failed with a `UserError` such as `PortTaken` if it could not serve.
    """

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._server: HttpServer | None = None
        self._is_stopped = False
        self.ready: Future[int] = Future()
        self.done = run_in_daemon_thread(self._run)

    def stop(self) -> None:
        """End the serving; returns at once."""
        self._is_stopped = True
        if self._server is not None:
            self._server.stop()

    def _run(self) -> None:
        self._server = make_server(self._services, self.ready.set_result, may_move=False)
        if not self._is_stopped:
            self._server.run()
