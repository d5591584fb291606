"""A launch for a browser: what the page to share and the view in a notebook show, without Qt.

`payload` has the launch as compressed columns and words, `front` the code that paints it, `page`
both as one file.
"""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.web.front import module_text, style_text
    from gpuviz.web.page import page_of, save_page
    from gpuviz.web.payload import payload_of

__all__ = ["module_text", "page_of", "payload_of", "save_page", "style_text"]

__getattr__ = lazily(
    __name__,
    {
        "front": ("module_text", "style_text"),
        "page": ("page_of", "save_page"),
        "payload": ("payload_of",),
    },
)
