"""The inspector: what is chosen at the playing moment, with its numbers; a page for each kind.

- `inspector`     Inspector: shows one of the pages
- `page`          what pages have in common: parts in a column, and links to places of the launch
- `thread_page`, `warp_page`, `block_page`, `element_page`, `grid_page`
- `controller`          InspectorController: fills the pages from the launch that is shown
"""

from gpuviz.ui.inspector.inspector import Inspector

__all__ = ["Inspector"]
