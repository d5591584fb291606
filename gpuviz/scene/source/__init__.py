"""What each line of the source costs; the functions that are listed."""
