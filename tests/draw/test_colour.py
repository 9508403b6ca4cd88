"""Colours: contrast of every pair that carries text, and nations told apart by every kind of sight."""

from __future__ import annotations

import itertools

import pytest

from echelon.draw.palettes import DARK, LIGHT, NATIONS, PALETTES, contrast, luminance, palette, rgb

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
LEAST = {"normal": 25, "protan": 19, "deutan": 16, "tritan": 10}


def lab(colour, sight):
    """CIE L*a*b* of a colour as seen with one kind of sight."""
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb(colour)]
    seen = [min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in SIGHTS[sight]]
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(m * v for m, v in zip(row, seen, strict=True)) for row in to_xyz]
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (xyz[0] / 0.9505, xyz[1], xyz[2] / 1.089)]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


@pytest.mark.parametrize("sight", SIGHTS)
def test_nations_differ_for_every_kind_of_sight(sight):
    invented = {NATIONS[name].body for name in ("blue", "red")}  # in games of their own
    nations = {nation.body for nation in NATIONS.values()} - invented
    for one, other in [*itertools.combinations(sorted(nations), 2), sorted(invented)]:
        gap = sum((a - b) ** 2 for a, b in zip(lab(one, sight), lab(other, sight), strict=True)) ** 0.5
        assert gap >= LEAST[sight], (one, other)


def test_allied_bodies_are_light_and_axis_bodies_dark():
    for one, other in itertools.product(NATIONS.values(), repeat=2):
        if not one.axis and other.axis:
            assert luminance(one.body) > luminance(other.body)
            assert contrast(one.body, other.body) >= 2.49


@pytest.mark.parametrize("nation", NATIONS.values(), ids=lambda nation: nation.name)
def test_counter_ink_is_legible(nation):
    assert contrast(nation.body, nation.ink) >= 5.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_interface_tokens_are_legible_on_both_panels(tokens):
    for ink in (tokens.ink, tokens.muted, tokens.accent, tokens.bad, tokens.ok, tokens.warn):
        assert contrast(ink, tokens.panel) >= 5.4
        assert contrast(ink, tokens.panel2) >= 5.4
    assert contrast(tokens.on_accent, tokens.accent) >= 6


@pytest.mark.parametrize("found", PALETTES.values(), ids=lambda found: found.name)
def test_map_ink_is_legible_on_land_and_wood(found):
    # Dusk is darkest at its low ground and lightest at its high ground: both ends count.
    for land in found.land:
        assert contrast(found.ink, land) >= (4.5 if found.dark else 10)
        assert contrast(found.hex_id, land) >= (3.0 if found.dark else 6)
    assert contrast(found.ink, found.wood) >= 6
    assert contrast(found.hex_id, found.wood) >= 4
    assert contrast(found.ink, found.halo) >= 9
    assert contrast(found.river_name, found.halo) >= 4.5
    # The wood's texture and edge carry the rest of the difference.
    assert max(contrast(land, found.wood) for land in found.land) >= 1.6


def test_an_unknown_palette_names_the_known_ones():
    with pytest.raises(ValueError, match="winter"):
        palette("spring")
