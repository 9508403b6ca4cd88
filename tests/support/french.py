"""French as the tests know it: the catalogues, the words that betray English, and the rules of typography."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import echelon
from echelon.core.system import system_names

SOURCE = Path(__file__).parents[2] / "src" / "echelon"
SYSTEMS = [name for name in system_names() if "fr" in echelon.load(name).texts.languages]

# words that no French sentence has, for whole-word search; those that are French too (on, son, the short 'a') are left out
ENGLISH = re.compile(
    r"\b(the|and|with|your|you|turn|turns|unit|units|move|moves|moved|attack|attacks|attacked|defenders|choose|which|hexes|"
    r"supply|supplied|zone of|bridge|bridges|river|road|roads|town|towns|wood|forest|infantry|armou?r|division of|die|dice|"
    r"retreats?|advances?|eliminated|disrupted|entrenched|shaken|held by|nothing|nobody|not|cannot|must|from|into|next|"
    r"game|rules? book|clause|german|allied|american|british|weather|snow|fog|clear|december|fuel|dump|losses|victory)\b",
    re.IGNORECASE,
)
# what stands in French sentences as it is: codes, what is typed, and names of the armies' own
PLAIN = re.compile(
    r"\b(?:[A-Z]+-)?[A-Z]{2,4}-\d+\b|"
    r"\b\d+(?:st|nd|rd|th) Fighter Group\b|\bCombat Commands?\b|\bCrest-Die\b|"
    r"`[^`]*`|\[[^\]]*\]|\b(?:move|attack|take|with|rules|list|range|"
    r"why|help|status|undo|quit|log|map|save|load|lang|ask|hint|odds) (?=[a-z0-9])"
)
# texts that are the same in both languages: names, codes, signs, and words that French and English share
SAME = {
    "initial",
    "Echelon", "Normal", "Animation", "Invitations", "Menu", "Six", "{hours} h", "Options", "Zoom", "{count} actions.",
    "Chances",     "{unit}", "{at} / {end}", "Pause", "10 minutes", "Skorzeny", "von der Heydte", "Peiper, SS, Skorzeny",
    "Kampfgruppe Peiper",     "Chance", "Bonus", "Combat", "Blitzkrieg", "Interception", "Von der Heydte", "Front",
    "Terrain", "MP", "Forces", "Air", "mission", "rage", "barrage",
    "reconnaissance", "Task Force Butler", "terrain",
    "Front, {name}", "corps", "formation", "combat",
    "plan", "second", "chance", "question", "option", "Turn {turn} · {step} · {side}",
}  # fmt: skip
BARE = re.compile(r"^[^A-Za-zÀ-ÿ]*(?:\{\w+\}[^A-Za-zÀ-ÿ]*)*$")  # nothing but facts and signs


def flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a catalogue by key."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def pairs() -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Every catalogue in English and in French."""
    found = {}
    for folder in (
        "server/texts",
        "cli/texts",
        "draw/texts",
        "players/texts",
        "advice/texts",
        *(f"systems/{name}/texts" for name in SYSTEMS),
    ):
        found[folder] = tuple(dict(flat(toml(SOURCE / folder / f"{code}.toml"))) for code in ("en", "fr"))
    both = [json.loads((SOURCE / "web/texts" / f"{code}.json").read_text("utf-8")) for code in ("en", "fr")]
    found["web/texts"] = tuple(dict(flat(one)) for one in both)
    return found


def french_files() -> dict[str, list[str]]:
    """Everything that is written in French, text by text."""
    found = {name: list(both[1].values()) for name, both in pairs().items()}
    for path in SOURCE.glob("systems/*/rules.fr.md"):
        found[str(path.relative_to(SOURCE))] = path.read_text("utf-8").splitlines()
    for path in SOURCE.glob("systems/*/data/*.fr.toml"):
        found[str(path.relative_to(SOURCE))] = [text for lesson in toml(path)["lesson"] for _, text in flat(_listed(lesson))]
    return found


def _listed(lesson: Mapping[str, Any]) -> dict[str, Any]:
    return {**lesson, "steps": {str(i): step for i, step in enumerate(lesson["steps"])}}


def english_in(text: str) -> list[str]:
    """The English words of a French text."""
    return [found.group(0) for found in ENGLISH.finditer(re.sub(r"\{\w+", "{", PLAIN.sub(" ", text)))]


def faults(text: str) -> list[str]:
    """What a French typographer would strike out: wrong or missing spaces at signs, straight quotation marks."""
    plain = re.sub(r"`[^`]*`|\{[^}]*\}|\[/?[a-z ]*\]|https?:\S+", "x", text)
    rules = {
        "space before ; ! ?": r"[^\s(«]\s?(?<!\u202f)[;!?]",
        "space before :": r"(?<!\u00a0):(?!\d)",
        "space inside «": r"«(?!\u00a0)",
        "space inside »": r"(?<!\u00a0)»",
        "plain space before a sign": r" [:;!?»%]",
        "straight quotation mark": r"['\"“”]",
        "space before per cent": r"(?<!\u202f)%",
    }
    found = []
    for name, pattern in rules.items():
        if re.search(pattern, plain):
            found.append(name)
    return found
