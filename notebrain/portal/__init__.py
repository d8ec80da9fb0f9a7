"""The desktop portal of Linux: the bus it is reached by, and questions that it answers after asking the user."""
