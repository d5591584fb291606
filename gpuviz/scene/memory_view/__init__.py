"""One access of a warp on lines and sectors, banks or queues, and what is said of it."""
