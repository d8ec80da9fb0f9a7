"""Train the judge of two notes on labeled pairs, and write resources/judge/weights.json.

    python -m venv train
    train/bin/pip install . lightgbm==4.6.0 scikit-learn==1.9.0
    train/bin/python packaging/train_judge.py            # trains, reports, writes nothing
    train/bin/python packaging/train_judge.py --write    # replaces the weights that ship

Two stages. For each model that ships, a logistic regression says from the vectors of two notes how they relate. Boosted
trees weigh its scores together with the figures of `notebrain.domain.judge.features`.

The scores that the trees learn from come from regressions that did not see the pair (five folds; pairs with the same
older note stay together), and so do the figures that are reported. Nothing is drawn at random without a seed; another
version of the libraries or another processor may still give slightly different weights. `models.labeled` tells where
the pairs come from.
"""

from __future__ import annotations

import argparse
import base64
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import lightgbm
import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression

from models.labeled import FOLDS, Pair, labeled_pairs, neighbors, singles

if TYPE_CHECKING:
    from collections.abc import Iterator

    from notebrain.domain.ports import LocalModel

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from notebrain.app.model.local_model import local_embedder  # noqa: E402
from notebrain.domain.embedding.scales import scale_of  # noqa: E402
from notebrain.domain.judge.compare import Comparison  # noqa: E402
from notebrain.domain.judge.features import describe  # noqa: E402
from notebrain.domain.judge.opinion import opinion_of  # noqa: E402
from notebrain.domain.judge.parser import read  # noqa: E402
from notebrain.domain.judge.stemming import are_german  # noqa: E402
from notebrain.domain.judge.verdict import RELATIONS as KINDS, Bands, Cosines, Kind, Statement  # noqa: E402
from notebrain.domain.text.languages import ENGLISH as ENGLISH_TEXT, language_of  # noqa: E402
from notebrain.embedders.bundled import ENGLISH, MULTILINGUAL  # noqa: E402
from notebrain.review.model_bands import WordLikeness, cosine, vector  # noqa: E402
from notebrain.review.relations import joined  # noqa: E402

TARGET: Final = ROOT / "resources" / "judge" / "weights.json"
COSINES: Final = 2
"""The first figures of a pair are these; they need vectors."""
LONGEST: Final = 1_500
"""Only the beginning of a longer text is embedded, as one passage."""
STRETCH: Final = np.repeat(np.array([3.0, 3.0, 30.0, 3.0], np.float32), 384)
"""Brings the vectors, their product and their distance to a common size, so that all are held small alike."""
REGULARIZATION: Final = 0.1
TREES: Final = 200
BOOSTING: Final = {
    "objective": "multiclass", "num_class": len(KINDS), "learning_rate": 0.05, "num_leaves": 8, "min_data_in_leaf": 15,
    "feature_fraction": 0.4, "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 5.0, "seed": 1, "verbose": -1,
    "deterministic": True, "force_row_wise": True, "num_threads": 1,
}  # fmt: skip
WITHOUT_VECTORS, WITHOUT_RELATION = 0.1, 0.1
"""The shares of pairs that are learned once more without any cosine, and without the regression's scores: notes may
have no vectors yet, and an account's model may be one that nothing was learned about."""

Floats = npt.NDArray[np.float32]


class Row(NamedTuple):
    """A pair as one of the models sees it."""

    pair: Pair
    model: str
    figures: dict[str, float]
    joined: Floats


def main() -> int:
    """Train and report; return 0."""
    parser = argparse.ArgumentParser(description="Train the judge of two notes.")
    parser.add_argument("--write", action="store_true", help="replace the weights that ship")
    arguments = parser.parse_args()
    rows = [*_rows()]
    print(f"{len({row.pair for row in rows})} pairs, {len(rows)} with each model that fits them")
    names = [*rows[0].figures, *(f"relation {place}" for place in range(len(KINDS)))]
    folds = np.array([row.pair.fold for row in rows])
    figures = np.array(
        [[row.figures.get(name, np.nan) for name in names] for row in rows], np.float32
    )
    guessed = np.zeros((len(rows), len(KINDS)))
    for fold in range(FOLDS):
        relations = _relations([row for row in rows if row.pair.fold != fold])
        for at in np.flatnonzero(folds == fold):
            matrix, biases = relations[rows[at].model]
            figures[at, -len(KINDS) :] = matrix @ rows[at].joined + biases
    kinds = np.array([KINDS.index(row.pair.kind) for row in rows])
    for fold in range(FOLDS):
        trees = _trees(figures[folds != fold], kinds[folds != fold])
        guessed[folds == fold] = trees.predict(figures[folds == fold])
    _report(rows, guessed)
    if arguments.write:
        document = _document(names, _trees(figures, kinds), _relations(rows))
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(json.dumps(document, separators=(",", ":")) + "\n", encoding="utf-8")
        print(f"written to {TARGET}: {TARGET.stat().st_size:,} bytes")
    return 0


