"""The budgets, measured."""

import os

# As the program does when it opens a vault: here the corpus loads numpy before that.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
