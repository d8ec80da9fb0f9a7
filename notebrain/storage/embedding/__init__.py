"""The tables of passages, vectors, and the queues that compute and upload them."""
