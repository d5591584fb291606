"""The link itself: `python -m gpuviz.cluster HANDLE ADDRESS WORKERS`.

WORKERS is how many a cluster `local` gets.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from gpuviz.cluster.link import linked
from gpuviz.worker.__main__ import inherited

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the starter's to answer
    asyncio.run(linked(inherited(int(sys.argv[1])), sys.argv[2], int(sys.argv[3])))
    sys.stderr.flush()
    os._exit(0)  # threads of Dask have nothing more to say
