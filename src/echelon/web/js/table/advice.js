// Advice: a hint for whoever is asked, and the plans of computer players, as arrows on the map. What may be told of a plan the server
// decides; this module asks, shows, and takes away again.

import * as api from "../api.js";
import { closable } from "../opened.js";
import { setting } from "../settings.js";

/** @typedef {{kind: string, say: string, unit: string, path: string[], target: string, odds: string, sources: string[]}} Reason */
/** @typedef {{at: number, until: number, side: string, by: string, turn: number, step: string, hidden: boolean, reasons: Reason[]}} Plan */

const MANY = 6; // arrows of a plan, above which they are slimmer
const ROUND = 220; // how much of the map is seen round the arrows of a plan
const EDGE = 110; // how far what is advised should lie from the edge of the view

/**
 * @param {import("./store.js").Store} store
 * @param {import("./map.js").MapView} map
 */
export function advice(store, map) {
  let asked = 0; // grows with every question: answers to older ones are dropped
  let known = -1; // moves that had been made when plans were last asked for
  let shown = -1; // where the plan began that was last shown by itself
  let opened = false; // what was planned before the page was opened is not shown by itself: it had its moment
  /** @type {(() => void) | null} lets the moves go on that wait behind a plan */
  let release = null;

  const show = (/** @type {any} */ what) => { asked += 1; store.set("advice", what); };
  const close = () => {
    if (store.advice?.kind === "hint" && store.hovered === store.advice.hint.line) store.hover(null);
    if (store.advice) show(null);
    release?.();
  };

  // --- hints ---------------------------------------------------------------------------------------------------------
  store.askHint = async () => {
    if (!store.mine || store.busy || !store.viewer || store.advice?.kind === "thinking") return;
    const { number, viewer } = store;
    show({ kind: "thinking", number });
    const mine = asked;
    try {
      const hint = await api.hint(store.game, { side: viewer, number });
      if (mine !== asked || number !== store.number) return;
      show({ kind: "hint", number, hint, whole: false });
      lookAt(hint.path.at(-1) ?? hint.hexes[0]);
      if (!hint.path.length) store.hover(hint.line); // what it would come to, with its chances
    } catch (error) {
      if (mine !== asked) return;
      show(null);
      if (error.status === 409) store.sync();
      else store.emit("notice", { say: error.message, tone: "bad" });
    }
  };

  const lookAt = (/** @type {string | undefined} */ label) => {
    if (label && map.hexes.has(label)) map.camera.show(map.hexes.at(label).x, map.hexes.at(label).y, EDGE);
  };

  /** Bring all arrows into view, if one of them is not. @param {Reason[]} reasons */
  const frame = (reasons) => {
    const labels = [...new Set(reasons.flatMap((reason) => [...reason.path, ...reason.sources, reason.target]))].filter((label) => map.hexes.has(label));
    const points = map.hexes.centres(labels);
    const { top, left, right, bottom } = map.camera.free;
    const inside = ([x, y]) => {
      const at = map.camera.toView(x, y);
      return at.x > left && at.y > top && at.x < map.root.clientWidth - right && at.y < map.root.clientHeight - bottom;
    };
    if (!points.length || points.every(inside)) return;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs) - ROUND, Math.min(...ys) - ROUND];
    map.camera.fit([x, y, Math.max(...xs) + ROUND - x, Math.max(...ys) + ROUND - y], true);
  };

  // --- plans of computer players ----------------------------------------------------------------------------------------
  const computers = () => (store.info?.seats ?? []).filter((seat) => seat.held === "computer").map((seat) => seat.side);

  /** Ask what computer players had in mind, if they have moved since. */
  async function refresh() {
    const moves = store.moves.length;
    const sides = computers();
    if (moves === known || !sides.length && !store.plans.plans.length) return store.plans;
    known = moves;
    const { viewer } = store;
    try {
      const found = await api.plans(store.game, { side: viewer ?? undefined });
      if (viewer === store.viewer) store.set("plans", found);
    } catch { known = -1; }
    return store.plans;
  }

  /** All that a side meant to do in its last turn: later plans go before earlier ones. @param {Plan[]} plans @returns {any} */
  function latest(plans) {
    const last = plans.at(-1);
    if (!last) return null;
    const same = plans.filter((plan) => plan.side === last.side && plan.turn === last.turn);
    const reasons = new Map();
    for (const plan of same) for (const reason of plan.reasons) reasons.set(reason.unit || (reason.odds ? `at ${reason.target}` : reason.say), reason);
    return { ...last, first: same[0].at, hidden: same.some((plan) => plan.hidden), reasons: [...reasons.values()] };
  }

  const shownPlan = (/** @type {any} */ plan, /** @type {any} */ more = {}) => {
    show({ kind: "plan", number: store.number, plan, ...more });
    frame(plan.reasons);
  };

  /** Afterwards: once the movement is over, if the player wants to see it and has not yet. */
  async function afterwards() {
    if (store.at !== null || store.playing || !store.scene) return;
    const { plans } = await refresh();
    const last = plans.at(-1);
    const plan = latest(plans);
    if (!opened) shown = Math.max(shown, last?.at ?? -1);
    opened = true;
    if (!last || !plan || setting("plans") !== "after" || last.at <= shown || !store.mine || store.scene.step === last.step) return;
    if (last.side === store.viewer || !plan.reasons.length || store.advice) return;
    shown = last.at;
    shownPlan(plan, { fleeting: true });
  }

  store.on("showPlan", async () => {
    await refresh();
    const plan = latest(plansSoFar(store));
    if (plan) { shown = Math.max(shown, plan.at); shownPlan(plan); }
  });

  store.on("whyMove", async (/** @type {{i: number, march: string}} */ { i: move, march }) => {
    if (store.at !== null && store.at <= move) await store.jump(move + 1); // its reasons are told at its moment, not before
    const mine = (asked += 1);
    try {
      const found = await api.reasons(store.game, { side: store.viewer ?? undefined, move });
      if (mine !== asked) return;
      show({ kind: "why", number: store.number, by: found.by, move: store.moves[move], march, side: store.moves[move]?.side, reasons: found.reasons });
      frame(found.reasons);
    } catch (error) { store.emit("notice", { say: error.message, tone: "warn" }); }
  });

  // Before: the moves of a computer player wait until its plan has been looked at.
  const play = store.animate;
  let gate = Promise.resolve();
  let waiting = 0;
  store.animate = (moves, scene) => {
    const theirs = setting("plans") === "before" && moves.some((move) => computers().includes(move.side));
    if (!theirs && !waiting) return play?.(moves, scene) ?? Promise.resolve();
    waiting += 1;
    const mine = gate.then(() => (theirs ? beforehand(moves) : undefined)).catch(() => {}).finally(() => { waiting -= 1; });
    gate = mine;
    return mine.then(() => play?.(moves, scene));
  };

  async function beforehand(moves) {
    const { plans } = await refresh();
    const last = plans.at(-1);
    const news = plans.find((plan) => plan.at >= moves[0].i && plan.at > shown);
    if (!last || !news || news.side === store.viewer || news.hidden || store.at !== null) return;
    const earlier = plans.some((plan) => plan.at <= shown && plan.turn === news.turn && plan.step === news.step && plan.side === news.side);
    shown = last.at;
    if (earlier) return; // a plan that was made anew halts nobody
    store.set("playing", { move: moves[0], i: 0, n: moves.length });
    shownPlan({ ...news, first: news.at }, { before: true });
    await new Promise((done) => { release = () => { release = null; done(null); }; });
    show(null);
    store.set("playing", null);
  }

  const finish = store.finish;
  store.finish = () => { release?.(); finish(); };
  store.on("adviceDone", close);
  store.on("adviceWhole", () => {
    const now = store.advice;
    store.set("advice", { ...now, whole: !now.whole });
    if (!now.whole) frame(now.hint.plan);
  });
  closable("mark", () => { const open = Boolean(store.advice); close(); return open; });

  // --- what is shown goes away when it is over ----------------------------------------------------------------------------
  store.on("scene", () => {
    const { advice: now } = store;
    if (now && !now.before && (!store.scene || now.number !== store.number)) close();
    if (!store.scene) { known = -1; store.set("plans", { plans: [], told: [] }); }
    afterwards();
  });
  store.on("playing", () => { if (!store.playing) afterwards(); });
  store.on("busy", (busy) => { if (busy && store.advice && !store.advice.before) close(); });
  store.on("selection", (selection) => { if (store.advice?.fleeting && selection && !selection.auto) close(); });
  store.on("at", () => { if (store.advice && !store.advice.before) close(); }); // another moment of the game
  store.on("side", () => { known = -1; if (store.advice) close(); });
  store.on("language", () => { known = -1; close(); refresh(); });

  const draw = () => map.show("advice", marksOf(store));
  for (const event of ["advice", "adviceFocus"]) store.on(event, draw);
}

