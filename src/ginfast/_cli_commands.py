"""The commands of the command line: arguments in, an `Answer` (values for JSON, lines for people) out.

Layer: below `cli`, above everything else of the cards door. Nothing here prints or exits.
"""

import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from textwrap import TextWrapper
from typing import NamedTuple

from ginfast._cli_text import table
from ginfast._rulefields import parse_field
from ginfast.cards import CardSet
from ginfast.errors import GinfastError, HandError, RulesError
from ginfast.layoff import LayOff, lay_off
from ginfast.melds import Arrangement, Discard, Meld, arrangements, best_arrangement, find_melds, rank_discards
from ginfast.rules import Rules, preset_names
from ginfast.scoring import HandResult, best_spread, can_knock, knock_options, resolve_hand

__all__ = ["COMMANDS", "Answer"]

MOST_ARRANGEMENTS = 20_000  # the whole deck has more than memory holds
WHOLE_HAND = (10, 11)  # after the throw, before it

DEMO = (
    ("A knock", "4H 5H 6H 7S 7C 7D 9C TC JC 2S", "3D 4D 5D QH QS QD 7H KC AC 8S", "KS"),
    (
        "An undercut: he breaks a set to lay off more",
        "5S 6S 7S 9C TC JC KS KC KD JD",
        "2S 2C 2D 2H 8S 8C 8D 9S 7C AC",
        "QS",
    ),
    ("Gin", "6S 7S 8S TD TH TC AD AH AC AS", "4S 5S 2H 9D JC QH KC KD 3C TS", None),
    ("A tie", "9H TH JH 3S 3D 3C 5C 6C 7C 2D", "QH QS QD QC KH 7D 8D 9D AC AS", None),
)


class Answer(NamedTuple):
    """What a command found out: `data` for ``--json``, `lines` for people, `problems` for stderr (exit code 2)."""

    data: object
    lines: list[str]
    problems: tuple[str, ...] = ()
    cards: bool = True  # whether the lines hold cards, to be shown as such: a player may be called JD


# Columns of running text.
_WIDTH = 100


def rules_of(args: Namespace) -> Rules:
    """Build the rules from ``--preset`` and ``--rule FIELD=VALUE``."""
    rules = Rules.preset(args.preset)
    changes: dict[str, object] = {}
    for item in args.rule:
        name, equals, value = item.partition("=")
        if not equals:
            raise RulesError(f"--rule is {item!r}, expected FIELD=VALUE like gin_bonus=20")
        field = name.strip().replace("-", "_")
        changes[field] = parse_field(field, value.strip())
    try:
        return rules.replace(**changes)
    except TypeError as error:
        raise RulesError(str(error)) from None


def melds_of(texts: list[str] | None) -> list[str] | None:
    """Split ``--melds`` values at slashes and semicolons; None stays None, "none" is no meld.

    A quoted value is a meld of its own; single cards, given without quotes, go together up to the next slash.
    """
    if texts is None:
        return None
    joined, loose = "", False
    for text in texts:
        single = len(text.strip()) <= len("10H")
        joined += f"{' ' if single and loose else '/'}{text}"
        loose = single
    pieces = [piece.strip() for piece in joined.replace(";", "/").split("/")]
    return [piece for piece in pieces if piece and piece.lower() != "none"]


def hand_of(words: list[str]) -> str:
    """Join the words of a hand given without quotes."""
    return " ".join(words)


def shown(arrangement: Arrangement) -> dict[str, object]:
    """Return an arrangement as plain values."""
    return {
        "deadwood": arrangement.deadwood,
        "melds": [str(meld.cards) for meld in arrangement.melds],
        "deadwood_cards": str(arrangement.deadwood_cards),
    }


def rows(arrangement: Arrangement) -> Iterator[str]:
    """Write an arrangement, a meld a line."""
    texts = [str(cards) for cards in (*(meld.cards for meld in arrangement.melds), arrangement.deadwood_cards)]
    width = max(14, *map(len, texts))
    for meld in arrangement.melds:
        yield f"  {meld.cards!s:<{width}}  {meld.kind}"
    if arrangement.deadwood_cards:
        yield f"  {arrangement.deadwood_cards!s:<{width}}  left over, {arrangement.deadwood}"


def line(arrangement: Arrangement) -> str:
    """Write an arrangement in one line."""
    rest = [f"({arrangement.deadwood_cards})"] if arrangement.deadwood_cards else []
    return " | ".join([str(meld.cards) for meld in arrangement.melds] + rest)


