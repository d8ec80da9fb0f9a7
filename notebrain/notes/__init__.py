"""Use case: taking, changing, filing notes."""
