"""What is typed to an account started by hand: the troubles it shall make, and a look into it."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from tests.fakes.cloudflare import faults
from tests.fakes.cloudflare.faults import Trouble
from tests.fakes.cloudflare.standin import Standin
from tests.fakes.cloudflare.tokens import Permission

_LASTING: Final[Mapping[str, tuple[str, Trouble]]] = {
    "busy": ("*", faults.throttled(20)),
    "drop": ("*", faults.dropped()),
    "error": ("*", faults.server_error()),
    "full": ("d1.raw", faults.d1_account_full()),
    "hang": ("*", faults.hanging()),
    "lost": ("*", faults.response_lost()),
    "portal": ("*", faults.captive_portal()),
    "quota": ("ai.run", faults.neurons_used_up()),
    "slow": ("*", faults.slow_body(3)),
}
HELP: Final = """\
Type a line and Return, while it runs:
  busy     too many requests, wait 20 s            quota    the neurons of today are used up
  drop     connections end without an answer       portal   the page of a hotel's network answers
  lost     what is asked is done, the answer lost  error    502 in HTML
  hang     no answer, ever                         slow     half an answer, the rest 3 s later
  full     the account takes no more data          ok       no trouble any more
  revoke   the token is no longer known            delete   the databases are gone
  token [without WORD…]   a new token, without the permissions whose names have these words
  look     what is in the account"""


class Console:
    """Carries out one line after the other on an account."""

    def __init__(self, account: Standin) -> None:
        self._account = account

    def answer(self, line: str) -> str:
        """Do what the line asks for and return what to say; the help where nobody knows the line."""
        word, *rest = line.split() or [""]
        if word == "token" and rest[:1] in ([], ["without"]):
            return self._token(rest[1:])
        if rest:
            return HELP
        if word in _LASTING:
            on, trouble = _LASTING[word]
            self._account.faults.clear().add(trouble, on, times=None)
            return f"{word}: from now on; “ok” ends it"
        acts = {"ok": self._end, "revoke": self._revoke, "delete": self._delete, "look": self._look}
        return acts.get(word, lambda: HELP)()

    def _end(self) -> str:
        self._account.faults.clear()
        return "no trouble any more"

    def _revoke(self) -> str:
        self._account.tokens.revoke(self._account.token)
        return "the token is no longer known; “token” makes another"

    def _token(self, words: Sequence[str]) -> str:
        lacking = [one for one in Permission if any(w.lower() in one.lower() for w in words)]
        self._account.token = self._account.tokens.issue(without=lacking).value
        return f"token    {self._account.token}"

    def _delete(self) -> str:
        names = self._account.d1.names()
        for name in names:
            self._account.d1.drop(self._account.d1.database(name))
        return f"gone: {', '.join(names) or 'there was none'}"

    def _look(self) -> str:
        lines: list[str] = []
        for name in self._account.d1.names():
            database = self._account.d1.database(name)
            tables = database.look("SELECT name FROM sqlite_schema WHERE type = 'table'")
            lines.append(f"database {name}")
            for (table,) in tables:
                count, *_ = database.look(f'SELECT count(*) FROM "{table}"')
                lines.append(f"  {table}: {count[0]} rows")
            if ("item",) in tables:
                kept = database.look("SELECT seq, kind, gone, content FROM item ORDER BY seq")
                lines += [f"  {_item(*one)}" for one in kept]
        for name in self._account.vectorize.names():
            vectors = self._account.vectorize.index(name).vectors()
            lines.append(f"index {name}: {len(vectors)} vectors")
        lines.append(f"neurons used today: {self._account.ai.neurons.used:.1f}")
        return "\n".join(lines)


def _item(seq: int, kind: str, gone: int, content: str | None) -> str:
    if gone or content is None:
        return f"#{seq} {kind} gone"
    return f"#{seq} {kind} {json.dumps(json.loads(content), ensure_ascii=False)[:200]}"
