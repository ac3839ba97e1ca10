"""House rules: fields, checks, presets, comparison, JSON (R-KNOCK, R-OKLA, R-BOX)."""

import copy
import dataclasses
import inspect
import json
import pickle
import re
from typing import Any

import pytest
from golden_cases import Case, of_kind
from hypothesis import given
from match_cases import house_rules, plain

from ginfast import Card, CardError, CardSet, Rules, RulesError, reference
from ginfast._rulefields import BOOLS, CHOICES, RANGES
from ginfast.rules import preset_names


def rules_with(**fields: Any) -> Rules:  # noqa: ANN401 - wrong types are the point
    return Rules(**fields)


# The table of docs/rules.md: field to value where a preset differs from `modern`.
NO_BIG: dict[str, object] = {"big_gin_bonus": None}
PAGAT: dict[str, object] = {**NO_BIG, "gin_bonus": 20, "undercut_bonus": 10, "box_bonus": 20}
BARE: dict[str, object] = {**NO_BIG, "game_bonus": 0, "box_bonus": 0, "shutout": "none"}
PRESETS: dict[str, dict[str, object]] = {
    "modern": {},
    "guide": {**NO_BIG, "box_bonus": 20},
    "pagat": {**PAGAT, "next_dealer": "loser"},
    "pagat_25": {**NO_BIG, "next_dealer": "loser"},
    "wikipedia": {"shutout": "double_hand_points", "shutout_test": "hands", "next_dealer": "alternate"},
    "bicycle": {**PAGAT, "shutout": "flat", "shutout_bonus": 100},
    "gin_rummy_plus": NO_BIG,
    "cardgames_io": NO_BIG,
    "mobilityware": {},
    "palace": {
        **NO_BIG,
        "undercut_bonus": 20,
        "game_bonus": 0,
        "box_bonus": 10,
        "box_timing": "immediate",
        "shutout": "none",
    },
    "british": {**NO_BIG, "box_bonus": 20, "shutout": "double_difference"},
    "jdh8_modern": {"shutout": "double_total"},
    "eaai": {**BARE, "next_dealer": "alternate"},
    "openspiel": {**BARE, "tie": "nobody", "fiftieth_card": True},
    "oklahoma": {
        **PAGAT,
        "oklahoma": True,
        "oklahoma_ace": "one",
        "spade_multiplier": 2,
        "target": 150,
        "next_dealer": "loser",
    },
    "straight": {**NO_BIG, "knock_limit": 0},
    "competition": {
        **NO_BIG,
        "oklahoma": True,
        "spade_multiplier": 2,
        "multiplier_applies_to_boxes": True,
        "target": 250,
        "shutout": "double_total",
        "extra_boxes": {"gin": 2, "undercut": 1, "gin_off": 3},
        "column_weights": (1, 1, 2),
    },
}
SIGNATURE = """
knock_limit=10, oklahoma=False, oklahoma_ace='gin_only', spade_multiplier=1, multiplier_applies_to_boxes=False,
gin_bonus=25, big_gin_bonus=31, undercut_bonus=25, tie='undercut', knock_bonus=0, layoff_on_gin=False,
fiftieth_card=False, target=100, game_bonus=100, box_bonus=25, box_timing='end', extra_boxes={},
shutout='double_game_bonus', shutout_bonus=0, shutout_test='points', columns=3, column_weights=(1, 1, 1),
columns_run_on=False, next_dealer='winner'
"""


def test_the_signature_is_the_contract() -> None:
    parameters = inspect.signature(Rules).parameters.values()
    assert ", ".join(f"{p.name}={p.default!r}" for p in parameters) == " ".join(SIGNATURE.split())
    assert {p.kind for p in parameters} == {inspect.Parameter.KEYWORD_ONLY}


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_the_table(name: str) -> None:
    assert {field: mine for field, (mine, _) in Rules.preset(name).differences(Rules()).items()} == PRESETS[name]
    assert len(Rules.describe_preset(name)) > 40
    assert set(re.findall(r"(\w+)=", repr(Rules.preset(name)))) == set(PRESETS[name]), "repr shows what differs"


def test_presets_are_those_of_the_table() -> None:
    assert preset_names() == tuple(PRESETS)


def test_unknown_preset() -> None:
    with pytest.raises(RulesError, match=r"there is no preset 'zynga'; presets are modern, guide, .*competition"):
        Rules.preset("zynga")
    with pytest.raises(TypeError, match=r"preset name must be a text, got 3"):
        Rules.preset(3)  # type: ignore[arg-type]


