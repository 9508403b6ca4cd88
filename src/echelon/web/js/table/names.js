// Names on a map so small that the sheet's own letters could not be read: cities, towns and great rivers in fixed sizes, laid out
// anew once a zoom step and when a counter has come to lie where a name stands.

import { num } from "./hexes.js";
import { escape } from "./marks.js";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{text: string, kind: string, hex: string, x: number, y: number}} Place */

export const FAR = 0.56; // pixels a unit under which the names are written here and not on the sheet
const TOWNS = 0.45; // from here on towns that nobody fights for are named where there is room; on a map of few towns always
const FEW = 60;
const CITIES = 0.3; // under it only capitals and rivers have names
const SIZES = { capital: 13, city: 11, town: 10.5 }; // pixels
const RIVER = { size: 11.5, tracking: 1.6 };
const RADIUS = { capital: 25, city: 25, town: 11.5 }; // of their symbols on the sheet, in units
const LETTER = 0.57; // of the size: how wide a letter is, on the average
const BASE = [0.15, 0.25, 0.1, 0.35, 0.3, 0.3, 0.4, 0.4]; // what a position costs: above, right, below, left, the corners
const SYMBOL = 1.5; // what it costs to cover the symbol of another place
const CALM = [0.96, 0.85]; // of its own length, how far the course leads along a name: letters of a bent one lie on each other
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]; // of a river's course, where its name may have its middle

export class Names {
  /** @param {SVGElement} layer @param {import("./hexes.js").Hexes} hexes @param {any} board */
  constructor(layer, hexes, board) {
    this.layer = layer;
    this.hexes = hexes;
    this.rivers = (board.rivers ?? []).map((river) => ({ text: river.text, line: calm(river.line) }));
    /** @type {Place[]} */
    this.places = board.names ?? [];
    this._drawn = "";
  }

  /** Write the names for a zoom, clear of counters. @param {number} zoom @param {Map<string, number>} counters how far they reach from the middle of their hexes, in units @param {Set<string>} fought hexes that matter */
  draw(zoom, counters, fought) {
    const text = zoom < FAR ? this._lay(zoom, counters, fought) : "";
    if (text !== this._drawn) { this._drawn = text; this.layer.innerHTML = text; }
  }

  /** Cities first, then towns that are fought for, great rivers, and the other towns. */
  _lay(zoom, counters, fought) {
    const px = 1 / zoom;
    /** @type {Box[]} */
    const shut = [...counters].map(([hex, reach]) => around(this.hexes.at(hex), reach));
    const symbols = this.places.map((place) => ({ place, box: around(place, RADIUS[place.kind]) }));
    const rank = (place) => (place.kind === "capital" ? 0 : place.kind === "city" ? 1 : fought.has(place.hex) ? 2 : 3);
    const named = this.places.filter((place) => rank(place) === 0 || zoom >= CITIES && (rank(place) < 3 || zoom >= TOWNS || this.places.length <= FEW)).sort((a, b) => rank(a) - rank(b));
    let out = "";
    const settle = (place) => {
      const found = this._spot(place, px, shut, symbols, counters.get(place.hex));
      if (!found) return;
      shut.push(found.box);
      out += `<text class="n-${place.kind}" style="font-size:${num(SIZES[place.kind] * px)}px;stroke-width:${num(2.6 * px)}px;text-anchor:${found.anchor}" x="${num(found.x)}" y="${num(found.y)}">${escape(place.text)}</text>`;
    };
    named.filter((place) => rank(place) < 3).forEach(settle);
    this.rivers.forEach((river, i) => { out += this._river(river, i, px, shut); });
    named.filter((place) => rank(place) === 3).forEach(settle);
    return out;
  }

  /** The cheapest free one of eight places round a symbol, else round the counter that hides it. @param {Place} place @param {number} px @param {Box[]} shut @param {{place: Place, box: Box}[]} symbols @param {number} [hidden] */
  _spot(place, px, shut, symbols, hidden) {
    const size = SIZES[place.kind] * px;
    const width = place.text.length * size * LETTER;
    const [, , wide, high] = this.hexes.box;
    const sheet = { left: this.hexes.box[0], top: this.hexes.box[1], right: this.hexes.box[0] + wide, bottom: this.hexes.box[1] + high };
    let best = null;
    const r = RADIUS[place.kind];
    const rings = [spots(place, r, size, px)];
    if (hidden) rings.push(spots(this.hexes.at(place.hex), hidden, size, px));
    for (const ring of rings) {
      ring.forEach(([x, y, anchor], i) => {
        const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
        const box = { left, top: y - 0.78 * size, right: left + width, bottom: y + 0.24 * size };
        if (box.left < sheet.left || box.right > sheet.right || box.top < sheet.top || box.bottom > sheet.bottom || shut.some((other) => meet(box, other, px))) return;
        const cost = BASE[i] + SYMBOL * symbols.filter((one) => one.place !== place && meet(box, one.box, 0)).length;
        if (!best || cost < best.cost) best = { cost, x, y, anchor, box };
      });
      if (best) return best;
    }
    return null;
  }

