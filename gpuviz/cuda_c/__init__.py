"""CUDA C as text: words, macros, syntax and types. Nothing of it is executed here."""
