"""A server of the window that serves nothing; the test says when it is ready and how it ends."""

from concurrent.futures import Future

from notebrain.mcp_server.http.server_thread import ServerThread


class FakeServerThread(ServerThread):
    """Serves nothing.

    Attributes:
        ends_late: Whether the test ends it; else it ends when it is stopped, which a window that closes waits for.
    """

    def __init__(self) -> None:
        self.ready: Future[int] = Future()
        self.done: Future[None] = Future()
        self.stopped = self.ends_late = False

    def stop(self) -> None:
        self.stopped = True
        if not self.ends_late and not self.done.done():
            self.done.set_result(None)
