"""CUDA C as text."""
