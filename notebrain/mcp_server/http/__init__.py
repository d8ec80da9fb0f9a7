"""The door for other programs on this computer, over HTTP."""
