"""`Settlement`: the final reckoning, line by line, and the arithmetic of bonuses and shutouts.

Part of `match`: uses `rules` and the column values. Rules R-MATCH-2, R-MATCH-3, R-MATCH-5 and R-SHUT.
"""

import html
from dataclasses import dataclass
from typing import NamedTuple

from ginfast.match._column import Column
from ginfast.rules import Rules

__all__ = ["Line", "Settlement", "is_shut_out", "settle_column", "shutout_extra"]

NOT_FINISHED = "not finished: no game bonus, no shutout"

SHUTOUT_WORDS = {
    "double_game_bonus": "game bonus doubled",
    "flat": "flat bonus",
    "double_hand_points": "hand points doubled",
    "double_before_boxes": "points and game bonus doubled",
    "double_bonuses": "game bonus and boxes doubled",
    "double_total": "total doubled",
    "double_difference": "difference doubled",
}


class Line(NamedTuple):
    """One line of a reckoning: what it is, what it gives each player, and a remark."""

    label: str
    amounts: tuple[int, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Settlement:
    """Hold the reckoning of a match.

    Attributes
    ----------
    players : tuple of str
        Names, or the sides of a partnership match.
    lines : tuple of Line
        Their amounts add up to `totals`, player by player.
    totals : tuple of int
        Each player's total in points.
    net_lines : tuple of Line
        Who gets what from whom; their amounts add up to `net`.
    net : tuple of int
        What each player wins (+) or pays (-), in points; sums to 0.
    winner : int or None
        The winner of the match.
    is_finished : bool
        False when it was settled early: no game bonus and no shutout then (R-MATCH-5).
    columns : tuple of Settlement
        Of a Hollywood match, each column's reckoning before its weight.
    weights : tuple of int
        Of a Hollywood match, what each column counts.

    Examples
    --------
    >>> from ginfast import Match
    >>> match = Match()
    >>> match.record("A", 60)
    >>> match.record("B", 10)
    >>> match.record("A", 40)
    >>> print(match.settle().explain())
                   A     B
    hand points  100    10
    boxes         50    25  2 and 1, 25 each
    game bonus   100     0
    total        250    35
    net         +215  -215  A wins
    """

    players: tuple[str, ...]
    lines: tuple[Line, ...]
    net_lines: tuple[Line, ...]
    winner: int | None
    is_finished: bool
    columns: "tuple[Settlement, ...]" = ()
    weights: tuple[int, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Each player's total: the sum of the lines."""
        return _sums(self.lines, len(self.players))

    @property
    def net(self) -> tuple[int, ...]:
        """What each player wins or pays: the sum of the net lines."""
        return _sums(self.net_lines, len(self.players))

    def rows(self) -> list[tuple[str, tuple[str, ...], str]]:
        """Return the printed rows: label, a text for each player, remark."""
        rows = [(line.label, tuple(map(str, line.amounts)), line.note) for line in self.lines]
        rows.append(("total", tuple(map(str, self.totals)), ""))
        if len(self.net_lines) > 1:
            rows += [(line.label, tuple(map(_signed, line.amounts)), line.note) for line in self.net_lines]
        rows.append(("net", tuple(map(_signed, self.net)), self._verdict()))
        return rows

    def explain(self) -> str:
        """Return the reckoning as a table of lines that a person can add up."""
        rows = [("", self.players, ""), *self.rows()]
        label_width = max(len(label) for label, _, _ in rows)
        widths = [max(len(cells[i]) for _, cells, _ in rows) for i in range(len(self.players))]
        lines = []
        for label, cells, note in rows:
            numbers = "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
            lines.append(f"{label.ljust(label_width)}  {numbers}  {note}".rstrip())
        return "\n".join(lines)

    def to_dict(self) -> dict[str, object]:
        """Return the reckoning as plain values for JSON."""
        return {
            "players": list(self.players),
            "lines": [line._asdict() for line in self.lines],
            "totals": list(self.totals),
            "net_lines": [line._asdict() for line in self.net_lines],
            "net": list(self.net),
            "winner": self.winner,
            "is_finished": self.is_finished,
            "columns": [column.to_dict() for column in self.columns],
            "weights": list(self.weights),
        }

    def __str__(self) -> str:
        """Return the same as `explain`."""
        return self.explain()

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.players)
        body = "".join(
            f"<tr><th style='text-align:left'>{html.escape(label)}</th>"
            + "".join(f"<td style='text-align:right'>{cell}</td>" for cell in cells)
            + f"<td style='text-align:left'>{html.escape(note)}</td></tr>"
            for label, cells, note in self.rows()
        )
        return f"<table><thead><tr><th></th>{head}<th></th></tr></thead><tbody>{body}</tbody></table>"

    def _verdict(self) -> str:
        if not self.is_finished:
            return NOT_FINISHED
        return "nobody wins" if self.winner is None else f"{self.players[self.winner]} wins"


def is_shut_out(rules: Rules, column: Column, player: int) -> bool:
    """Say whether a loser of a finished column is shut out (R-SHUT-1): a score of 0, or no hand won."""
    return (column.wins if rules.shutout_test == "hands" else column.scores)[player] == 0


def shutout_extra(rules: Rules, hand_points: int, box_points: int) -> int:
    """Return what a shutout adds to the winner's total (R-SHUT-2 to R-SHUT-8); nothing for `double_difference`."""
    game = rules.game_bonus
    match rules.shutout:
        case "double_game_bonus":
            return game
        case "flat":
            return rules.shutout_bonus
        case "double_hand_points":
            return hand_points
        case "double_before_boxes":
            return hand_points + game
        case "double_bonuses":
            return game + box_points
        case "double_total":
            return hand_points + game + box_points
        case _:
            return 0


def base_lines(rules: Rules, column: Column) -> list[Line]:
    """Return the lines before any shutout: hand points, boxes, and the game bonus of a finished column."""
    lines = [Line("hand points", column.points)]
    if rules.box_bonus and any(column.boxes):
        counts = " and ".join(map(str, column.boxes)) if len(column.boxes) == 2 else ", ".join(map(str, column.boxes))
        when = ", counted at once" if rules.box_timing == "immediate" else ""
        note = f"{counts}, {rules.box_bonus} each{when}"
        lines.append(Line("boxes", tuple(rules.box_bonus * count for count in column.boxes), note))
    if column.winner is not None and rules.game_bonus:
        lines.append(Line("game bonus", one_side(column.winner, rules.game_bonus, len(column.points))))
    return lines


def settle_column(rules: Rules, column: Column, players: tuple[str, ...]) -> Settlement:
    """Return the reckoning of one column between two sides (R-MATCH-3, R-SHUT)."""
    lines = base_lines(rules, column)
    winner = column.winner
    shutout = winner is not None and rules.shutout != "none" and is_shut_out(rules, column, 1 - winner)
    if shutout and winner is not None and rules.shutout != "double_difference":
        extra = shutout_extra(rules, column.points[winner], rules.box_bonus * column.boxes[winner])
        lines.append(Line("shutout", one_side(winner, extra, 2), SHUTOUT_WORDS[rules.shutout]))
    first, second = _sums(lines, 2)
    net_lines = [Line("difference", (first - second, second - first))]
    if shutout and rules.shutout == "double_difference":
        net_lines.append(Line("doubled", (first - second, second - first), "shutout"))
    return Settlement(players, tuple(lines), tuple(net_lines), winner, winner is not None)


def one_side(player: int, amount: int, players: int) -> tuple[int, ...]:
    """Return `amount` for one player and 0 for the others."""
    return tuple(amount if i == player else 0 for i in range(players))


def _sums(lines: tuple[Line, ...] | list[Line], players: int) -> tuple[int, ...]:
    return tuple(sum(line.amounts[i] for line in lines) for i in range(players))


def _signed(amount: int) -> str:
    return f"{amount:+d}" if amount else "0"
