"""Other programs in the window: the server they ask over HTTP, and news of what they do."""