def deadwood(args: Namespace) -> Answer:
    """Answer ``ginfast deadwood``."""
    hand = CardSet(hand_of(args.hand))
    best = best_arrangement(hand, seen=args.seen or ())
    gin = " (gin)" if best.is_gin and len(hand) in WHOLE_HAND else ""
    return Answer(shown(best), [f"Deadwood {best.deadwood}{gin}", *rows(best)])


def melds(args: Namespace) -> Answer:
    """Answer ``ginfast melds``."""
    hand = hand_of(args.hand)
    if args.max_deadwood is not None or args.arrangements:
        found = list(islice(arrangements(hand, max_deadwood=args.max_deadwood), MOST_ARRANGEMENTS + 1))
        if len(found) > MOST_ARRANGEMENTS:
            raise GinfastError(
                f"cards have more than {MOST_ARRANGEMENTS} such arrangements, too many to print; "
                "lower --max-deadwood, or iterate over ginfast.arrangements in Python"
            )
        return Answer(
            [shown(one) for one in found],
            table(("deadwood", "arrangement"), ((one.deadwood, line(one)) for one in found)),
        )
    inside = find_melds(hand)
    data = [{"cards": str(meld.cards), "kind": meld.kind} for meld in inside]
    return Answer(data, [f"{meld.cards!s:<14}  {meld.kind}" for meld in inside] or ["No meld."])


def throws(options: Iterable[Discard]) -> tuple[list[dict[str, object]], list[str]]:
    """Write throws both ways."""
    options = list(options)
    data = [{"card": str(one.card), **shown(one.arrangement)} for one in options]
    lines = table(("throw", "deadwood", "then"), ((one.card, one.deadwood, line(one.arrangement)) for one in options))
    return data, lines


def discard(args: Namespace) -> Answer:
    """Answer ``ginfast discard``."""
    return Answer(*throws(rank_discards(hand_of(args.hand), taken=args.taken)))


def knock(args: Namespace) -> Answer:
    """Answer ``ginfast knock``."""
    hand, rules = CardSet(hand_of(args.hand)), rules_of(args)
    limit = rules.limit_for(args.upcard)
    if len(hand) not in WHOLE_HAND:
        raise HandError(
            f"cards holds {len(hand)} card{'' if len(hand) == 1 else 's'}, expected 10, or 11 before the throw"
        )
    if len(hand) == 10:
        if args.taken is not None:
            raise GinfastError(
                f"--taken is given with {len(hand)} cards, expected with eleven only: it forbids a throw"
            )
        declared = melds_of(args.melds)
        may = can_knock(hand, melds=declared, rules=rules, upcard=args.upcard)
        spread = best_arrangement(hand) if declared is None else _declared(hand, declared)
        data = {"may_knock": may, "limit": limit, **shown(spread)}
        return Answer(data, [f"{_verdict(spread.deadwood, limit)}, the limit is {limit}.", *rows(spread)])
    if args.melds is not None:
        raise GinfastError("--melds is given with eleven cards, expected ten: throw first")
    options = knock_options(hand, rules=rules, upcard=args.upcard, taken=args.taken)
    best = options[0] if options else rank_discards(hand, taken=args.taken)[0]
    found, lines = throws(options)
    first = f"{_verdict(best.deadwood, limit)} after {best.card}, the limit is {limit}."
    data = {"may_knock": bool(options), "limit": limit, "least_deadwood": best.deadwood, "throws": found}
    return Answer(data, [first, *(lines if options else [])])


def _declared(hand: CardSet, declared: list[str]) -> Arrangement:
    return Arrangement.from_masks(hand.mask, [Meld(text).mask for text in declared])


def _verdict(count: int, limit: int) -> str:
    if count > limit:
        return f"No: {count} deadwood"
    return "Yes, gin: 0 deadwood" if count == 0 else f"Yes: {count} deadwood"


def layoff(args: Namespace) -> Answer:
    """Answer ``ginfast layoff``."""
    spread = melds_of(args.melds) or []
    best = lay_off(args.hand, spread)
    data = {"deadwood": best.deadwood, "laid_off": _laid(best), "arrangement": shown(best.arrangement)}
    lines = [f"Deadwood {best.deadwood}"]
    lines += [f"  {card} on {meld.cards}" for card, meld in best.laid_off] or ["  nothing to lay off"]
    return Answer(data, lines + list(rows(best.arrangement)))


def _laid(best: LayOff) -> list[dict[str, str]]:
    return [{"card": str(card), "meld": str(meld.cards)} for card, meld in best.laid_off]


