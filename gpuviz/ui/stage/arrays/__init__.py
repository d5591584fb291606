"""Which array of the stage is coloured how, and its menu."""
