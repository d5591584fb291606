"""QtCore only: the worker's futures as signals, the playback clock and the settings.

What has a job done, or reads a whole trace, is imported in the function that does so: a window
opens before there is either.
"""
