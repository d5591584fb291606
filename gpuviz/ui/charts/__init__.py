"""Charts: lines and points over an axis, as plain data first, then as a scene, then painted.

- `chart`      what a chart says: axes, series, marks, notes
- `units`      how its numbers are written
- `ticks`, `scales`, `frame`, `labels`, `picture`    where everything stands, in pixels
- `read_out`   what is said about one point
- `table`      its numbers as CSV
- `bars`, `bars_picture`, `bars_view`    the same for lying bars; `choosing_view`: choosing one
- `view`       the widget; `export`, `desk` take it out of the window
"""
