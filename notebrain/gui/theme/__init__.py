"""The look: colors, fonts, metrics and icons, in light and dark and at any scale."""
