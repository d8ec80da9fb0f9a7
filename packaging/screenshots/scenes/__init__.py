"""What the user did before each picture."""
