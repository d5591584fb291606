"""The picker of operations: groups with a search above them."""
