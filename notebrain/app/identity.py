"""What the desktop knows the program by."""

# the name of the installed desktop file, without its ending; portals ask for one with dots
APP_ID = "org.notebrain.NoteBrain"
