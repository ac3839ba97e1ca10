"""How the command line prints: cards in colour on a terminal, plain letters in a pipe.

Layer: below `cli`, uses nothing else. Commands write cards as letters (``4H``); `Paint` makes them what the stream can
show.
"""

import os
import re
from collections.abc import Iterable
from typing import TextIO

__all__ = ["Paint", "table"]

CARD = re.compile(r"\b(10|[A2-9TJQK])([CDHS])\b")
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COLOURS = {"C": "1", "D": "1;31", "H": "1;31", "S": "1"}


class Paint:
    """Shows the cards in a text as a stream can take them.

    Parameters
    ----------
    stream : text stream
        Where the text will go; asked whether it is a terminal and whether it can encode suit signs.
    when : {"auto", "always", "never"}
        Signs and colours: on a terminal only (NO_COLOR and TERM=dumb keep the signs, without colours), always, never.
    """

    def __init__(self, stream: TextIO, when: str = "auto") -> None:
        terminal = stream.isatty()
        plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self.colours = when == "always" or (when == "auto" and terminal and not plain)
        self.signs = (when == "always" or (when == "auto" and terminal)) and _can_encode(stream)

    def __call__(self, text: str) -> str:
        """Return the text with its cards shown."""
        return CARD.sub(self._card, text) if self.signs or self.colours else text

    def _card(self, match: re.Match[str]) -> str:
        rank, suit = match.groups()
        shown = rank + (SIGNS[suit] if self.signs else suit)
        return f"\x1b[{COLOURS[suit]}m{shown}\x1b[0m" if self.colours else shown


def _can_encode(stream: TextIO) -> bool:
    try:
        "".join(SIGNS.values()).encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def table(head: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> list[str]:
    """Lay out rows under a head; columns of numbers go to the right."""
    cells = [head, *(tuple(map(str, row)) for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    right = [all(row[i].lstrip("-").isdigit() for row in cells[1:]) for i in range(len(head))]
    lines = []
    for row in cells:
        parts = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, widths, right, strict=True))
        lines.append("  ".join(parts).rstrip())
    return lines
