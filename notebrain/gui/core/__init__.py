"""What every feature is given; knows no feature."""
