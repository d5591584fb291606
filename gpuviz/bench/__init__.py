"""What is measured on this machine, and sweeps: many launches that are compared.

- `stopwatch`       times of an operation's CPU twins, checked before they are timed
- `measurement`     samples of one function: warm-up, batches, median, spread
- `disturbances`    why such times may be off
- `points`          a sweep as data; `sweep_ranges` reads what was typed, `sweep_plan` what follows
- `sweep_table`     its points as rows of a table
- `crossing`        from which size on the GPU is faster, `crossing_words` says so
- `best_block`      which block is the fastest; `trust_words` how sure its times are
"""
