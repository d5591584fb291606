"""The front end for CUDA C: a function's syntax tree becomes the typed expressions and statements
that the front end for Python makes, by C's rules. All behind it is the same.
"""
