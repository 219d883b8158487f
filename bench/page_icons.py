"""Writes the icons of the installed page anew from their drawings: ``python -m bench.page_icons``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bench.browsing import open_browser

WEB: Final = Path(__file__).resolve().parents[1] / "web"
ICONS: Final = {
    "icon-192.png": (WEB / "public" / "icon.svg", 192),
    "icon-512.png": (WEB / "public" / "icon.svg", 512),
    "apple-180.png": (WEB / "icons" / "maskable.svg", 180),
    "maskable-512.png": (WEB / "icons" / "maskable.svg", 512),
}


def main() -> None:
    """Write them."""
    with open_browser() as browser:
        for name, (drawing, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = drawing.read_text(encoding="utf-8").replace("<svg ", f'<svg width="{size}" height="{size}" ', 1)
            page.set_content(f"<style>html,body{{margin:0;background:none}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=WEB / "public" / "icons" / name, omit_background=True)
            page.close()


if __name__ == "__main__":
    main()
