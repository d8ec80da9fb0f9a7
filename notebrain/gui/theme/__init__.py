"""The look: colors, type, measures and icons, in light and dark and at any scale."""
