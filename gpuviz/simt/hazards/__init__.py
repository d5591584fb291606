"""Hazards as they are collected, and what is said of them."""
