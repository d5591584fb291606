"""QtCore only: the worker's futures as signals, the playback clock and the settings.

What reads a trace, or has a job done, is imported in the function that does so: a window opens
before there is either.
"""
