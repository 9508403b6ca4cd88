"""Colour as data: map palettes (a season for each game), nations, status, interface tokens, and contrast."""

from __future__ import annotations

from dataclasses import dataclass, replace

from echelon.core.errors import UnknownError


@dataclass(frozen=True)
class Palette:
    """The colours of one printed sheet. `shade` is the relief's shadow colour, `strength` how deep it is."""

    name: str
    land: tuple[str, str, str, str]
    shade: str
    strength: float
    wood: str
    wood_core: str
    crown: str
    crown_light: str
    wood_shadow: str
    river: str
    bank: str
    river_name: str
    road: str
    casing: str
    block: str
    block_edge: str
    city: str
    grid: str
    grid_opacity: float
    ink: str
    hex_id: str
    halo: str
    margin: str
    field: str | None
    moor: str
    moor_mark: str
    mountain: str
    sea: tuple[str, str, str, str]
    coast: str = "#5E7F86"
    marsh: str = "#C7D6C4"
    marsh_mark: str = "#5F8A86"
    bocage: str = "#C9D3A2"
    hedge: str = "#86995F"
    sand: str = "#F3E3B4"
    sand_mark: str = "#D2B77C"
    salt: str = "#DCD6CB"
    salt_mark: str = "#A89F92"
    rough: str = "#D8CDB4"
    rough_mark: str = "#8A7B66"
    neutral: str = "#DCD8CC"
    peak: str = "#6E5A40"
    dark: bool = False


WINTER = Palette(
    name="winter",
    land=("#DFE2D0", "#E7E7DA", "#EEECE3", "#F5F4F0"),
    shade="#4E5C70",
    strength=0.36,
    wood="#9DB095",
    wood_core="#7E967C",
    crown="#6B8670",
    crown_light="#B3C3A7",
    wood_shadow="#50645A",
    river="#7FA9C6",
    bank="#3F6F92",
    river_name="#2C5878",
    road="#C4573A",
    casing="#4A2A20",
    block="#B65E4C",
    block_edge="#6E3229",
    city="#E0B7A4",
    grid="#4F5A58",
    grid_opacity=0.62,
    ink="#2A2723",
    hex_id="#3F4540",
    halo="#F3F1E9",
    margin="#F6F3EA",
    field="#D3D5C1",
    moor="#CFC7B4",
    moor_mark="#8A7B66",
    mountain="#B9AE9C",
    sea=("#C3D4DC", "#B1C8D4", "#A0BCCB", "#91B0C2"),
    rough="#D2CBB9",
)

DUSK = Palette(
    name="dusk",
    land=("#474F50", "#4D5557", "#555D60", "#5E666A"),
    shade="#080C12",
    strength=0.40,
    wood="#26382F",
    wood_core="#1E2E27",
    crown="#17241E",
    crown_light="#3C5444",
    wood_shadow="#0D1412",
    river="#5E93B8",
    bank="#1D3C54",
    river_name="#9CC6E4",
    road="#D9825E",
    casing="#20140F",
    block="#C07A66",
    block_edge="#2A1511",
    city="#6B4C43",
    grid="#AEB9BC",
    grid_opacity=0.36,
    ink="#EFEBE0",
    hex_id="#B4BDBD",
    halo="#2A3034",
    margin="#22262A",
    field="#565E60",
    moor="#5E5547",
    moor_mark="#8A7B66",
    mountain="#5A5348",
    sea=("#34495A", "#2C4151", "#253948", "#1F323F"),
    coast="#7FA3AE",
    marsh="#40554F",
    marsh_mark="#7FA8A2",
    bocage="#46533A",
    hedge="#7C8F5A",
    sand="#6A6048",
    sand_mark="#9A8A62",
    salt="#5E5B56",
    salt_mark="#8E887F",
    rough="#5C564B",
    rough_mark="#9A8C76",
    neutral="#3C3F40",
    peak="#1E1812",
    dark=True,
)

