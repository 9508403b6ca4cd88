// Marks on the map: what is selected, reachable, attacked, supplied, threatened. Plain rows in, SVG text out, a layer at a time.
// Colours are classes (map.css), so that a change of theme redraws nothing.

import { line, num } from "./hexes.js";
import { signText } from "./signs.js";

/** @typedef {import("./store.js").Mark} Mark */
/** @typedef {import("./hexes.js").Hexes} Hexes */
/** @typedef {{areas: string, outlines: string, lines: string, markers: string, arrows: string, chips: string}} Layers */

export const LAYERS = /** @type {const} */ (["areas", "outlines", "lines", "markers", "arrows", "chips"]);

const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Text that is safe inside SVG. */
export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => SIGNS[sign]);
const path = (d, name, more = "") => (d ? `<path class="${name}" d="${d}"${more}/>` : "");

/** A line through points that bends at the middles between them. @param {any[]} points */
function curve(points) {
  if (points.length < 3) return line(points);
  const half = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const parts = [`M${num(points[0][0])} ${num(points[0][1])}`];
  for (let k = 1; k < points.length - 1; k += 1) {
    const [x, y] = k === points.length - 2 ? points[k + 1] : half(points[k], points[k + 1]);
    parts.push(`Q${num(points[k][0])} ${num(points[k][1])} ${num(x)} ${num(y)}`);
  }
  return parts.join("");
}

/** Draws rows of marks on one board. */
export class Marks {
  /** @param {Hexes} hexes @param {{name: string}[]} sides in the order of the board: their colours are --side-0, --side-1 */
  constructor(hexes, sides) {
    this.hexes = hexes;
    this.sides = new Map((sides ?? []).map((side, index) => [side.name, index]));
    /** @type {string | null} the side whose player looks on */
    this.viewer = null;
    this.chip = 1; // how much chips are enlarged when the map is small
  }

  /** @param {Iterable<Mark>} rows @returns {Layers} */
  draw(rows) {
    /** @type {Layers} */
    const out = { areas: "", outlines: "", lines: "", markers: "", arrows: "", chips: "" };
    for (const row of rows) {
      const fn = this[`_${row.mark}`];
      if (fn) fn.call(this, row, out);
    }
    return out;
  }

  _side(name) { return `side side-${this.sides.get(name) ?? "none"}`; }

  _ring(label, scale, name) { return this.hexes.has(label) ? path(this.hexes.path([label], scale), name) : ""; }

  _selected(row, out) { out.outlines += this._ring(row.hex, 0.97, "m-selected"); }

  _choice(row, out) { out.outlines += this._ring(row.hex, 0.95, `m-choice${row.strong ? " strong" : ""}${row.many ? " many" : ""}`); }

  _refused(row, out) { out.outlines += this._ring(row.hex, 0.95, "m-refused"); }

  _focus(row, out) { out.outlines += this._ring(row.hex, 1.03, "m-focus-under") + this._ring(row.hex, 1.03, "m-focus"); }

  _reachable(row, out) {
    out.areas += this._ring(row.hex, 0.97, "m-reach");
    if (row.cost) out.chips += this._chip(row.hex, row.cost, `m-cost${row.warned ? " warned" : ""}`, row.low);
  }

  _range(row, out) {
    out.areas += this._ring(row.hex, 0.9, "m-range");
    if (row.cost) out.chips += this._chip(row.hex, row.cost, "m-cost range");
  }

  /** A round chip at the upper right of a hex; `low`, below that, where a counter wears no mark of its state. */
  _chip(label, text, name, low = false) {
    if (!this.hexes.has(label)) return "";
    const { x, y } = this.hexes.at(label);
    const narrow = /[½⅓⅔¼¾]$|.../u.test(String(text)) && String(text).length > 1 ? ' textLength="15" lengthAdjust="spacingAndGlyphs"' : "";
    return `<g class="${name}" data-hex="${escape(label)}" transform="translate(${num(x + 28)} ${num(low ? y + 36 : y - 32)}) scale(${this.chip})">`
      + `<circle r="10"/><text y="4.4"${narrow}>${escape(text)}</text></g>`;
  }

