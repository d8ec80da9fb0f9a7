"""Rich text from other programs as Markdown.

Written here rather than taken from a library: the ready-made converters either build the whole tree first and walk it
by recursion, so that a deeply nested page ends them, or come under licences this program cannot ship.
This one reads once from start to end, keeps only what is open, and looks nothing up anywhere.

From the clipboard to the text: `source` (what is worth reading, and what would hold the parser up), `reading` (what
each tag means), `marks` (which tags stand for emphasis and code), `line` (the line at hand), `table`, `page` (the lines
that are done).
"""