SUMMER = Palette(
    name="summer",
    land=("#EEE7C9", "#EFE8D0", "#EDE3C8", "#E9DDC2"),
    shade="#6E543C",
    strength=0.50,
    wood="#AFBD86",
    wood_core="#8EA46B",
    crown="#7B9560",
    crown_light="#C6CF9C",
    wood_shadow="#6A7446",
    river="#7FB0C9",
    bank="#3B7391",
    river_name="#2A5F7D",
    road="#C4573A",
    casing="#4A2A20",
    block="#B65E4C",
    block_edge="#6E3229",
    city="#E3B79E",
    grid="#5A5238",
    grid_opacity=0.46,
    ink="#2A2723",
    hex_id="#4C4631",
    halo="#F4EFDD",
    margin="#FAF6EA",
    field="#E2D9B2",
    moor="#D9CFA9",
    moor_mark="#8A7B55",
    mountain="#C9B394",
    sea=("#C5DCE0", "#B2CFD8", "#9FC2D0", "#8EB5C6"),
)

NORMANDY = Palette(
    name="normandy",
    land=("#E6E8C8", "#E9EACF", "#ECEBD4", "#EEEDDA"),
    shade="#545C40",
    strength=0.36,
    wood="#9DB27E",
    wood_core="#7F9A68",
    crown="#6C895A",
    crown_light="#B7C692",
    wood_shadow="#5A6B44",
    river="#78A9C4",
    bank="#386C8D",
    river_name="#2A5B7C",
    road="#B9563C",
    casing="#4A2A20",
    block="#B65E4C",
    block_edge="#6E3229",
    city="#DFB39E",
    grid="#4C5640",
    grid_opacity=0.46,
    ink="#2A2723",
    hex_id="#43482F",
    halo="#F0F0DE",
    margin="#F6F4E6",
    field="#DCDFB6",
    moor="#C7D6C4",
    moor_mark="#5F8A86",
    mountain="#C2B596",
    sea=("#C5D9E0", "#B4CEDA", "#A3C2D2", "#94B7CB"),
)

ATLAS = replace(
    NORMANDY,
    name="atlas",
    land=("#E9E6CF", "#ECE8D4", "#EEE9D8", "#F0ECDE"),
    shade="#605842",
    strength=0.34,
    wood="#AABB8E",
    wood_core="#8CA274",
    crown="#7B9468",
    crown_light="#C0CCA0",
    wood_shadow="#5F6F4A",
    grid="#4C4A40",
    grid_opacity=0.40,
    field="#DEDCC0",
    mountain="#C4AE8C",
    sea=("#C9DDE4", "#B8D2DE", "#A6C6D6", "#97BACE"),
)

DESERT = replace(
    NORMANDY,
    name="desert",
    land=("#EFDDB6", "#F0E1BE", "#F2E5C8", "#EFDFC0"),
    shade="#8C6038",
    strength=0.50,
    wood="#B9B98A",
    wood_core="#9CA070",
    crown="#8A9060",
    crown_light="#CFCB9E",
    wood_shadow="#8A7A4C",
    road="#A84B32",
    block="#A8503F",
    block_edge="#5E2A22",
    city="#E2AE8E",
    grid="#6A5432",
    grid_opacity=0.42,
    hex_id="#574724",
    halo="#F5EAD0",
    margin="#FBF4E2",
    field=None,
    moor="#DDD0B4",
    moor_mark="#A08A66",
    mountain="#CFA97C",
    sea=("#BFDAE0", "#A8CBD6", "#92BCCB", "#80AEC2"),
    rough="#DCC49A",
    rough_mark="#8C6F45",
)

PALETTES: dict[str, Palette] = {p.name: p for p in (WINTER, DUSK, SUMMER, NORMANDY, ATLAS, DESERT)}


class UnknownPaletteError(UnknownError, ValueError):
    """A palette that does not exist."""


