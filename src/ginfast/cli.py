"""The command line: ``ginfast`` and ``python -m ginfast``.

Layer: the top; uses the cards door. This file reads arguments and prints; what the commands do is in `_cli_commands`,
how cards look in `_cli_text`. Exit codes: 0 for an answer, 2 for a wrong hand or argument, with one line on stderr.
"""

import argparse
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import NoReturn

from ginfast import __version__
from ginfast._cli_commands import COMMANDS
from ginfast._cli_text import Paint
from ginfast.errors import GinfastError
from ginfast.rules import preset_names

__all__ = ["main"]

EPILOG = """\
Cards are written like 4H, TH or 10h; the suits are C D H S or their signs. Examples:

  ginfast deadwood 4H 5H 6H 7S 7C 7D 9C TC JC 2S
  ginfast discard "4S 5S 6S 2C 4C 5C 6C AD 3H 4H 6H" --taken 6S
  ginfast knock "JS JH JD 7S 7H 7D 4S 4D 4C 2C KC" --rule knock_limit=2
  ginfast layoff "3D 4D 5D QH QS QD 7H KC AC 8S" "4H 5H 6H" "7S 7C 7D"
  ginfast resolve "4H 5H 6H 7S 7C 7D 9C TC JC 2S" "3D 4D 5D QH QS QD 7H KC AC 8S" --preset pagat
"""


class OneLineParser(ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def parser() -> ArgumentParser:
    """Build the parser of all commands."""
    root = OneLineParser(
        prog="ginfast",
        description="Gin rummy: deadwood, throws, knocks, lay-offs and finished hands, exactly.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action="version", version=f"ginfast {__version__}")
    commands = root.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, text: str) -> ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.add_argument("--json", action="store_true", help="print the answer as JSON")
        added.add_argument(
            "--color", choices=("auto", "always", "never"), default="auto", help="suit signs and colours"
        )
        return added

    command("demo", "explain four finished hands: a knock, an undercut, a gin and a tie")
    one = command("deadwood", "least deadwood of a hand of 0 to 52 cards, and the melds that leave it")
    _hand(one)
    one.add_argument("--seen", metavar="CARDS", help="cards known to be out of play (for ties between arrangements)")
    one = command("melds", "every meld inside a hand, or its arrangements")
    _hand(one)
    one.add_argument("--arrangements", action="store_true", help="all arrangements of least deadwood instead")
    one.add_argument("--max-deadwood", type=int, metavar="N", help="all arrangements with at most N deadwood instead")
    one = command("discard", "every throw of eleven cards, best first")
    _hand(one)
    _taken(one)
    one = command("knock", "may ten cards knock; which throws of eleven allow a knock, and at what count")
    _hand(one)
    _melds(one)
    _taken(one)
    _rules(one)
    one = command("layoff", "best lay-offs against a spread, with the own melds that go with them")
    one.add_argument("hand", metavar="HAND", help="the defender's cards, in quotes")
    one.add_argument("melds", nargs="+", metavar="MELD", help="the knocker's melds, each in quotes or divided by /")
    _resolve(command("resolve", "settle a finished hand and explain it"))
    one = command("score", "settle a match from a file")
    one.add_argument("file", metavar="FILE", help="text or JSON; - is standard input")
    one = command("rules", "list the presets, show one, or compare two")
    one.add_argument("names", nargs="*", metavar="PRESET", help="none: the list; one: its fields; two: what differs")
    one = command("bench", "race ginfast against its plain Python reference on this machine")
    one.add_argument("--hands", type=int, default=2000, metavar="N", help="hands for each question (default 2000)")
    return root


def _hand(command: ArgumentParser) -> None:
    command.add_argument("hand", nargs="+", metavar="CARD", help="the cards, with or without quotes")


def _taken(command: ArgumentParser) -> None:
    command.add_argument("--taken", metavar="CARD", help="the card just taken from the pile; it may not be thrown")


def _melds(command: ArgumentParser) -> None:
    command.add_argument(
        "--melds",
        nargs="+",
        action="extend",
        metavar="MELD",
        help="the spread, if not the best; in quotes or divided by /",
    )


def _rules(command: ArgumentParser) -> None:
    command.add_argument("--preset", default="modern", metavar="NAME", help=f"house rules: {', '.join(preset_names())}")
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change one rule, e.g. gin_bonus=20; may be repeated",
    )
    command.add_argument("--upcard", metavar="CARD", help="the first upcard, needed under Oklahoma rules")


def _resolve(command: ArgumentParser) -> None:
    command.add_argument("knocker", metavar="KNOCKER", help="ten cards, or eleven before the throw, in quotes")
    command.add_argument("defender", metavar="DEFENDER", help="ten cards, in quotes")
    _melds(command)
    command.add_argument(
        "--laid-off", metavar="CARDS", help="what the defender laid off, if not the best; none: nothing"
    )
    command.add_argument(
        "--defender-melds",
        nargs="+",
        action="extend",
        metavar="MELD",
        help="what he melded, if not the best; none: nothing",
    )
    command.add_argument("--discard", metavar="CARD", help="the knocker's throw")
    _taken(command)
    command.add_argument("--big-gin", action="store_true", help="eleven melded cards are declared as big gin")
    command.add_argument("--best-spread", action="store_true", help="both hands open: the spread that scores most")
    _rules(command)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; None takes those of the process.

    Returns
    -------
    int
        0, or 2 for input that is refused (one line on stderr says why).

    Examples
    --------
    >>> main(["deadwood", "4H 5H 6H 7S 7C 7D 9C TC JC 2S"])
    Deadwood 2
      9C TC JC        run
      4H 5H 6H        run
      7C 7D 7S        set
      2S              left over, 2
    0
    """
    args, unknown = parser().parse_known_args(argv)
    if unknown:
        OneLineParser(f"ginfast {args.command}").error(f"unrecognized arguments: {' '.join(unknown)}")
    if sys.stdout is None:  # closed by the caller
        return _complain(args.command, "standard output is closed")
    try:
        answer = COMMANDS[args.command](args)
        if args.json:
            print(json.dumps(answer.data, indent=2, default=str))
        else:
            shown = map(Paint(sys.stdout, args.color), answer.lines) if answer.cards else answer.lines
            print(_writable("\n".join(shown)))
        sys.stdout.flush()
        for problem in answer.problems:
            _complain(args.command, problem)
    except (GinfastError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            return _pipe_closed()
        return _complain(args.command, _reason(error))
    except KeyboardInterrupt:
        return 130
    return 2 if answer.problems else 0


def _reason(error: Exception) -> str:
    """Say what went wrong; of a file its name and the system's words, without the number."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


def _complain(command: str, problem: object) -> int:
    """Write one line to stderr and return the exit code; nowhere, if stderr is closed (`print` would take stdout)."""
    if sys.stderr is not None:
        print(f"ginfast {command}: {problem}", file=sys.stderr)
    return 2


def _writable(text: str) -> str:
    """Put ``?`` for what the encoding of stdout has not: a player's name must not end the program."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


def _pipe_closed() -> int:
    """Stop quietly when the reader of a pipe has gone, also at interpreter exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
