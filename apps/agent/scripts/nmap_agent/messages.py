"""Messages for the user."""

import sys

from .constants import FAILED


class AgentError(Exception):
    """An error message for the user and the exit code."""

    def __init__(self, message, code=FAILED):
        super().__init__(message)
        self.code = code


def log(text):
    """Write to standard error, because --no-upload prints the scan to standard output."""
    print(text, file=sys.stderr, flush=True)


def printable(text):
    return "".join(char if char.isprintable() else " " for char in str(text))[:300]
