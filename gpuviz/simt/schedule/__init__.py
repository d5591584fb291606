"""Who goes when: the schedules of semantics.md 3."""
