"""The pane that shows how a note, or several, are filed, and lets it be changed."""
