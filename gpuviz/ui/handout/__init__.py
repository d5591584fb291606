"""A lesson on paper: its texts, a picture of each step from a window, boxes to tick.

- `job`         what is asked for, and the process that does it: the window goes on meanwhile
- `__main__`    that process
- `pictures`    plays the lesson in a window that nobody sees
- `sheet`       the handout as plain data, as Markdown and as HTML
- `paper`       the pages of the PDF
- `controller`  Lessons, Export handout
"""