/** The plans that had been made at the moment which is shown. @param {import("./store.js").Store} store @returns {Plan[]} */
export const plansSoFar = (store) => store.plans.plans.filter((plan) => store.at === null || plan.at < store.at);

/** What is shown now as marks. @param {import("./store.js").Store} store @returns {import("./store.js").Mark[]} */
export function marksOf(store) {
  const { advice: now } = store;
  if (!now || now.kind === "thinking") return [];
  if (now.kind === "hint" && !now.whole) return hintMarks(now.hint);
  const side = now.kind === "hint" ? store.viewer : now.plan?.side ?? now.side;
  const reasons = reasonsOf(now);
  const slim = reasons.filter((reason) => reason.path.length > 1).length > MANY;
  return reasons.flatMap((reason, i) => reasonMarks(reason, side, slim, store.adviceFocus !== null && store.adviceFocus !== undefined && store.adviceFocus !== i));
}

/** The thoughts that are listed now. @returns {Reason[]} */
export const reasonsOf = (now) => (now.kind === "hint" ? now.hint.plan : now.kind === "plan" ? now.plan.reasons : now.reasons ?? []);

function hintMarks(hint) {
  const rows = [];
  const attack = hint.plan.find((reason) => reason.target && reason.unit === hint.units[0]);
  if (hint.path.length) rows.push({ mark: "route", hexes: hint.path }, { mark: "hinted", hex: hint.path[0] }, { mark: "hinted", hex: hint.path.at(-1) });
  else rows.push(...hint.hexes.map((hex) => ({ mark: "hinted", hex })), ...hint.hexsides.map((hexside) => ({ mark: "hinted", hexside })));
  if (attack && hint.path.length) {
    const odds = hint.plan.find((reason) => reason.odds && reason.target === attack.target);
    rows.push({ mark: "attack", source: hint.path.at(-1), target: attack.target });
    if (odds) rows.push({ mark: "odds", hex: attack.target, text: odds.odds });
  }
  return rows;
}

function reasonMarks(reason, side, slim, dim) {
  const rows = [];
  if (reason.path.length > 1) rows.push({ mark: "plan", hexes: reason.path, side, slim, dim });
  if (reason.sources.length && !dim) rows.push(...reason.sources.map((source) => ({ mark: "attack", source, target: reason.target })));
  if (reason.odds && !dim) rows.push({ mark: "odds", hex: reason.target, text: reason.odds });
  return rows;
}
