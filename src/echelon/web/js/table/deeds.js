// Deeds: what can be done at a hex or hexside besides going there. They are told before they are done, with the chance of their
// die; where that die would fall at once, or several could be meant, a small menu asks first.

import { h } from "../dom.js";
import { t } from "../texts.js";
import { signOf } from "./signs.js";

/** @typedef {import("./store.js").Answer} Answer */

const MANY = 24; // places to choose from: more are tinted, not framed one by one
const ROWS = 3; // outcomes that are told one by one; of more, only what they follow from
const TOLD = 4; // deeds told at once
const REST = 150; // ms the pointer rests before chances are asked for

export class Deeds {
  /** @param {import("./store.js").Store} store @param {import("./map.js").MapView} map @param {import("./choices.js").Choices} choices */
  constructor(store, map, choices) {
    this.store = store;
    this.map = map;
    this.choices = choices;
    this.finger = false; // the last press was a tap: nothing was told beforehand
    this._place = "";
    this._timer = 0;
  }

  /** Answers at a hexside, with what is in hand or else with nothing in hand. @param {string} hexside @returns {Answer[]} */
  at(hexside) {
    const { store } = this;
    const { selection } = store;
    const held = store.answers({ unit: selection?.unit, group: selection?.group, hexside });
    return held.length ? held : store.answers({ hexside });
  }

  /** Answers at the sides of a hex: what the keyboard's cursor, which walks hexes, can do there. @param {string} hex @returns {Answer[]} */
  around(hex) {
    const sides = new Set(this.store.answers().flatMap(({ hexside }) => (hexside?.split("|").includes(hex) ? [hexside] : [])));
    return [...sides].flatMap((hexside) => this.at(hexside));
  }

  /** Places as marks: hexes framed, hexsides barred, with a sign where deeds differ. @param {Answer[]} fitting @param {Answer[]} loose @param {Record<string, unknown>} ways hexes that can be gone to, marked already */
  marks(fitting, loose, ways) {
    const { board } = this.store;
    /** @type {Map<string, {strong: boolean, answers: Answer[]}>} */
    const places = new Map();
    for (const [answers, strong] of /** @type {[Answer[], boolean][]} */ ([[fitting, true], [loose, false]])) {
      for (const answer of answers) {
        const place = answer.hex ?? answer.hexside;
        if (place === undefined || ways[place]) continue;
        if (!places.has(place)) places.set(place, { strong, answers: [] });
        places.get(place)?.answers.push(answer);
      }
    }
    const many = fitting.filter((answer) => answer.hex !== undefined).length > MANY;
    const signs = new Map([...places].map(([place, { answers }]) => [place, signOf(board, answers)]));
    const mixed = new Set([...signs].filter(([place]) => !place.includes("|")).map(([, sign]) => sign)).size > 1;
    /** @type {import("./store.js").Mark[]} */
    const rows = [];
    for (const [place, { strong, answers }] of places) {
      const sign = signs.get(place);
      if (answers[0].hexside !== undefined) rows.push({ mark: "hexside", hexside: place, sign });
      else rows.push({ mark: "choice", hex: place, strong, many });
      if (mixed && sign && answers[0].hex !== undefined) rows.push({ mark: "sign", hex: place, sign });
    }
    return rows;
  }

  /** Hexes that something is owed at, of those that can be chosen, as marks. @param {Answer[]} answers */
  owed(answers) {
    const open = new Set(answers.flatMap(({ hex }) => (hex === undefined ? [] : [hex])));
    const hexes = new Set((this.store.scene?.duties ?? []).flatMap((duty) => duty.hexes ?? []));
    return [...hexes].filter((hex) => open.has(hex)).map((hex) => ({ mark: "duty", hex, text: t("panel.duty") }));
  }

  /** Must it be asked before it is done? A die that falls at once cannot be taken back, and a finger was told nothing. @param {Answer[]} answers */
  asks(answers) {
    return answers.length > 1 || Boolean(answers[0].final) || (this.finger && answers[0].hexside !== undefined);
  }

  /** Offer deeds in a menu at their place, each with its sign and chances. @param {Answer[]} answers @param {string | null} place @param {() => void} [cancel] what is done if none is wanted */
  ask(answers, place, cancel) {
    this.tell(null, []);
    this.choices.open(answers, place, { ask: true, cancel, sign: (answer) => signOf(this.store.board, [answer]), odds: (answer) => this.odds(answer), leads: (answer) => this.leads(answer) });
  }

  /** All that an answer leads to, for its button to say. @param {Answer} answer @returns {Promise<string[]>} */
  async leads(answer) {
    if (!answer.final) return [];
    return (await this.store.preview(answer.line).catch(() => null))?.leads ?? [];
  }

  /** The chances of the die that follows at once, a sentence each; nothing where none does. @param {Answer} answer @returns {Promise<string[]>} */
  async odds(answer) {
    if (!answer.final) return [];
    const panel = await this.store.preview(answer.line).catch(() => null);
    const rows = panel?.chances ?? [];
    if (rows.length > ROWS) return panel.subtitle ? [panel.subtitle] : [];
    return rows.map((row) => t(/\d/.test(row.result) ? "map.odds.faces" : "map.odds.plain", { faces: row.result, say: String(row.say).replace(/\.$/, ""), chance: `${row.n}/${row.of}` }));
  }

  /** Say beside a place what could be done there; with no answers, say nothing. @param {string | null} place @param {Answer[]} answers */
  tell(place, answers) {
    const { choices, store } = this;
    const worth = answers.filter((answer) => answer.hexside !== undefined || answer.final);
    const key = place && worth.length && !choices.asking ? `${store.number} ${place}` : "";
    if (key && key === this._place) return;
    this._place = key;
    clearTimeout(this._timer);
    if (!key || !place) { choices.told(null); return; }
    const shown = worth.slice(0, TOLD);
    const odds = shown.map(() => h("small"));
    const more = worth.length > TOLD ? h("small", null, t("map.say.more", { count: worth.length - TOLD })) : "";
    choices.told(place, ...shown.flatMap((answer, i) => [h("b", null, answer.say), odds[i]]), more);
    this._timer = setTimeout(() => shown.forEach(async (answer, i) => {
      const lines = await this.odds(answer);
      if (key !== this._place) return;
      odds[i].replaceChildren(...lines.map((line) => h("span", null, line)));
      choices.placeTip(place);
    }), REST);
  }
}
