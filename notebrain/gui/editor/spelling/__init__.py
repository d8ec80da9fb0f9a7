"""Gui/editor/spelling."""
