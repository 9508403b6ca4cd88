"""Words that give the accent away: turns of phrase no English or French wargamer would use, each with what to say instead.

One list for everything a person reads. The tests of the catalogues and those of the docs, rule books, lessons and Python
strings look for the same words; each keeps its own short list of exceptions, with reasons.
"""

import re
from collections.abc import Iterable, Iterator

__all__ = ["ENGLISH", "FRENCH", "PLAYERS", "accents"]

# pattern -> what to write instead; patterns ignore case and line breaks
ENGLISH = {
    r"(?:is|are|was|were|been|be) asked": "is to play",
    r"(?:take|takes|taken|took|taking) back": "undo",
    r"take (?:it|them|this|that) back": "undo",
    r"(?:go|goes|went|going|gone) on(?! foot| the | a | an | to )": "continue, resume",
    r"play(?:s|ed|ing)? (?:it |them )?on(?= from|[.,;:)]|$)": "play out",
    r"by (?:itself|themselves)": "automatically, on its own",
    r"(?:hang|hangs|hung) on": "depend on",
    r"(?:rests?|rested) on": "depend on",
    r"(?:come|comes|came|coming) to light": "is revealed",
    r"(?:is|are) kept(?! secret| hidden| apart| up to date)": "is saved, is stored",
    r"(?:is|are|was|were) told": "is shown",
    r"nobody": "no unit, no one",
    r"everybody": "every unit, everyone, spectator",
    r"somebody": "someone, a player",
    r"(?:he|it|one|they|the attacker|the owner) likes?": "at the player's choice",
    r"(?:his|its|their) own will": "voluntarily",
    r"way back": "retreat path",
    r"as far as it can (?:come|go)": "the farthest it can reach",
    r"(?:units?|factors?|strength|it is|they are|attackers?|defenders?) worth": "with 5 factors",
    r"(?:program|page|server|engine|game|test|tests|system|command|bench|rule|file|map|it) wants?": "needs, expects",
    r"(?:die|dice) (?:falls?|fell|decides?|brought|shows?)": "roll",
    r"(?:is|are|was|been|be) thrown": "is rolled",
    r"throws? (?:a|the|one|its|their) di(?:e|ce)": "roll",
    r"(?:be|is|are|was|were) done with": "has finished",
    r"so (?:well|badly) or (?:better|worse)": "this good or better",
    r"at once": "immediately, now",
    r"lawful(?:ly)?": "legal",
    r"reckonings?": "estimate",
    r"rehears(?:e|es|ed|al|als|ing)": "simulate, simulation",
    r"appreciations?": "evaluation",
    r"points of position": "points",
    r"no further": "end ...",
    r"call(?:s|ed)? off": "cancel",
    r"(?:dig|digs|dug) in": "entrench",
    r"unsupplied": "out of supply",
    r"player-turns?": "player turn",
    r"something (?:still )?to do": "what is missing",
    r"in that of(?= \d| \{)": "in the ZOC of",
    r"back to before": "undo ...",
    r"as far as it gets": "the farthest it can move",
    r"(?:being|having been) (?:alone|delayed|disrupted|entrenched)": "alone, delayed, ...",
    r"possible: (?:move|attack|wait|stop)": "you may ...",
    r"(?:awaited|is awaiting)": "open, to play",
    r"(?:who|whoever) (?:attacks|moves|retreats|advances|enters|stops|ends|leaves|uses|has|is|can|may|cannot|stands|comes)\b"
    r"(?=[^.?]*(?:hex|unit|zone|Disrupted|Shaken))": "a unit that",
}

# only in what players read while they play: the engine's own docs speak of questions and answers
PLAYERS = {
    r"questions?": "decision, choice",
    r"answer(?:s|ed|ing)?": "action, choice",
}

FRENCH = {
    r"interrog(?:er|e|es|é|ée|és|ées|ent)": "à ... de jouer",
    r"au trait": "à jouer",
    r"plein gré": "volontaire, se replier",
    r"licites?": "possible, permis",
    r"oisi(?:f|ve|fs|ves)": "sans action",
    r"le dé décide": "jet de dé",
    r"(?:jet(?:er|te|tent|é|ée|és)) (?:le|les|un|des|du) dés?": "lancer le dé",
    r"non (?:permise?|permises|permis|légale?|légales|autorisée?s?|possibles?)": "impossible, interdit",
    r"(?:se reprend|se reprendre|repris en arrière)": "annuler",
    r"sans ravitaillement|hors (?:de )?ravitaillement": "non ravitaillé",
    r"retrait(?:er|ent|é|és|ée|ées)\b": "reculer, battre en retraite",
    r"plateaux? d’essai": "variante",
    r"répétitions? de plans?": "simulation",
    r"joueurs? électroniques?": "ordinateur",
    r"allait de soi": "d’office",
    r"match nul": "partie nulle",
    r"rapport après l’action": "bilan de la partie",
    r"comme au début": "par défaut",
    r"quelque chose à faire": "ce qui manque",
    r"au plus loin(?=,)": "l’hexagone le plus éloigné",
    r"étant (?:seule?s?|désorganisée?s?)": "seul, donc ...",
    r"0 (?:colonne|unité|pas|à placer)": "aucune, aucun",
    r"possible\s*: (?:se déplacer|attaquer|attendre|s’arrêter)": "vous pouvez ...",
    r"jeux d’histoire": "wargames",
}


def accents(text: str, language: str = "en", spare: Iterable[str] = (), players: bool = False) -> Iterator[tuple[str, str]]:
    """Each turn of phrase that gives the accent away, with what to write instead. `spare` holds patterns that are allowed
    here; `players` looks for the words of the engine, too."""
    words = FRENCH if language == "fr" else ENGLISH | (PLAYERS if players else {})
    left = re.sub(r"\{\w+", "{", text)  # the names of facts are never read
    for pattern in spare:
        left = re.sub(pattern, "…", left, flags=re.IGNORECASE)
    left = re.sub(r"\s+", " ", left)
    for pattern, better in words.items():
        for found in re.finditer(rf"\b(?:{pattern})\b", left, re.IGNORECASE):
            start, end = found.span()
            yield f"{left[max(0, start - 30) : end + 30].strip()}", better
