"""Global hotkeys, one mechanism per platform."""
