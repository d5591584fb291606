"""Tests of gpuviz.process_tree."""
