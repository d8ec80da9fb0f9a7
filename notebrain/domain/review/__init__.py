"""Cards of the review: which ones come up, and what answering them does."""
