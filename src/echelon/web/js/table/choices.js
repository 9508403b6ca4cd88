// A small popover of answers beside a hex or hexside, and the tip that tells the cost of a way or what could be done. Neither
// covers the place it speaks of.

import { clause, h } from "../dom.js";
import { t } from "../texts.js";
import { signIcon } from "./signs.js";

/** @typedef {import("./store.js").Answer} Answer */

const FRESH = 350; // ms in which a menu that had to come up over its hex takes no press: the second tap of the same hand was meant for the map
export const DICE = ["die", "asks"]; // what the button of a deed says that is asked before its die falls

export class Choices {
  /** @param {import("./store.js").Store} store @param {import("./map.js").MapView} map */
  constructor(store, map) {
    this.store = store;
    this.map = map;
    /** @type {string | null} a hex or hexside */
    this.hex = null;
    this.card = h("div", { class: "choices", role: "menu", hidden: true });
    this.hint = h("div", { class: "tip", hidden: true });
    map.float.append(this.card, this.hint);
    map.camera.moved.add(() => { this.hint.hidden = true; this.place(); });
    this.card.addEventListener("keydown", (event) => this._walk(event));
    // A press elsewhere means something else: on the map the guide closes the menu, on the panels this does.
    document.addEventListener("pointerdown", ({ target }) => { if (this.asking && !map.root.contains(/** @type {Node} */ (target))) this.close(); }, true);
  }

  /** Is something asked here, not only offered? */
  get asking() { return !this.card.hidden && !this.card.classList.contains("quiet"); }

  /**
   * Offer answers. `quiet` ones do not take the focus: they only say what else the unit could do. Where one is asked (`ask`)
   * because what follows cannot be taken back, each wears its sign and tells its chances, and the last button does nothing.
   * @param {Answer[]} answers @param {string | null} place
   * @param {{quiet?: boolean, ask?: boolean, cancel?: () => void, sign?: (answer: Answer) => string, odds?: (answer: Answer) => Promise<string[]>, leads?: (answer: Answer) => Promise<string[]>}} [how]
   */
  open(answers, place, how = {}) {
    const shared = how.quiet || how.ask ? "" : prefix(answers.map((answer) => answer.say));
    const buttons = answers.map((answer) => {
      const odds = h("small", { class: "odds", hidden: true });
      const sign = how.sign?.(answer);
      let said = answer.final ? DICE : [];
      const leading = said.length ? h("small", null, t("lead.die")) : "";
      how.leads?.(answer).then((leads) => {
        if (!leading || !leads.length || !leading.isConnected) return;
        said = [...DICE, ...leads];
        leading.textContent = leads.map((lead) => t(`lead.${lead}`)).join(", ");
        this.place();
      });
      how.odds?.(answer).then((lines) => {
        if (!lines.length || !odds.isConnected) return;
        odds.replaceChildren(...lines.map((line) => h("span", null, line)));
        odds.hidden = false;
        this.place();
      });
      return h("button", {
        type: "button", role: "menuitem", class: "choice", data: { line: answer.line, word: answer.word },
        onclick: () => { this.close(); this.store.do(answer.line, said); },
        onpointerenter: () => this.store.hover(answer.line), onpointerleave: () => this.store.hover(null),
        onfocus: () => this.store.hover(answer.line), onblur: () => this.store.hover(null),
      }, sign ? signIcon(sign) : "", h("span", null, rest(answer.say, shared), leading, how.odds ? odds : ""), answer.beside ? h("small", null, answer.beside) : "");
    });
    const cancel = how.ask ? [h("button", { type: "button", role: "menuitem", class: "choice cancel", data: { key: "cancel" }, onclick: () => { this.close(); how.cancel?.(); } }, t("common.back"))] : [];
    this._show(shared, [...buttons, ...cancel], place, Boolean(how.quiet));
    if (how.ask && this.hex && this.map.covers(this.card, [this.hex])) {
      this.card.dataset.fresh = "";
      setTimeout(() => delete this.card.dataset.fresh, FRESH);
    }
    this.card.classList.toggle("ask", Boolean(how.ask));
  }

