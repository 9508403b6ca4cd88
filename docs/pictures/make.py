"""Make the pictures of the documentation: maps, counters, a situation, as SVG files in a directory.

python docs/pictures/make.py OUT
"""

from __future__ import annotations

import sys
from pathlib import Path

from echelon.core.board import Board
from echelon.draw import (
    NATIONS,
    Attack,
    Control,
    Marker,
    Objective,
    Odds,
    Piece,
    Reachable,
    Selected,
    Span,
    Supply,
    Target,
    Threat,
    Trail,
    Zone,
    counter,
    draw,
    plan,
    sheet,
    stack,
    svg,
)
from echelon.draw import Path as Way
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

SMALL_BOARD = """\
name: ford
title: The Ford at Altdorf
palette: summer
[grid]
columns: 1-7
rows: 1-6
shift: even down
labels: {c:02}{r:02}
[terrain]
woods: 0101 0102 0201 0501 0601 0502 0106 0206 0205 0506 0606
hills: 0701 0703 0706
clear: all but woods hills
[sides]
river Lohn: 0401|0501 0401|0502 0401|0402 0302|0402 0303|0402 0303|0403 0304|0403 0304|0404 0305|0404 0305|0405 0306|0405 0306|0406
bridge Lohn: 0303|0403
broken Lohn: 0305|0405
[links]
road High road: 0103-0202-0303-0403-0503-0602-0702
road Low road: 0403-0404-0504-0604-0705
road South road: 0105-0204-0305-0405-0505-0604
[places]
town: Altdorf 0403
city: Neustadt 0604
village: Mühl 0202
village: Grenz 0702
[edges]
west: 0103 0105
east: 0702 0705
"""

COAST_BOARD = """\
name: coast
title: A Made-up Coast
palette: normandy
[grid]
columns: 1-11
rows: 1-9
shift: even down
labels: {c:02}{r:02}
[terrain]
sea: 0101-0901 0101-0102 0201-0202 0301-0303 0401-0402 0501-0502 0601 0701-0702 0801 1001 1101
lake: 1006
bocage: 0104-0106 0204-0206 0305-0306
marsh: 0604-0605 0704 0705
woods: 0803 0903 0904 1003 1103
mountain: 0908 0909 1008 1108 1109 1009
sand: 0108-0109 0208
rough: 0408 0409 0508
lava: 0708
clear: all but sea lake bocage marsh woods mountain sand rough lava
[sides]
river Orle: 0606|0707 0606|0706 0605|0706 0605|0705 0604|0705 0604|0704 0603|0704 0603|0703 0602|0703
bridge Orle: 0604|0704
ridge: 0207|0307 0207|0308
[links]
road Coast road: 0103-0203-0304-0403-0503-0603-0703-0803-0903-1002-1102
rail Main line: 0107-0206-0306-0405-0505-0604-0704-0804-0904-1004-1105
track Lane: 0505-0506-0507-0607-0708-0808
[places]
town: Port-Orle 0703
city: Grandville 0505
village: Hamel 0304
village: Brec 0808
"""

POINTY_BOARD = """\
name: pointy
title: Pointy Hexes
palette: desert
[grid]
orientation: pointy
columns: 1-8
rows: 1-7
shift: even right
labels: {c:02}{r:02}
[terrain]
sand: 0101-0203 0502-0603
rough: 0704-0806
clear: all but sand rough
[links]
road Via: 0104-0204-0304-0404-0504-0604-0704-0804
[places]
town: El Wadi 0404
village: Bir 0606
"""


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
        Way(("907", "1007", "1107")),
        Span("1105", "1204", "german"),
        Marker("909", "fuel dump"),
    ]
    return draw(board, tigers_pieces(), marks, size=2000)


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
            svg.text(
                words or "ready", 90 + 130 * k, 550, 11, "#26241F", text_anchor="middle", font_family=svg.INTERFACE
            )
        )
    put(60, 590, 0.9, stack([p for p in tigers_pieces() if p.hex == "1407"], LARGE))
    put(200, 590, 0.6, stack([p for p in tigers_pieces() if p.hex == "1204"], MIDDLE))
    put(300, 590, 0.4, stack([p for p in tigers_pieces() if p.hex == "1209"], SMALL))
    put(400, 590, 0.7, counter(Piece(0, "P-47", nation="us", air=True)), "air")
    put(490, 590, 0.7, counter(Piece(0, "FW-190", nation="luftwaffe", air=True)), "air")
    for k, kind in enumerate(("fuel dump", "engineer bridge", "objective", "supply column")):
        put(590 + 95 * k, 590, 0.7, counter(Piece(0, "", kind, marker=True)), kind)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 720" width="1600" height="1152">'
        f'<rect width="1000" height="720" fill="#F6F3EA"/>{"".join(parts)}</svg>'
    )


def main(out: Path) -> None:
    """Write all pictures."""
    out.mkdir(parents=True, exist_ok=True)
    found = plan(Board.load(TIGERS), title="Tigers in the Ardennes\n16–27 December 1944")
    title = "Tigers in the Ardennes\n16–27 December 1944"
    (out / "tigers-map.svg").write_text(sheet(found, title=title, size=2000), encoding="utf-8")
    (out / "tigers-dusk.svg").write_text(sheet(found, "dusk", title=title, size=2000), encoding="utf-8")
    (out / "tigers-situation.svg").write_text(situation(), encoding="utf-8")
    (out / "counters.svg").write_text(counter_sheet(), encoding="utf-8")
    for name, text in (("ford", SMALL_BOARD), ("coast", COAST_BOARD), ("pointy", POINTY_BOARD)):
        (out / f"{name}.svg").write_text(sheet(Board.parse(text)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