@given(house_rules())
def test_rules_survive_everything(rules: Rules) -> None:
    for again in (
        eval(repr(rules)),  # noqa: S307  # the repr is the claim under test
        Rules.from_dict(json.loads(json.dumps(rules.to_dict()))),
        pickle.loads(pickle.dumps(rules)),  # noqa: S301
        copy.deepcopy(rules),
        rules.replace(),
        dataclasses.replace(rules),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
        assert again.diff(rules) == ""
    assert len(rules.diff(Rules()).splitlines()) == len(rules.differences(Rules()))
    assert (rules == Rules()) is (not rules.diff(Rules()))


@pytest.mark.parametrize("name", RANGES)
def test_numbers_have_ranges(name: str) -> None:
    low, high, unit = RANGES[name]
    for good in (low, high):
        assert getattr(rules_with(**{name: good}), name) == good
    for bad in (low - 1, high + 1):
        with pytest.raises(RulesError, match=rf"Rules field '{name}' is {bad}, expected {low} to {high} \({unit}\)"):
            rules_with(**{name: bad})
    for wrong in (True, 1.0, "1", [1], *([] if name == "big_gin_bonus" else [None])):
        with pytest.raises(TypeError, match=rf"Rules field '{name}' must be an int from {low} to {high}"):
            rules_with(**{name: wrong})


@pytest.mark.parametrize("name", sorted(BOOLS))
def test_switches_take_bools_only(name: str) -> None:
    assert getattr(rules_with(**{name: True}), name) is True
    for wrong in (1, 0, None, "yes"):
        with pytest.raises(TypeError, match=rf"Rules field '{name}' must be True or False, got"):
            rules_with(**{name: wrong})


@pytest.mark.parametrize("name", CHOICES)
def test_choices(name: str) -> None:
    for choice in CHOICES[name]:
        assert getattr(rules_with(**{name: choice}), name) == choice
    with pytest.raises(RulesError, match=rf"Rules field '{name}' is 'sometimes', expected one of '{CHOICES[name][0]}'"):
        rules_with(**{name: "sometimes"})
    with pytest.raises(TypeError, match=rf"Rules field '{name}' must be one of"):
        rules_with(**{name: None})


def test_every_field_has_a_check_and_a_line_in_the_docstring() -> None:
    names = set(plain(Rules()))
    assert names == {*RANGES, *BOOLS, *CHOICES, "extra_boxes", "column_weights"}
    assert all(f"\n    {name} : " in (inspect.getdoc(Rules) or "").replace("\n", "\n    ") for name in names)


def test_extra_boxes_are_a_mapping_that_hashes() -> None:
    rules = Rules(extra_boxes={"undercut": 1, "gin": 2})
    assert rules.extra_boxes == {"gin": 2, "undercut": 1}
    assert dict(rules.extra_boxes) == {"gin": 2, "undercut": 1}
    assert list(rules.extra_boxes) == ["gin", "undercut"]
    assert rules.extra_boxes["gin"] == 2
    assert repr(rules.extra_boxes) == "{'gin': 2, 'undercut': 1}"
    assert rules == Rules(extra_boxes={"gin": 2, "undercut": 1})
    assert hash(rules) == hash(Rules(extra_boxes={"gin": 2, "undercut": 1}))
    with pytest.raises(KeyError):
        rules.extra_boxes["knock"]
    with pytest.raises(AttributeError, match="read-only"):
        rules.extra_boxes.pairs = ()  # type: ignore[attr-defined]


def test_the_given_mapping_is_not_kept() -> None:
    given_boxes = {"gin": 2}
    rules = Rules(extra_boxes=given_boxes)
    given_boxes["gin"] = 9
    assert rules.extra_boxes == {"gin": 2}


@pytest.mark.parametrize(
    ("boxes", "error", "message"),
    [
        ({"knock": 1}, RulesError, "'extra_boxes' is 'knock', expected one of 'gin', 'big_gin', 'undercut', 'gin_off'"),
        ({"gin": -1}, RulesError, r"extra_boxes\['gin'\]\" is -1, expected 0 to 25"),
        ({"gin": 26}, RulesError, r"extra_boxes\['gin'\]\" is 26, expected 0 to 25"),
        ({"gin": True}, TypeError, r"extra_boxes\['gin'\]\" must be an int"),
        ({1: 1}, TypeError, "'extra_boxes' must be one of"),
        ([("gin", 1)], TypeError, "'extra_boxes' must map"),
        (None, TypeError, "'extra_boxes' must map"),
    ],
)
def test_extra_boxes_refused(boxes: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Rules(extra_boxes=boxes)  # type: ignore[arg-type]


def test_column_weights_follow_columns() -> None:
    assert Rules(columns=5).column_weights == (1, 1, 1, 1, 1)
    assert Rules(columns=2).replace(columns=4).column_weights == (1, 1, 1, 1)
    assert Rules(column_weights=[1, 2, 3]).column_weights == (1, 2, 3)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"'column_weights' is \(1, 1, 2\), expected 4 weights"):
        Rules.preset("competition").replace(columns=4)
    with pytest.raises(RulesError, match=r"expected 2 weights, one for each of the 2 columns"):
        Rules(columns=2, column_weights=(1, 2, 1))
    with pytest.raises(RulesError, match=r"'column_weights\[1\]' is 0, expected 1 to 100"):
        Rules(column_weights=(1, 0, 1))
    for wrong in ("111", 3, {1: 1}, None):
        with pytest.raises(TypeError, match="'column_weights' must be a sequence of ints"):
            Rules(column_weights=wrong)  # type: ignore[arg-type]


def test_rules_are_frozen_and_keyword_only() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().target = 5  # type: ignore[misc]
    with pytest.raises(TypeError):
        Rules(10)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="gin_bonuss"):
        Rules(gin_bonuss=3)  # type: ignore[call-arg]


