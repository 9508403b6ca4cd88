"""From a declared game to a System: questions with their generators, effects and checkers, the sequence, texts, and all that is
derived for proofs, screens and players.

`build(GAME)` makes everything anew from the declarations; nothing is captured when a module is loaded. So a game with one
declaration changed, `build(swap(GAME, old, new))`, is that game throughout.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any

from echelon.core.errors import EchelonError
from echelon.core.frames import Kind
from echelon.core.parts import Judgement, Play, Proof, Show
from echelon.core.rules import Scenario
from echelon.core.rulings import clause
from echelon.core.system import System
from echelon.core.text.book import RuleBook
from echelon.core.text.texts import Texts
from echelon.mechanics.appreciation import KitAppreciation
from echelon.mechanics.declared import movement as m
from echelon.mechanics.declared.combat import Combat, Retreat
from echelon.mechanics.declared.game import Game, Line, Verdict
from echelon.mechanics.declared.movement import EndOfTurn
from echelon.mechanics.declared.printed import Tables
from echelon.mechanics.declared.questions import Questions
from echelon.mechanics.fast.engine import Fast
from echelon.mechanics.fast.rules import compile_rules
from echelon.mechanics.plain.engine import Plain
from echelon.mechanics.proof.push import pusher
from echelon.mechanics.proof.scramble import Scramble
from echelon.mechanics.shown.books import Books
from echelon.mechanics.shown.counters import SAYS, card, helps, pieces, ready, statuses
from echelon.mechanics.shown.overlays import Overlay, held, marks
from echelon.mechanics.shown.panels import Panels
from echelon.mechanics.shown.queries import queries

__all__ = ["build", "lacking"]

MAIN = ("fight", "stop", "stay", "end")  # the verbs that end a question, best first


def build(game: Game, tables: Tables | None = None) -> System:
    """The system of a declared game. What is not declared yet is left out, and the page says what is missing.

    `tables` stand in for those that the rule book prints, so that a wrong number can be tried."""
    missing = lacking(game)
    game = _completed(game)
    file = files(game.package) / "rules.md"
    book = RuleBook.parse(file.read_text("utf-8"), f"{game.name}/rules.md") if file.is_file() else RuleBook(game.title, "")
    questions, tables = Questions(game), tables or Tables(book.text)
    fast = Fast(game, questions, tables)
    plain = Plain(game, questions)
    texts = merged(game)
    verbs = questions.verbs
    return System(
        name=game.name,
        title=game.title,
        version=game.version,
        summary=game.summary,
        sides=game.sides,
        verbs=verbs,
        kinds=tuple(_kinds(game, fast, plain)),
        sequence=fast.sequence,
        texts=texts,
        book=book,
        scenarios=_scenarios(game),
        setup=fast.set_up,
        package=game.package,
        state_type=fast.state_type,
        learning=game.learning,
        play=Play(
            boxes=game.boxes,
            per=game.per,
            first=game.first,
            order_clause=game.order_clause,
            options={option.name: option for option in game.options},
            compile=compile_rules(fast, plain, tables),
            blank=fast.blank,
            rebuild=fast.rebuild,
            below=fast.below,
            forms=_forms(verbs),
            queries=queries(game, fast, plain),
            assumes={supply.assumed: ("all",) for supply in game.stages(m.Supply)},
            guess=game.guess or fast.guess,
            main=tuple(verb for verb in MAIN if verb in verbs),
        ),
        show=_show(game, fast, plain, texts, missing),
        proof=Proof(
            problems=plain.problems,
            transition=plain.transition,
            planted=game.planted,
            scramble=Scramble(game, plain),
            holders=fast.holders,
        ),
        judgement=Judgement(push=pusher(game, fast), appreciate=game.appreciate or KitAppreciation),
    )


def lacking(game: Game) -> str:
    """What a game still lacks, in words; nothing of one that is whole."""
    wanted = {
        "a rule book (rules.md)": (files(game.package) / "rules.md").is_file(),
        "combat": game.combat is not None,
        "zones of control": game.zone is not None,
        "a limit of stacking": bool(game.stacking),
        "an end of the turn with who wins": game.end is not None,
    }
    if not game.moves:
        raise EchelonError(f"{game.name}: nothing can be done in this game yet; put a Moves into its sequence")
    missing = [name for name, there in wanted.items() if not there]
    # without combat or supply a game may be whole; without an end it is not
    return f"Not declared yet: {', '.join(missing)}." if game.end is None else ""


def _completed(game: Game) -> Game:
    """A game that says nothing of its end is played for the turns of its scenario, and drawn."""
    if game.end is not None:
        return game
    end = EndOfTurn("", lambda view: Verdict(None, "draw"))
    return replace(game, sequence=(*game.sequence, Line("T", "End of turn", end)))


def _show(game: Game, fast: Fast, plain: Plain, texts: Texts, missing: str) -> Show:
    """How it is shown."""
    books, verbs = Books(game, fast), fast.verbs
    return Show(
        pieces=pieces(game, fast),
        standing=books.standing,
        held=held(game),
        statuses=statuses(game, texts),
        values=texts.template("status", "values") or "",
        marks=marks(game, fast),
        ready=ready(game, fast),
        helps=helps(game),
        says={verb: leads for verb, leads in SAYS.items() if verb in verbs},
        ranges=Overlay(game, fast).ranges,
        books=books.books,
        outlook=books.outlook if game.look.ways is not None else Show.outlook,
        track=books.track,
        panel=Panels(game, fast, plain),
        card=card(game, texts),
        remark=(lambda state, language: (missing, "")) if missing else Show.remark,
        lessons=game.look.lessons,
    )


def merged(game: Game) -> Texts:
    """The game's own texts, and those of the kit where it has none."""
    has = (files(game.package) / "texts").is_dir()
    own = Texts.load(game.package) if has else Texts({"en": {"side": {side: side.title() for side in game.sides}}})
    folder = files("echelon.mechanics") / "texts"
    catalogues: dict[str, Any] = {}
    for language in own.languages:
        file = folder / f"{language}.toml"
        kit = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        mine = own.catalogues[language]
        catalogues[language] = {
            group: {**kit.get(group, {}), **mine[group]}
            if isinstance(mine.get(group), dict)
            else mine.get(group, kit.get(group))
            for group in dict.fromkeys([*mine, *kit])
        }
    return Texts(catalogues)


