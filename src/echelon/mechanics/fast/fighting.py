"""Combat: choose a target, then attackers, then the die and what it brings, read from the list of the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from echelon.core.fields import bits_of, mask_of
from echelon.core.frames import CHANCE, Outcomes
from echelon.core.verbs import A_SHIFT, B_SHIFT, FIELD, VERB
from echelon.mechanics.declared import combat as c
from echelon.mechanics.declared import sets
from echelon.mechanics.declared.questions import owes
from echelon.mechanics.fast.moving import closed
from echelon.mechanics.fast.odds import Odding
from echelon.mechanics.fast.rules import near_masks
from echelon.mechanics.fast.source import Source

__all__ = ["Fighting"]


class Fighting:
    """One combat step."""

    def __init__(self, fast: Any, stage: c.Combat) -> None:
        self.fast, self.stage, self.name = fast, stage, stage.name
        self.attack = stage.attack
        self.odding = Odding(fast, stage)
        self.parts = {type(part).__name__: part for part in stage.parts}
        questions = fast.questions
        self.frames = {kind: questions.frames.get(f"{self.name}.{kind}") for kind in
                       ("target", "join", "die", "loss", "retreat", "advance")}  # fmt: skip
        self.codes = {verb: fast.verbs.code(verb) for verb in ("attack", "with", "fight", "die", "end")}
        for verb in ("lose", "retreat", "advance", "stay"):
            self.codes[verb] = fast.verbs.code(verb) if verb in fast.verbs else -1
        self.results = {result.word: (i, result) for i, result in enumerate(stage.results)}
        self.all_outcomes: Outcomes = tuple(
            (fast.verbs.make("die", number), chance) for number, chance in self.odding.chances.items()
        )
        fast.builders.append(self.build)
        self.legal_target, self.apply_target = self._target()
        self.legal_join, self.apply_join = self._join()
        self.legal_retreats = {part: self._retreat(part) for part in stage.parts if isinstance(part, c.Retreat)}
        self.may_advance = {part: self._advance(part) for part in stage.parts if isinstance(part, c.Advance)}
        marks = {part.marks for part in self.legal_retreats if part.marks}
        self.marking = {some: fast.placing.mark(*some) for some in marks}

    def build(self, rules: Any) -> None:
        """By class and hex what can be attacked, where a unit can retreat, and advance."""
        rules.attack_way, rules.strike = near_masks(rules, self.attack.bars)
        for i, part in enumerate(self.stage.parts):
            if isinstance(part, c.Retreat):
                bars = (*(part.as_in.bars if part.as_in else ()), *part.bars)
                way, masks = near_masks(rules, bars)
                near = rules.board.near
                every = range(rules.board.n)
                table = tuple(tuple(tuple((h, b) for h, b, _s in near[a] if b & row[a]) for a in every) for row in masks)
                setattr(rules, f"back_way{i}", way)
                setattr(rules, f"back{i}", table)
            elif isinstance(part, c.Advance):
                way, masks = near_masks(rules, part.bars)
                setattr(rules, f"forth_way{i}", way)
                setattr(rules, f"forth{i}", masks)

    def _write(self, name: str, text: str, *clauses: str, **space: Any) -> Any:
        codes = {verb.upper(): code for verb, code in self.codes.items()}
        return self.fast.write(f"{self.name}.{name}", text, *clauses, **codes, **space)

    def _able(self) -> sets.Who:
        """Who attacks at all: nobody whom a bar concerns wherever he is, nobody who has attacked."""
        found: sets.Who = sets.ALL
        for who in (*(bar.who for bar in self.attack.bars if bar.personal), self.attack.mark):
            found = found - who
        return found

    # --- target ------------------------------------------------------------------------------------------------------
    def _target(self) -> tuple[Any, Any]:
        src = Source(self.fast.names)
        loop, test = src.each(self._able(), "side")
        enemies = src.hexes(sets.ENEMY)
        reach = "reach |= strike[way[u]][pos[u]]"
        body = reach if test == "True" else f"if {test}:\n            {reach}"
        src.need("pos", "pos, off = s.pos, rules.off")
        legal = f"""
