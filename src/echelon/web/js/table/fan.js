// The fan: a stack opened into one row of counters that can be pressed, on hover, tap or Space.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { counterSvg, detail } from "./counters.js";

export class Fan {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./map.js").MapView} map
   * @param {{press: (unit: string, whole?: boolean) => void, can: (unit: string) => boolean, whole: (units: any[]) => number, instead: (hex: string) => boolean}} guide
   *   `can` a unit act, how many of the `whole` stack can go, may the unit in hand enter a hex where others could be taken `instead`?
   */
  constructor(store, map, guide) {
    this.store = store;
    this.map = map;
    this.guide = guide;
    /** @type {string | null} */
    this.hex = null;
    this._leave = 0;
    this._kind = ""; // of the question it was opened in
    /** @type {string[]} */ this._order = []; // as the counters lay then: who is chosen comes to the top of his stack, but stays under the pointer here
    this.node = h("div", { class: "fan", role: "group", hidden: true });
    this.line = h("i", { class: "fan-line", "aria-hidden": "true", hidden: true }); // to its stack, where it has no place beside it
    map.float.append(this.line, this.node);
    this.node.addEventListener("pointerenter", () => clearTimeout(this._leave));
    this.node.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") this._later(); });
    this.node.addEventListener("keydown", (event) => this._walk(event));
    map.camera.moved.add(() => { if (this.hex) this._place(); });
    store.on("scene", (scene) => { if (this.hex && !this._lasts(scene)) this.close(); });
    store.on("selection", () => { if (this.hex) this.draw(); });
    store.on("reach", () => { if (this.hex && map.covers(this.node, this._open([]))) this._place(); });
  }

  /** The pointer rests on something: open the stack under it, or let the open one close. @param {any | null} at */
  rest(at) {
    if (at?.unit && this.map.counters.at(at.hex).length >= this._least(at.hex) && !this.store.playing) {
      clearTimeout(this._leave);
      if (this.hex !== at.hex) this.open(at.hex);
    } else if (this.hex && at?.hex !== this.hex) this._later();
  }

  /** After an answer the same is asked: does somebody of the stack still have to be chosen? @param {import("./store.js").Scene | null} scene */
  _lasts(scene) {
    return scene?.kind === this._kind && scene.pieces.some((piece) => piece.hex === this.hex && this.guide.can(piece.id));
  }

  /** How many counters are worth a fan: one alone only where a press on it would send the unit in hand there. */
  _least(hex) { return this.guide.instead(hex) ? 1 : 2; }

  /** Counters were drawn: what the open fan shows may be another stack now. */
  refresh() { if (this.hex && this._shown !== this._ids()) this.draw(); }

  /** Who lies there, who of them can be chosen and who has joined. */
  _ids() { return JSON.stringify([this.map.counters.at(this.hex).map((piece) => [piece.id, this.guide.can(piece.id)]), this.map.joined]); }

  _later() {
    clearTimeout(this._leave);
    this._leave = setTimeout(() => { if (!this.node.contains(document.activeElement)) this.close(); }, 260);
  }

  toggle(hex) { if (this.hex === hex) this.close(); else this.open(hex); }

  /** @param {string} hex @param {boolean} [focus] move the keyboard's focus into it */
  open(hex, focus = false) {
    if (this.map.counters.at(hex).length < this._least(hex)) return;
    clearTimeout(this._leave);
    this.hex = hex;
    this._kind = this.store.scene?.kind ?? "";
    this._order = this.map.counters.at(hex).map((piece) => piece.id);
    this.draw();
    if (focus) /** @type {HTMLElement | null} */ (this.node.querySelector("button.can") ?? this.node.querySelector("button"))?.focus({ preventScroll: true });
  }

  draw() {
    if (!this.hex) return;
    const { store } = this;
    const rank = (piece) => (this._order.indexOf(piece.id) + 1 || Infinity);
    const units = [...this.map.counters.at(this.hex)].sort((a, b) => Math.sign(rank(a) - rank(b)) || 0);
    const { joined } = this.map;
    const instead = this.guide.instead(this.hex);
    if (units.length < (instead ? 1 : 2)) { this.close(); return; }
    this._shown = this._ids();
    const pixels = Math.min(84, Math.max(52, this.map.counterPixels));
    const able = units.filter((piece) => this.guide.can(piece.id));
    const held = this.node.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.unit : null;
    const whole = units.length > 1 ? this.guide.whole(units) : 0;
    this.node.style.setProperty("--counter", `${pixels}px`);
    this.node.setAttribute("aria-label", t("map.fan", { hex: this.hex, count: units.length }));
    this.node.replaceChildren(
      instead ? h("small", { class: "fan-instead" }, t("map.instead")) : "",
      ...units.map((piece) => h("button", {
        type: "button", class: ["fan-unit", able.includes(piece) ? "can" : able.length && "cannot", joined.includes(piece.id) && "joined"], title: piece.title, "aria-label": piece.title,
        "aria-pressed": store.selection?.unit === piece.id || Boolean(store.selection?.units?.includes(piece.id)), data: { unit: piece.id, hex: this.hex },
        onclick: (event) => this.guide.press(piece.id, event.shiftKey),
        onpointerenter: () => store.emit("pointed", { hex: this.hex, unit: piece.id }),
      }, counterSvg(piece, detail(pixels)))),
      whole ? h("button", { type: "button", class: "fan-whole", data: { whole: this.hex }, onclick: () => this.guide.press(this._lead(units), true) }, whole < units.length ? t("map.together", { count: whole, of: units.length }) : t("map.whole")) : "",
    );
    this.node.hidden = false;
    if (held) /** @type {HTMLElement | null} */ (this.node.querySelector(`[data-unit="${held}"]`))?.focus({ preventScroll: true });
    this._place();
  }

