// The keyboard: a cursor that walks the hexes of the map and speaks, and the keys of the table, by the table of shortcuts.
// Escape stands in it for the help sheet; opened.js acts on it.

import { t } from "../texts.js";
import { shortOf } from "./panels/parts.js";

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const PANS = { W: [0, 1], S: [0, -1], A: [1, 0], D: [-1, 0] };

/**
 * @param {import("./store.js").Store} store
 * @param {import("./map.js").MapView} map
 * @param {import("./guide.js").Guide} guide
 */
export function keyboard(store, map, guide) {
  /** @type {string | null} */
  let cursor = null;
  let side = 1; // a straight step sideways alternates up and down, so that a row of presses goes straight
  const { root, camera, hexes } = map;

  function put(label, speak = true) {
    cursor = label;
    map.show("focus", document.activeElement === root && map.keys ? [{ mark: "focus", hex: label }] : []);
    if (!label) return;
    const { x, y } = hexes.at(label);
    camera.show(x, y);
    if (speak) map.say(describe(store, map, label, guide.deeds.around(label)));
    guide.hover({ hex: label, unit: null, hexside: null, keys: true });
    store.emit("pointed", { hex: label });
  }

  /** Where the cursor starts: at the selection, else at the first thing that can be done, else in the middle of the view. */
  function first() {
    const selected = store.selection?.hex ?? (store.selection?.unit ? store.piece(store.selection.unit)?.hex : null);
    if (selected) return selected;
    const answer = store.answers().find((one) => one.hex || one.hexside || (one.unit && store.piece(one.unit)?.hex));
    const there = answer?.hex ?? answer?.hexside?.split("|")[0] ?? (answer?.unit ? store.piece(answer.unit)?.hex : null);
    if (there && hexes.has(there)) return there;
    const at = camera.toSheet(root.clientWidth / 2, root.clientHeight / 2);
    return hexes.find(at.x, at.y) ?? hexes.labels[0];
  }

  function walk([dx, dy]) {
    if (!cursor) { put(first()); return; }
    let next = hexes.toward(cursor, dx, dy);
    const square = hexes.flat ? dx !== 0 && dy === 0 : dy !== 0 && dx === 0;
    if (square) {
      // Two neighbours lie equally near: take them in turn.
      const turned = hexes.flat ? hexes.toward(cursor, dx, 0.6 * side) : hexes.toward(cursor, 0.6 * side, dy);
      next = turned ?? next;
      side = -side;
    }
    if (next) put(next);
  }

  root.addEventListener("focus", () => { if (map.keys) put(cursor ?? first()); });
  root.addEventListener("blur", () => map.show("focus", []));
  root.addEventListener("pointerdown", () => { map.keys = false; map.show("focus", []); }, true);
  document.addEventListener("keydown", (event) => { if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) map.keys = true; }, true);
  store.on("pressed", (at) => { if (at.hex) cursor = at.hex; });
  store.on("focus", (label) => { if (hexes.has(label)) { map.keys = true; root.focus({ preventScroll: true }); put(label); } });

  function enter(whole) {
    if (store.playing) { store.finish(); return; }
    if (!cursor) { put(first()); return; }
    const hex = cursor;
    const stack = map.counters.at(hex);
    store.emit("pressed", { hex });
    const ready = stack.filter((piece) => guide.canAct(piece.id));
    const sides = ready.length || guide._mayEnter(hex) || guide._answersAt(hex).length ? [] : guide.deeds.around(hex);
    if (sides.length) { guide.deeds.ask(sides, hex); return; }
    if (whole && ready.length) guide.wholeStack(ready[0].id);
    else if (store.selection?.unit && stack.some((piece) => piece.id === store.selection?.unit) && ready.length > 1) guide.fan.open(hex, true);
    else if (guide._mayEnter(hex) || !stack.length) guide.pressHex(hex);
    else guide.pressStack(hex, stack[0].id, true);
  }

  const letter = (/** @type {string} */ name) => name.toUpperCase();
  const { shortcuts } = store;
  const say = (/** @type {string} */ name) => () => t(`keys.${name}`);
  // What the game shows has its letters first: they stand beside the overlays.
  shortcuts.add(...(store.board?.overlays ?? []).filter((one) => one.key).map(({ name, key }) => (
    { group: /** @type {const} */ ("overlays"), keys: [letter(key)], say: () => store.board.overlays.find((one) => one.name === name)?.title ?? name, act: () => store.toggleOverlay(name) })));
  const stack = () => {
    const at = cursor ?? first();
    put(at, false);
    if (guide.fan.hex === at) guide.fan.close(); else guide.fan.open(at, true);
  };
  shortcuts.add(
    { group: "play", keys: ["U", "Ctrl+Z"], say: say("undo"), act: () => store.undo() },
    { group: "play", keys: ["H"], say: say("hint"), act: () => { if (!store.lesson) store.askHint?.(); } },
    { group: "play", keys: ["L"], say: say("list"), act: () => store.list() },
    { group: "play", keys: ["Y"], say: say("why"), act: () => { if (cursor) store.why({ unit: store.selection?.unit, hex: cursor }); } },
    { group: "map", keys: ["M"], say: say("map"), act: () => { map.keys = true; root.focus({ preventScroll: true }); } },
    { group: "map", keys: Object.keys(STEPS), say: say("walk"), on: "map", act: ({ key }) => { store.finish(); walk(STEPS[key]); } },
    { group: "map", keys: ["Home"], say: say("first"), on: "map", act: () => put(first()) },
    { group: "map", keys: ["Enter"], say: say("enter"), on: "map", act: () => enter(false) },
    { group: "map", keys: ["Shift+Enter"], say: say("whole"), on: "map", act: () => enter(true) },
    { group: "map", keys: ["Space"], say: say("stack"), on: "map", act: stack },
    { group: "map", keys: ["+", "="], say: say("in"), act: () => camera.zoomBy(1.25) },
    { group: "map", keys: ["-", "_"], say: say("out"), act: () => camera.zoomBy(0.8) },
    { group: "map", keys: ["0", "F"], say: say("fit"), act: () => map.overview() },
    { group: "map", keys: Object.keys(PANS).map((key) => `Shift+${key}`), say: say("pan"), act: ({ key }) => { const [x, y] = PANS[letter(key)]; camera.pan(x * 160, y * 160); } },
    { group: "map", keys: Object.keys(STEPS).map((key) => `Shift+${key}`), say: say("pan"), on: "map", act: ({ key }) => camera.pan(-STEPS[key][0] * 90, -STEPS[key][1] * 90) },
    { group: "page", keys: ["?"], say: say("help"), act: () => shortcuts.help() },
    { group: "page", keys: ["Escape"], say: say("escape"), act: () => {} },
  );

  // Keys work wherever the focus is, except while something is being typed or a dialog is open.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || typing(event.target) || document.querySelector("dialog[open]")) return;
    const shortcut = shortcuts.find(event, event.target === root);
    if (!shortcut || event.key === "Escape") return;
    event.preventDefault();
    shortcut.act(event);
  });

  return { put, get cursor() { return cursor; } };
}

