"""Handing in: asks which answers to lessons and puzzles are meant, and saves them as one file."""
