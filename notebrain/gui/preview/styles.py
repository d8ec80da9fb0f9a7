"""The look of the preview: a style sheet for its documents, from the theme."""

from notebrain.gui.theme.fonts import EDITOR_MONO_FAMILIES, Role
from notebrain.gui.theme.theme import Theme


def sheet(theme: Theme) -> str:
    """Return the style sheet of the preview's documents."""
    tokens, px = theme.tokens, theme.px
    heads = "".join(
        f"p.{name} {{ font-size: {px(size)}px; font-weight: 600; color: {tokens.text};"
        f" margin-top: {px(14)}px; margin-bottom: {px(6)}px; }}"
        for name, size in _HEADS.items()
    )
    mono = ", ".join(f"'{family}'" for family in EDITOR_MONO_FAMILIES)
    return f"""
        {heads}
        p {{ margin-top: 0; margin-bottom: {px(10)}px; }}
        pre {{ white-space: pre-wrap; margin: 0; }}
        table.frame {{ margin-top: {px(6)}px; margin-bottom: {px(12)}px; }}
        li.task {{ list-style-type: none; }}
        ul, ol {{ margin-left: {px(4)}px; }}
        li {{ margin-bottom: {px(3)}px; }}
        a {{ color: {tokens.accent}; text-decoration: none; }}
        a.box {{ color: {tokens.accent}; }}
        span.done {{ color: {tokens.muted}; text-decoration: line-through; }}
        span.quiet {{ color: {tokens.muted}; }}
        code, pre {{ font-family: {mono}; font-size: {px(Role.CODE.size)}px; }}
        code {{ background-color: {tokens.code}; }}
        td.code {{ background-color: {tokens.code}; }}
        td.bar {{ background-color: {tokens.field}; }}
        td.quote {{ color: {tokens.text2}; padding-left: {px(10)}px; }}
        table.grid {{ border-collapse: collapse; border-color: {tokens.border};
            margin-bottom: {px(10)}px; }}
        th {{ background-color: {tokens.inset}; font-weight: 600; text-align: left; }}
    """


_HEADS = {
    "h1": Role.EDITOR_H1.size - 2,
    "h2": Role.EDITOR_H2.size,
    "h3": Role.EDITOR_H3.size + 1,
    "h4": Role.EDITOR_H3.size,
    "h5": Role.EDITOR_H3.size,
    "h6": Role.EDITOR_H3.size,
}
