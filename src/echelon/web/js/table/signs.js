// Signs: what can be done at a place of the map. Shape and glyph tell them apart, so that no colour is needed; which verb wears
// which sign is for the game to say (`board.signs`).

import { s } from "../dom.js";

const ROUND = "M0-13A13 13 0 1 1 0 13A13 13 0 1 1 0-13Z";
const BURST = "M0-17L4.2-9.4L12-12L9.4-4.2L17 0L9.4 4.2L12 12L4.2 9.4L0 17L-4.2 9.4L-12 12L-9.4 4.2L-17 0L-9.4-4.2L-12-12L-4.2-9.4Z";

/** Outline and glyph about the origin, in units of the sheet. @type {Record<string, {shape: string, glyph: string}>} */
const SIGNS = {
  build: { shape: ROUND, glyph: "M-6.8 0H6.8M0-6.8V6.8" },
  remove: { shape: "M-12-12H12V12H-12Z", glyph: "M-6.8 0H6.8" },
  blast: { shape: BURST, glyph: "M-4.6-4.6L4.6 4.6M4.6-4.6L-4.6 4.6" },
  bomb: { shape: "M-14-11H14L0 15Z", glyph: "M0-7V6M-4 2L0 6L4 2" },
  fight: { shape: "M-14 0L-7-12H7L14 0L7 12H-7Z", glyph: "M-5.5-5.5L5.5 5.5M5.5-5.5L-5.5 5.5" },
  cancel: { shape: ROUND, glyph: "M-6-6L6 6" },
  several: { shape: "M0-17L17 0L0 17L-17 0Z", glyph: "M-6.5 0H-6.4M0 0H.1M6.5 0H6.6" },
};

/** @typedef {import("./store.js").Answer} Answer */

/** The sign of what can be done: that of its verbs if they share one, `several` if not, nothing for verbs without. @param {any} board @param {Answer[]} answers */
export function signOf(board, answers) {
  const found = new Set(answers.map(({ verb }) => board?.signs?.[verb] ?? ""));
  const [first] = found;
  return found.size > 1 ? "several" : first in SIGNS ? first : "";
}

/** A sign as SVG text for the map. @param {string} name */
export function signText(name) {
  const { shape, glyph } = SIGNS[name];
  return `<path class="sign-shape" d="${shape}"/><path class="sign-glyph" d="${glyph}"/>`;
}

/** A sign for a button. @param {string} name */
export function signIcon(name) {
  const { shape, glyph } = SIGNS[name];
  return s("svg", { class: `sign-icon of-${name}`, viewBox: "-19 -19 38 38", "aria-hidden": "true", focusable: "false" },
    s("path", { class: "sign-shape", d: shape }), s("path", { class: "sign-glyph", d: glyph }));
}
