"""Branches for Windows and macOS, run where they can be simulated."""
