"""Complete jobs for callers that wait for the result; they sit above the composition root."""
