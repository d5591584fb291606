"""What Qt finds on this machine, as JSON: run by `gpuviz doctor` in a process of its own.

Qt ends the process that it cannot open a screen for; a doctor has to survive that.
"""

from __future__ import annotations

import json
import sys


def main() -> int:
    """Print platform, screens, fonts and folders."""
    import PySide6
    from PySide6.QtCore import qVersion
    from PySide6.QtGui import QFontDatabase, QGuiApplication

    from gpuviz.session.scratch import scratch_folder
    from gpuviz.session.settings import settings_path

    app = QGuiApplication(["gpuviz"])
    screens = [
        f"{one.size().width()} x {one.size().height()} at {one.devicePixelRatio():g}"
        for one in app.screens()
    ]
    chinese = QFontDatabase.families(QFontDatabase.WritingSystem.SimplifiedChinese)
    found = {
        "versions": f"PySide6 {PySide6.__version__}, Qt {qVersion()}",
        "platform": app.platformName(),
        "screens": screens,
        "fonts": len(QFontDatabase.families()),
        "fixed_font": QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family(),
        "chinese_font": chinese[0] if chinese else None,
        "settings": str(settings_path()),
        "kernels": str(scratch_folder()),
    }
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
