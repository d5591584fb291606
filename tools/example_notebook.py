"""`python -m tools.example_notebook`: runs docs/example.ipynb and keeps its outputs in it.

Views are left out: they need a running notebook. Needs the extra `test`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FILE = Path(__file__).parent.parent / "docs" / "example.ipynb"
VIEW = "application/vnd.jupyter.widget-view+json"


def main() -> int:
    """Run all cells; raises what a cell raises."""
    notebook = nbformat.read(FILE, 4)
    client = NotebookClient(notebook, timeout=300, record_timing=False, store_widget_state=False)
    client.execute()
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if VIEW not in one.get("data", {})]
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}  # no version: any will do
    nbformat.write(notebook, FILE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
