"""The stage: the picture of a launch, painted, and what mouse and keys do on it."""
