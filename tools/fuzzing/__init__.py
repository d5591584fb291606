"""Inputs with something wrong in them, made from good ones; the same seed makes the same input."""
