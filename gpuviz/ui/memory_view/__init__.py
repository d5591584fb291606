"""One access of a warp on lines and sectors, banks or queues, and a table of all accesses."""
