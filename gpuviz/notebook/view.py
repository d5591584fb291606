"""A launch as a view in a cell: to play, to scrub and to click in; needs anywidget.

The front end is the text of `gpuviz.web`, sent with the widget: nothing is loaded from anywhere.
"""

from __future__ import annotations

import anywidget
import traitlets

from gpuviz.trace import Trace
from gpuviz.web import module_text, payload_of, style_text

MOST_BYTES = 900_000
"""Of a payload. Jupyter drops messages beyond 1 MB a second, counted over 3 seconds
(iopub_data_rate_limit, rate_limit_window of jupyter_server): three views in a cell get through."""
RENDER = """
function isDark(page) {
  const { jpThemeLight, vscodeThemeKind } = page.body.dataset;
  if (jpThemeLight) return jpThemeLight === "false";
  if (vscodeThemeKind) return /dark|^vscode-high-contrast$/.test(vscodeThemeKind);
  const colab = page.documentElement.getAttribute("theme");
  if (colab) return colab === "dark";
  return page.defaultView.matchMedia("(prefers-color-scheme: dark)").matches;
}

export default {
  render({ model, el }) {
    const page = el.ownerDocument;
    const theme = () => (isDark(page) ? "dark" : "light");
    const language = model.get("language") || undefined;
    let shown = theme();
    const view = mount(el, model.get("payload"), { theme: shown, language });
    const watch = new MutationObserver(() => {
      if (shown === theme()) return;
      shown = theme();
      view.setTheme(shown);
    });
    watch.observe(page.body, { attributes: true });
    watch.observe(page.documentElement, { attributes: true });
    return () => { watch.disconnect(); view.destroy(); };
  },
};
"""


class LaunchView(anywidget.AnyWidget):
    """The view of one launch; `language` is "en", "zh_CN" or empty for that of the browser."""

    _esm = module_text() + RENDER
    _css = style_text()
    payload = traitlets.Bytes().tag(sync=True)
    language = traitlets.Unicode("").tag(sync=True)

    def __init__(self, trace: Trace, language: str) -> None:
        super().__init__(payload=payload_of(trace, MOST_BYTES), language=language)
        self._told = trace.kernel

    def __repr__(self) -> str:
        return f"<view of {self._told}>"
