"""Make the pictures of the documentation: maps, counters, a situation, the first turn of tigers.

python docs/pictures/make.py OUT
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import echelon
from echelon.core.board.board import Board
from echelon.draw import (
    NATIONS,
    Attack,
    Control,
    Key,
    Marker,
    Objective,
    Odds,
    Picture,
    Piece,
    Reachable,
    Route,
    Selected,
    Span,
    Supply,
    Target,
    Threat,
    Trail,
    Zone,
    counter,
    draw,
    fan,
    picture,
    plan,
    sheet,
    stack,
    svg,
)
from echelon.draw.counters import LARGE, MIDDLE, SMALL
from echelon.draw.symbols import SYMBOLS, symbol

ROOT = Path(__file__).resolve().parents[2]
TIGERS = ROOT / "src/echelon/systems/tigers/board.txt"

CORPS = {
    "V": 0,
    "VIII": 1,
    "LXVII": 7,
    "I SS": 2,
    "6 Pz": 10,
    "LXVI": 3,
    "LVIII": 5,
    "XLVII": 4,
    "LXXXV": 6,
    "LXXX": 11,
}

# hex, name, arm, echelon, combat, movement, nation, corps, status
SETUP = """
1311|272|infantry|division|2|2|german|LXVII|
1310|326|infantry|division|2|2|german|LXVII|
1309|277|infantry|division|2|2|german|I SS|
1309|12 SS|armour|division|4|4|ss|I SS|
1308|12|infantry|division|3|2|german|I SS|
1308|3 FJ|airborne|division|3|3|luftwaffe|I SS|
1308|506|tiger|battalion|1|4|german|6 Pz|
1407|1 SS|armour|division|2|4|ss|I SS|
1407|Peiper|armour|brigade|2|4|ss|I SS|
1407|501 SS|tiger|battalion|1|4|ss|I SS|
1407|Skorzeny|commando|battalion|0|4|german|6 Pz|
1406|18|infantry|division|3|2|german|LXVI|
1306|62|infantry|division|2|2|german|LXVI|
1205|116 Pz|armour|division|4|4|german|LVIII|
1205|560|infantry|division|2|2|german|LVIII|
1204|2 Pz|armour|division|4|4|german|XLVII|
1204|26|infantry|division|3|2|german|XLVII|
1304|Lehr|armour|division|4|4|german|XLVII|
1203|5 FJ|airborne|division|3|3|luftwaffe|LXXXV|
1203|352|infantry|division|2|2|german|LXXXV|
1303|276|infantry|division|2|2|german|LXXX|
1402|212|infantry|division|3|2|german|LXXX|
1009|vdHeydte|parachute drop|battalion|0|0|luftwaffe|6 Pz|
1210|78|infantry|division|3|2|us|V|
1209|2|infantry|division|4|2|us|V|
1209|102|armoured cavalry|brigade|1|4|us|V|
1208|99|infantry|division|3|2|us|V|entrenched
1207|14|armoured cavalry|brigade|1|4|us|VIII|
1307|106|infantry|division|2|2|us|VIII|entrenched
1105|28|infantry|division|2|2|us|VIII|entrenched
1202|A/9|armour|brigade|1|4|us|VIII|
1108|B/9|armour|brigade|1|4|us|V|
1005|R/9|armour|brigade|1|4|us|VIII|
1302|4|infantry|division|3|2|us|VIII|entrenched
910|1|infantry|division|4|2|us|V|
"""


# What the legend of the Ardennes says of counters.
KEY = Key(
    Piece(0, "28", "infantry", "division", (2, 2), "us", "VIII", "#B3261E", status=frozenset({"entrenched"})),
    {"disrupted": "Disrupted", "unsupplied": "Out of supply", "no retreat": "No retreat", "moved": "Moved"},
    "combat, movement",
)


def tigers_pieces() -> list[Piece]:
    """The counters of the first turn."""
    out: list[Piece] = []
    for row in SETUP.split("\n"):
        if not row:
            continue
        h, name, arm, echelon, combat, movement, nation, corps, status = row.split("|")
        held = frozenset(filter(None, status.split(",")))
        out.append(Piece(h, name, arm, echelon, (int(combat), int(movement)), nation, corps, CORPS[corps], status=held))
    return out


def situation() -> str:
    """Turn 1 with every kind of live mark."""
    board = Board.load(TIGERS)
    marks = [
        Control(tuple(board.labels[h] for h in board.members(board.zones["german"])), "german"),
        Zone(("1107", "1207", "1206", "1307"), "german"),
        *(Reachable(h, cost) for h, cost in (("1006", "1"), ("905", "1"), ("906", "1½"), ("1106", "2"), ("805", "2"))),
        Selected("1407"),
        Target("1307"),
        Target("1208"),
        Attack("1407", "1307"),
        Attack("1406", "1307"),
        Attack("1306", "1307"),
        Attack("1309", "1208", False),
        Attack("1308", "1208", False),
        Odds("1307", "4:1"),
        Odds("1208", "3:1", False),
        Supply(("1407", "1408", "1509")),
        Supply(("1005", "905", "804", "803", "802"), "803"),
        *(Objective(h) for h in ("1008", "1107", "804", "507")),
        Threat("1104", 1),
        Threat("1103", 2),
        Threat("1102", 3),
        Trail(("711", "810", "910")),
        Route(("907", "1007", "1107")),
        Span("1105", "1204", "german"),
        Marker("909", "fuel dump"),
    ]
    return draw(board, tigers_pieces(), marks, size=1360, key=KEY)


def counter_sheet() -> str:
    """Nations, sizes, arms, status and stacks on one sheet."""
    parts: list[str] = []

    def put(x: float, y: float, scale: float, drawing: str, label: str = "") -> None:
        parts.append(f'<g transform="translate({svg.num(x)} {svg.num(y)}) scale({svg.fine(scale)})">{drawing}</g>')
        if label:
            parts.append(
                svg.text(
                    label,
                    x + 50 * scale,
                    y + 100 * scale + 22,
                    12,
                    "#26241F",
                    text_anchor="middle",
                    font_family=svg.INTERFACE,
                )
            )

    rows = (
        ("us", "28", "infantry", (2, 2), "VIII", 1),
        ("british", "Guards", "armour", (4, 4), "XXX", 9),
        ("french", "FFI Drôme", "partisans", (1, 1, 3), "", 6),
        ("german", "116 Pz", "armour", (4, 4), "LVIII", 5),
        ("ss", "12 SS", "armour", (4, 4), "I SS", 2),
        ("luftwaffe", "3 FJ", "airborne", (3, 3), "I SS", 2),
        ("italian", "Trento", "motorised", (5, 4, 6), "XX", 10),
    )
    for k, (nation, name, arm, values, corps, stripe) in enumerate(rows):
        put(
            40 + 130 * k,
            40,
            0.9,
            counter(Piece(0, name, arm, "division", values, nation, corps, stripe), LARGE),
            NATIONS[nation].name,
        )
    for k, (nation, name, arm, values, corps, stripe) in enumerate(rows):
        for x, scale, level in ((40, 0.4, SMALL), (85, 0.6, MIDDLE)):
            put(x + 130 * k, 190, scale, counter(Piece(0, name, arm, "division", values, nation, corps, stripe), level))
    for k, arm in enumerate(SYMBOLS):
        x, y = 40 + 88 * (k % 11), 300 + 70 * (k // 11)
        parts.append(f'<g transform="translate({x} {y})">{symbol(arm, 52, 32, 2.8)}</g>')
        parts.append(svg.text(arm, x + 26, y + 50, 10, "#26241F", text_anchor="middle", font_family=svg.INTERFACE))
    states = ("", "moved", "disrupted", "entrenched", "unsupplied", "no retreat", "disrupted,unsupplied,no retreat")
    for k, words in enumerate(states):
        held = frozenset(filter(None, words.split(",")))
        put(40 + 130 * k, 460, 0.6, counter(Piece(0, "28", "infantry", "division", (2, 2), "us", "", 1, status=held)))
        put(
            112 + 130 * k,
            470,
            0.4,
            counter(Piece(0, "116 Pz", "armour", "division", (4, 4), "german", "", 5, status=held), SMALL),
        )
        parts.append(
            svg.text(words or "ready", 90 + 130 * k, 550, 11, "#26241F", text_anchor="middle", font_family=svg.INTERFACE)
        )
    put(60, 590, 0.9, stack([p for p in tigers_pieces() if p.hex == "1407"], LARGE))
    put(200, 590, 0.6, stack([p for p in tigers_pieces() if p.hex == "1204"], MIDDLE))
    put(300, 590, 0.4, stack([p for p in tigers_pieces() if p.hex == "1209"], SMALL))
    put(60, 730, 0.6, fan([p for p in tigers_pieces() if p.hex == "1407"]))
    put(400, 590, 0.7, counter(Piece(0, "P-47", nation="us", air=True)), "air")
    put(490, 590, 0.7, counter(Piece(0, "FW-190", nation="luftwaffe", air=True)), "air")
    for k, kind in enumerate(("fuel dump", "engineer bridge", "objective", "supply column")):
        put(590 + 95 * k, 590, 0.7, counter(Piece(0, "", kind, marker=True)), kind)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 810" width="1600" height="1296">'
        f'<rect width="1000" height="810" fill="#F6F3EA"/>{"".join(parts)}</svg>'
    )


# The pictures of docs/tigers.md and docs/colonnes.md: a position of docs/positions, and what `echelon board draw` is told.
PAGE = {
    "tigers/setup": "--marks objectives --size 1280",
    "tigers/allocation": "--around 1209,1302 --radius 2 --marks battles --size 720",
    "tigers/battle": "--around 1208 --radius 2 --marks battles --size 720",
    "tigers/retreat": "--around 1108 --radius 2 --marks battles,moves --size 720",
    "tigers/peiper": "--around 1207 --radius 2 --marks front --reach de-kgp --size 720",
    "tigers/blitzkrieg": "--around 1107,906 --radius 3 --marks front --reach de-1ss --size 900",
    "tigers/march": "--around 1010 --radius 3 --marks front,moves --reach us-7ad --size 800",
    "colonnes/march": "--around 0813,1113 --radius 3 --marks objectives --reach A-117 --size 900",
    "colonnes/attack": "--around 0614,0714 --radius 3 --marks battles,dominance --size 900",
}


def counter_strip() -> str:
    """The counters of docs/tigers.md: arms in one row, states in the other."""
    arms = (
        ("infantry division", "99", "infantry", "division", (3, 2), "us", "V", 0),
        ("panzer or armored", "12 SS", "armour", "division", (4, 4), "ss", "I SS", 2),
        ("panzer grenadier", "3 PG", "panzer grenadier", "division", (3, 3), "german", "I SS", 2),
        ("parachute, airborne", "3 FJ", "airborne", "division", (3, 3), "luftwaffe", "I SS", 2),
        ("cavalry group", "14", "armoured cavalry", "brigade", (1, 4), "us", "VIII", 1),
        ("Tiger battalion", "501 SS", "tiger", "battalion", (1, 4), "ss", "I SS", 2),
        ("Skorzeny", "Skorzeny", "skorzeny", "battalion", (0, 4), "german", "6.", 11),
        ("von der Heydte", "vdHeydte", "von der heydte", "battalion", (0, 0), "luftwaffe", "6.", 11),
    )
    states = ("", "disrupted", "entrenched", "unsupplied", "moved", "disrupted,entrenched,unsupplied")
    words = ("ready", "Disrupted", "Entrenched", "out of supply", "moved or attacked", "all at once")
    parts: list[str] = []

    def put(column: int, row: int, piece: Piece, label: str) -> None:
        x, y = 22 + 122 * column, 18 + 150 * row
        parts.append(f'<g transform="translate({x + 13} {y}) scale(.92)">{counter(piece, LARGE)}</g>')
        parts.append(svg.text(label, x + 59, y + 122, 12.5, "#26241F", text_anchor="middle", font_family=svg.INTERFACE))

    for k, (label, name, arm, echelon_, values, nation, corps, stripe) in enumerate(arms):
        put(k, 0, Piece(0, name, arm, echelon_, values, nation, corps, stripe), label)
    for k, (held, label) in enumerate(zip(states, words, strict=True)):
        status = frozenset(filter(None, held.split(",")))
        put(k, 1, Piece(0, "28", "infantry", "division", (2, 2), "us", "VIII", 1, status=status), label)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 306" width="1010" height="306">'
        f'<rect width="1010" height="306" fill="#F6F3EA"/>{"".join(parts)}</svg>'
    )


def page(out: Path) -> None:
    """The pictures of the pages of games, with the command that everybody has."""
    (out / "tigers-counters.png").write_bytes(Picture(counter_strip()).png(small=True))
    for name, words in PAGE.items():
        file = ROOT / f"docs/positions/{name}.toml"
        command = [sys.executable, "-m", "echelon", "board", "draw", str(file), *words.split(), "--small", "--lang", "en"]
        subprocess.run([*command, "-o", str(out / f"{name.replace('/', '-')}.png")], check=True)


def main(out: Path) -> None:
    """Write all pictures."""
    out.mkdir(parents=True, exist_ok=True)
    found = plan(Board.load(TIGERS), key=KEY)
    (out / "tigers-map.png").write_bytes(Picture(sheet(found, size=1360)).png(small=True))
    (out / "tigers-dusk.svg").write_text(sheet(found, "dusk", size=2000), encoding="utf-8")
    (out / "tigers-situation.png").write_bytes(Picture(situation()).png(small=True))
    (out / "drill-map.png").write_bytes(picture(echelon.load("drill").new(), size=1600).png(small=True))
    (out / "counters.svg").write_text(counter_sheet(), encoding="utf-8")
    page(out)
    for file in sorted((ROOT / "tests/draw/boards").glob("*.txt")):
        (out / f"{file.stem}.svg").write_text(sheet(Board.load(file)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
