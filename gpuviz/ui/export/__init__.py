"""Pictures and films of the stage in files: from the window's menus and from `gpuviz export`.

- `moments`    which instants a film shows, and how fast
- `pictures`   PNG and SVG
- `films`      GIF and MP4, from an iterator of frames
- `timelines`  when and where blocks ran, for ui.perfetto.dev
- `new_file`   a file is there whole or not at all
"""
