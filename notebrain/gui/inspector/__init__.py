"""The inspector: a pane that shows and changes how one or several notes are filed."""
