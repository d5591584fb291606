"""Where the figures of a launch come from: each as a formula with this launch's numbers in it, and
what would change it.
"""