def legal_target(s, f):
    side = f[0]
    rules = s.rules
    {src.head()}
    strike, way = rules.strike, rules.attack_way
    reach = 0
    {loop}:
        {body}
    targets = reach & {enemies}
    actions = []
    if targets:
        targets = (targets | s.{self.attack.hexes.name}) ^ s.{self.attack.hexes.name}
        actions = [ATTACK | h << A for h in rules.board.members(targets)]
    actions.append(END)
    return actions
"""
        apply = f"""
def apply_target(s, f, action):
    if action == END:
        s.close()
        return
    h = action >> A
    s.{self.attack.hexes.name} |= s.rules.bit[h]
    s.stack.append(f)
    s.frame = Join((f[0], h, 0))
"""
        cited = [bar.clause for bar in self.attack.bars]
        return (
            self._write("legal_target", legal, self.attack.clause, self.attack.join, *cited),
            self._write("apply_target", apply, self.attack.join, Join=self.frames["join"]),
        )

    # --- joining -----------------------------------------------------------------------------------------------------
    def _join(self) -> tuple[Any, Any]:
        src = Source(self.fast.names)
        loop, test = src.each(self._able(), "side")
        src.need("pos", "pos, off = s.pos, rules.off")
        asked = "" if test == "True" else f"{test} and "
        legal = f"""
def legal_join(s, f):
    side, h, attackers = f
    rules = s.rules
    bit, strike, way = rules.bit[h], rules.strike, rules.attack_way
    {src.head()}
    actions = [
        WITH | u << A {loop} if {asked}not attackers >> u & 1 and strike[way[u]][pos[u]] & bit
    ]
    if attackers:
        actions.append(FIGHT)
    return actions
"""
        apply = f"""
def apply_join(s, f, action):
    side, h, attackers = f
    if action & VERB == WITH:
        unit = action >> A
        {src.set_mark(self.attack.mark, "unit")}
        s.frame = Join((side, h, attackers | 1 << unit))
    else:
        s.frame = Die((CHANCE, h, attackers))
