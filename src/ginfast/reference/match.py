"""Matches of the reference: each kind is a fold over the list of its hands.

Layer: above ``houserules``. Uses the standard library only. A hand is ``(winner, points, boxes)`` with the winner's
number or None; ``points`` and ``boxes`` are final (``boxes_for`` gives the boxes).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .houserules import HouseRules, number, with_defaults

Hand = tuple[int | None, int, int]
THREE_HANDED_PLAYERS = 3


@dataclass(frozen=True)
class Game:
    """One game, or one column of a Hollywood match, after its hands; tuples hold a value for each player."""

    scores: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]
    winner: int | None
    totals: tuple[int, ...]
    net: tuple[int, ...]


@dataclass(frozen=True)
class MatchScore:
    """A match after its hands; ``used`` counts the hands until its end."""

    scores: tuple[int, ...]
    boxes: tuple[int, ...]
    winner: int | None
    is_over: bool
    used: int
    totals: tuple[int, ...]
    net: tuple[int, ...]
    dealer: int = 0
    columns: tuple[Game, ...] = ()


@dataclass
class _Sheet:
    """The running figures of one game: hand points, boxes and won hands of each player."""

    points: list[int]
    boxes: list[int]
    wins: list[int]

    @classmethod
    def empty(cls, players: int) -> "_Sheet":
        return cls([0] * players, [0] * players, [0] * players)

    def enter(self, hand: Hand) -> None:
        winner, points, boxes = hand
        if winner is not None:
            self.points[winner] += points
            self.boxes[winner] += boxes
            self.wins[winner] += 1

    def scores(self, rules: HouseRules) -> tuple[int, ...]:
        """Give the running scores; boxes count in them only if paid at once (R-BOX-3, R-BOX-4)."""
        worth = number(rules, "box_bonus") if rules["box_timing"] == "immediate" else 0
        return tuple(points + worth * boxes for points, boxes in zip(self.points, self.boxes, strict=True))

    def winner(self, rules: HouseRules) -> int | None:
        """Give the player who has reached the target (R-MATCH-1)."""
        reached = [player for player, score in enumerate(self.scores(rules)) if score >= number(rules, "target")]
        return reached[0] if reached else None

    def shut_out(self, player: int, rules: HouseRules) -> bool:
        """Tell whether a loser is shut out (R-SHUT-1)."""
        return (self.scores(rules) if rules["shutout_test"] == "points" else self.wins)[player] == 0


def total(points: int, boxes: int, *, won: bool, shutout: bool, rules: HouseRules) -> int:
    """Give the total of one player (R-MATCH-3 and the table of R-SHUT)."""
    hands, game, lines = points, number(rules, "game_bonus") if won else 0, number(rules, "box_bonus") * boxes
    if won and shutout:
        match rules["shutout"]:
            case "double_game_bonus":
                return hands + 2 * game + lines
            case "flat":
                return hands + game + lines + number(rules, "shutout_bonus")
            case "double_hand_points":
                return 2 * hands + game + lines
            case "double_before_boxes":
                return 2 * (hands + game) + lines
            case "double_bonuses":
                return hands + 2 * (game + lines)
            case "double_total":
                return 2 * (hands + game + lines)
    return hands + game + lines


def _settle(sheet: _Sheet, rules: HouseRules) -> Game:
    """Settle a game of two (R-MATCH-3, R-MATCH-5, R-SHUT)."""
    winner = sheet.winner(rules)
    shutout = winner is not None and sheet.shut_out(1 - winner, rules)
    totals = tuple(
        total(sheet.points[player], sheet.boxes[player], won=player == winner, shutout=shutout, rules=rules)
        for player in range(2)
    )
    net = (totals[0] - totals[1]) * (2 if shutout and rules["shutout"] == "double_difference" else 1)
    return Game(sheet.scores(rules), tuple(sheet.boxes), tuple(sheet.wins), winner, totals, (net, -net))


def settle_numbers(
    points: Sequence[int], boxes: Sequence[int], winner: int | None, rules: HouseRules | None = None
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give totals and net of a game of two from its final hand points and boxes, the loser's won hands being his boxes.

    Examples
    --------
    >>> settle_numbers((100, 0), (2, 0), 0, {"shutout": "double_total"})
    ((500, 0), (500, -500))
    """
    house = with_defaults(rules)
    tested = points if house["shutout_test"] == "points" else boxes
    shutout = winner is not None and tested[1 - winner] == 0
    totals = tuple(
        total(points[player], boxes[player], won=player == winner, shutout=shutout, rules=house) for player in range(2)
    )
    net = (totals[0] - totals[1]) * (2 if shutout and house["shutout"] == "double_difference" else 1)
    return totals, (net, -net)


def next_dealer(dealer: int, winner: int | None, rules: HouseRules) -> int:
    """Give the dealer of the next hand between two (R-MATCH-4, R-DEAD-2)."""
    if winner is None:
        return dealer
    return {"winner": winner, "loser": 1 - winner, "alternate": 1 - dealer}[str(rules["next_dealer"])]


def play_match(hands: Iterable[Hand], rules: HouseRules | None = None, *, dealer: int = 0) -> MatchScore:
    """Fold hands to a match of two; what comes after its end is not looked at.

    Examples
    --------
    >>> play_match([(0, 50, 1), (0, 50, 1)], {"box_bonus": 20}).totals
    (340, 0)
    """
    house = with_defaults(rules)
    sheet, used = _Sheet.empty(2), 0
    for hand in hands:
        if sheet.winner(house) is not None:
            break
        sheet.enter(hand)
        dealer = next_dealer(dealer, hand[0], house)
        used += 1
    game = _settle(sheet, house)
    over = game.winner is not None
    return MatchScore(game.scores, game.boxes, game.winner, over, used, game.totals, game.net, dealer)


