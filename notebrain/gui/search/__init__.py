"""The search panel: notes by words at once, by meaning as it joins, and why."""
