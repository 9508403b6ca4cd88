"""Where a map lies on the globe: from latitude and longitude to drawing units, and back."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, asin, atan2, cos, degrees, hypot, radians, sin
from typing import Literal

from echelon.hexes.grid import LINE, PITCH, Grid, Point

Projection = Literal["degrees", "equirectangular", "azimuthal"]
PROJECTIONS: tuple[Projection, ...] = ("degrees", "equirectangular", "azimuthal")


@dataclass(frozen=True)
class Geography:
    """A local projection, fixed by one hex whose place is known.

    degrees          a row is `pitch[0]` degrees of latitude, a column `pitch[1]` degrees of longitude
    equirectangular  `degree` is the length of a degree of latitude and of longitude, `hex` that across a hex
    azimuthal        equidistant about `center` on a sphere of `radius`; `hex` is the length across a hex

    Lengths may be in any unit, the same throughout. `rotation` turns (east, north) counter-clockwise into (right, up)
    of the map. The anchor's place `at` is (latitude, longitude), or with `plane` (east, north) of the projection.
    """

    projection: Projection
    anchor: str
    at: tuple[float, float]
    plane: bool = False
    pitch: tuple[float, float] = (1.0, 1.0)
    center: tuple[float, float] = (0.0, 0.0)
    degree: tuple[float, float] = (111.195, 111.195)
    hex: float = 1.0
    radius: float = 6371.0088
    rotation: float = 0.0

    def _scale(self, grid: Grid) -> tuple[float, float]:
        if self.projection == "degrees":
            column, row = (LINE, PITCH) if grid.flat else (PITCH, LINE)
            return column / self.pitch[1], row / self.pitch[0]
        return PITCH / self.hex, PITCH / self.hex

    def _flatten(self, lat: float, lon: float) -> tuple[float, float]:
        """(east, north) on the projection's own plane."""
        if self.projection == "degrees":
            return lon, lat
        if self.projection == "equirectangular":
            return lon * self.degree[1], lat * self.degree[0]
        lat0, lon0 = radians(self.center[0]), radians(self.center[1])
        phi, dlon = radians(lat), radians(lon) - lon0
        cosine = sin(lat0) * sin(phi) + cos(lat0) * cos(phi) * cos(dlon)
        angle = acos(max(-1.0, min(1.0, cosine)))
        factor = self.radius * (angle / sin(angle) if angle > 1e-12 else 1.0)
        return factor * cos(phi) * sin(dlon), factor * (cos(lat0) * sin(phi) - sin(lat0) * cos(phi) * cos(dlon))

    def _unflatten(self, east: float, north: float) -> tuple[float, float]:
        if self.projection == "degrees":
            return north, east
        if self.projection == "equirectangular":
            return north / self.degree[0], east / self.degree[1]
        lat0, lon0 = radians(self.center[0]), radians(self.center[1])
        rho = hypot(east, north)
        if rho < 1e-9:
            return self.center
        angle = rho / self.radius
        lat = asin(cos(angle) * sin(lat0) + north * sin(angle) * cos(lat0) / rho)
        lon = lon0 + atan2(east * sin(angle), rho * cos(lat0) * cos(angle) - north * sin(lat0) * sin(angle))
        return degrees(lat), degrees(lon)

    def _anchor_plane(self) -> tuple[float, float]:
        return self.at if self.plane else self._flatten(*self.at)

    def project(self, grid: Grid, anchor: Point, lat: float, lon: float) -> Point:
        """Drawing units of a place; `anchor` is the centre of the anchor hex in drawing units."""
        east0, north0 = self._anchor_plane()
        east, north = self._flatten(lat, lon)
        sx, sy = self._scale(grid)
        dx, dy = (east - east0) * sx, (north - north0) * sy
        turn = radians(self.rotation)
        right, up = dx * cos(turn) - dy * sin(turn), dx * sin(turn) + dy * cos(turn)
        return anchor[0] + right, anchor[1] - up

    def locate(self, grid: Grid, anchor: Point, point: Point) -> tuple[float, float]:
        """(latitude, longitude) of a drawing point: the inverse of `project`."""
        east0, north0 = self._anchor_plane()
        sx, sy = self._scale(grid)
        right, up = point[0] - anchor[0], anchor[1] - point[1]
        turn = radians(self.rotation)
        dx, dy = right * cos(turn) + up * sin(turn), -right * sin(turn) + up * cos(turn)
        return self._unflatten(east0 + dx / sx, north0 + dy / sy)
