"""Counters, the card of a game, and when most players would end a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from echelon.core.parts import Overlays
from echelon.core.show.leads import LeadsTo
from echelon.core.show.panels import Card
from echelon.core.text.texts import Texts
from echelon.mechanics.declared.game import Game
from echelon.mechanics.fast.engine import Fast

__all__ = ["SAYS", "card", "helps", "pieces", "ready", "statuses"]

# what the words of a verb tell of what it leads to
SAYS: Mapping[str, tuple[LeadsTo, ...]] = {"fight": ("die",), "end": ("step", "turn", "over")}


def pieces(game: Game, fast: Fast) -> Callable[[Any], list[dict[str, Any]]]:
    """The counters of a state as plain data: who draws them need not know the rules."""
    marks = [mark for mark in game.marks if mark.status or mark.lacking]

    def status(s: Any, unit: int) -> list[str]:
        found = []
        for mark in marks:
            if fast.among(s, mark, unit):
                found.append(mark.status)
            else:
                found.append(mark.lacking)
        return [word for word in found if word]

    def counters(s: Any) -> list[dict[str, Any]]:
        look, found = game.look, []
        for i, unit in enumerate(s.rules.forces.units):
            if s.pos[i] < s.rules.off:
                found.append(
                    {
                        "hex": s.pos[i],
                        "id": unit.id,
                        "name": unit.label or unit.name,
                        "arm": unit.arm,
                        "echelon": unit.size,
                        "values": tuple(unit.number(value.column) for value in look.values),
                        "nation": look.nations[unit.side] if look.nations else unit.nation,
                        "formation": look.formation(unit.parent),
                        "status": status(s, i),
                    }
                )
        return found

    return counters


def statuses(game: Game, texts: Texts) -> dict[str, str]:
    """The states in `pieces`, each with the game's own word."""
    words = [word for mark in game.marks for word in (mark.status, mark.lacking) if word]
    return {word: texts.template("status", word) or word for word in words}


def card(game: Game, texts: Texts) -> Card:
    """The card of the home page; its words are those of the catalogue's `[card]`."""
    return Card(
        period=texts.template("card", "period") or "",
        hours=texts.template("card", "hours") or "",
        difficulty=game.look.difficulty,
        palettes=dict(game.look.palettes),
        colours=dict(game.look.colours),
    )


def helps(game: Game) -> dict[str, Overlays]:
    """The overlays that help with a question: enemy zones where they matter."""
    kinds = [f"{moves.name}.{kind}" for moves in game.moves for kind in ("pick", "step")]
    if game.combat is not None and any(type(part).__name__ == "Retreat" for part in game.combat.parts):
        kinds.append(f"{game.combat.name}.retreat")
    return dict.fromkeys(kinds, (("zones", "enemy"),)) if game.zone is not None else {}


def ready(game: Game, fast: Fast) -> Callable[[Any], bool]:
    """Would most players end the open question now?"""
    tests: dict[str, Callable[[Any], bool]] = {}
    for moves in game.moves:

        def moved(s: Any, moves: Any = moves) -> bool:
            """Most of those who can move have."""
            mine = [u for u in range(*s.rules.ranges[s.frame.side]) if s.pos[u] < s.rules.off]
            return 4 * sum(fast.among(s, moves.mark, u) for u in mine) >= 3 * len(mine)

        def spent(s: Any, moves: Any = moves) -> bool:
            return bool(s.frame.left < fast.moving[moves].points(s, s.frame.unit))

        tests |= {f"{moves.name}.pick": moved, f"{moves.name}.step": spent}
    combat = game.combat
    if combat is not None:
        attacked = combat.attack.hexes.name
        tests[f"{combat.name}.target"] = lambda s: getattr(s, attacked).bit_count() >= 3 * (len(s.legal().main) - 1)
        tests[f"{combat.name}.join"] = lambda s: bool(s.frame.attackers)
    return lambda s: s.frame.kind.name in tests and tests[s.frame.kind.name](s)
