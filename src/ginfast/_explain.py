"""The step-by-step account of a finished hand, in words and cards, without any new arithmetic.

Layer: beside `replies`, below `result`, which calls `account`. What is printed is what was scored; the sums are written
out so that a person can check them.
"""

from collections.abc import Iterable, Iterator

from ginfast.cards import Card, CardSet
from ginfast.layoff import LayOff, lay_off_cards
from ginfast.melds import Arrangement, Meld, best_arrangement
from ginfast.outcome import Outcome, Score
from ginfast.rules import Rules
from ginfast.spreads import Stakes

__all__ = ["Telling"]

INDENT = "   "
EXTRA_NAMES = {Outcome.GIN: "gin", Outcome.BIG_GIN: "big gin", Outcome.UNDERCUT: "the undercut"}


class Telling:
    """Tells one hand; `style` is the format of a card, "" (``4H``) or "pretty" (``4♥``)."""

    def __init__(self, rules: Rules, stakes: Stakes | None, style: str) -> None:
        self.rules = rules
        self.stakes = stakes
        self.style = style
        self.steps = 0

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards, lowest rank first."""
        return " ".join(format(card, self.style) for card in sorted(cards, key=lambda card: (card.rank, card.suit)))

    def step(self, words: str) -> str:
        """Begin a numbered step."""
        self.steps += 1
        return f"{self.steps}. {words}"

    def melds(self, melds: Iterable[Meld]) -> Iterator[str]:
        """List melds, one a line, with their kind."""
        for meld in melds:
            yield f"{INDENT}  {self.cards(meld.cards):<14}  {meld.kind}"

    def left_over(self, arrangement: Arrangement) -> str:
        """Write the unmelded cards as a sum."""
        loose = sorted(arrangement.deadwood_cards, key=lambda card: (card.rank, card.suit))
        if not loose:
            return "Left over: nothing"
        if len(loose) == 1:
            return f"Left over: {format(loose[0], self.style)} = {loose[0].points}"
        terms = " + ".join(f"{format(card, self.style)} {card.points}" for card in loose)
        return f"Left over: {terms} = {arrangement.deadwood}"

    def upcard(self) -> Iterator[str]:
        """Say what the upcard does; only under Oklahoma rules does it do anything."""
        if self.rules.oklahoma and self.stakes is not None and self.stakes.upcard is not None:
            limit, multiplier = self.stakes.limit, self.stakes.multiplier
            card = format(self.stakes.upcard, self.style)
            worth = f", and this hand counts {multiplier} times" if multiplier != 1 else ""
            allows = f"the knock limit is {limit}" if limit else "only gin ends this hand"
            yield self.step(f"The upcard was {card}: {allows}{worth}.")

    def knocker(self, spread: Arrangement, discard: Card | None) -> Iterator[str]:
        """Tell the throw, the spread and its count."""
        throws = "" if discard is None else f"throws {format(discard, self.style)} and "
        yield self.step(f"The knocker {throws}spreads{':' if spread.melds else ' no meld.'}")
        yield from self.melds(spread.melds)
        count = self.left_over(spread)
        if sum(map(len, spread.melds)) == 11:
            yield f"{INDENT}{count}: all eleven cards are melded, big gin."
        elif spread.deadwood == 0:
            yield f"{INDENT}{count}: gin."
        elif self.stakes is not None:
            yield f"{INDENT}{count}, within the knock limit of {self.stakes.limit}."

    def defender(self, cards: CardSet, lay_off: LayOff, spread: Arrangement) -> Iterator[str]:
        """Tell the defender's own melds, his lay-offs, and what is left."""
        best, final = best_arrangement(cards), lay_off.arrangement
        allowed = spread.deadwood > 0 or self.rules.layoff_on_gin
        first = best if lay_off.laid_off else final
        yield self.step(f"The defender melds{':' if first.melds else ' nothing.'}")
        yield from self.melds(first.melds)
        more = f"; at best {best.deadwood}" if first.deadwood > best.deadwood else ""
        yield f"{INDENT}{self.left_over(first)}{more}{', before laying off' if allowed else ''}."
        if not allowed:
            yield f"{INDENT}Against gin nothing is laid off."
            return
        yield self.step(f"The defender lays off{':' if lay_off.laid_off else ' nothing.'}")
        yield from self.lay_offs(lay_off)
        if first.melds != final.melds:
            yield f"{INDENT}With that he melds{':' if final.melds else ' nothing.'}"
            yield from self.melds(final.melds)
        if lay_off.laid_off:
            yield f"{INDENT}{self.left_over(final)}."
        yield from self.stays(lay_off, spread)

    def lay_offs(self, lay_off: LayOff) -> Iterator[str]:
        """List the lay-offs in their legal order, with what each meld becomes."""
        longer: dict[Meld, Meld] = {}
        for card, meld in lay_off.laid_off:
            before = longer.get(meld, meld)
            longer[meld] = after = Meld.from_mask(before.mask | 1 << card.id)
            yield f"{INDENT}  {format(card, self.style)} on {self.cards(before.cards)} -> {self.cards(after.cards)}"

    def stays(self, lay_off: LayOff, spread: Arrangement) -> Iterator[str]:
        """Say of every card left whether it fits a meld as it lies now."""
        longer = {meld: meld.mask for meld in spread.melds}
        for card, meld in lay_off.laid_off:
            longer[meld] |= 1 << card.id
        fits = lay_off_cards([Meld.from_mask(mask) for mask in longer.values()])
        loose = lay_off.arrangement.deadwood_cards
        kept, stuck = loose & fits, loose - fits
        if kept:
            yield f"{INDENT}Could be laid off, but is kept: {self.cards(kept)}."
        if stuck:
            yield f"{INDENT}Fits no meld of the spread: {self.cards(stuck)}."

    def score(self, score: Score, knocker: int, defender: int) -> Iterator[str]:
        """Tell who wins, why, and the sum of the points."""
        if score.outcome is Outcome.DEAD:
            yield self.step("Nobody knocked: the hand is dead, without points or boxes.")
            return
        yield self.step(f"Knocker {knocker}, defender {defender}: {self.verdict(score, knocker, defender)}")
        if score.winner is None:
            return
        multiplier = 1 if self.stakes is None else self.stakes.multiplier
        total = f"{score.difference} + {score.bonus}" if score.bonus else f"{score.difference}"
        if multiplier != 1:
            total = f"({total}) x {multiplier}" if score.bonus else f"{total} x {multiplier}"
        total = f"{score.points}" if total == f"{score.points}" else f"{total} = {score.points}"
        yield f"{INDENT}Points for the {score.winner}: {total}."
        name = "gin-off" if score.gin_off else EXTRA_NAMES.get(score.outcome, "the knock")
        extra = f" (1 for the hand, {score.boxes - 1} for {name})" if score.boxes > 1 else ""
        yield f"{INDENT}Boxes: {score.boxes}{extra}."

    def verdict(self, score: Score, knocker: int, defender: int) -> str:
        """Name the outcome and the terms of the sum."""
        rules = self.rules
        match score.outcome:
            case Outcome.GIN | Outcome.BIG_GIN:
                name = "gin" if score.outcome is Outcome.GIN else "big gin"
                return f"{name}. The knocker wins the defender's {defender} and the {name} bonus {score.bonus}."
            case Outcome.TIE:
                return "a tie. Nobody scores."
            case Outcome.KNOCK if defender == knocker:
                return "a tie, which the knocker wins under these rules."
            case Outcome.KNOCK:
                bonus = f" and the knock bonus {score.bonus}" if score.bonus else ""
                return f"the knocker wins the difference, {defender} - {knocker} = {score.difference}{bonus}."
        if defender == knocker:
            pays = "without a bonus" if rules.tie == "no_bonus" else f"for the bonus {score.bonus}"
            return f"a tie, which is an undercut {pays} under these rules."
        name = "undercuts with everything gone (gin-off)" if score.gin_off else "undercuts"
        difference = f"the difference, {knocker} - {defender} = {score.difference}"
        return f"the defender {name} and wins {difference}, and the undercut bonus {score.bonus}."
