// Dragging a counter: its ghost follows the pointer, and letting go is a press on the hex below.

/** @typedef {{ node: SVGElement, unit: string, hex: string, source: Element }} Ghost */

export class Dragging {
  /** @param {import("./guide.js").Guide} guide */
  constructor(guide) {
    this.guide = guide;
    /** @type {Ghost | null} */
    this._ghost = null;
  }

  /** @param {any} at what lies under the pointer @param {PointerEvent} event */
  can(at, event) {
    const { store } = this.guide;
    if (!at.unit || !store.mine || event.button !== 0) return false;
    if (event.pointerType === "touch") return false; // a finger pans the map, whatever lies under it
    return this.guide.canAct(at.unit);
  }

  start(at) {
    const { store, map, fan } = this.guide;
    fan.close();
    if (store.selection?.unit !== at.unit) store.set("selection", { unit: at.unit, hex: at.hex, auto: true });
    const node = map.counters.node(at.unit);
    if (!node) return;
    this._ghost = { node: /** @type {SVGElement} */ (node.cloneNode(true)), unit: at.unit, hex: at.hex, source: node };
    this._ghost.node.classList.add("ghost");
    node.classList.add("away");
    map.layers.ghost.append(this._ghost.node);
    this.to(at);
  }

  to(at) {
    if (!this._ghost) return;
    const { map, pointed } = this.guide;
    this._ghost.node.setAttribute("transform", map.counters.placeAt(at.x, at.y));
    if (at.hex !== pointed?.hex) this.guide.hover(at);
  }

  /** Let go of it where it came from. @returns {boolean} was anything dragged? */
  cancel() {
    const dragged = this._ghost !== null;
    this.drop(null);
    return dragged;
  }

  async drop(at) {
    const ghost = this._ghost;
    if (!ghost) return;
    this._ghost = null;
    ghost.node.remove();
    ghost.source.classList.remove("away");
    if (!at?.hex || at.hex === ghost.hex) return;
    await this.guide.reaching;
    if (this.guide.store.selection?.unit === ghost.unit) this.guide.pressHex(at.hex);
  }
}
