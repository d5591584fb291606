"""Charts as plain data: what they say, their words and their numbers. The window plots them.

- `chart`, `bars`    axes, series, marks, notes; lying bars
- `ends`    how far the axes reach
- `units`    how numbers are written
- `read_out`    what is said about one point, and the card that says it
- `words`, `labels`    words inside of a plot that find a place
- `table`    the numbers as CSV
"""
