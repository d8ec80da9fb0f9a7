"""What desktops do for a program, one module for each way."""
