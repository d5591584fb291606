"""Who goes when: the schedules of SEMANTICS.md 3."""
