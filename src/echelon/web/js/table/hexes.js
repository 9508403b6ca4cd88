// The geometry of the board on the page: centres, neighbours, outlines, hatches. Knows nothing of the game.

/** @typedef {{x: number, y: number, n: number, terrain: string, place?: string, edge?: string}} Hex */
/** @typedef {[number, number]} Point */

const PITCH = 100; // between the centres of neighbours, whichever way they lie
const RADIUS = PITCH / Math.sqrt(3);
const num = (/** @type {number} */ v) => String(Math.round(v * 10) / 10);

/** The hexes of a board, by label. All measures are in units of the sheet: a hex is 100 high. */
export class Hexes {
  /** @param {any} board */
  constructor(board) {
    /** @type {Record<string, Hex>} */
    this.all = board.hexes;
    this.labels = Object.keys(board.hexes);
    /** @type {[number, number, number, number]} */
    this.box = board.viewBox ?? [0, 0, board.width, board.height];
    /** @type {Record<string, {x: number, y: number, angle: number}>} */
    this.sides = board.hexsides ?? {};
    this.cells = new Map();
    for (const label of this.labels) {
      const key = this._cell(this.all[label].x, this.all[label].y);
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(label);
    }
    /** @type {Map<string, string[]>} */
    this.near = new Map(this.labels.map((label) => [label, this._near(label)]));
    // Columns of hexes (flat tops) have a neighbour straight above or below, rows of hexes (pointed tops) one beside them.
    this.flat = this.labels.every((a) => this.near.get(a)?.every((b) => Math.abs(this.all[a].y - this.all[b].y) > 1));
    this.ids = new Map(this.labels.map((label) => [this.all[label].n, label]));
  }

  _cell(x, y) { return `${Math.floor(x / PITCH)},${Math.floor(y / PITCH)}`; }

  /** Labels in the nine cells round a point. @returns {string[]} */
  _around(x, y) {
    const found = [];
    for (const dx of [-PITCH, 0, PITCH]) for (const dy of [-PITCH, 0, PITCH]) found.push(...(this.cells.get(this._cell(x + dx, y + dy)) ?? []));
    return found;
  }

  _near(label) {
    const { x, y } = this.all[label];
    return this._around(x, y).filter((other) => other !== label && Math.hypot(this.all[other].x - x, this.all[other].y - y) < PITCH * 1.1);
  }

  /** Centre of a hex. @param {string} label @returns {Hex} */
  at(label) { return this.all[label]; }

  has(label) { return label in this.all; }

  /** The hex a point lies in, or null. */
  find(x, y) {
    let best = null;
    let least = RADIUS;
    for (const label of this._around(x, y)) {
      const far = Math.hypot(this.all[label].x - x, this.all[label].y - y);
      if (far < least) { least = far; best = label; }
    }
    return best;
  }

  /** The neighbour that lies most nearly in a direction, within 61 degrees of it; null if there is none. */
  toward(label, dx, dy) {
    const { x, y } = this.all[label];
    const length = Math.hypot(dx, dy);
    let best = null;
    let most = 0.48;
    for (const other of this.near.get(label) ?? []) {
      const ox = this.all[other].x - x;
      const oy = this.all[other].y - y;
      // a hair to the right and up, so that two equal directions are told apart always the same way
      const like = (ox * dx + oy * dy) / length / Math.hypot(ox, oy) + (ox - oy) * 1e-6;
      if (like > most) { most = like; best = other; }
    }
    return best;
  }

  /** Corners of a hex, drawn in towards its centre. @returns {Point[]} */
  corners(label, scale = 1) {
    const { x, y } = this.all[label];
    const turn = this.flat ? 0 : Math.PI / 6;
    return [0, 1, 2, 3, 4, 5].map((k) => {
      const a = turn + (k * Math.PI) / 3;
      return [x + RADIUS * scale * Math.cos(a), y + RADIUS * scale * Math.sin(a)];
    });
  }

  /** Hexes as path data. @param {Iterable<string>} labels */
  path(labels, scale = 1) {
    let d = "";
    for (const label of labels) if (this.has(label)) d += `${line(this.corners(label, scale))}Z`;
    return d;
  }