  /** A name along a calm stretch of its river, read from left to right, where nothing lies. @param {{text: string, line: [number, number][]}} river @param {number} i @param {number} px @param {Box[]} shut */
  _river(river, i, px, shut) {
    const size = RIVER.size * px;
    const step = (RIVER.size * 0.5 + RIVER.tracking) * px;
    const length = (river.text.length + 2) * step; // a little more than the letters: what has no room on the line is not drawn
    const along = [0];
    river.line.forEach(([x, y], k) => { if (k) along.push(along[k - 1] + Math.hypot(x - river.line[k - 1][0], y - river.line[k - 1][1])); });
    const total = /** @type {number} */ (along.at(-1));
    if (total < length + 20) return "";
    const at = (far) => {
      const k = Math.max(1, along.findIndex((value) => value >= far));
      const part = (far - along[k - 1]) / (along[k] - along[k - 1] || 1);
      return [0, 1].map((axis) => river.line[k - 1][axis] + (river.line[k][axis] - river.line[k - 1][axis]) * part);
    };
    for (const [calm, share] of CALM.flatMap((one) => SHARES.map((two) => [one, two]))) {
      const [from, to] = [total * share - length / 2, total * share + length / 2];
      if (from < 0 || to > total) continue;
      let points = Array.from({ length: 7 }, (_, k) => at(from + ((to - from) * k) / 6));
      if (points[6][0] < points[0][0]) points = points.reverse();
      if (Math.hypot(points[6][0] - points[0][0], points[6][1] - points[0][1]) < calm * length) continue; // too much of a bend
      for (const side of [-1, 1]) {
        const dy = side < 0 ? -6 * px : 6 * px + 0.72 * size; // over the water, or under it
        const boxes = points.map(([x, y], k) => {
          const [a, b] = [points[Math.max(0, k - 1)], points[Math.min(6, k + 1)]];
          const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
          const up = dy - 0.35 * size; // the middle of a letter, across the course
          return around({ x: x - ((b[1] - a[1]) / far) * up, y: y + ((b[0] - a[0]) / far) * up }, 0.5 * size);
        });
        if (boxes.some((box) => shut.some((other) => meet(box, other, 0)))) continue;
        shut.push(...boxes);
        const d = points.map(([x, y], k) => `${k ? "L" : "M"}${num(x)} ${num(y)}`).join("");
        return `<path id="river-${i}" d="${d}"/><text class="n-river" dy="${num(dy)}" style="font-size:${num(size)}px;stroke-width:${num(2.4 * px)}px;letter-spacing:${num(RIVER.tracking * px)}px"><textPath href="#river-${i}" startOffset="50%">${escape(river.text)}</textPath></text>`;
      }
    }
    return "";
  }
}

/** Eight places round a point: above, right, below, left, the corners. @param {{x: number, y: number}} at @param {number} r @param {number} size @param {number} px @returns {[number, number, string][]} */
function spots({ x, y }, r, size, px) {
  const gap = 2 * px;
  const low = 0.75 * size;
  return [[x, y - r - gap - 0.2 * size, "middle"], [x + r + gap, y + 0.27 * size, "start"], [x, y + r + gap + low, "middle"], [x - r - gap, y + 0.27 * size, "end"],
    [x + 0.75 * r + gap, y - 0.75 * r - gap, "start"], [x - 0.75 * r - gap, y - 0.75 * r - gap, "end"], [x + 0.75 * r + gap, y + 0.75 * r + gap + 0.6 * size, "start"], [x - 0.75 * r - gap, y + 0.75 * r + gap + 0.6 * size, "end"]];
}

/** @param {{x: number, y: number}} at @param {number} r @returns {Box} */
const around = ({ x, y }, r) => ({ left: x - r, top: y - r, right: x + r, bottom: y + r });

/** @param {Box} a @param {Box} b @param {number} gap */
const meet = (a, b, gap) => a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom + gap && b.top < a.bottom + gap;

/** The course without its zigzag from hexside to hexside. @param {[number, number][]} line @returns {[number, number][]} */
function calm(line) {
  let points = line;
  for (let round = 0; round < 3; round += 1) {
    points = points.map((point, k) => (k && k < points.length - 1 ? /** @type {[number, number]} */ ([0, 1].map((axis) => (points[k - 1][axis] + 2 * point[axis] + points[k + 1][axis]) / 4)) : point));
  }
  return points;
}