def resolve(args: Namespace) -> Answer:
    """Answer ``ginfast resolve``."""
    rules = rules_of(args)
    if args.best_spread:
        for name in ("melds", "laid_off", "defender_melds", "discard", "taken"):
            if getattr(args, name) is not None:
                raise GinfastError(
                    f"--{name.replace('_', '-')} is given with --best-spread, which chooses for both sides"
                )
        if args.big_gin:
            raise GinfastError("--big-gin is given with --best-spread, which tries it anyway")
        result = best_spread(args.knocker, args.defender, rules=rules, upcard=args.upcard)
    else:
        laid = args.laid_off
        result = resolve_hand(
            args.knocker,
            args.defender,
            melds=melds_of(args.melds),
            laid_off="" if laid is not None and laid.lower() == "none" else laid,
            defender_melds=melds_of(args.defender_melds),
            rules=rules,
            upcard=args.upcard,
            discard=args.discard,
            taken=args.taken,
            big_gin=args.big_gin,
        )
    return Answer(result.to_dict(), result.explain().splitlines())


def demo(_: Namespace) -> Answer:
    """Answer ``ginfast demo``: four hands, explained."""
    data, lines = [], []
    for title, knocker, defender, thrown in DEMO:
        result: HandResult = resolve_hand(knocker, defender, discard=thrown)
        data.append({"title": title, **result.to_dict()})
        lines += [title, "=" * len(title), f"Knocker   {knocker}", f"Defender  {defender}", ""]
        lines += [*result.explain().splitlines(), ""]
    return Answer(data, lines[:-1])


def score(args: Namespace) -> Answer:
    """Answer ``ginfast score``."""
    from ginfast.match.files import read_match  # late: only this command needs the matches

    try:
        text = _standard_input() if args.file == "-" else Path(args.file).read_text(encoding="utf-8")
    except GinfastError:
        raise
    except UnicodeDecodeError as error:
        raise GinfastError(f"{args.file} is no UTF-8 text: {error.reason} at byte {error.start}") from None
    except ValueError as error:  # from `open`: a name with a null or what no file system can encode
        raise GinfastError(f"{args.file!r} is no name of a file: {error}") from None
    found = read_match(text)
    return Answer(found.to_dict(), found.report().splitlines(), tuple(map(str, found.problems)), cards=False)


def _standard_input() -> str:
    """Read standard input as UTF-8, as files are, whatever the locale says."""
    if sys.stdin is None:
        raise GinfastError("standard input is closed")
    raw = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if raw is None else bytes(raw.read()).decode("utf-8")


def rules(args: Namespace) -> Answer:
    """Answer ``ginfast rules``."""
    if not args.names:
        data = {name: Rules.describe_preset(name) for name in preset_names()}
        wrapper = TextWrapper(_WIDTH, break_on_hyphens=False, initial_indent="  ", subsequent_indent="  ")
        return Answer(data, [line for name, text in data.items() for line in (name, *wrapper.wrap(text))])
    if len(args.names) == 1:
        preset = Rules.preset(args.names[0])
        differs = set(preset.differences(Rules()))
        fields = {name: value for name, value in preset.to_dict().items() if name != "schema"}
        lines = [f"{'*' if name in differs else ' '} {name} = {value}" for name, value in fields.items()]
        about = TextWrapper(_WIDTH, break_on_hyphens=False).wrap(Rules.describe_preset(args.names[0]))
        return Answer(preset.to_dict(), [*about, "* differs from modern", "", *lines])
    if len(args.names) > 2:
        raise RulesError(f"rules is given {len(args.names)} names, expected at most two presets")
    one, other = (Rules.preset(name) for name in args.names)
    differences = one.differences(other)
    changed = {name: list(pair) for name, pair in differences.items()}
    compared = ((name, repr(mine), repr(theirs)) for name, (mine, theirs) in differences.items())
    return Answer(changed, table(("field", *args.names), compared) if differences else ["No difference."])


def bench(args: Namespace) -> Answer:
    """Answer ``ginfast bench``."""
    from ginfast.bench import chart, race

    found = race(args.hands)
    return Answer([row._asdict() for row in found], chart(found))


COMMANDS = {
    "bench": bench,
    "deadwood": deadwood,
    "demo": demo,
    "discard": discard,
    "knock": knock,
    "layoff": layoff,
    "melds": melds,
    "resolve": resolve,
    "rules": rules,
    "score": score,
}
