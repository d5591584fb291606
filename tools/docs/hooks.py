"""What mkdocs calls while it builds the site (`hooks` in mkdocs.yml).

Pages of the repository that are not in docs/ get a place on the site, pictures come from the folder
in which `python -m tools.docs` makes them, and marks in a page are replaced by what is generated.
"""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.docs.generated import with_parts
from tools.docs.links import OUTSIDE, ROOT, with_site_links
from tools.docs.pictures import FOLDER, with_themes


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Adds pages from outside of docs/, and pictures."""
    for source, place in OUTSIDE.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    for picture in sorted(FOLDER.glob("*.webp")):
        place = f"pictures/{picture.name}"
        files.append(File.generated(config, place, abs_src_path=str(picture)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page with generated parts, and with links and pictures of the site."""
    whole = with_parts(with_themes(markdown))
    return with_site_links(whole, page.file.src_uri)
