"""Every ink on every ground it is used on can be read."""

import pytest

from notebrain.gui.theme.colors import DARK, LIGHT, Tokens

pytestmark = pytest.mark.styled

TEXT, CONTROL = 4.5, 3.0
GROUNDS = ("window", "panel", "list", "surface", "raised", "inset", "hover", "selected")
PAIRS = [(ink, g, TEXT) for ink in ("text", "text2", "muted") for g in (*GROUNDS, "selected_idle")]
PAIRS += [("accent", g, TEXT) for g in ("window", "panel", "list", "surface", "raised")]
PAIRS += [("accent", "accent_tint", TEXT), ("accent", "selected", TEXT), ("text", "button", TEXT)]
PAIRS += [
    ("text", g, TEXT)
    for g in (
        *("selection", "mark", "mark_selected", "accent_tint"),
        *("warning_tint", "danger_tint", "success_tint"),
    )
]
PAIRS += [(ink, "code", TEXT) for ink in ("text", "muted", "syntax")]
PAIRS += [("syntax", "surface", TEXT), ("text", "segment", TEXT), ("text2", "inset", TEXT)]
PAIRS += [("on_accent", g, TEXT) for g in ("accent_fill", "fill_hover", "danger_fill")]
PAIRS += [
    (ink, g, TEXT)
    for ink in ("success", "warning", "danger")
    for g in ("window", "list", "surface", f"{ink}_tint")
]
PAIRS += [(ink, f"{ink}_ground", TEXT) for ink in ("added", "removed", "value")]
PAIRS += [
    (ink, g, CONTROL)
    for ink in ("focus", "control")
    for g in ("window", "panel", "list", "surface", "raised")
]
PAIRS += [("focus", "selected", CONTROL), ("value_line", "surface", CONTROL)]


def luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_ink_stands_out_from_its_ground(theme: Tokens, ink: str, ground: str, least: float) -> None:
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= least


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_tag_can_be_read_on_its_own_ground_and_in_the_text(theme: Tokens) -> None:
    for hue in theme.hues:
        assert contrast(hue.ink, hue.ground) >= TEXT
        assert contrast(hue.ink, theme.surface) >= TEXT


def test_a_tag_keeps_its_hue_whatever_its_case_and_its_children_share_it() -> None:
    assert LIGHT.hue_of("Garden") == LIGHT.hue_of("garden") == LIGHT.hue_of("garden/roses")
    assert DARK.hue_of("garden").name == LIGHT.hue_of("garden").name


def test_common_tags_do_not_all_look_alike() -> None:
    names = {LIGHT.hue_of(t).name for t in ("garden", "household", "recipes", "travel", "work")}

    assert len(names) == 5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_row_under_the_pointer_does_not_look_like_a_chosen_one(theme: Tokens) -> None:
    assert contrast(theme.hover, theme.selected_idle) >= 1.12
    assert contrast(theme.hover, theme.list) >= 1.08
    assert contrast(theme.selected_idle, theme.list) > contrast(theme.hover, theme.list)