def _rows() -> Iterator[Row]:
    """Yield each pair with the multilingual model and, if it is in English, with the English one."""
    pairs, alone = labeled_pairs(), [*singles()]
    texts = {text for pair in pairs for text in (pair.older, pair.newer)} | {
        one for one, _ in alone
    }
    multilingual = local_embedder(MULTILINGUAL)
    known = {multilingual.space.model: _vectors(multilingual, texts)}
    scale = scale_of(multilingual.space.model)
    pairs += neighbors(pairs, alone, known[multilingual.space.model], scale)
    english = local_embedder(ENGLISH)
    for model in (english, multilingual):
        name = model.space.model
        fitting = [pair for pair in pairs if model is multilingual or _is_english(pair)]
        needed = {text for pair in fitting for text in (pair.older, pair.newer)}
        vectors = known.get(name) or _vectors(model, needed)
        like = WordLikeness(model)
        for pair in fitting:
            one, other = vectors[pair.older], vectors[pair.newer]
            close = scale_of(name).of_notes(cosine(one, other))
            figures = _figures(pair, Cosines(close, close), like)
            yield Row(pair, name, figures, joined(one, other))


def _vectors(model: LocalModel, texts: set[str]) -> dict[str, Floats]:
    return {text: vector(model.embed([text[:LONGEST]])[0]) for text in sorted(texts)}


def _is_english(pair: Pair) -> bool:
    both = f"{pair.older}\n{pair.newer}"
    return both.isascii() and language_of(both) in {ENGLISH_TEXT, None}


def _figures(pair: Pair, cosines: Cosines, like: WordLikeness) -> dict[str, float]:
    german = are_german(pair.older, pair.newer)
    compared = Comparison(read(pair.older, german=german), read(pair.newer, german=german), like)
    older, newer = Statement(pair.older), Statement(pair.newer)
    opinion = opinion_of(older, newer, compared, cosines, Bands())
    return dict(describe(older, newer, compared, opinion, cosines))


def _relations(rows: list[Row]) -> dict[str, tuple[Floats, Floats]]:
    """Return, for each model, a matrix and biases that turn two joined vectors into a score for each kind."""
    found: dict[str, tuple[Floats, Floats]] = {}
    for model in sorted({row.model for row in rows}):
        mine = [row for row in rows if row.model == model]
        seen = np.array([row.joined for row in mine])
        mean = seen.mean(axis=0)
        learned = LogisticRegression(C=REGULARIZATION, max_iter=500).fit(
            (seen - mean) * STRETCH, [KINDS.index(row.pair.kind) for row in mine]
        )
        matrix = (learned.coef_ * STRETCH).astype(np.float32)
        found[model] = matrix, (learned.intercept_ - matrix @ mean).astype(np.float32)
    return found


def _trees(figures: Floats, kinds: npt.NDArray[np.int64]) -> lightgbm.Booster:
    luck = np.random.default_rng(1)
    relation = np.arange(figures.shape[1]) >= figures.shape[1] - len(KINDS)
    vectors = relation | (np.arange(figures.shape[1]) < COSINES)
    parts = [(figures, kinds)]
    for unknown, share in ((vectors, WITHOUT_VECTORS), (relation, WITHOUT_RELATION)):
        some = luck.random(len(figures)) < share
        bare = figures[some].copy()
        bare[:, unknown] = np.nan
        parts.append((bare, kinds[some]))
    return lightgbm.train(
        BOOSTING,
        lightgbm.Dataset(
            np.concatenate([part for part, _ in parts]),
            np.concatenate([labels for _, labels in parts]),
        ),
        TREES,
    )


def _report(rows: list[Row], guessed: npt.NDArray[np.float64]) -> None:
    """Print the figures for pairs that the model had not seen."""
    seen: dict[str, list[bool]] = {}
    for row, likely in zip(rows, guessed, strict=True):
        kind = KINDS[int(np.argmax(likely))]
        right = kind in row.pair.right
        if row.pair.is_neighbor:
            seen.setdefault("neighbors without a card", []).append(right)
            continue
        seen.setdefault("all", []).append(right)
        seen.setdefault(f"with {row.model}", []).append(right)
        seen.setdefault(row.pair.kind, []).append(right)
        if row.pair.look_alike:
            seen.setdefault("look-alikes without a card", []).append(kind is Kind.DISTINCT)
    for name, found in seen.items():
        print(f"{name:32} {sum(found) / len(found):.3f} of {len(found)}")


def _document(
    names: list[str],
    trees: lightgbm.Booster,
    relations: dict[str, tuple[Floats, Floats]],
) -> dict[str, Any]:
    grown: list[list[Any]] = [[] for _kind in KINDS]
    for place, tree in enumerate(trees.dump_model()["tree_info"]):
        grown[place % len(KINDS)].append(_branch(tree["tree_structure"]))
    return {
        "kinds": KINDS,
        "features": names,
        "trees": grown,
        "relations": {model: _packed(*weights) for model, weights in relations.items()},
    }


def _branch(node: dict[str, Any]) -> float | list[object]:
    if "leaf_value" in node:
        return round(float(node["leaf_value"]), 5)
    unknown_left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0
    return [
        node["split_feature"],
        round(node["threshold"], 6),
        int(unknown_left),
        _branch(node["left_child"]),
        _branch(node["right_child"]),
    ]


def _packed(matrix: Floats, biases: Floats) -> dict[str, Any]:
    scales = np.abs(matrix).max(axis=1) / 127
    rows = np.round(matrix / scales[:, None]).astype(np.int8)
    return {
        "scales": [round(float(scale), 8) for scale in scales],
        "biases": [round(float(bias), 5) for bias in biases],
        "rows": [base64.b64encode(row.tobytes()).decode() for row in rows],
    }


if __name__ == "__main__":
    sys.exit(main())
