"""What the editor offers below the caret while something is typed: titles for links, and tags."""
