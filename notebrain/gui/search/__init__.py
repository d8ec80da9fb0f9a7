"""The search page: results by words at once, results by meaning as they arrive, and why each was found."""