  _route(row, out) {
    const points = this.hexes.centres(row.hexes);
    if (points.length < 2) return;
    const [[ax, ay], [bx, by]] = points.slice(-2);
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    // The line stops inside the head, which would otherwise have a blunt nose.
    const body = line([...points.slice(0, -1), [bx - ((bx - ax) / far) * 9, by - ((by - ay) / far) * 9]]);
    const head = `transform="translate(${num(bx)} ${num(by)}) rotate(${num(turn)})"`;
    const dots = points.slice(0, -1).map(([x, y]) => `<circle class="m-route-dot" cx="${num(x)}" cy="${num(y)}" r="4.4"/>`).join("");
    out.lines += `${path(body, "m-route-under")}<path class="m-route-head-under" d="M3 0L-14-10V10Z" ${head}/>`
      + `${path(body, "m-route")}${dots}<path class="m-route-head" d="M3 0L-14-10V10Z" ${head}/>`;
  }

  _target(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const d = this.hexes.path([row.hex], 0.96);
    out.outlines += path(d, "m-target-fill") + path(d, "m-target-under") + path(d, "m-target");
  }

  _attack(row, out) {
    if (!this.hexes.has(row.source) || !this.hexes.has(row.target)) return;
    const a = this.hexes.at(row.source);
    const b = this.hexes.at(row.target);
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    // A little nearer to the target: the arrow may touch it, but must leave the attacker's name alone.
    const x = a.x + (b.x - a.x) * 0.55;
    const y = a.y + (b.y - a.y) * 0.55;
    const tail = -Math.min(16, 0.16 * far);
    const head = Math.min(20, 0.2 * far);
    const d = `M${num(tail)}-4.5L${num(head - 18)}-6.5V-13L${num(head)} 0L${num(head - 18)} 13V6.5L${num(tail)} 4.5Z`;
    out.arrows += `<path class="m-attack${row.current === false ? "" : " current"}" d="${d}" transform="translate(${num(x)} ${num(y)}) rotate(${num(turn)})"/>`;
  }

  _odds(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const { x, y } = this.hexes.at(row.hex);
    const width = 15 + 8.6 * String(row.text).length;
    out.chips += `<g class="m-odds${row.current === false ? "" : " current"}${row.preview ? " preview" : ""}" data-hex="${escape(row.hex)}" transform="translate(${num(x - 38)} ${num(y - 41)}) scale(${this.chip})">`
      + `<rect x="${num(-width / 2)}" y="-12" width="${num(width)}" height="24" rx="12"/><text y="6">${escape(row.text)}</text></g>`;
  }

  /** A hex that something is owed at: a diamond with its sign, and the word for it where that has room below the counter; on a small map in the corner, where it covers neither values nor odds. */
  _duty(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const { x, y } = this.hexes.at(row.hex);
    const small = this.chip > 1;
    const width = 34 + 8.2 * String(row.text).length;
    const left = small ? 0 : 11 - width / 2;
    out.chips += `<g class="m-duty" data-hex="${escape(row.hex)}" transform="translate(${num(x + (small ? 38 : 0))} ${num(y + (small ? 40 : 41))}) scale(${this.chip})"><title>${escape(row.text)}</title>`
      + (small ? "" : `<rect x="${num(-width / 2)}" y="-10" width="${num(width)}" height="20" rx="10"/>`) + `<path d="M${num(left)}-13L${num(left + 13)} 0L${num(left)} 13L${num(left - 13)} 0Z"/>`
      + `<text class="m-duty-sign" x="${num(left)}" y="5">!</text>${small ? "" : `<text x="10" y="4.6">${escape(row.text)}</text>`}</g>`;
  }

