"""The sidebar: the workspace switcher and the places notes are found at."""
