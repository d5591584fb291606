"""The lecture of tests/ui/lecture.py as pictures, with the smallest letter of each."""
