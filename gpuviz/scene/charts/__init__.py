"""Charts: lines, points and bars over an axis, as plain data first, then as a Scene.

- `chart`, `bars`    what a chart says: axes, series, marks, notes
- `units`    how its numbers are written
- `ticks`, `scales`, `frame`, `labels`, `picture`, `bars_picture`    where everything stands
- `read_out`    what is said about one point
- `table`    its numbers as CSV
"""
