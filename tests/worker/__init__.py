"""Tests of gpuviz.worker."""
