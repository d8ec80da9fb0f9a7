"""Gui/editor/find."""
