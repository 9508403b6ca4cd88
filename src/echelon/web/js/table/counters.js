// Counters: each piece of the scene as a group of `<use>`s of the sprite, with its states; stacks with their pill.
// A counter is drawn in a box of 100 and scaled; elements are kept by id, so a move touches only what it moves.

import { s } from "../dom.js";
import { num } from "./hexes.js";

/** @typedef {import("./store.js").Piece} Piece */

const BOX = { x: -12, y: -12, width: 130, height: 130 }; // of a symbol, round the body's 0 to 100
const SLOTS = [[106, -5], [106, 36], [106, 72]];
const BADGES = ["disrupted", "unsupplied", "no-retreat", "out-of-command"];
const OVER = new Set(["entrenched", "moved", "reduced"]); // lie on the body, are no badges
const STEP = 7; // right and up, each lower counter of a stack
const SHOWN = 4;

/** The step of detail for a size on screen: nothing printed comes out under 9 pixels, and from 36 on all values stand. */
export function detail(pixels) {
  if (pixels < 29.5) return "tiny";
  return pixels < 36 ? "small" : pixels <= 75 ? "middle" : "large";
}

const word = (status) => status.toLowerCase().replaceAll(" ", "-");
const use = (name, box = BOX) => s("use", { href: `#${name}`, ...box });

/** Which symbol shows a piece at a step of detail. Air groups have no tiny one, markers only one. */
function symbol(piece, level) {
  if (piece.kind === "marker") return piece.sprite;
  return `${piece.sprite}-${level === "tiny" && piece.kind === "group" ? "small" : level}`;
}

/** The parts of a counter in its box of 100. @param {Piece} piece @param {string} level @returns {SVGElement[]} */
function parts(piece, level) {
  const states = piece.status.map(word);
  const small = level === "small" || level === "tiny";
  const body = [use(symbol(piece, level))];
  if (states.includes("moved")) body.push(use(`${piece.sprite}-veil`));
  const out = [s("g", { class: "body" }, body)];
  if (states.includes("entrenched")) out.push(use("o-entrenched"));
  if (states.includes("moved")) out.push(use(small ? "o-moved-small" : "o-moved"));
  const known = BADGES.filter((name) => states.includes(name));
  const other = states.filter((name) => !BADGES.includes(name) && !OVER.has(name)).map(() => "other");
  const size = small ? (40 * 21) / 17 : 40;
  [...known, ...other].slice(0, SLOTS.length).forEach((name, k) => {
    const [x, y] = SLOTS[k];
    out.push(s("use", { class: "badge", href: `#s-${name}`, x: x - size / 2, y: y - size / 2, width: size, height: size }));
  });
  return out;
}

/**
 * A counter as a picture of its own: for the fan, the tray and lists.
 * @param {Piece} piece
 * @param {string} level tiny, small, middle or large
 */
export function counterSvg(piece, level = "middle") {
  const states = piece.status.map(word);
  return s("svg", { class: ["counter-svg", ...states], viewBox: "-12 -14 128 130", role: "img", "aria-label": piece.title }, parts(piece, level));
}

/** Strongest first; before the rest those who are selected, then those who fight. @param {Piece[]} pieces @param {Set<string>} selected @param {Set<string>} front */
export function inOrder(pieces, selected = new Set(), front = new Set()) {
  const first = (set, a, b) => Number(set.has(b.id)) - Number(set.has(a.id));
  return [...pieces].sort((a, b) => first(selected, a, b) || first(front, a, b) || b.strength - a.strength || (a.name < b.name ? -1 : 1));
}

/** All counters on the map. */
export class Counters {
  /**
   * @param {SVGElement} layer where counters go
   * @param {SVGElement} pills where the numbers of stacks go, above the arrows
   * @param {import("./hexes.js").Hexes} hexes
   */
  constructor(layer, pills, hexes) {
    this.layer = layer;
    this.pills = pills;
    this.hexes = hexes;
    /** @type {Map<string, {node: SVGElement, look: string, place: string, piece: Piece}>} */
    this.known = new Map();
    this.level = "middle";
    this.size = 0.58;
    /** @type {Map<string, Piece[]>} by hex, strongest first */
    this.stacks = new Map();
    this._pills = "";
  }

  /** Pieces of a hex, as they lie: top first. */
  at(hex) { return this.stacks.get(hex) ?? []; }

  /** The element of a piece. */
  node(id) { return this.known.get(id)?.node ?? null; }

  /**
   * Show these pieces and no others.
   * @param {Piece[]} pieces
   * @param {{selected?: Set<string>, front?: Set<string>, can?: Set<string>, level?: string, size?: number, held?: string | null}} how `front`: who takes part in the battle that is spoken of; `can`: who can act; `held`: the one being dragged or moved, left alone
   */
  draw(pieces, how = {}) {
    this.level = how.level ?? this.level;
    this.size = how.size ?? this.size;
    const selected = how.selected ?? new Set();
    const stacks = new Map();
    for (const piece of pieces) {
      if (!piece.hex || !this.hexes.has(piece.hex)) continue;
      if (!stacks.has(piece.hex)) stacks.set(piece.hex, []);
      stacks.get(piece.hex).push(piece);
    }
    const hexes = [...stacks.keys()].sort((a, b) => this.hexes.at(a).y - this.hexes.at(b).y || this.hexes.at(a).x - this.hexes.at(b).x);
    const order = [];
    const seen = new Set();
    let pills = "";
    for (const hex of hexes) {
      const all = inOrder(stacks.get(hex), selected, how.front);
      const units = all.filter((piece) => piece.kind === "unit");
      const rest = all.filter((piece) => piece.kind !== "unit");
      stacks.set(hex, units.length ? units : all);
      const shown = units.slice(0, SHOWN);
      rest.forEach((piece, k) => { this._put(piece, hex, 0, 1, how, k); order.push(piece.id); seen.add(piece.id); });
      const below = units.some((piece, depth) => depth > 0 && how.can?.has(piece.id));
      for (let depth = shown.length - 1; depth >= 0; depth -= 1) {
        this._put(shown[depth], hex, depth, shown.length, how, -1, depth === 0 && below);
        order.push(shown[depth].id);
        seen.add(shown[depth].id);
      }
      if (units.length > 1) pills += this._pill(hex, units);
    }
    for (const [id, entry] of this.known) if (!seen.has(id)) { entry.node.remove(); this.known.delete(id); }
    this._arrange(order);
    if (pills !== this._pills) { this._pills = pills; this.pills.innerHTML = pills; }
    this.stacks = stacks;
  }

