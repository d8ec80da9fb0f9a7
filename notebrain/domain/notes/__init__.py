"""A note and everything that belongs to it: tags, links, history, front matter."""