"""
        cited = [bar.clause for bar in self.attack.bars]
        return (
            self._write("legal_join", legal, self.attack.join, *cited),
            self._write("apply_join", apply, self.attack.join, Join=self.frames["join"], Die=self.frames["die"], CHANCE=CHANCE),
        )

    def preview_join(self, s: Any, f: Any, action: int) -> dict[str, Any]:
        """The odds if this unit joins, or as they are."""
        joined = 1 << (action >> A_SHIFT) if action & VERB == self.codes["with"] else 0
        mask = f.attackers | joined
        return self.odding.figures(s, f.side, f.hex, mask).data() if mask else {}

    # --- the die -----------------------------------------------------------------------------------------------------
    def outcomes(self, s: Any, f: Any) -> Outcomes:
        """Fair dice."""
        return self.all_outcomes

    def legal_die(self, s: Any, f: Any) -> list[int]:
        """Every number."""
        return [action for action, _chance in self.all_outcomes]

    def apply_die(self, s: Any, f: Any, action: int) -> None:
        """Read the table and carry out the result."""
        _chance, h, attackers = f
        s.rolls += 1
        odding, rules = self.odding, s.rules
        side = rules.side_of[attackers.bit_length() - 1]
        at, number = odding.column(s, side, h, attackers), action >> A_SHIFT
        word = odding.result(s, side, h, attackers, number, at)
        index, result = self.results[word]
        if s.log is not None:
            told = "attack" if result.sequel else "attack.none"
            s.note(told, self.stage.odds.die_clause, side=side, hex=h, odds=odding.columns[at], die=number, word_result=word)
        self.go_on(s, side, h, attackers, index, result.sequel)

    # --- the sequel --------------------------------------------------------------------------------------------------
    def go_on(
        self, s: Any, side: int, h: int, attackers: int, index: int, sequel: Sequence[c.Sequel], lost: bool = False
    ) -> None:
        """Carry out the parts of a sequel until somebody is asked; then back to the choice of targets."""
        fast, fallen = self.fast, 0
        for i, part in enumerate(sequel):
            if isinstance(part, c.Lose):
                units = self._group(s, part.group, side, h, attackers)
                fallen = mask_of(units)
                for u in units:
                    fast.eliminate(s, u)
                lost = True
            elif isinstance(part, c.Pay):
                mine = side if part.group == "attackers" else 1 - side
                s.frame = fast.questions.sequel_frame("loss", index, *self._owed(s, part, mine, h, attackers, fallen))
                return
            else:
                if lost and fast.at_once(s):
                    return
                lost = False
                if isinstance(part, c.Retreat):
                    going = mask_of(self._group(s, part.group, side, h, attackers))
                    mine = side if part.group == "attackers" else 1 - side
                    kept = attackers if sequel[i + 1 :] else 0
                    if self.begin_retreat(s, part, mine, h, going, kept, index):
                        return
                    lost = True
                elif isinstance(part, c.Advance) and self.offer_advance(s, part, side, h, attackers, index):
                    return
        if not lost or not fast.at_once(s):
            s.frame = s.stack.pop()

    def _group(self, s: Any, group: str, side: int, h: int, attackers: int) -> list[int]:
        """The units of one of the groups that are still on the map."""
        if group == "attackers":
            return bits_of(attackers & s.on)
        return bits_of(s.at.get(h, 0) & s.rules.of_side[1 - side])

    def _attacker(self, s: Any) -> int:
        """Whose attack it is."""
        side: int = s.stack[-1][0]
        return side

    # --- paying ------------------------------------------------------------------------------------------------------
    def _owed(self, s: Any, part: c.Pay, mine: int, h: int, attackers: int, fallen: int) -> tuple[int, ...]:
        """The fields of the question: what is owed stands in it unless it is a single unit."""
        units = attackers if part.group == "attackers" else mask_of(self._group(s, part.group, 1 - mine, h, attackers))
        if not owes(part):
            return mine, h, units
        owed = part.units
        if part.worth is not None:
            worth = self.fast.value(part.worth)
            owed = sum(worth(s, u) for u in bits_of(fallen))
        return mine, h, units, owed

    def legal_loss(self, s: Any, f: Any) -> list[int]:
        """Any of those who may be given up."""
        code = self.codes["lose"]
        return [code | u << A_SHIFT for u in bits_of(f[2])]

    def apply_loss(self, s: Any, f: Any, action: int) -> None:
        """One unit is removed."""
        unit = action >> A_SHIFT
        side, group = self._attacker(s), "attackers" if f[0] == self._attacker(s) else "defenders"
        part = self.fast.questions.part(f, "Pay", group)
        worth = 1 if part.worth is None else self.fast.value(part.worth)(s, unit)
        self.fast.eliminate(s, unit)
        left, index = f[2] & ~(1 << unit), getattr(f, "result", 0)
        owed = (f.owed if owes(part) else 1) - worth
        if owed > 0 and left:
            s.frame = self.fast.questions.sequel_frame("loss", index, f[0], f[1], left, owed)
            return
        rest = self.fast.questions.rest(f, "Pay", group)
        self.go_on(s, side, f[1], left, index, rest, lost=True)

    # --- retreating --------------------------------------------------------------------------------------------------
    def _retreat(self, part: c.Retreat) -> Any:
        """Every way back of every unit that still has to go."""
        i = self.stage.parts.index(part)
        src = Source(self.fast.names, unit="u")
        state_bars = [b for b in (*(part.as_in.bars if part.as_in else ()), *part.bars) if not b.of_ground]
        standing = [b for b in state_bars if b.leaving is None]
        shut, more = closed(src, standing, "pos[u]", self.fast, f"back_bar{i}_")
        personal = "if" in more or "(s, u)" in shut or "pos[u]" in shut
        inside = f"""
    for u in bits_of(units):
        closed = {shut}
        {more.replace(chr(10), chr(10) + "        ")}
        found += [RETREAT | u << A | h << B for h, b in back[way[u]][pos[u]] if not b & closed]""" if personal else f"""
    closed = {shut}
    for u in bits_of(units):
        found += [RETREAT | u << A | h << B for h, b in back[way[u]][pos[u]] if not b & closed]"""  # fmt: skip
        text = f"""
def legal_retreat{i}(s, side, units):
    rules = s.rules
    {src.head()}
    pos, back, way, found = s.pos, rules.back{i}, rules.back_way{i}, []{inside}
    return found