  /** `below`: somebody under it can act, so that the top of the stack is marked, too. */
  _put(piece, hex, depth, count, how, beside = -1, below = false) {
    let entry = this.known.get(piece.id);
    // Of a lower counter only a rim is seen: its bare body will do, and its badges would only confuse.
    const bare = depth > 0;
    const look = `${piece.sprite} ${bare ? "body" : `${this.level} ${piece.status.join(" ")}`} ${piece.title}`;
    if (!entry) {
      entry = { node: s("g", { class: "counter", data: { unit: piece.id } }), look: "", place: "", piece };
      this.known.set(piece.id, entry);
      this.layer.append(entry.node);
    }
    entry.piece = piece;
    if (entry.look !== look) {
      entry.look = look;
      const title = s("title", null, piece.title);
      entry.node.replaceChildren(title, s("rect", { class: "ring", x: -7, y: -7, width: 114, height: 114, rx: 18 }), ...(bare ? [use(`${piece.sprite}-body`)] : parts(piece, this.level)));
    }
    const names = `counter ${piece.kind} ${bare ? "" : piece.status.map(word).join(" ")}${how.can?.has(piece.id) ? " can" : below ? " below" : ""}${how.selected?.has(piece.id) ? " chosen" : ""}${depth ? " lower" : ""}`;
    if (entry.node.getAttribute("class") !== names) entry.node.setAttribute("class", names);
    if (entry.node.dataset.hex !== hex) entry.node.dataset.hex = hex;
    if (how.held === piece.id) return;
    const place = this.place(hex, depth, count, beside);
    if (entry.place !== place) { entry.place = place; entry.node.setAttribute("transform", place); }
  }

  /** From one counter of a stack to the next: less where the whole stack would leave its hex. */
  _step() { return Math.min(STEP, (100 / this.size - 100) / (SHOWN - 1)); }

  /** How far a stack reaches from the middle of its hex with the pill below it, in units. @param {string} hex */
  reach(hex) {
    const count = Math.min(this.at(hex).length, SHOWN);
    return (this.size * (100 + (count - 1) * this._step() + (count > 1 ? 30 : 0))) / 2;
  }

  /** Where a counter lies in its hex, as a transform. Groups and markers lie smaller at the lower right. */
  place(hex, depth = 0, count = 1, beside = -1) {
    const { x, y } = this.hexes.at(hex);
    if (beside >= 0) return `translate(${num(x + 14 - beside * 24)} ${num(y + 14)}) scale(.3)`;
    const k = this.size;
    const step = this._step();
    const back = ((count - 1) * step) / 2;
    const dx = depth * step - back - 50;
    const dy = back - depth * step - 50;
    return `translate(${num(x + dx * k)} ${num(y + dy * k)}) scale(${k})`;
  }

  /** The transform of a lone counter whose middle is at a point. */
  placeAt(x, y) {
    return `translate(${num(x - 50 * this.size)} ${num(y - 50 * this.size)}) scale(${this.size})`;
  }

  /** Show a counter with its face above all others, to be moved. */
  lift(id) {
    const entry = this.known.get(id);
    if (!entry) return;
    const { piece, node } = entry;
    entry.look = "";
    node.setAttribute("class", `counter ${piece.kind} ${piece.status.map(word).join(" ")}`);
    node.replaceChildren(...parts(piece, this.level));
    this.layer.append(node);
  }

  /** Move an element by hand; the next draw puts it where it belongs. */
  hold(id, transform) {
    const entry = this.known.get(id);
    if (!entry) return;
    entry.place = "";
    entry.node.setAttribute("transform", transform);
  }

  _pill(hex, units) {
    const { x, y } = this.hexes.at(hex);
    const k = this.size;
    const back = ((Math.min(units.length, SHOWN) - 1) * this._step()) / 2;
    const sum = Math.round(units.reduce((all, piece) => all + (Number(piece.strength) || 0), 0) * 10) / 10;
    const label = `${units.length}·${sum}`;
    const width = 14 + 9.5 * label.length;
    return `<g class="pill" transform="translate(${num(x + (-back + 2 - 50) * k)} ${num(y + (back + 109 - 50) * k)}) scale(${k})">`
      + `<rect x="${num(-width / 2)}" y="-13" width="${num(width)}" height="26" rx="13"/><text y="7">${label}</text></g>`;
  }

  _arrange(order) {
    let at = this.layer.firstElementChild;
    for (const id of order) {
      const { node } = /** @type {{node: SVGElement}} */ (this.known.get(id));
      if (node === at) at = at.nextElementSibling;
      else this.layer.insertBefore(node, at);
    }
  }
}