  /** Who leads when the whole stack goes: the selected one, else the first that can act. */
  _lead(units) {
    const chosen = units.find((piece) => piece.id === this.store.selection?.unit);
    return (chosen ?? units.find((piece) => this.guide.can(piece.id)) ?? units[0]).id;
  }

  /** On the side away from the enemy and from what is attacked. */
  _place() {
    if (!this.hex) return;
    const { map, store } = this;
    const side = map.counters.at(this.hex)[0]?.side;
    const here = map.hexes.at(this.hex);
    let pull = 0;
    for (const label of map.hexes.near.get(this.hex) ?? []) {
      if (map.counters.at(label).some((piece) => piece.side !== side)) pull += map.hexes.at(label).x - here.x;
    }
    const targets = (store.scene?.marks ?? []).filter((row) => row.mark === "target").map((row) => row.hex);
    const others = (map.hexes.near.get(this.hex) ?? []).filter((label) => map.counters.at(label).length);
    // Who could be chosen instead of these, or attacked, is kept clear of before all others.
    const wanted = others.filter((label) => store.answers({ hex: label }).length || map.counters.at(label).some((piece) => this.guide.can(piece.id)));
    const sides = pull > 0 ? ["left", "above", "below", "right"] : pull < 0 ? ["right", "above", "below", "left"] : ["above", "below", "right", "left"];
    this.node.classList.remove("upright");
    const must = [...new Set([...this._asked(), ...this._able(), ...targets])].filter((label) => label !== this.hex && map.hexes.has(label));
    const open = this._open(must);
    const how = { prefer: sides, avoid: [...open, ...targets, ...others, ...wanted, ...wanted] };
    this._settle(open, must, how);
    map.lead(this.line, this.node, this.hex);
  }

  /** @param {string[]} open @param {string[]} must @param {{prefer: string[], avoid: string[]}} how */
  _settle(open, must, how) {
    const { map } = this;
    map.beside(this.node, this.hex, how);
    if (!map.covers(this.node, open) || map.clear(this.node, this.hex, open)) return;
    this.node.classList.add("upright"); // no room for a row
    if (map.clear(this.node, this.hex, open)) return;
    // It rather covers some of the hexes that can be gone to than who can be chosen.
    this.node.classList.remove("upright");
    map.beside(this.node, this.hex, how);
    if (map.covers(this.node, must)) map.clear(this.node, this.hex, must);
  }

  /** Hexes that can be chosen by themselves, or for the unit in hand. */
  _asked() {
    const { store } = this;
    const { unit } = store.selection ?? {};
    return store.answers().flatMap((answer) => (answer.hex !== undefined && (!answer.unit || answer.unit === unit) ? [answer.hex] : []));
  }

  /** Where somebody lies who can be chosen beside those of a question about who joins: not all the units that may still move. */
  _able() {
    const { store, map, guide } = this;
    if (!store.scene?.panel?.defenders?.length) return [];
    return (store.scene.pieces ?? []).flatMap((piece) => (piece.hex && guide.can(piece.id) ? [piece.hex] : [])).filter((label) => map.hexes.has(label));
  }

  /** The same, and hexes where what is in hand could go: not under the fan, if there is a place for it. @param {string[]} must */
  _open(must) {
    const { store } = this;
    const { unit } = store.selection ?? {};
    const ways = unit && store.reach?.unit === unit ? Object.keys(store.reach.hexes) : [];
    return [...new Set([...ways, ...must])].filter((label) => label !== this.hex && this.map.hexes.has(label));
  }

  /** @returns {boolean} was it open? */
  close() {
    clearTimeout(this._leave);
    if (!this.hex) return false;
    const held = this.node.contains(document.activeElement);
    this.hex = null;
    this.node.hidden = this.line.hidden = true;
    this.node.replaceChildren();
    if (held) this.map.root.focus({ preventScroll: true });
    return true;
  }

  _walk(event) {
    const nodes = [...this.node.querySelectorAll("button")];
    const here = nodes.indexOf(/** @type {any} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === " " && here >= 0) { event.preventDefault(); event.stopPropagation(); nodes[here].click(); }
    if (!step || here < 0) return;
    event.preventDefault();
    event.stopPropagation();
    nodes[(here + step + nodes.length) % nodes.length].focus();
  }
}
