"""Asking the notes a question: the page with questions and answers."""
