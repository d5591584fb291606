"""How launches look below a cell, in the colours of Jupyter, VS Code and Colab, light and dark."""

from __future__ import annotations

from gpuviz.scene.theme import DARK, LIGHT, Theme

ROOT = "gpuviz-launches"
DARK_PAGES = (
    '[data-jp-theme-light="false"]',  # JupyterLab, Notebook 7, nbconvert
    "body.vscode-dark",
    "body.vscode-high-contrast:not(.vscode-high-contrast-light)",
    "html[theme=dark]",  # Colab
)
RULES = """
.R { color: var(--gpuviz-text); background: var(--gpuviz-back);
  border: 1px solid var(--gpuviz-line); border-radius: 6px; padding: 10px 14px; margin: 4px 0;
  max-width: 1040px; box-sizing: border-box; overflow-x: auto;
  font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
.R .gpuviz-title { font-size: 17px; font-weight: 700; }
.R p { margin: 4px 0; }
.R p code, .R li code { background: none; padding: 0; border: 0; color: inherit; font: MONO; }
.R img { max-width: 100%; height: auto; display: block; border-radius: 4px; margin: 8px 0; }
.R .gpuviz-muted { color: var(--gpuviz-muted); }
.R .gpuviz-hazard { color: var(--gpuviz-hazard); font-weight: 600; }
.R .gpuviz-good { color: var(--gpuviz-good); }
.R .gpuviz-source { margin: 4px 0 8px; padding: 4px 0; border: 1px solid var(--gpuviz-line);
  border-radius: 4px; overflow-x: auto; background: var(--gpuviz-panel); font: MONO; }
.R .gpuviz-source div { white-space: pre; padding: 0 10px; border-left: 4px solid transparent;
  min-width: max-content; }
.R .gpuviz-source .gpuviz-guilty { border-left-color: var(--gpuviz-mark);
  background: color-mix(in srgb, var(--gpuviz-mark) 16%, transparent); }
.R .gpuviz-source i { font-style: normal; color: var(--gpuviz-muted); display: inline-block;
  width: 2.6em; text-align: right; margin-right: 1.2em; user-select: none; }
.R .gpuviz-source b { color: var(--gpuviz-hazard); font-weight: 600; margin-left: 2em; }
.R .gpuviz-keyword { color: var(--gpuviz-accent); }
.R .gpuviz-string, .R .gpuviz-number { color: var(--gpuviz-write); }
.R .gpuviz-comment { color: var(--gpuviz-muted); }
.R .gpuviz-name { color: var(--gpuviz-read); }
.R details { margin: 6px 0; }
.R summary { cursor: pointer; display: list-item; }
.R summary:focus-visible { outline: 2px solid var(--gpuviz-accent); }
.R table { border-collapse: collapse; margin: 4px 0; font: inherit; color: inherit; }
.R th, .R td { text-align: left !important; padding: 2px 22px 2px 0 !important; border: 0;
  vertical-align: top; font-variant-numeric: tabular-nums; white-space: normal; }
.R th { font-weight: 400; color: var(--gpuviz-muted); white-space: nowrap; }
.R tr { background: none !important; }
.R tbody tr { border-top: 1px solid var(--gpuviz-line); }
.R .gpuviz-figures { columns: 3 300px; column-gap: 32px; }
.R .gpuviz-figures div { display: flex; gap: 12px; justify-content: space-between;
  border-bottom: 1px solid var(--gpuviz-line); padding: 1px 0; break-inside: avoid; }
.R .gpuviz-figures span:first-child { white-space: nowrap; }
.R .gpuviz-figures span:last-child { text-align: right; font-variant-numeric: tabular-nums; }
.R + .R { margin-top: 10px; }
""".replace("MONO", "13px/1.5 ui-monospace, Menlo, Consolas, monospace")
HIDE, SHOW = "display: none !important;", "display: block !important;"


def style_sheet() -> str:
    """The whole sheet; it touches nothing but what is inside of `ROOT`."""
    root = f".{ROOT}"
    dark = ", ".join(f"{page} {root}" for page in DARK_PAGES)
    return "\n".join(
        [
            RULES.replace(".R", root).strip(),
            f"{root} {{ {_colours(LIGHT)} }}",
            f"{dark} {{ {_colours(DARK)} }}",
            _picture(DARK_PAGES),
            "@media (prefers-color-scheme: dark) {",
            f"{_unthemed(root)} {{ {_colours(DARK)} }}",
            f"{_unthemed(f'{root} .gpuviz-dark')} {{ {SHOW} }}",
            f"{_unthemed(f'{root} .gpuviz-light')} {{ {HIDE} }}",
            "}",
        ]
    )


def _colours(theme: Theme) -> str:
    words = theme.words
    values = {
        "back": theme.background,
        "panel": theme.panel,
        "line": theme.line,
        "text": theme.text,
        "muted": theme.muted,
        "accent": words.accent,
        "read": words.read,
        "write": words.write,
        "good": words.good,
        "hazard": words.hazard,
        "mark": theme.hazard,
    }
    return " ".join(f"--gpuviz-{name}: {value};" for name, value in values.items())


def _picture(pages: tuple[str, ...]) -> str:
    dark = ", ".join(f"{page} .{ROOT} .gpuviz-dark" for page in pages)
    light = ", ".join(f"{page} .{ROOT} .gpuviz-light" for page in pages)
    return f"{dark} {{ {SHOW} }}\n{light} {{ {HIDE} }}"


def _unthemed(inside: str) -> str:
    """A page that says nothing of its theme: the reader's system does."""
    page = "html:not([theme]) body:not([data-jp-theme-light]):not([data-vscode-theme-kind])"
    return f"{page} {inside}"