def palette(name: str | Palette | None, default: str = "summer") -> Palette:
    """A palette by name; an unknown name is a clear error that lists the known ones."""
    if isinstance(name, Palette):
        return name
    key = name or default
    if key not in PALETTES:
        raise UnknownPaletteError("palette", key, sorted(PALETTES))
    return PALETTES[key]


def high_contrast(found: Palette) -> Palette:
    """The same palette for eyes that need it: a full grid, no relief, no decoration on the fields."""
    return replace(found, name=f"{found.name}-contrast", grid_opacity=1.0, strength=0.0, field=None)


@dataclass(frozen=True)
class Nation:
    """How a nation's counters look; Axis bodies are dark with cut corners, Allied ones light and round."""

    name: str
    body: str
    ink: str
    axis: bool
    tag: str = ""
    line: str | None = None


NATIONS: dict[str, Nation] = {
    "us": Nation("United States", "#A3AF62", "#1E2113", False),
    "british": Nation("British", "#EAD3A2", "#2A1E0C", False, "Br"),
    "canadian": Nation("Canadian", "#EAD3A2", "#2A1E0C", False, "Can"),
    "french": Nation("French", "#A9C6E2", "#12233A", False, "Fr"),
    "german": Nation("German army", "#5A666C", "#FFFFFF", True),
    "ss": Nation("Waffen-SS", "#24262A", "#FFFFFF", True, line="#C9CED2"),
    "luftwaffe": Nation("Luftwaffe, parachute", "#2F5A8C", "#FFFFFF", True),
    "italian": Nation("Italian", "#356043", "#FFFFFF", True, "It"),
    "blue": Nation("Blue", "#8DB8E2", "#12233A", False),  # invented sides, which meet nobody but each other
    "red": Nation("Red", "#8E3A32", "#FFFFFF", True),
}

STRIPES: tuple[str, ...] = (
    "#0072B2", "#B3261E", "#E69F00", "#56B4E9", "#009E73", "#CC79A7",
    "#D55E00", "#F0E442", "#6A4C93", "#7A3E1D", "#BFC6CC", "#FFFFFF",
)  # fmt: skip

STATUS: dict[str, str] = {
    "disrupted": "#FFB000",
    "unsupplied": "#B3261E",
    "no retreat": "#5B2A86",
    "out of command": "#0B62A8",
    "reduced": "#C1121F",
    "moved": "#F4F1E8",
    "entrenched": "#B58B55",
}

OUTLINE = "#16140F"
SYMBOL_INK = "#16181A"
SYMBOL_GROUND = "#F7F6EF"
BADGE_LINE = "#1A1712"

ALLIED = "#6E7F3A"
BRITISH = "#A8712E"
GERMAN = "#4B5560"
FORT = "#3F464D"
FORT_LIT = "#8C969E"


@dataclass(frozen=True)
class Tokens:
    """Interface colours, of which the live marks on the map use a few."""

    desk: str
    panel: str
    panel2: str
    line: str
    ink: str
    muted: str
    accent: str
    on_accent: str
    bad: str
    ok: str
    warn: str


LIGHT = Tokens(
    "#DDD6C4", "#FCFAF4", "#F3EFE4", "#D9D2C1", "#26241F", "#655F51", "#0B62A8", "#FFFFFF", "#B3261E", "#1F6B47",
    "#8A5200",
)  # fmt: skip
DARK = Tokens(
    "#15181B", "#1D2226", "#262C31", "#3A4248", "#EDE8DC", "#A9ABA2", "#7CC0F5", "#0C1A26", "#FF8A7E", "#7FD1A4",
    "#F0B45A",
)  # fmt: skip


def rgb(colour: str) -> tuple[int, int, int]:
    """`#RRGGBB` as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """Relative luminance as defined by WCAG 2."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21."""
    a, b = sorted((luminance(one), luminance(other)))
    return (b + 0.05) / (a + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """A colour `share` of the way from one to the other."""
    parts = [round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True)]
    return "#{:02X}{:02X}{:02X}".format(*parts)
