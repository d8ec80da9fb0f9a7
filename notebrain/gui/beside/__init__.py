"""Notes besides the main one: beside it in the same window, and in windows of their own."""