"""
        return self._write(f"legal_retreat{i}", text, part.clause, part.where, called=f"legal_retreat{i}")

    def legal_retreat(self, s: Any, f: Any) -> list[int]:
        """Of those who are asked now."""
        part = self.fast.questions.part(f, "Retreat", "attackers" if f[0] == self._attacker(s) else "defenders")
        found: list[int] = self.legal_retreats[part](s, f[0], f[2])
        return found

    def begin_retreat(self, s: Any, part: c.Retreat, side: int, h: int, units: int, attackers: int, index: int) -> bool:
        """Ask for the next retreat; units that cannot go any more are lost. False if nobody is asked."""
        if units:
            if self.legal_retreats[part](s, side, units):
                s.frame = self.fast.questions.sequel_frame("retreat", index, side, h, units, attackers)
                return True
            for u in bits_of(units):
                self.fast.eliminate(s, u)
        return False

    def apply_retreat(self, s: Any, f: Any, action: int) -> None:
        """One unit goes back."""
        side, h, units, attackers = f[:4]
        unit, to = action >> A_SHIFT & FIELD, action >> B_SHIFT
        attacker = self._attacker(s)
        group = "attackers" if side == attacker else "defenders"
        part = self.fast.questions.part(f, "Retreat", group)
        s.note("retreats", part.clause, unit=unit, hex=to)
        if not self.fast.enter(s, unit, to) and part.marks:
            self.marking[part.marks](s, unit)
        index = getattr(f, "result", 0)
        if not self.begin_retreat(s, part, side, h, units & ~(1 << unit), attackers, index):
            self.go_on(s, attacker, h, attackers, index, self.fast.questions.rest(f, "Retreat", group), lost=True)

    # --- advancing ---------------------------------------------------------------------------------------------------
    def _advance(self, part: c.Advance) -> Any:
        """The attackers that may advance into the empty hex."""
        i = self.stage.parts.index(part)
        src = Source(self.fast.names, unit="u")
        tests = [f"not {src.test(bar.who, 'u')}" for bar in part.bars if bar.personal]
        standing = [b for b in part.bars if not b.of_ground and not b.personal]
        shut, _more = closed(src, standing, "pos[u]", self.fast, f"forth_bar{i}_")
        asked = " and ".join(["forth[way[u]][pos[u]] & bit", *tests])
        early = f"if bit & ({shut}):\n        return []"
        if "(s, u)" in shut:  # what has no room for one may have for another
            early, asked = "", f"{asked} and not bit & ({shut})"
        text = f"""
def may_advance{i}(s, side, h, attackers):
    rules = s.rules
    bit = rules.bit[h]
    {src.head()}
    {early}
    pos, forth, way = s.pos, rules.forth{i}, rules.forth_way{i}
    return [u for u in bits_of(attackers & s.on) if {asked}]
"""
        return self._write(f"may_advance{i}", text, part.clause, *(b.clause for b in part.bars), called=f"may_advance{i}")

    def legal_advance(self, s: Any, f: Any) -> list[int]:
        """The attackers that may advance, or `stay`."""
        part = self.fast.questions.part(f, "Advance", "")
        code = self.codes["advance"]
        return [*(code | u << A_SHIFT for u in self.may_advance[part](s, f[0], f[1], f[2])), self.codes["stay"]]

    def offer_advance(self, s: Any, part: c.Advance, side: int, h: int, attackers: int, index: int) -> bool:
        """Ask the attacker, if somebody can advance into the empty hex."""
        if s.at.get(h, 0) & s.rules.of_side[1 - side] or not self.may_advance[part](s, side, h, attackers):
            return False
        s.frame = self.fast.questions.sequel_frame("advance", index, side, h, attackers)
        return True

    def apply_advance(self, s: Any, f: Any, action: int) -> None:
        """One unit advances, or the rest stay where they are."""
        side, h, attackers = f[:3]
        part, index = self.fast.questions.part(f, "Advance", ""), getattr(f, "result", 0)
        if action != self.codes["stay"]:
            unit = action >> A_SHIFT
            s.note("advances", part.clause, unit=unit, hex=h)
            self.fast.enter(s, unit, h)
            if self.offer_advance(s, part, side, h, attackers & ~(1 << unit), index):
                return
        self.go_on(s, side, h, attackers, index, self.fast.questions.rest(f, "Advance", ""))
