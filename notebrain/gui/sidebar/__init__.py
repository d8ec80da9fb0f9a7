"""The sidebar: the workspace switcher, and entries that lead to notes and pages."""
