"""Pure functions from counts and a Device to time; everything here is modelled and says so.

How a trace becomes a time, in the order in which to read it:

1. What was done. `counts` takes the counters of every warp from a trace. `mix` says how many
   machine instructions a statement is, compiled or usual; `loops` which loops a compiler writes
   out.
2. What is moved. `sample` takes some accesses of a few blocks. `reuse` tells from their order what
   a cache of any size would lose of a block's own data, `axes` which blocks touch the same.
   `streams` puts both together: what each site reads and writes in the whole launch. `residency`
   says how many blocks are on the device at a time, `l2` and `caches` what then passes L1 and L2,
   `pages` how much of each page DRAM moves while it is open, and `traffic` how many bytes of each
   block that makes. `pieces` knows which accesses a compiler cuts into several instructions, or
   joins. `queues` has the atomic operations that stand in line before one address, or one bank.
3. What waits. `chain` is the time of one warp alone: what its instructions wait for each other;
   `in_flight` says which loads wait together. `phases` cuts all of it at barriers.
4. `work` gathers all of it: LaunchWork, what each block asks for. Of the device it takes cache
   sizes and latencies, no rates.
5. How long that takes. `limits` turns it into clocks of each resource, block by block, and says
   how resources overlap. `timeline` gives the blocks to SMs, wave after wave; `simulation` does it
   block by block where they differ. `demands` sums up what each resource needs; `ranking` finds
   the limiter, and what would limit next.
6. `predict` is the way through all of this, and adds the launch and the copies of `transfer`.

Beside that way: `what_if` sends a trace through it with other registers, another block
(`regrouped`), shared memory, device or a warm L2, without emulating it again. `graphs` says what
launching costs a pipeline. `tensor_product` is no model of a launch but of a library's product,
with the peaks of `tensor_peaks`.

What cannot be written in Numba is not modelled: copies to shared memory that need no registers and
run beside the arithmetic (cp.async, TMA), tensor cores in a kernel, clusters of blocks.

`calibration` holds every constant that no data sheet gives, with its source. `words` says what
limits a launch, `roofline` where it stands under the device's roofs, `everywhere` models one
launch on every device; `part` is what of a trace has to be sent for that. `schedule` orders the
steps that the window plays: it counts turns, not time.

What earns its place (1 048 576 elements or 1024 x 1024, on T4, RTX 4090 and H200): without `loops`
a register tiled product would take 14 times as long, without `queues` an atomic sum a fiftieth;
without `reuse` threads that each add up a row of 64 would seem seven times as fast on a T4; without
`phases` a product of 128 x 128 tiles (k = 128 after k = 64) would take a fifth of the published
time on an RTX A6000, and without `pages` a transpose of 16 x 16 tiles three quarters on a T4.
`axes` and the waves of `l2` change bytes more than times: roofline and traffic need them.
"""
