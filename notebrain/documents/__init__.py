"""The text of documents: PDF, DOCX, ODT, HTML, e-mails and plain text, read in a process of its own."""
