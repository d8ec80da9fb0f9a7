"""Rules for editing Markdown: each takes a passage and returns the changed one."""
