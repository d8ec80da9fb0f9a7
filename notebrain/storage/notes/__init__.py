"""The tables of notes, tags, links, earlier versions and the trash."""
