"""Arrays beside the grid: where their elements lie, how they are coloured and told."""