def _scenarios(game: Game) -> dict[str, Scenario]:
    folder = files(game.package) / "data"
    file = folder / "scenarios.toml"
    if not file.is_file():  # the only board there is, and units where the column `start` of their table puts them
        board = next((one.name.removesuffix(".txt") for one in folder.iterdir() if one.name.endswith(".txt")), "board")
        return {game.name: Scenario(game.name, game.title, {"board": board, "turns": 10})}
    data = tomllib.loads(file.read_text("utf-8"))
    return {name: Scenario(name, row["title"], row, row.get("summary", "")) for name, row in data.items()}


def _forms(verbs: Any) -> tuple[tuple[str, str], ...]:
    """Lines of several actions that people write."""
    found = []
    if "take" in verbs:
        found.append(("move unit path", "take unit; move unit *path; stop unit?"))
    if "attack" in verbs:
        found.append(("attack hex with units", "attack hex; with *units"))
    return tuple(found)


def _cited(effect: Callable[[Any, Any, int], None], *clauses: str) -> Callable[[Any, Any, int], None]:
    """An effect that is marked with what it carries out."""
    return clause(*dict.fromkeys(filter(None, clauses)))(lambda s, f, action: effect(s, f, action))


def _kinds(game: Game, fast: Fast, plain: Plain) -> list[Kind]:
    """Each question with its generator and effect, and its checker."""
    found: list[Kind] = []
    for stage in dict.fromkeys(line.stage for line in game.sequence):
        if isinstance(stage, m.Choose):
            found.append(_choice(stage, fast, plain))
        elif isinstance(stage, m.Arrivals):
            found.append(_arrival(stage, fast, plain))
        elif isinstance(stage, m.Moves):
            found += _moving(stage, fast, plain)
        elif isinstance(stage, Combat):
            found += _fighting(stage, fast, plain)
    return found


