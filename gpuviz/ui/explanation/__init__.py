"""What the file of an operation says about it, as a page beside the source."""