  /** Offer things that are not answers, below what is to be known of them. @param {{say: string, key: string, act: () => void}[]} items @param {string | null} hex @param {any[]} [told] a paragraph each */
  offer(items, hex, told = []) {
    this._show(told, items.map((item) => h("button", {
      type: "button", role: "menuitem", class: "choice", data: { key: item.key }, onclick: () => { this.close(); item.act(); },
    }, h("span", null, item.say))), hex, false);
  }

  _show(head, buttons, hex, quiet) {
    this.hex = hex && this.map.boxOf(hex) ? hex : null;
    const words = Array.isArray(head) ? head : [head].filter(Boolean);
    this.card.replaceChildren(...words.map((one) => h("p", null, one)), ...buttons);
    this.card.classList.toggle("quiet", quiet);
    this.card.classList.remove("ask");
    this.card.setAttribute("aria-label", words.length && words[0] === head ? head : t("map.choices"));
    this.card.hidden = false;
    this.place();
    if (!quiet) this.card.querySelector("button")?.focus({ preventScroll: true });
  }

  place() {
    if (this.card.hidden) return;
    if (this.hex) this.map.beside(this.card, this.hex, { avoid: Object.keys(this.store.reach?.hexes ?? {}), prefer: ["below", "above", "right", "left"] });
    else this.map.centre(this.card);
  }

  /** @returns {boolean} was it open? */
  close() {
    if (this.card.hidden) return false;
    const held = this.card.contains(document.activeElement);
    this.card.hidden = true;
    this.card.replaceChildren();
    this.store.hover(null);
    if (held) this.map.root.focus({ preventScroll: true });
    return true;
  }

  _walk(event) {
    const nodes = [...this.card.querySelectorAll("button")];
    const here = nodes.indexOf(/** @type {any} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || here < 0) return;
    event.preventDefault();
    event.stopPropagation();
    nodes[(here + step + nodes.length) % nodes.length].focus();
  }

  /** The cost of a way and what it brings with it. @param {string | null} hex @param {import("./store.js").Way | null} way */
  tip(hex, way) {
    const warnings = way?.warnings ?? [];
    this.hint.hidden = !hex || !way || (!way.note && !warnings.length); // its chip has the cost
    if (this.hint.hidden || !hex || !way) return;
    this.hint.replaceChildren(way.cost ? h("b", null, t("map.cost", { cost: way.cost })) : "", way.note ? h("span", null, way.note) : "",
      ...warnings.map((one) => h("span", { class: one.grave ? "warning" : "caution" }, one.say, " ", clause(one.clause, { short: true }))));
    this.placeTip(hex);
  }

  /** Say something beside a hex or hexside; nothing for none. @param {string | null} place @param {...(Node | string)} words */
  told(place, ...words) {
    this.hint.hidden = !place;
    this.hint.replaceChildren(...words);
    if (place) this.placeTip(place);
  }

  /** @param {string} place */
  placeTip(place) { if (!this.hint.hidden) this.map.beside(this.hint, place, { avoid: Object.keys(this.store.reach?.hexes ?? {}), prefer: ["above", "below", "right", "left"] }); }
}

/** The words that sentences begin with, all of them, if they are at least so many. @param {string[]} sentences */
export function prefix(sentences, least = 2) {
  const words = sentences.map((sentence) => sentence.split(" "));
  let n = 0;
  while (words[0][n] !== undefined && words.every((list) => list[n] === words[0][n])) n += 1;
  return n >= least && words.every((list) => list.length > n) ? words[0].slice(0, n).join(" ") : "";
}

function rest(sentence, shared) {
  const left = shared ? sentence.slice(shared.length).trim() : sentence;
  return left ? left[0].toUpperCase() + left.slice(1) : sentence;
}
