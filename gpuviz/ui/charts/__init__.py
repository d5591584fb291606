"""Charts in the window: `view` and `bars_view` paint them, `choosing_view` chooses a part, `export`
takes them out of the window.
"""
