"""Start an account by hand: `python -m tests.fakes.cloudflare --port 8787`."""

import argparse
import signal
import sys
import threading

from tests.fakes.cloudflare import embedding, start_cloudflare
from tests.fakes.cloudflare.console import HELP, Console

parser = argparse.ArgumentParser(
    prog="python -m tests.fakes.cloudflare",
    description=__doc__,
    epilog=HELP,
    formatter_class=argparse.RawDescriptionHelpFormatter,
)
parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
parser.add_argument("--no-limit", action="store_true", help="take any number of requests")
parser.add_argument(
    "--fast", action="store_true", help="find by shared words, without the shipped model"
)
chosen = parser.parse_args()

stopped = threading.Event()
for sign in (signal.SIGINT, signal.SIGTERM):
    signal.signal(sign, lambda *_: stopped.set())
with start_cloudflare(
    port=chosen.port,
    rate_limit=None if chosen.no_limit else 1200,
    embed=embedding.hashed if chosen.fast else embedding.shipped(),
    checked=False,
) as account:
    # as by the real service, a write is seen after a while, however often it is asked for
    account.vectorize.visibility.reads = 0
    account.vectorize.visibility.seconds = 3
    print(  # noqa: T201
        f"address  {account.base_url}\ntoken    {account.token}\naccount  {account.account}\n"
        "Start the app with NOTEBRAIN_CLOUDFLARE_API set to the address. "
        "Ctrl+C ends this account; nothing is kept. A line “help” tells which troubles it can make.",
        flush=True,
    )
    console = Console(account)

    def listen() -> None:
        for line in sys.stdin:
            print(console.answer(line), flush=True)  # noqa: T201

    threading.Thread(target=listen, daemon=True).start()
    stopped.wait()
