"""Sweeps: one operation at many sizes or with many blocks, as charts that fill point by point."""