  /** The outline of a set of hexes: the sides no two of them share. @param {string[]} labels */
  outline(labels) {
    const sides = new Map();
    const key = (/** @type {Point} */ p) => `${Math.round(p[0])},${Math.round(p[1])}`;
    for (const label of labels) {
      const ring = this.corners(label);
      ring.forEach((a, k) => {
        const b = ring[(k + 1) % 6];
        if (!sides.delete(`${key(b)} ${key(a)}`)) sides.set(`${key(a)} ${key(b)}`, [a, b]);
      });
    }
    const from = new Map();
    for (const [a, b] of sides.values()) from.set(key(a), [...(from.get(key(a)) ?? []), [a, b]]);
    let d = "";
    while (from.size) {
      const ring = [];
      let at = from.keys().next().value;
      while (from.has(at)) {
        const next = from.get(at);
        const [a, b] = next.pop();
        if (!next.length) from.delete(at);
        ring.push(a);
        at = key(b);
      }
      d += `${line(ring)}Z`;
    }
    return d;
  }

  /** The hexsides where a set of hexes meets other hexes of the map, as path data. @param {string[]} labels */
  border(labels) {
    const held = new Set(labels);
    let d = "";
    for (const a of labels) for (const b of this.near.get(a) ?? []) if (!held.has(b)) d += line(this.side(a, b));
    return d;
  }

  /** The two ends of the side two neighbours share. @returns {Point[]} */
  side(a, b) {
    const p = this.all[a];
    const q = this.all[b];
    const x = (p.x + q.x) / 2;
    const y = (p.y + q.y) / 2;
    const far = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const ux = (-(q.y - p.y) / far) * (RADIUS / 2);
    const uy = ((q.x - p.x) / far) * (RADIUS / 2);
    return [[x - ux, y - uy], [x + ux, y + uy]];
  }

  /** Where a hex at the edge of the map meets the outside. @returns {Point} */
  outside(label) {
    const { x, y } = this.all[label];
    const near = this.near.get(label) ?? [];
    const [dx, dy] = [near.reduce((sum, other) => sum + x - this.all[other].x, 0), near.reduce((sum, other) => sum + y - this.all[other].y, 0)];
    const far = Math.hypot(dx, dy) || 1;
    return [x + (dx / far) * (PITCH / 2), y + (dy / far) * (PITCH / 2)];
  }

  /** Middle and angle of a hexside written `1105|1204`. */
  middle(text) {
    if (this.sides[text]) return this.sides[text];
    const [a, b] = text.split("|");
    if (!this.has(a) || !this.has(b)) return null;
    const [[ax, ay], [bx, by]] = this.side(a, b);
    return { x: (ax + bx) / 2, y: (ay + by) / 2, angle: (Math.atan2(by - ay, bx - ax) * 180) / Math.PI };
  }

  /** Diagonal lines across a hex, on one lattice for the whole board so that neighbours hatch without a step. */
  hatch(label, gap, scale = 0.94) {
    const ring = this.corners(label, scale);
    const sums = ring.map(([x, y]) => x + y);
    const step = gap * Math.SQRT2;
    let d = "";
    for (let level = Math.ceil(Math.min(...sums) / step) * step; level < Math.max(...sums); level += step) {
      const cuts = [];
      ring.forEach(([ax, ay], k) => {
        const [bx, by] = ring[(k + 1) % 6];
        const a = ax + ay - level;
        const b = bx + by - level;
        if (a > 0 !== b > 0) cuts.push([ax + ((bx - ax) * a) / (a - b), ay + ((by - ay) * a) / (a - b)]);
      });
      if (cuts.length === 2) d += line(/** @type {Point[]} */ (cuts));
    }
    return d;
  }

  /** Centres of hexes that are on the map. @param {string[]} labels @returns {Point[]} */
  centres(labels) { return labels.filter((label) => this.has(label)).map((label) => [this.all[label].x, this.all[label].y]); }
}

/** Points as path data. @param {Point[]} points */
export function line(points) {
  return points.map(([x, y], k) => `${k ? "L" : "M"}${num(x)} ${num(y)}`).join("");
}

export { num };
