"""The roofline of a device with the runs of the session under it."""
