"""`gpuviz completion SHELL`: what a shell has to read so that Tab completes gpuviz's words."""

from __future__ import annotations

import argparse

from gpuviz.cli.parser import PlainHelp
from gpuviz.texts import tr

SHELLS = ("bash", "zsh", "fish")
HOW = """\
  bash   eval "$(gpuviz completion bash)"       %s
  zsh    eval "$(gpuviz completion zsh)"        %s
  fish   gpuviz completion fish | source        %s"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.formatter_class = PlainHelp
    parser.add_argument("shell", choices=SHELLS, help=tr("for which shell"))
    parser.epilog = f"{tr('Put the line of your shell into its start file:')}\n{HOW % _places()}"


def _places() -> tuple[str, str, str]:
    """Where the line of each shell belongs."""
    bash, fish = "~/.bashrc", "~/.config/fish/config.fish"
    place = tr("in {file}")
    return place.format(file=bash), tr("in ~/.zshrc, after compinit"), place.format(file=fish)


def run(arguments: argparse.Namespace) -> int:
    """Prints the shell's function."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["gpuviz"], shell=arguments.shell))
    return 0
