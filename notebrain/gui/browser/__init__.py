"""The state of the main view: the workspace, location and note that are shown."""
