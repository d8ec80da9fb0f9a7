"""Use case: computing vectors and uploading them to the account."""
