"""What a web page says: its title, address, date, article and pictures."""
