"""What you tell the program about yourself: thirteen short texts, the blocks, and which part of each is used."""