function typing(target) {
  return target instanceof HTMLElement && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}

/** What a reader hears of a hex: label, terrain, place, who is there, what can be done there and at its sides. */
export function describe(store, map, label, sides = []) {
  const hex = map.hexes.at(label);
  const parts = [[label, hex.place, hex.terrain].filter(Boolean).join(", ")];
  for (const piece of map.counters.at(label)) parts.push(piece.title);
  const way = store.reach?.hexes?.[label];
  if (way && store.mine) parts.push(way.cost ? t("map.say.reach", { cost: way.cost }) : t("map.say.go"));
  const answers = store.answers({ hex: label });
  const units = map.counters.at(label).filter((piece) => store.answers({ unit: piece.id }).length);
  if (answers.length === 1) parts.push(t("map.say.can", { what: answers[0].say }));
  else if (answers.length > 1) parts.push(t("map.say.several", { count: answers.length }));
  else if (units.length) parts.push(t("map.say.choose", { what: units.map((piece) => shortOf(store, piece.id)).join(", ") }));
  for (const duty of answers.length ? store.scene?.duties ?? [] : []) if (duty.hexes?.includes(label)) parts.push(`${t("panel.duty")}: ${duty.say.replace(/\.$/, "")}`);
  if (sides.length) parts.push(t("map.say.sides", { what: sides.map((answer) => answer.say).join("; ") }));
  return `${parts.join(". ")}.`;
}
