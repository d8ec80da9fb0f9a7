"""A Cloudflare account on this computer: stateful, with the limits and errors of the real one.

    with start_cloudflare() as account:
        client = make_client(account.base_url, account.token, account.account)
        account.faults.add(faults.response_lost(), on="d1.raw")
        ...
        assert len(account.requests.of("d1.*")) == 2

Operations have names for faults and for the record: `user.verify account.verify accounts.list`,
`d1.create list get delete query raw`, `vectorize.create list get delete info insert upsert query
get_by_ids delete_by_ids list_vectors metadata.create metadata.delete metadata.list`, `ai.run
ai.models ai.v1.embeddings ai.v1.chat`, `r2.*`.
"""

from tests.fakes.cloudflare import embedding, faults
from tests.fakes.cloudflare.standin import Standin, start_cloudflare
from tests.fakes.cloudflare.tokens import Permission

__all__ = ["Permission", "Standin", "embedding", "faults", "start_cloudflare"]
