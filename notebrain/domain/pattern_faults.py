"""What is wrong with a regular expression, in the user's words."""

from notebrain.domain.messages import _


def fault_in_words(said: str) -> str:
    """Return what is wrong with a regular expression.

    Args:
        said: The fault as the library PCRE2 says it, in English.
    """
    # by parts of the sentence: the whole ones changed between the releases of the library
    words = (
        ("parenthesis", _("A parenthesis is missing, or one too many.")),
        ("terminating ]", _("A ] is missing.")),
        ("range out of order", _("A range runs backwards.")),
        ("quantifier does not follow", _("Before * + ? { there is nothing to repeat.")),
        ("numbers out of order", _("A repetition runs backwards.")),
        ("number too big", _("A number is too large.")),
        ("at end of pattern", _("The pattern is not complete: it ends with a \\.")),
        ("non-existent", _("It refers to a group that is not there.")),
        ("lookbehind", _("A look backwards has no limit to its length.")),
    )
    found = (text for part, text in words if part in said)
    return next(found, _("The pattern is not complete, or a sign in it means something else."))
