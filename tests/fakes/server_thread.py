"""A server of the window that serves nothing; the test says when it is ready and how it ends."""

from concurrent.futures import Future

from notebrain.mcp_server.http.server_thread import ServerThread


class FakeServerThread(ServerThread):
    """Serves nothing."""

    def __init__(self) -> None:
        self.ready: Future[int] = Future()
        self.done: Future[None] = Future()
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True
