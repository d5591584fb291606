"""Tests of gpuviz."""