def test_replace_and_from_dict_name_unknown_fields() -> None:
    with pytest.raises(TypeError, match=r"Rules has no field 'gin', 'foo'; fields are knock_limit"):
        Rules().replace(gin=3, foo=4)
    with pytest.raises(RulesError, match=r"rules have unknown field 'gin', 'foo'; known are knock_limit"):
        Rules.from_dict({"gin": 3, "target": 100, "foo": 4})
    with pytest.raises(RulesError, match=r"rules have schema 2, this release reads schema 1"):
        Rules.from_dict({"schema": 2})
    with pytest.raises(RulesError, match=r"rules have schema True"):
        Rules.from_dict({"schema": True})
    with pytest.raises(TypeError, match="rules must be a mapping"):
        Rules.from_dict([("target", 100)])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"other must be Rules, got \{\}"):
        Rules().diff({})  # type: ignore[arg-type]


def test_diff_prints_both_values() -> None:
    assert Rules(target=150, oklahoma=True).diff(Rules(gin_bonus=20)).splitlines() == [
        "oklahoma: True (other: False)",
        "gin_bonus: 25 (other: 20)",
        "target: 150 (other: 100)",
    ]


@of_kind("knock_limit")
def test_limit(case: Case) -> None:
    rules = Rules(**case.rules)
    assert rules.limit_for(case.input["upcard"]) == case.expect["limit"]
    assert rules.limit_for(Card(case.input["upcard"])) == case.expect["limit"]


@given(house_rules())
def test_R_OKLA_limit_never_above_the_house_limit(rules: Rules) -> None:
    house = plain(rules)
    for card in range(52):
        limit = rules.limit_for(Card.from_id(card))
        assert limit == reference.limit_for(house, card)
        assert 0 <= limit <= rules.knock_limit
        multiplier = rules.multiplier_for(Card.from_id(card))
        assert multiplier == reference.multiplier_for(house, card)
        assert multiplier == (rules.spade_multiplier if rules.oklahoma and card >= 39 else 1)


def test_limit_needs_the_upcard_under_oklahoma_only() -> None:
    assert Rules(knock_limit=7).limit_for(None) == 7
    assert Rules(spade_multiplier=2).multiplier_for("7S") == 1
    with pytest.raises(RulesError, match="upcard is missing: under oklahoma rules it sets the knock limit"):
        Rules(oklahoma=True).limit_for(None)
    with pytest.raises(RulesError, match="upcard is missing"):
        Rules(oklahoma=True).multiplier_for()
    for rules in (Rules(), Rules(oklahoma=True)):
        with pytest.raises(CardError):
            rules.limit_for("7X")
        with pytest.raises(TypeError, match="upcard: expected text, a Card"):
            rules.limit_for(7)  # type: ignore[arg-type]


def test_R_BOX_5_extra_boxes() -> None:
    rules = Rules.preset("competition")
    assert [rules.boxes_for(name) for name in ("knock", "gin", "big_gin", "undercut")] == [1, 3, 1, 2]
    assert rules.boxes_for("undercut", gin_off=True) == 4
    assert rules.boxes_for("gin", multiplier=2) == 5
    assert rules.boxes_for("knock", multiplier=2) == 1, "the hand's own box is never doubled"
    assert rules.replace(multiplier_applies_to_boxes=False).boxes_for("gin", multiplier=2) == 3
    assert Rules(extra_boxes={"undercut": 2}).boxes_for("undercut", gin_off=True) == 3, "falls back to the undercut's"
    assert Rules(extra_boxes={"undercut": 2, "gin_off": 0}).boxes_for("undercut", gin_off=True) == 1
    with pytest.raises(RulesError, match="outcome is 'dead', expected"):
        rules.boxes_for("dead")


@given(house_rules())
def test_boxes_agree_with_the_reference(rules: Rules) -> None:
    for outcome in ("knock", "gin", "big_gin", "undercut"):
        for gin_off in (False, True):
            for multiplier in (1, 2):
                wanted = reference.boxes_for(plain(rules), outcome, gin_off=gin_off, multiplier=multiplier)
                assert rules.boxes_for(outcome, gin_off=gin_off, multiplier=multiplier) == wanted


def test_an_upcard_is_one_card_like_everywhere() -> None:
    rules = Rules(oklahoma=True)
    assert rules.limit_for(CardSet("7D")) == rules.limit_for(["7D"]) == 7  # type: ignore[arg-type]
    for wrong in ("", "7D 8D", "XX"):
        with pytest.raises(CardError, match="upcard: "):
            rules.limit_for(wrong)
