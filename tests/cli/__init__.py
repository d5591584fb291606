"""Tests of gpuviz.cli."""
