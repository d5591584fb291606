"""The source of live functions, and what their names stand for."""
