"""The figures of two runs, and their differences in words."""
