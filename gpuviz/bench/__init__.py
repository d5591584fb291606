"""The stopwatch: what is measured on this machine."""