  /** Dotted rings, the enemy's round the player's own, so that both are seen where both are. */
  _zone(row, out) {
    const own = this.viewer ? row.side === this.viewer : this.sides.get(row.side) === 0;
    const side = this._side(row.side);
    const d = this.hexes.path(row.hexes, own ? 0.74 : 0.88);
    out.areas += (own ? "" : path(this.hexes.path(row.hexes), `m-zone-fill ${side}`)) + path(d, "m-zone-under") + path(d, `m-zone ${side}`); // light under dark, to be seen on forest
  }

  _supply(row, out) {
    const runs = [[]];
    for (const label of row.hexes) {
      if (label === row.cut) runs.push([]);
      else if (this.hexes.has(label)) runs[runs.length - 1].push([this.hexes.at(label).x, this.hexes.at(label).y]);
    }
    const source = row.hexes.at(-1);
    if (source !== row.cut && this.hexes.has(source) && this.hexes.at(source).edge) runs.at(-1)?.push(this.hexes.outside(source)); // on to where it comes from
    const d = runs.filter((run) => run.length > 1).map((run) => line(run)).join("");
    out.lines += path(d, "m-supply-under") + path(d, `m-supply${row.cut ? " cut" : ""}`);
    if (row.cut && this.hexes.has(row.cut)) out.lines += path(this.hexes.hatch(row.cut, 8), "m-cut") + path(this.hexes.path([row.cut], 0.95), "m-cut");
  }

  _threat(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const gap = row.attackers >= 3 ? 5.5 : row.attackers === 2 ? 9 : 14;
    out.areas += path(this.hexes.hatch(row.hex, gap), "m-threat");
  }

  _control(row, out) {
    const d = this.hexes.outline(row.hexes.filter((label) => this.hexes.has(label)));
    const side = this._side(row.side);
    out.areas += path(d, `m-control-fill ${side}`) + path(d, `m-control ${side}`) + path(d, "m-control-in");
  }

  _front(row, out) {
    const d = this.hexes.border(row.hexes.filter((label) => this.hexes.has(label)));
    out.outlines += path(d, "m-front-under") + path(d, `m-front ${this._side(row.side)}`);
  }

  _objective(row, out) { this._flag(row, out, row.side ? this._side(row.side) : ""); }

  /** A flag at the left of a hex, clear of the name and the factors of a counter there; the staff's knob tells who holds it. */
  _flag(row, out, side = row.side ? this._side(row.side) : "") {
    if (!this.hexes.has(row.hex)) return;
    const { x, y } = this.hexes.at(row.hex);
    out.chips += `<g class="m-flag" transform="translate(${num(x - 50)} ${num(y - 15)}) scale(.9)"><path class="staff-under" d="M0 0V27"/><path class="staff" d="M0 0V27"/>`
      + `<path class="cloth" d="M1 .5H20L15.5 7L20 13.5H1Z"/>${side ? `<circle class="m-held ${side}" cx="0" cy="27" r="4.4"/>` : ""}</g>`;
  }

  _trail(row, out) {
    const points = this.hexes.centres(row.hexes);
    for (let k = 1; k < points.length; k += 1) {
      const d = line([points[k - 1], points[k]]);
      const opacity = ` opacity="${num(0.2 + (0.6 * k) / (points.length - 1))}"`;
      out.lines += path(d, "m-trail-under", opacity) + path(d, `m-trail ${row.side ? this._side(row.side) : ""}`, opacity);
    }
    if (points.length > 1) out.lines += `<circle class="m-trail-start" cx="${num(points[0][0])}" cy="${num(points[0][1])}" r="4"/>`;
  }

