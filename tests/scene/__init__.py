"""Tests of gpuviz.scene."""