def _choice(stage: m.Choose, fast: Fast, plain: Plain) -> Kind:
    return Kind(
        stage.kind, fast.questions[stage.kind], (stage.verb,),
        legal=fast.legal_choice(stage), apply=fast.apply_choice(stage),
        why_not=lambda s, f, a: plain.judge.choose(stage, s, f, a), secret=stage.secret,
    )  # fmt: skip


def _arrival(stage: m.Arrivals, fast: Fast, plain: Plain) -> Kind:
    name = f"{stage.name}.enter"
    return Kind(
        name, fast.questions[name], ("enter", "end") if "end" in fast.verbs else ("enter",),
        legal=lambda s, f: fast.legal_arrivals(stage, s, f[0]), apply=fast.apply_arrival(stage),
        why_not=lambda s, f, a: plain.judge.arrive(stage, s, f, a),
    )  # fmt: skip


def _moving(stage: m.Moves, fast: Fast, plain: Plain) -> list[Kind]:
    moving, judge, frames = fast.moving[stage], plain.judge, fast.questions
    return [
        Kind(
            f"{stage.name}.pick", frames[f"{stage.name}.pick"], ("take", "end"),
            legal=moving.legal_pick, apply=moving.apply_pick, why_not=lambda s, f, a: judge.pick(stage, s, f, a),
        ),
        Kind(
            f"{stage.name}.step", frames[f"{stage.name}.step"], ("move", "stop"),
            legal=moving.legal_step, apply=moving.apply_step, why_not=lambda s, f, a: judge.step(stage, s, f, a),
            facts=lambda s, f: {"unit": f.unit, "mf": f.left, "hex": s.pos[f.unit]},
        ),
    ]  # fmt: skip


def _hex(s: Any, f: Any) -> dict[str, Any]:
    return {"hex": f.hex}


def _fighting(stage: Combat, fast: Fast, plain: Plain) -> list[Kind]:
    fighting, judge, frames, name = fast.fighting[stage], plain.judge, fast.questions.frames, stage.name
    attack = stage.attack
    carried = {part.clause for part in stage.parts} | {getattr(part, "ordered", "") for part in stage.parts}
    back = (c for part in stage.parts if isinstance(part, Retreat) for c in (part.clause, part.where, part.stuck))
    rolled = _cited(fighting.apply_die, stage.odds.die_clause, *sorted(carried))
    gone_back = _cited(fighting.apply_retreat, *back)
    found = [
        Kind(
            f"{name}.target", frames[f"{name}.target"], ("attack", "end"),
            legal=fighting.legal_target, apply=fighting.apply_target, why_not=lambda s, f, a: judge.target(attack, s, f, a),
        ),
        Kind(
            f"{name}.join", frames[f"{name}.join"], ("with", "fight"),
            legal=fighting.legal_join, apply=fighting.apply_join, why_not=lambda s, f, a: judge.join(attack, s, f, a),
            facts=_hex, preview=fighting.preview_join, defaults={"attackers": 0},
        ),
        Kind(
            f"{name}.die", frames[f"{name}.die"], ("die",),
            legal=fighting.legal_die, apply=rolled, why_not=lambda s, f, a: [], outcomes=fighting.outcomes, facts=_hex,
        ),
    ]  # fmt: skip
    if f"{name}.loss" in frames:
        found.append(Kind(
            f"{name}.loss", frames[f"{name}.loss"], ("lose",),
            legal=fighting.legal_loss, apply=_cited(fighting.apply_loss, *sorted(carried)), why_not=judge.loss, facts=_hex,
        ))  # fmt: skip
    if f"{name}.retreat" in frames:
        found.append(Kind(
            f"{name}.retreat", frames[f"{name}.retreat"], ("retreat",),
            legal=fighting.legal_retreat, apply=gone_back, why_not=judge.retreat,
            facts=_hex, defaults={"attackers": 0},
        ))  # fmt: skip
    if f"{name}.advance" in frames:
        found.append(Kind(
            f"{name}.advance", frames[f"{name}.advance"], ("advance", "stay"),
            legal=fighting.legal_advance, apply=fighting.apply_advance, why_not=judge.advance, facts=_hex,
        ))  # fmt: skip
    return found
