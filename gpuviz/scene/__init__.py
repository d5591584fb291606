"""What is drawn and said, as plain data, without Qt: from a launch, a size and a theme to a Scene.

- `scene`    the shapes that a Scene is made of; `svg`    the same as a drawing
- `stage`, `warp_view`, `memory_view`, `timeline`, `pipeline`, `pictures`    pictures of a launch
- `charts`    pictures of numbers; `timing`, `sweeps`, `roofline`, `devices`    what they show
- `launch`, `inspector`, `checks`, `compare`, `source`    what is said of a launch
- `theme`, `contrast`, `sizes`, `numbers`, `facts`    colours, distances, numbers and rows
"""
