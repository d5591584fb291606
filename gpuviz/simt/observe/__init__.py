"""What is kept of a launch: counters, records of steps, races, the story of an element."""
