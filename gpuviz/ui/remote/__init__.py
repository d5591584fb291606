"""Engine > Remote: a cluster that the launches of the window run on."""
