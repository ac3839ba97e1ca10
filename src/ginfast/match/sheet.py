"""The score sheet, as text and as HTML: what people draw on paper.

Part of `match`: uses column values and settlements. One block for each column; in it a column for each player, and
under the winner of a hand his running score. Below the line the boxes and, once a column is closed, its reckoning.
"""

import html
from typing import NamedTuple

from ginfast.match._column import Column
from ginfast.match._hand import Hand
from ginfast.match.settlement import Settlement
from ginfast.outcome import Outcome

__all__ = ["Sheet", "html_sheet", "text_sheet"]

_SUM = ("hand points", "boxes", "game bonus", "shutout", "total")
_LAST = ("net", "weight")


class Sheet(NamedTuple):
    """What a sheet shows: the hands, the columns before the first and after each hand, the reckoning."""

    title: str
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    states: tuple[tuple[Column, ...], ...]
    settlement: Settlement

    @property
    def blocks(self) -> tuple[Settlement, ...]:
        """The reckoning of each column."""
        return self.settlement.columns or (self.settlement,)


class Row(NamedTuple):
    """One printed row: label, for each block the players' cells, remark."""

    label: str
    cells: tuple[tuple[str, ...], ...]
    note: str = ""


def hand_rows(sheet: Sheet) -> list[Row]:
    """Return a row for each hand, with the winner's running score in every column that took it."""
    rows = []
    for number, hand in enumerate(sheet.hands):
        before, after = sheet.states[number], sheet.states[number + 1]
        cells = []
        for block in range(len(sheet.states[-1])):
            taken = block < len(before) and before[block] != after[block]
            scores = after[block].scores if taken else ()
            cells.append(tuple(str(scores[i]) if taken and i == hand.winner else "" for i in range(len(sheet.players))))
        rows.append(Row(str(number + 1), tuple(cells), _remark(sheet, hand)))
    return rows


def foot_rows(sheet: Sheet) -> list[Row]:
    """Return the boxes of every column and the reckoning of those that are closed."""
    columns = sheet.states[-1]
    empty = ("",) * len(sheet.players)
    rows = [Row("boxes won", tuple(tuple(map(str, column.boxes)) for column in columns))]
    parts = [_reckoning(block) if block.is_finished else {} for block in sheet.blocks]
    weights = sheet.settlement.weights
    for part, weight in zip(parts, weights, strict=False):
        if part and weight > 1:
            part["weight"] = (f"x{weight}",) * len(sheet.players)
    between = dict.fromkeys(label for part in parts for label in part if label not in (*_SUM, *_LAST))
    labels = [label for label in (*_SUM, *between, *_LAST) if any(label in part for part in parts)]
    rows += [Row(label, tuple(part.get(label, empty) for part in parts)) for label in labels]
    return rows


def text_sheet(sheet: Sheet) -> str:
    """Return the sheet as text."""
    hands, foot = hand_rows(sheet), foot_rows(sheet)
    label_width = max(len(row.label) for row in [*hands, *foot])
    cells = [cell for row in [*hands, *foot] for block in row.cells for cell in block]
    width = max(4, *map(len, sheet.players), *map(len, cells))
    block_width = len(sheet.players) * (width + 1) + 1
    heads = _block_heads(sheet)

    def line(row: Row) -> str:
        blocks = ("".join(f" {cell:>{width}}" for cell in block) + " " for block in row.cells)
        return f"{row.label:>{label_width}} |{'|'.join(blocks)}| {row.note}".rstrip()

    rule = "-" * (label_width + 1) + ("+" + "-" * block_width) * len(heads) + "+"
    lines = [sheet.title, ""]
    if len(heads) > 1:
        lines.append(f"{'':{label_width}} |{'|'.join(head.center(block_width) for head in heads)}|")
    lines += [line(Row("hand", (sheet.players,) * len(heads))), rule]
    lines += [*map(line, hands), rule] if hands else []
    return "\n".join([*lines, *map(line, foot)])


def html_sheet(sheet: Sheet) -> str:
    """Return the sheet as an HTML table."""
    heads = _block_heads(sheet)
    players = len(sheet.players)
    names = "".join(_cell("th", name, first=i == 0) for _ in heads for i, name in enumerate(sheet.players))
    head = f"<tr><th>hand</th>{names}<th></th></tr>"
    if len(heads) > 1:
        games = "".join(f"<th colspan='{players}' style='text-align:center'>{html.escape(name)}</th>" for name in heads)
        head = f"<tr><th></th>{games}<th></th></tr>{head}"
    body = "".join(_html_row(row) for row in hand_rows(sheet))
    foot = "".join(_html_row(row) for row in foot_rows(sheet))
    return (
        f"<table class='ginfast-sheet' style='border-collapse:collapse'><caption>{html.escape(sheet.title)}</caption>"
        f"<thead>{head}</thead><tbody>{body}</tbody>"
        f"<tfoot style='border-top:2px solid currentColor'>{foot}</tfoot></table>"
    )


def _block_heads(sheet: Sheet) -> list[str]:
    count = len(sheet.states[-1])
    weights = sheet.settlement.weights or (1,) * count
    return [f"Game {i + 1}" + (f" (x{weights[i]})" if weights[i] > 1 else "") for i in range(count)]


def _reckoning(block: Settlement) -> dict[str, tuple[str, ...]]:
    return {label: cells for label, cells, _ in block.rows()}


def _remark(sheet: Sheet, hand: Hand) -> str:
    if hand.deltas:
        tables = " ".join(f"{delta:+d}" if delta else "0" for delta in hand.deltas)
        return tables if hand.winner is not None else f"{tables}: drawn"
    if hand.outcome is Outcome.DEAD:
        return "dead hand"
    if hand.winner is None:
        return "tie, nobody scores"
    beaten = "" if hand.loser is None or len(sheet.players) == 2 else f" against {sheet.players[hand.loser]}"
    boxes = "" if hand.boxes == 1 else f", {hand.boxes} boxes"
    times = "" if hand.multiplier == 1 else f" (x{hand.multiplier})"
    return f"{hand.how} {hand.points}{times}{beaten}{boxes}"


def _html_row(row: Row) -> str:
    cells = "".join(_cell("td", cell, first=i == 0) for block in row.cells for i, cell in enumerate(block))
    note = f"<td style='text-align:left'>{html.escape(row.note)}</td>"
    return f"<tr><th style='text-align:right'>{html.escape(row.label)}</th>{cells}{note}</tr>"


def _cell(tag: str, text: str, *, first: bool) -> str:
    border = "border-left:1px solid currentColor;" if first else ""
    return f"<{tag} style='{border}text-align:right'>{html.escape(text)}</{tag}>"
