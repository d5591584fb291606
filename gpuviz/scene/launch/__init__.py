"""What is launched and what it means: the choice, its facts, its notes."""
