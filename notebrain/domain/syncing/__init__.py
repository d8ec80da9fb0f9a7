"""What computers that share notes make of each other's changes: pure rules."""
