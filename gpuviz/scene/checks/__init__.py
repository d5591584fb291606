"""What was checked and found, in words."""
