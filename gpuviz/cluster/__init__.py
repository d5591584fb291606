"""Work for the machines of a Dask cluster, whose workers are plain `dask worker` processes.

- `address`         what stands for a cluster: an address, a scheduler file, the word local
- `client`          a Dask client where a command waits for many things (grade, check)
- `machines`        what is known of the workers: versions, GPUs
- `parcel`          a job with all files that it needs, and its outcome as bytes without code
- `on_worker`       runs in a worker of the cluster: does the job in a process of gpuviz's own
- `link`, `__main__`  a process of its own that holds the Dask client of a window or a command
- `remote_workers`  that process as its starter sees it: a JobRunner

Dask unpickles what a scheduler and its workers send, in the process that holds the client: whoever
uses an address trusts who runs it. So that process is never the window's; what it passes on are
bytes in the format of `gpuviz.worker.frames`, which hold no code and are checked as a stranger's
recording is.
"""
