"""The stage: the picture of a launch. What to draw is computed as plain data (scene), painting it
is thin (view).
"""
