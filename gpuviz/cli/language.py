"""The language of what commands say: English, or simplified Chinese where that is wanted.

`GPUVIZ_LANGUAGE` and the user's own file come first (docs/configuration.md), then the locale of the
terminal (`LC_ALL`, `LC_MESSAGES`, `LANG`). What programs read (`--json`, the formats of CI) is
English in every language, and so are names: options, kinds of hazards in JSON, engines.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Literal

from gpuviz.messages import GpuvizError, tell_by

Language = Literal["en", "zh_CN"]
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that name the terminal's language, the first that is set counts."""
FOR_PROGRAMS = ("--json", "--format")


_spoken: list[Language] = []  # of this process's commands


def spoken_language() -> Language:
    """The language that commands of this process speak."""
    return _spoken[0] if _spoken else "en"


def speak(language: Language) -> None:
    """Have all words of this process be of a language from now on."""
    _spoken[:] = [language]
    if language == "en":
        return
    from gpuviz.texts import say, use_translation
    from gpuviz.web.languages import translation

    use_translation(translation(language))
    tell_by(say)


def language_for(words: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language that a command line is answered in."""
    if any(word.partition("=")[0] in FOR_PROGRAMS for word in words):
        return "en"
    return _own(environment) or of_locale(environment)


def of_locale(environment: Mapping[str, str]) -> Language:
    """The language of the terminal where gpuviz has it, else English."""
    named = next((environment[name] for name in LOCALE if environment.get(name)), "")
    return "zh_CN" if named.lower().startswith(("zh_cn", "zh_sg", "zh_hans", "zh.")) else "en"


def _own(environment: Mapping[str, str]) -> Language | None:
    """What the user has chosen; a file that is wrong is complained of by who reads it."""
    from gpuviz.cli.defaults import in_force, user_file

    with suppress(GpuvizError, OSError):
        users = user_file(sys.platform, environment, Path.home())
        chosen = in_force(environment, Path.cwd(), users).get("language")
        if chosen is not None and chosen.text in ("en", "zh_CN"):
            return "zh_CN" if chosen.text == "zh_CN" else "en"
    return None
