"""What a state remembers is what it would find anew, after every action of random games; and it rests on what it says."""

from __future__ import annotations

import random

import pytest

import echelon
from echelon.systems.colonnes.play import supply as colonnes_supply
from echelon.systems.colonnes.play import zones as colonnes_zones
from echelon.systems.tigers.play import bridges as tigers_bridges
from echelon.systems.tigers.play import reinforcements as tigers_reinforcements
from echelon.systems.tigers.play import supply as tigers_supply
from echelon.systems.tigers.play import zones as tigers_zones


def _lines(s, side):
    return colonnes_supply.supplied_hexes(s, side, s.holders[side])


def _zone(s, side):
    return s.rules.fast.placing.find_zone(s, side)


# by cache, what it is kept for: asked of a side
ASKED = {
    "drill": {"zone0": lambda s, _side: _zone(s, 0), "zone1": lambda s, _side: _zone(s, 1)},
    "colonnes": {"zones": colonnes_zones.zone, "threats": colonnes_zones.threat, "supply": _lines},
    "tigers": {
        "zones": tigers_zones.grip,
        "banks": tigers_bridges._banks,
        "gates": tigers_reinforcements._gates,
        "supply": tigers_supply.supplied_hexes,
    },
}
GAMES = {"drill": [{}] * 12, "colonnes": [{}, {"source_capture": "on"}], "tigers": [{}]}  # options of each


def fields(state, names):
    """Copies of some fields."""
    return [bytes(value) if hasattr(value := getattr(state, name), "extend") else value for name in names]


def anew(state):
    """The same state with nothing remembered."""
    fresh = state.copy()
    state.rules.rebuild(fresh)
    return fresh


@pytest.mark.parametrize("name", echelon.system_names())
def test_every_cache_says_what_it_rests_on_and_is_asked_for(name):
    declared = echelon.load(name).new(seed=1).layout
    assert set(ASKED[name]) == set(declared.caches)
    assert all(declared.caches.values())


@pytest.mark.parametrize("name", echelon.system_names())
def test_what_is_remembered_is_what_would_be_found_anew(name):
    rests = echelon.load(name).new(seed=1).layout.caches
    for seed, options in enumerate(GAMES[name]):
        state, rng = echelon.load(name).new(seed=seed, options=options), random.Random(seed)
        known = {}
        while state.outcome is None:
            fresh, at = anew(state), f"turn {state.turn}, {state.frame}"
            for side in rng.sample(range(2), 2):  # each is known when the next action comes; of one for both the last
                for cache, ask in ASKED[name].items():
                    found = ask(fresh, side)
                    assert ask(state, side) == found, f"{cache} of side {side} is stale: {at}"
                    before, rested = known.get((cache, side), (found, None))
                    if rested == (now := fields(state, rests[cache])):
                        assert found == before, f"{cache} rests on more than {rests[cache]}: {at}"
                    known[cache, side] = found, now
            if state.frame.chance:
                state.apply(rng.choice([action for action, _chance in state.outcomes()]))
                continue
            answers = list(state.legal())
            assert answers == list(fresh.legal()), at
            state.apply(rng.choice(answers))
