"""A film of the window as somebody uses it, made by the program itself: `python -m tools.film`."""
