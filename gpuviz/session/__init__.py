"""QtCore only: the worker's futures as signals, the playback clock and the settings."""
