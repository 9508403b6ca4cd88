// The map: the printed sheet, the live layers above it, and the camera over both. It draws what it is told and answers where a point lies.

import * as api from "../api.js";
import { h, s } from "../dom.js";
import { mapTheme, onSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { Camera } from "./camera.js";
import { Counters, detail } from "./counters.js";
import { Hexes } from "./hexes.js";
import { LAYERS, Marks } from "./marks.js";
import { FAR, Names } from "./names.js";
import { Sheet } from "./sheet.js";

const SOURCES = ["help", "overlay", "scene", "advice", "guide", "hover", "why", "focus"]; // who puts marks on the map; later ones lie above
const LATE = 350; // ms before a picture that does not come is explained
const TRIES = 4;
const AGAIN = 1500; // ms before a picture is asked for again, longer each time
const TIP = 24; // pixels from the corner of a card to its tip
const HALF = 62; // units from the middle of a hex to past its edge
const ROUND = 230; // units round the counters of a first view: two hexes and what their own takes
const CLEARING = 10; // pixels between the places that are tried for a card
const LEGIBLE = 30; // pixels: a counter shows its name and its first value,
const FACTORS = 37; // and here all of them: for a phone, where nothing can be pointed at
const FULL = 0.86; // of a hex, the most a counter takes
const READABLE = 8.5; // pixels: the radius below which chips grow against the map

export class MapView {
  /** @param {import("./store.js").Store} store @param {HTMLElement} root */
  constructor(store, root) {
    this.store = store;
    this.root = root;
    this.hexes = new Hexes(store.board);
    this.marks = new Marks(this.hexes, store.board.sides);
    this.held = null; // a counter being dragged
    /** @type {Map<string, import("./store.js").Piece> | null} what is shown while moves are played */
    this.shown = null;
    this.selected = new Set();
    this.can = new Set();
    this.keys = false; // the player uses the keyboard: show its cursor
    /** @type {import("./store.js").Mark[] | null} marks while moves are played */
    this.playMarks = null;
    this._rows = new Map();
    this._drawn = new Map();
    /** Called after counters were drawn; set by the guide. */
    this.drawn = () => {};
    /** Where the few answers to the question lie; set by the guide. @type {() => {x: number, y: number}[]} */
    this.asked = () => [];
    /** @type {string | undefined} */
    this._target = undefined;
    this._free = "";
    this._seen = [0, 0, 0, 0]; // of the sheet, when the map last rested
    /** @type {any} the panel of the answer that is looked at */
    this.previewed = null;
    store.on("panel", (found) => { this.previewed = found; this.drawMarks(); });
    this._build();
    this.camera = new Camera(root, this.world, this.hexes.box);
    this.camera.front = (width, height) => this.front(width, height);
    this.camera.subject = (column) => this.subject(column);
    this.camera.own = () => this._own();
    this.camera.lent = () => store.lent();
    this.camera.settled.add(() => this._settle());
    this.names = new Names(this.layers.names, this.hexes, store.board);
    this.counters = new Counters(this.layers.counters, this.layers.pills, this.hexes);
    this._sides();
    onSettings((_, keys) => {
      if (["theme", "dayMap", "contrast"].some((key) => keys.includes(key))) this.dress();
      if (keys.includes("counters")) this.draw();
    });
  }

  _build() {
    const [x, y, width, height] = this.hexes.box;
    const group = (name) => s("g", { class: `l-${name}` });
    /** @type {Record<string, SVGElement>} */
    this.layers = Object.fromEntries(["areas", "outlines", "lines", "markers", "names", "hits", "counters", "arrows", "pills", "chips", "ghost"].map((name) => [name, group(name)]));
    this.groups = new Map();
    for (const layer of LAYERS) {
      for (const source of SOURCES) {
        const node = s("g", { class: `from-${source}` });
        this.layers[layer].append(node);
        this.groups.set(`${layer} ${source}`, node);
      }
    }
    for (const label of this.hexes.labels) this.layers.hits.append(s("path", { d: this.hexes.path([label]), data: { hex: label } }));
    const paper = h("div", { class: "paper" });
    this.sheet = new Sheet(paper, this.hexes.box);
    this.live = s("svg", { class: "live", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" }, Object.values(this.layers));
    this.world = h("div", { class: "world" }, paper, this.live);
    this.float = h("div", { class: "float" }); // cards, fan and popover: in pixels of the screen, not of the map
    this.note = h("p", { class: "drawing", role: "status", hidden: true });
    this.float.append(this.note);
    this.root.replaceChildren(this.world, this.float);
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.relabel();
  }

  _sides() {
    const style = document.documentElement.style;
    (this.store.board.sides ?? []).forEach((side, k) => {
      style.setProperty(`--side-${k}-light`, side.colour);
      style.setProperty(`--side-${k}-dark`, side.colourDark ?? side.colour);
    });
  }

  /** What the map is called to those who hear it. */
  relabel() { this.root.setAttribute("aria-label", t("map.label")); }

  /** Fetch sheet and sprite in the palette of the theme and in the language. */
  async dress() {
    const [system, scenario] = api.artOf(this.store.info);
    const dark = mapTheme() === "dark";
    const palette = paletteOf(this.store.board);
    const sprite = api.picture(api.countersUrl(system, scenario, dark ? "dusk" : "light"));
    const sheet = this._draw(api.sheetUrl(system, scenario, palette));
    const holder = document.getElementById("sprites") ?? document.body.appendChild(h("div", { id: "sprites", hidden: true }));
    holder.innerHTML = await sprite;
    await sheet;
  }

  /** Load the sheet. The server may still be drawing it, which takes seconds on a first start: say so instead of showing nothing. */
  async _draw(url) {
    const late = setTimeout(() => this._tell("map.drawing"), LATE);
    for (let tries = 1; ; tries += 1) {
      try { await this.sheet.load(url); break; } catch (error) {
        if (tries === TRIES) { clearTimeout(late); this._tell("map.undrawn"); console.warn(url, error); return; }
        await new Promise((done) => { setTimeout(done, AGAIN * tries); });
      }
    }
    clearTimeout(late);
    this._tell("");
  }

  /** A line in the middle of the map, with a wheel that turns while something is being done. @param {string} key nothing takes it away */
  _tell(key) {
    this.note.hidden = !key;
    if (!key) return;
    this.note.replaceChildren(key === "map.drawing" ? h("span", { class: "spinner" }) : "", h("span", null, t(key)));
    this.centre(this.note);
  }

  /** Where the counters are and so much round them: left, top, width, height. @returns {[number, number, number, number]} */
  _counted(round = ROUND) {
    const centres = this.hexes.centres((this.store.scene?.pieces ?? []).flatMap((piece) => (piece.hex ? [piece.hex] : [])));
    const all = centres.length ? centres : this.hexes.centres(this.hexes.labels);
    const xs = all.map(([x]) => x);
    const ys = all.map(([, y]) => y);
    const left = Math.min(...xs) - round;
    const top = Math.min(...ys) - round;
    return [left, top, Math.max(...xs) + round - left, Math.max(...ys) + round - top];
  }

  /** The first view: the whole map, or the counters and what is asked for if that would be too small to read. @param {{x: number, y: number}[]} places */
  begin(places) {
    const part = (round) => {
      const [left, top, width, height] = this._counted(round);
      const [x, y] = [Math.min(left, ...places.map((at) => at.x - HALF)), Math.min(top, ...places.map((at) => at.y - HALF))];
      const [right, bottom] = [Math.max(left + width, ...places.map((at) => at.x + HALF)), Math.max(top + height, ...places.map((at) => at.y + HALF))];
      return /** @type {[number, number, number, number]} */ ([x, y, right - x, bottom - y]);
    };
    this.camera.begin(part(ROUND), part(HALF));
  }

  /** Of all places of this size the one with most of both sides in it: where they meet. @param {number} width @param {number} height @returns {{box: [number, number, number, number], met: boolean, all: boolean} | null} */
  front(width, height) {
    const { scene, viewer } = this.store;
    const units = (scene?.pieces ?? []).flatMap(({ hex, side, kind }) => (kind === "unit" && hex && this.hexes.has(hex) ? [{ ...this.hexes.at(hex), own: side === (viewer ?? scene?.asked) }] : []));
    const inside = (cx, cy) => units.filter(({ x, y }) => Math.abs(x - cx) <= width / 2 - HALF && Math.abs(y - cy) <= height / 2 - HALF);
    let best = { score: 0, met: false, seen: units };
    for (const a of units) {
      for (const b of units) {
        if (a !== b && (a.own === b.own || Math.abs(a.x - b.x) > width || Math.abs(a.y - b.y) > height)) continue;
        const seen = inside((a.x + b.x) / 2, (a.y + b.y) / 2);
        const own = seen.filter((one) => one.own).length;
        const score = seen.length + 3 * Math.min(own, seen.length - own);
        if (score > best.score) best = { score, met: own > 0 && own < seen.length, seen };
      }
    }
    if (!best.score) return null;
    const middle = (values) => (Math.min(...values) + Math.max(...values)) / 2;
    return { box: [middle(best.seen.map(({ x }) => x)) - width / 2, middle(best.seen.map(({ y }) => y)) - height / 2, width, height], met: best.met, all: best.seen.length === units.length };
  }

  /** What the button of the whole map shows. */
  overview() { this.camera.overview(this._counted()); }

  /** What a panel that opens must not push out of view: what is attacked, then what is taken, what is asked for, the player's own counters, and in a view of the whole map all of them. A prompt that grows moves no map for a counter's sake. @param {boolean} column */
  subject(column) {
    const { scene, selection } = this.store;
    const labels = [scene?.marks.find((row) => row.mark === "target")?.hex, selection?.hex, selection?.unit ? this.store.piece(selection.unit)?.hex : null];
    const named = [...labels.flatMap((label) => (label && this.hexes.has(label) ? [this.hexes.at(label)] : [])), ...this.asked().filter((at) => this._cut(at))];
    if (!column) return named;
    const own = corners(this._own());
    return [...named, ...own, ...(this.camera.fitted ? corners(this._middles()) : [])];
  }

  /** The middles of the hexes of counters. @param {(piece: import("./store.js").Piece) => boolean} [which] */
  _middles(which = () => true) {
    return this.hexes.centres((this.store.scene?.pieces ?? []).flatMap((piece) => (piece.hex && which(piece) ? [piece.hex] : []))).map(([x, y]) => ({ x, y }));
  }

  /** Where the player's own counters lie; of a map that he has moved, those that he sees. */
  _own() {
    const { viewer } = this.store;
    const all = this._middles((piece) => piece.kind === "unit" && piece.side === viewer);
    return this.camera.fitted ? all : all.filter((at) => this._sees(at));
  }

  /** Was a place in view when the map last rested? */
  _sees({ x, y }) { return x > this._seen[0] && x < this._seen[2] && y > this._seen[1] && y < this._seen[3]; }

  /** Does a hex with its middle there lie partly outside of the map's view? @param {{x: number, y: number}} at */
  _cut({ x, y }) {
    const at = this.camera.toView(x, y);
    const r = HALF * this.camera.zoom;
    return at.x < r || at.y < r || at.x > this.root.clientWidth - r || at.y > this.root.clientHeight - r;
  }

  /** Bring what is attacked into the free part of the view, if it is not there. */
  showTarget() {
    const hex = this.store.scene?.marks.find((row) => row.mark === "target")?.hex;
    const free = Object.values(this.camera.free).join();
    if (hex === this._target && free === this._free) return;
    this._target = hex;
    this._free = free;
    // Wide enough for the hexes round it and for the buttons at the edge of a phone's screen.
    if (hex && this.hexes.has(hex)) this.camera.show(this.hexes.at(hex).x, this.hexes.at(hex).y, 125);
  }

  // --- drawing ---------------------------------------------------------------------------------------------------------
  /** How wide a counter is, as a share of its hex: what the player has set, and more of it where the map is so small that its name could not be read. */
  get counterSize() { return Math.max(settings().counters, Math.min(FULL, (this.camera.free.bottom ? FACTORS : LEGIBLE) / (100 * this.camera.zoom))); }

  /** Pixels a counter measures on screen. */
  get counterPixels() { return this.counterSize * 100 * this.camera.zoom; }

  /** Who takes part in the battle that is spoken of; not who could, though a panel may reckon with him already. @returns {string[]} */
  get joined() { return (this.store.scene?.panel?.attackers ?? []).filter((id) => !this.can.has(id)); }

  /** Draw counters, and the marks that belong to the scene. */
  draw() {
    const scene = this.store.scene;
    const pieces = this.shown ? [...this.shown.values()] : scene?.pieces ?? [];
    this.counters.draw(pieces, {
      selected: this.selected, front: new Set(this.shown ? [] : this.joined), can: this.shown ? new Set() : this.can, level: detail(this.counterPixels), size: this.counterSize, held: this.held,
    });
    this._name();
    this.drawMarks();
    document.body.dataset.ready = String(this.store.number);
    this.drawn();
  }

  /** Write the names, clear of the counters as they lie now. */
  _name() {
    const { counters, store } = this;
    const fought = new Set((store.scene?.flags ?? []).map((flag) => flag.hex));
    this.names.draw(this.camera.zoom, new Map([...counters.stacks.keys()].map((hex) => [hex, counters.reach(hex)])), fought);
  }

  /** Draw the marks that belong to the scene; while an answer is looked at, the odds it would bring. */
  drawMarks() {
    const { scene } = this.store;
    const flags = (scene?.flags ?? []).map((flag) => ({ mark: "flag", ...flag }));
    const odds = this.previewed && sameFight(this.previewed, scene?.panel) ? this.previewed.ladder?.columns[this.previewed.ladder.final] : undefined;
    const marks = (scene?.marks ?? []).map((row) => (odds && row.mark === "odds" && row.current !== false && row.text !== odds ? { ...row, text: odds, preview: true } : row));
    this.show("scene", this.shown ? this.playMarks ?? [] : [...marks, ...flags]);
  }

  /** Show the marks of one source; only the layers whose text changed are touched. @param {string} source @param {import("./store.js").Mark[]} rows */
  show(source, rows) {
    this._rows.set(source, rows);
    this.marks.viewer = this.store.viewer;
    const text = this.marks.draw(rows);
    for (const layer of LAYERS) {
      const key = `${layer} ${source}`;
      if ((this._drawn.get(key) ?? "") === text[layer]) continue;
      this._drawn.set(key, text[layer]);
      this.groups.get(key).innerHTML = text[layer];
    }
  }

  /** The part of the sheet that is in view: left, top, right, bottom. */
  _part() {
    const [a, b] = [this.camera.toSheet(0, 0), this.camera.toSheet(this.root.clientWidth, this.root.clientHeight)];
    return [a.x, a.y, b.x, b.y];
  }

  /** The camera rests: counters take the detail of their size, chips stay readable. */
  _settle() {
    const zoom = this.camera.zoom;
    this._seen = this._part();
    this.sheet.show(zoom);
    const chip = Math.min(2.2, Math.max(1, Math.round((READABLE / (10 * zoom)) * 20) / 20));
    this.root.classList.toggle("far", zoom < FAR);
    if (chip !== this.marks.chip) {
      this.marks.chip = chip;
      for (const [source, rows] of this._rows) this.show(source, rows);
    }
    if (this.counters.level !== detail(this.counterPixels) || this.counters.size !== this.counterSize) this.draw(); else this._name();
  }

  /** Say something to a screen reader. */
  say(text) {
    const region = document.getElementById("live");
    if (region) region.textContent = text;
  }

  // --- where things are --------------------------------------------------------------------------------------------------
  /** What lies under a point of the window: hex, unit, hexside. @param {number} clientX @param {number} clientY */
  under(clientX, clientY) {
    const box = this.root.getBoundingClientRect();
    const at = this.camera.toSheet(clientX - box.left, clientY - box.top);
    const hex = this.hexes.find(at.x, at.y);
    const element = document.elementFromPoint(clientX, clientY);
    const counter = element?.closest?.(".counter[data-unit]");
    const hexside = element?.closest?.("[data-hexside]");
    const chip = element?.closest?.(".l-chips [data-hex]");
    return {
      hex: chip?.getAttribute("data-hex") ?? hex ?? counter?.getAttribute("data-hex") ?? null,
      unit: chip ? null : counter?.getAttribute("data-unit") ?? null,
      hexside: hexside?.getAttribute("data-hexside") ?? null,
      chip: Boolean(chip),
      x: at.x, y: at.y,
    };
  }

  /** The box of a hex, or of a hexside's mark, in pixels of the map element; null for what is neither. @param {string} label */
  boxOf(label) {
    const side = !this.hexes.has(label);
    const centre = side ? this.hexes.middle(label) : this.hexes.at(label);
    if (!centre) return null;
    const at = this.camera.toView(centre.x, centre.y);
    const r = (side ? 26 : 57.7) * this.camera.zoom;
    return { x: at.x, y: at.y, left: at.x - r, right: at.x + r, top: at.y - r * 0.87, bottom: at.y + r * 0.87 };
  }

  /** Where the buttons at the edges of the map lie, with some room: they would cover a card. @param {number} room */
  _buttons(room) {
    const { left, top } = this.root.getBoundingClientRect();
    return ["zoom", "corner", "chip"].flatMap((id) => {
      const box = document.getElementById(id)?.getBoundingClientRect();
      return box?.width ? [{ left: box.left - left - room, right: box.right - left + room, top: box.top - top - room, bottom: box.bottom - top + room }] : [];
    });
  }

  /** Where the fan and the menu lie that are open beside a card: it does not cover them. @param {HTMLElement} card */
  _cards(card) {
    const { left, top } = this.root.getBoundingClientRect();
    return [...this.float.querySelectorAll(":is(.fan, .choices):not([hidden])")].flatMap((other) => {
      const box = other.getBoundingClientRect();
      return other === card ? [] : [{ left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top }];
    });
  }

  /**
   * Lay a floating element beside a hex, never over it, inside the free part of the view if it has room there.
   * @param {HTMLElement} card @param {string} label @param {{avoid?: string[], prefer?: string[]}} [how] hexes to keep clear of, sides to try first
   * @returns {string} the side it lies on
   */
  beside(card, label, how = {}) {
    const box = this.boxOf(label);
    if (!box) return "";
    const { top, left, right, bottom } = this.camera.free;
    const view = { left: left + 6, top: top + 6, right: this.root.clientWidth - right - 6, bottom: this.root.clientHeight - bottom - 6 };
    const scale = pageZoom();
    card.style.setProperty("--most", `${Math.round((view.bottom - view.top) / scale)}px`);
    const { width, height } = card.getBoundingClientRect();
    const gap = 10;
    const places = {
      below: { x: box.x - width / 2, y: box.bottom + gap },
      above: { x: box.x - width / 2, y: box.top - gap - height },
      right: { x: box.right + gap, y: box.y - height / 2 },
      left: { x: box.left - gap - width, y: box.y - height / 2 },
    };
    const avoid = [...(how.avoid ?? []).flatMap((other) => this.boxOf(other) ?? []), ...(card.classList.contains("why") ? this._cards(card) : [])];
    const buttons = this._buttons(gap);
    let best = { side: "below", cost: Infinity, x: 0, y: 0 };
    // In the middle of a side if it can be, else moved along it until only its tip is at the hex.
    const tries = [0, -1, 1].flatMap((shift) => (how.prefer ?? ["below", "right", "left", "above"]).map((side) => ({ side, shift })));
    for (const { side, shift } of tries) {
      const at = places[side];
      const across = side === "below" || side === "above";
      const along = shift * Math.max(0, (across ? width : height) / 2 - TIP);
      let x = across ? Math.min(Math.max(at.x + along, view.left), Math.max(view.left, view.right - width)) : at.x;
      let y = across ? at.y : Math.min(Math.max(at.y + along, view.top), Math.max(view.top, view.bottom - height));
      for (const b of buttons.filter((one) => one.left < x + width && one.right > x && one.top < y + height && one.bottom > y)) {
        if (!across) y = b.bottom;
        else x = b.left + b.right < view.left + view.right ? b.right : b.left - width;
      }
      const aside = Math.max(0, view.left - x) + Math.max(0, x + width - view.right);
      const out = 8 * aside + Math.max(0, view.top - y) + Math.max(0, y + height - view.bottom); // off the side of a phone nothing can be read
      const over = avoid.filter((b) => b.left < x + width && b.right > x && b.top < y + height && b.bottom > y).length;
      const cost = out * 10 + over * 60 + (best.cost === Infinity ? 0 : 1);
      if (cost < best.cost) best = { side, cost, x, y };
    }
    const inside = (at, length, start, end) => Math.max(start, Math.min(at, end - length));
    best.x = inside(best.x, width, view.left, view.right);
    best.y = inside(best.y, height, view.top, view.bottom); // where there is no room at all it rather covers the hex than leaves the screen
    const px = (value) => `${Math.round(value / scale)}px`;
    card.style.left = px(best.x);
    card.style.top = px(best.y);
    card.dataset.side = best.side;
    const under = buttons.some((b) => b.left + gap < best.x + width && b.right - gap > best.x && b.top + gap < best.y + height && b.bottom - gap > best.y);
    if (under && (this.clear(card, label, []) || this.clear(card, label, [], false))) return "";
    card.style.setProperty("--tip-x", px(Math.min(Math.max(box.x - best.x, 18), width - 18)));
    card.style.setProperty("--tip-y", px(Math.min(Math.max(box.y - best.y, 18), height - 18)));
    return best.side;
  }

  /** Does a floating element lie over one of these hexes? @param {HTMLElement} card @param {string[]} labels */
  covers(card, labels) {
    const root = this.root.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    const [x, y] = [box.left - root.left, box.top - root.top];
    return labels.some((label) => { const b = this.boxOf(label); return b && b.left < x + box.width && b.right > x && b.top < y + box.height && b.bottom > y; });
  }

  /**
   * Lay a floating element as near to a hex as it can be without covering it (unless it may) or one of these hexes.
   * @param {HTMLElement} card @param {string} label @param {string[]} labels @returns {boolean} was there such a place?
   */
  clear(card, label, labels, itself = true) {
    const own = this.boxOf(label);
    if (!own) return false;
    const { top, left, right, bottom } = this.camera.free;
    const { width, height } = card.getBoundingClientRect();
    const shut = [...(itself ? [own] : []), ...labels.flatMap((other) => this.boxOf(other) ?? []), ...this._buttons(4), ...(card.classList.contains("why") ? this._cards(card) : [])];
    let best = { far: Infinity, x: 0, y: 0 };
    for (let y = top + 6; y + height <= this.root.clientHeight - bottom - 6; y += CLEARING) {
      for (let x = left + 6; x + width <= this.root.clientWidth - right - 6; x += CLEARING) {
        const far = Math.hypot(Math.max(x - own.x, own.x - x - width, 0), Math.max(y - own.y, own.y - y - height, 0));
        if (far < best.far && !shut.some((b) => b.left < x + width && b.right > x && b.top < y + height && b.bottom > y)) best = { far, x, y };
      }
    }
    if (best.far === Infinity) return false;
    const scale = pageZoom();
    card.style.left = `${Math.round(best.x / scale)}px`;
    card.style.top = `${Math.round(best.y / scale)}px`;
    this._point(card, own, best, scale);
    return true;
  }

  /** The tip of a card that lies near a hex points at it. @param {HTMLElement} card @param {{x: number, y: number}} own @param {{x: number, y: number}} at */
  _point(card, own, at, scale) {
    const { width, height } = card.getBoundingClientRect();
    const [x, y] = [own.x - at.x, own.y - at.y];
    const near = Math.max(-x, x - width, -y, y - height) < HALF * 2 * this.camera.zoom;
    const side = !near ? "" : x > TIP && x < width - TIP ? (y < 0 ? "below" : "above") : y > TIP && y < height - TIP ? (x < 0 ? "right" : "left") : "";
    if (side) card.dataset.side = side; else delete card.dataset.side;
    card.style.setProperty("--tip-x", `${Math.round(x / scale)}px`);
    card.style.setProperty("--tip-y", `${Math.round(y / scale)}px`);
  }

  /** Draw a line from a card to the hex that it belongs to; none where its tip points there. @param {HTMLElement} line @param {HTMLElement} card @param {string} label */
  lead(line, card, label) {
    const own = this.boxOf(label);
    line.hidden = !own || Boolean(card.dataset.side);
    if (!own || line.hidden) return;
    const root = this.root.getBoundingClientRect();
    const box = card.getBoundingClientRect();
    const x = Math.min(Math.max(own.x, box.left - root.left), box.right - root.left);
    const y = Math.min(Math.max(own.y, box.top - root.top), box.bottom - root.top);
    const far = Math.hypot(own.x - x, own.y - y) - (own.bottom - own.top) / 2;
    const scale = pageZoom();
    Object.assign(line.style, { left: `${x / scale}px`, top: `${y / scale}px`, width: `${Math.max(0, far) / scale}px`, transform: `rotate(${Math.atan2(own.y - y, own.x - x)}rad)` });
  }

  /** Lay a floating element in the middle of the free view, at its foot if `low`. @param {HTMLElement} card */
  centre(card, low = false) {
    const { width, height } = card.getBoundingClientRect();
    const { top, left, right, bottom } = this.camera.free;
    const scale = pageZoom();
    const x = left + (this.root.clientWidth - left - right - width) / 2;
    const y = low ? this.root.clientHeight - bottom - height - 12 : top + (this.root.clientHeight - top - bottom - height) / 2;
    card.style.left = `${Math.round(x / scale)}px`;
    card.style.top = `${Math.round(y / scale)}px`;
    delete card.dataset.side;
  }
}

/** The corners of what lies round points, the lower right first. @param {{x: number, y: number}[]} points */
function corners(points) {
  if (!points.length) return [];
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return [{ x: Math.max(...xs), y: Math.max(...ys) }, { x: Math.min(...xs), y: Math.min(...ys) }];
}

/** The palette the map wears now. @param {any} board */
export function paletteOf(board) {
  const dark = mapTheme() === "dark";
  const name = (dark ? board.palettes?.dark : board.palettes?.light) ?? (dark ? "dusk" : "winter");
  return document.documentElement.dataset.contrast === "high" ? `${name}-contrast` : name;
}

/** Do two panels speak of the same attack, whoever takes part in it? */
const sameFight = (a, b) => Boolean(a?.defenders?.length) && String(a.defenders) === String(b?.defenders);

/** How much cards are enlarged on a large screen. */
const pageZoom = () => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--page-zoom")) || 1;
