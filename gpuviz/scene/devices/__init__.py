"""GPUs in words and pictures: their data, and one launch on all of them."""
