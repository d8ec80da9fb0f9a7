"""What the keys of a writer mean in Markdown: rules on a stretch of text and what is chosen in it."""