def play_hollywood(hands: Iterable[Hand], rules: HouseRules | None = None, *, dealer: int = 0) -> MatchScore:
    """Fold hands to a Hollywood match (R-HOLLY).

    ``scores`` and ``boxes`` are sums over the columns; ``totals`` and ``net`` are weighted by column (R-HOLLY-5), a
    column that was added by running on has the weight of the last. The winner has the larger net; of a single column
    it is who closed it, as in a match of two.

    Examples
    --------
    >>> play_hollywood([(0, 25, 1), (0, 18, 1)]).columns[0].scores
    (43, 0)
    """
    house = with_defaults(rules)
    sheets = [_Sheet.empty(2) for _ in range(number(house, "columns"))]
    used = 0
    for hand in hands:
        if all(sheet.winner(house) is not None for sheet in sheets):
            break
        _enter_columns(sheets, hand, house)
        dealer = next_dealer(dealer, hand[0], house)
        used += 1
    columns = tuple(_settle(sheet, house) for sheet in sheets)
    weights = house["column_weights"]
    if not isinstance(weights, tuple):
        raise TypeError(f"column_weights is {weights!r}, expected a tuple")
    weights = (*weights, *weights[-1:] * (len(columns) - len(weights)))
    totals = _weighted([column.totals for column in columns], weights)
    net = _weighted([column.net for column in columns], weights)
    over = all(column.winner is not None for column in columns)
    ahead = None if net[0] == 0 else int(net[0] < 0)
    winner = columns[0].winner if len(columns) == 1 else ahead
    scores = _weighted([column.scores for column in columns], (1,) * len(columns))
    boxes = _weighted([column.boxes for column in columns], (1,) * len(columns))
    return MatchScore(scores, boxes, winner if over else None, over, used, totals, net, dealer, columns)


def _enter_columns(sheets: list[_Sheet], hand: Hand, rules: HouseRules) -> None:
    """Enter a hand in the open columns its winner has opened and in the first open one he has not (R-HOLLY-2)."""
    player = hand[0]
    if player is None:
        return
    still_open = [sheet for sheet in sheets if sheet.winner(rules) is None]
    opened = [sheet for sheet in still_open if sheet.wins[player]]
    unopened = [sheet for sheet in still_open if not sheet.wins[player]]
    for sheet in opened + unopened[:1]:
        sheet.enter(hand)
        if sheet.winner(rules) is not None and rules["columns_run_on"]:
            sheets.append(_Sheet.empty(2))


def _weighted(rows: list[tuple[int, ...]], weights: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        sum(weight * value for weight, value in zip(weights, column, strict=True)) for column in zip(*rows, strict=True)
    )


def partnership_target(per_side: int) -> int:
    """Give the usual target for two to six players a side (R-PART-3)."""
    return {2: 125, 3: 150, 4: 150, 5: 175, 6: 200}[per_side]


def play_partnership(
    deals: Iterable[Sequence[int]], rules: HouseRules | None = None, *, per_side: int = 2, target: int | None = None
) -> MatchScore:
    """Fold deals, each the signed scores of its tables (+ for side 0), to a partnership match (R-PART).

    Examples
    --------
    >>> play_partnership([(16, 12), (7, -13)]).scores
    (28, 6)
    """
    house = {**with_defaults(rules), "target": partnership_target(per_side) if target is None else target}
    sums = [sum(deltas) for deltas in deals]
    return play_match([(None if result == 0 else int(result < 0), abs(result), 1) for result in sums], house)


def play_cutthroat(hands: Iterable[Hand], rules: HouseRules | None = None) -> MatchScore:
    """Fold hands to a match of three with own scores and pairwise settlement (R-CUT).

    ``totals`` are without the shutout rule; the net of two players is the difference of their totals, the winner's
    being raised by the shutout rule against a player who is shut out (R-CUT-4).

    Examples
    --------
    >>> play_cutthroat([(0, 50, 1), (1, 60, 1), (0, 55, 1)]).net
    (525, -85, -440)
    """
    house = with_defaults(rules)
    sheet, used = _Sheet.empty(THREE_HANDED_PLAYERS), 0
    for hand in hands:
        if sheet.winner(house) is not None:
            break
        sheet.enter(hand)
        used += 1
    winner = sheet.winner(house)
    totals = _three_totals(sheet, winner, (), house)
    net = [0] * THREE_HANDED_PLAYERS
    for one in range(THREE_HANDED_PLAYERS):
        for other in range(one):
            paid = _pair_net(sheet, one, other, winner, house)
            net[one] += paid
            net[other] -= paid
    return MatchScore(sheet.scores(house), tuple(sheet.boxes), winner, winner is not None, used, totals, tuple(net))


def _three_totals(sheet: _Sheet, winner: int | None, shut_out: tuple[int, ...], rules: HouseRules) -> tuple[int, ...]:
    return tuple(
        total(sheet.points[player], sheet.boxes[player], won=player == winner, shutout=bool(shut_out), rules=rules)
        for player in range(THREE_HANDED_PLAYERS)
    )


def _pair_net(sheet: _Sheet, one: int, other: int, winner: int | None, rules: HouseRules) -> int:
    """Give what ``one`` gets from ``other``."""
    loser = other if one == winner else one
    shutout = winner in (one, other) and sheet.shut_out(loser, rules)
    totals = _three_totals(sheet, winner, (loser,) if shutout else (), rules)
    return (totals[one] - totals[other]) * (2 if shutout and rules["shutout"] == "double_difference" else 1)
