"""`gpuviz completion SHELL`: what a shell has to read so that Tab completes gpuviz's words."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish")
HOW = """\
  bash   eval "$(gpuviz completion bash)"       in ~/.bashrc
  zsh    eval "$(gpuviz completion zsh)"        in ~/.zshrc, after compinit
  fish   gpuviz completion fish | source        in ~/.config/fish/config.fish"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shell", choices=SHELLS, help="for which shell")
    parser.epilog = f"Put the line of your shell into its start file:\n{HOW}"


def run(arguments: argparse.Namespace) -> int:
    """Prints the shell's function."""
    from argcomplete.shell_integration import shellcode

    print(shellcode(["gpuviz"], shell=arguments.shell))
    return 0
