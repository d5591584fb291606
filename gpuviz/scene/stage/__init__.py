"""The picture of a launch: the grid, the warp in focus and the arrays, with what lies around them.

- `facts`, `viewpoint`    what is known of the launch; from where it is looked at
- `layout`    where everything stands; `compose` puts the parts into one Scene
"""
