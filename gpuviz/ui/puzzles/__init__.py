"""Puzzles in the window: their list, the strip with a task and its goals, what is graded."""