  /** A plan: a broad arrow in the colour of its side, over the counters, that ends before the hex it points at. */
  _plan(row, out) {
    const points = this.hexes.centres(row.hexes);
    if (points.length < 2) return;
    const [[ax, ay], [bx, by]] = points.slice(-2);
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const k = Math.min(1.8, this.chip) * (row.slim ? 0.65 : 1); // broader on a small map
    const end = (back) => [bx - ((bx - ax) / far) * back, by - ((by - ay) / far) * back];
    const [tx, ty] = end(26);
    const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    const d = curve([...points.slice(0, -1), end(26 + 18 * k)]);
    const head = `d="M4 0L-24-15L-18 0L-24 15Z" transform="translate(${num(tx)} ${num(ty)}) rotate(${num(turn)}) scale(${num(k)})"`;
    const name = `${this._side(row.side)}${row.dim ? " dim" : ""}`;
    const wide = (width) => ` stroke-width="${num(width * k)}"`;
    out.arrows += `<g class="m-plan-arrow ${name}">${path(d, "m-plan-under", wide(15))}<path class="m-plan-head-under" ${head}/>${path(d, "m-plan", wide(10))}`
      + `<path class="m-plan-head" ${head}/><circle class="m-plan-start" cx="${num(points[0][0])}" cy="${num(points[0][1])}" r="${num(6 * k)}"/></g>`;
  }

  /** What a hint is about: a hex or hexside to press. */
  _hinted(row, out) {
    if (row.hexside) {
      const at = this.hexes.middle(row.hexside);
      if (at) out.outlines += `<circle class="m-hinted-under" cx="${num(at.x)}" cy="${num(at.y)}" r="26"/><circle class="m-hinted" cx="${num(at.x)}" cy="${num(at.y)}" r="26"/>`;
    } else out.outlines += this._ring(row.hex, 1.01, "m-hinted-under") + this._ring(row.hex, 1.01, "m-hinted");
  }

  _span(row, out) {
    const at = this.hexes.middle(`${row.a}|${row.b}`);
    if (!at) return;
    const turn = (at.angle * Math.PI) / 180;
    const built = row.built !== false;
    const x = at.x + (built ? 0 : 11 * Math.cos(turn));
    const y = at.y + (built ? 0 : 11 * Math.sin(turn));
    out.markers += `<use class="${this._side(row.side)}" href="#${built ? "span" : "owner"}" x="${num(x - 15)}" y="${num(y - 15)}" width="30" height="30"/>`;
  }

  /** A railway laid in play; dots where it is to be laid. */
  _rail(row, out) {
    const d = line(this.hexes.centres(row.hexes));
    out.areas += row.planned ? path(d, "m-rail-planned") : path(d, "m-rail") + path(d, "m-rail-sleepers");
  }

  _broken(row, out) {
    const at = this.hexes.middle(`${row.a}|${row.b}`);
    if (at) out.markers += `<use href="#broken" x="${num(at.x - 15)}" y="${num(at.y - 15)}" width="30" height="30"/>`;
  }

  _marker(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const { x, y } = this.hexes.at(row.hex);
    const name = String(row.kind).toLowerCase().replaceAll(" ", "-");
    out.markers += `<use href="#m-${escape(name)}" x="${num(x + 10)}" y="${num(y + 8)}" width="39" height="39"/>`;
  }

  /** A hexside that can be chosen: a broad bar to press, with the sign of what is done there. */
  _hexside(row, out) {
    const at = this.hexes.middle(row.hexside);
    if (!at) return;
    const sign = row.sign ? `<g transform="scale(${this.chip})">${signText(row.sign)}</g>` : "";
    out.chips += `<g class="m-hexside${row.sign ? ` of-${row.sign}` : ""}" data-hexside="${escape(row.hexside)}" role="button" transform="translate(${num(at.x)} ${num(at.y)})">`
      + `<circle class="touch" r="${num(20 * this.chip)}"/><g transform="rotate(${num(at.angle)})"><rect class="touch" x="-30" y="-16" width="60" height="32"/>`
      + `<rect class="bar" x="-25" y="-5" width="50" height="10" rx="5"/></g>${sign}</g>`;
  }

  /** What a press on a hex would do, where hexes differ in that. */
  _sign(row, out) {
    if (!this.hexes.has(row.hex)) return;
    const { x, y } = this.hexes.at(row.hex);
    out.chips += `<g class="m-sign of-${escape(row.sign)}" data-hex="${escape(row.hex)}" transform="translate(${num(x - 33)} ${num(y + 33)}) scale(${num(0.8 * this.chip)})">${signText(row.sign)}</g>`;
  }
}
