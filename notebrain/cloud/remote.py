"""The parts of an account that the engine uses, put together."""

from notebrain.cloud.computers import Computers, Questions
from notebrain.cloud.d1 import D1
from notebrain.cloud.files import R2Files
from notebrain.cloud.judge import WorkersAiJudge
from notebrain.cloud.neuron_holds import D1NeuronHolds
from notebrain.cloud.r2 import Bucket
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vectorize import Vectorize
from notebrain.cloud.vectors import D1Vectors, VectorizeIndex
from notebrain.cloud.workers_ai import Model, WorkersAi
from notebrain.cloud.workers_ai_writer import WorkersAiWriter, models_in
from notebrain.domain.sync.remote import Remote


def remote_of(
    cloud: Cloudflare, database_id: str, model: Model, *, bucket: str | None = None
) -> Remote:
    """Return the account as the engine sees it; sends no request yet.

    Args:
        bucket: The name of the bucket for files, which need not exist; None is for work without files.
    """
    d1, computers = D1(cloud), Computers()
    return Remote(
        vault=D1Vault(d1, database_id, computers),
        vectors=D1Vectors(d1, database_id, computers),
        index=VectorizeIndex(Vectorize(cloud, model.space)),
        embedder=WorkersAi(cloud, model),
        index_of=lambda space: VectorizeIndex(Vectorize(cloud, space)),
        arbiter=WorkersAiJudge(cloud, Questions(d1, database_id, computers)),
        files=None if bucket is None else R2Files(Bucket(cloud, bucket)),
        time=lambda: cloud.time,
        writer_of=lambda model: WorkersAiWriter(cloud, model),
        writing_models=lambda: models_in(cloud),
        holds=D1NeuronHolds(d1, database_id, computers),
    )
