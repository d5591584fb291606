"""What was checked and found: hazards with their threads, lines and moments."""
