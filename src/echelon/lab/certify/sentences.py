"""Words: every action has one text that reads back, and a sentence; every prompt, ruling, event and preview can be said."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from echelon.core.errors import EchelonError
from echelon.core.rulings import Ruling
from echelon.core.state import Event, Problem, State
from echelon.core.text import names
from echelon.lab.certify.finding import Findings, found
from echelon.lab.certify.spoken import unspoken

__all__ = ["Sentences", "questions", "untranslated", "words"]

ENOUGH = 12  # how often a kind of sentence is tried before it is believed


def words(state: State, rng: random.Random, most: int = 24) -> Findings:
    """Texts of the legal actions, or of the outcomes of chance, read back; sentences and prompts can be made."""
    kind = state.frame.kind.name
    legal = [a for a, _chance in state.outcomes()] if state.frame.chance else list(state.legal())
    for action in legal if len(legal) <= most else rng.sample(legal, most):
        text = state.text(action)
        verb = text.split()[0]
        try:
            back = state.parse(text)
        except EchelonError as error:
            yield found("text", f"unread {verb}", f"{text!r} cannot be read back: {error}", state)
            continue
        if back != action:
            yield found("text", f"other {verb}", f"{text!r} reads back as {state.text(back)!r}", state)
        for language in state.rules.texts.languages:
            sentence = state.describe(action, language)
            if not _good(sentence):
                message = f"{text!r} has no good sentence in {language!r}: {sentence!r}"
                yield found("text", f"sentence {language} {kind} {verb}", message, state)
        if not state.frame.chance:
            state.preview(action)
    for language in state.rules.texts.languages:
        prompts = [state.prompt(language), *(state.view(side).prompt(language) for side in range(len(state.rules.sides)))]
        for prompt in prompts:
            if not _good(prompt):
                message = f"{kind} has no good prompt in {language!r}: {prompt!r}"
                yield found("text", f"prompt {language} {kind}", message, state)


def untranslated(state: State) -> Findings:
    """Texts and names that a further language of the system lacks: a player would read them in the first."""
    for gap in [*state.rules.texts.gaps(), *names.untranslated(state.rules.system)]:
        yield found("text", f"untranslated {gap.split()[0]}", f"the text {gap!r} is missing", state)
    for gap in unspoken(state.rules.system):
        yield found("text", f"unspoken {gap}", f"the text {gap!r} is missing: a player reads its key", state)


def _good(sentence: str) -> bool:
    return bool(sentence.strip()) and "{" not in sentence and "}" not in sentence


class Sentences:
    """Says rulings, events and problems aloud, each sort a few times: sentences are slow, and alike within a sort."""

    def __init__(self) -> None:
        self.said: Counter[tuple[str, ...]] = Counter()

    def say(self, state: State, items: Iterable[Ruling | Event | Problem]) -> Findings:
        """Every item that has no good sentence."""
        for item in items:
            case = item.key if isinstance(item, Event) else str(item.facts.get("case", ""))
            sort = (type(item).__name__, item.clause, case)
            self.said[sort] += 1
            if self.said[sort] > ENOUGH:
                continue
            clause = item.clause
            if clause and clause not in state.rules.system.clauses:
                yield found("text", f"clause {clause}", f"{clause} is cited and does not exist", state)
                continue
            for language in state.rules.texts.languages:
                try:
                    sentence = state.sentence(item, language)
                except (LookupError, ValueError, TypeError, AttributeError) as error:
                    sentence = f"{{{error!r}}}"
                key = item.key if isinstance(item, Event) else ""
                if not _good(sentence) or (key and state.rules.texts.template("event", key, language) is None):
                    message = f"{' '.join(word for word in sort if word)} has no good sentence in {language!r}: {sentence}"
                    yield found("text", f"{language} {sort}", message, state)


def questions(state: State, rng: random.Random) -> list[str]:
    """One question of each name with random words; questions about things without a list of values are left out."""
    rules = state.rules
    found = []
    for question in rules.system.play.queries:
        texts = []
        for word in question.spec.split()[1:]:
            kind = word.partition("=")[2] or word
            if kind == "unit" and rules.forces.units:
                texts.append(rng.choice(rules.forces.units).id)
            elif kind == "hex":
                texts.append(rng.choice(rules.board.labels))
            elif kind == "side":
                texts.append(rng.choice(rules.sides))
            elif kind == "place":
                texts.append(rng.choice([*rules.board.labels, *rules.boxes]))
            elif kind == "units" and rules.forces.units:
                texts += [unit.id for unit in rng.sample(rules.forces.units, min(2, len(rules.forces)))]
            elif kind == "hexside":
                h = rng.randrange(rules.board.n)
                near = rules.board.near[h]
                if not near:
                    break
                texts.append(rules.board.side_label(rng.choice(near)[2]))
            else:
                break
        else:
            found.append(" ".join([question.name, *texts]))
    return found
