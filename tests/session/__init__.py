"""Tests of gpuviz.session."""
