"""The texts of argparse that reach a user, named here so that the catalogues hold them."""

from notebrain.domain.i18n import _, ngettext


def texts() -> tuple[str, ...]:
    """Return them in the user's language; argparse itself looks them up by the English ones."""
    return (
        _("usage: "),
        _("positional arguments"),
        _("options"),
        _("unrecognized arguments: %s"),
        _("the following arguments are required: %s"),
        _("argument %(argument_name)s: %(message)s"),
        _("invalid choice: %(value)r (choose from %(choices)s)"),
        _("not allowed with argument %s"),
        _("ignored explicit argument %r"),
        _("expected one argument"),
        _("expected at most one argument"),
        _("expected at least one argument"),
        ngettext("expected %s argument", "expected %s arguments", 1),
    )
