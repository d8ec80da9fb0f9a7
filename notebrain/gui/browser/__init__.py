"""What is shown: workspace, location, note."""
