"""What is launched: the form, what it means, and from a press of Run to a result."""
