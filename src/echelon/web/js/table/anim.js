// Playing moves: counters step from hex to hex, tilt, fade; battles show their arrows; dice are handed to whoever draws them.
// It never decides anything: when it ends, or is ended by any input, the scene's pieces stand where the server says.

import { closable } from "../opened.js";
import { pace, reduced } from "../settings.js";

/** @typedef {import("./store.js").Move} Move */

const STEP = 140; // ms a hex
const LONGEST = 900; // ms a path
const FADE = 240;
const DIE = 900;
const BATTLE = 450;
const EDGE = 24; // pixels: what is only near the edge is seen well enough, and the map stays
const MANY = 40; // more moves than this are shown hastily
const DICE = 6; // and more dice than this, such as those of a day's engineering, faster than one by one

/**
 * @param {import("./store.js").Store} store
 * @param {import("./map.js").MapView} map
 */
export function animation(store, map) {
  let run = 0; // grows when a run is ended
  /** @type {Move[]} what is still to be shown: news may come faster than it is played */
  let queue = [];
  /** @type {Promise<void> | null} */
  let running = null;
  let beside = false; // what runs only accompanies an own act
  /** @type {Set<() => void>} what waits, to be let go */
  const waiting = new Set();

  /** Wait, unless the run is ended. */
  const wait = (ms) => new Promise((done) => {
    if (ms <= 0) { done(null); return; }
    const go = () => { clearTimeout(timer); waiting.delete(go); done(null); };
    const timer = setTimeout(go, ms);
    waiting.add(go);
  });

  /** Call `fn(k)` for k from 0 to 1, once a frame. */
  const tween = (ms, fn) => new Promise((done) => {
    let frame = 0;
    const end = () => { cancelAnimationFrame(frame); waiting.delete(end); fn(1); done(null); };
    if (ms <= 0) { fn(1); done(null); return; }
    const start = performance.now();
    const step = (now) => {
      const k = Math.min(1, (now - start) / ms);
      if (k >= 1) { end(); return; }
      fn(k < 0.5 ? 2 * k * k : 1 - (2 - 2 * k) ** 2 / 2);
      frame = requestAnimationFrame(step);
    };
    waiting.add(end);
    frame = requestAnimationFrame(step);
  });

  function finish() {
    if (!map.shown) return;
    run += 1;
    queue = [];
    running = null;
    for (const go of [...waiting]) go();
    ended();
  }

  function ended() {
    map.shown = null;
    map.playMarks = null;
    map.held = null;
    if (store.playing) store.set("playing", null);
    map.draw();
  }

  /**
   * @param {Move[]} moves
   * @param {import("./store.js").Scene} scene what stands at the end
   */
  function play(moves, scene) {
    const silent = store.scene === scene; // own plain act: the page goes on meanwhile
    if (running && !silent && !beside) { queue.push(...moves); return running; }
    finish();
    queue = [...moves];
    beside = silent;
    const mine = follow(silent).finally(() => { if (running === mine) running = null; });
    running = mine;
    return mine;
  }

  /** Play what is in the queue until it is empty or the run is ended. */
  async function follow(silent) {
    const mine = (run += 1);
    if (pace(100) === 0 || !queue.some((move) => move.set || move.gone || move.die)) {
      const thrown = queue.findLast((move) => move.die);
      if (thrown) tell(thrown);
      queue = [];
      return;
    }
    map.shown = new Map(standing().map((piece) => [piece.id, piece]));
    for (let i = 0; queue.length; i += 1) {
      if (mine !== run) return;
      const move = /** @type {Move} */ (queue.shift());
      const hasty = queue.length > MANY ? 0.35 : queue.filter((next) => next.die).length > DICE ? 0.5 : 1;
      if (!silent) store.set("playing", { move, i, n: i + 1 + queue.length });
      if (move.marks) map.playMarks = [...move.marks, ...(store.scene?.flags ?? []).map((flag) => ({ mark: "flag", ...flag }))];
      if (move.die) await die(move, hasty);
      if (mine !== run) return;
      await changes(move, hasty);
    }
    if (mine === run) ended();
  }

  /** The pieces as they are on the map now; hidden ones of deep stacks too. */
  function standing() {
    const drawn = [...map.counters.known.values()].map((entry) => entry.piece);
    const seen = new Set(drawn.map((piece) => piece.id));
    return [...drawn, ...[...map.counters.stacks.values()].flat().filter((piece) => !seen.has(piece.id))];
  }

  const tell = (move) => store.emit("dice", { ...move.die, say: move.say, side: move.side, move });

  async function die(move, hasty) {
    tell(move);
    map.draw();
    await wait((reduced() ? 300 : DIE) * hasty / Math.max(0.5, store.settings.speed || 1));
  }

  /** @param {Move} move @param {number} hasty */
  async function changes(move, hasty) {
    const shown = map.shown;
    if (!shown) return;
    const gone = move.gone ?? [];
    const moved = (move.set ?? []).filter((piece) => shown.get(piece.id)?.hex && piece.hex && shown.get(piece.id)?.hex !== piece.hex);
    const focus = moved[0]?.hex ?? move.set?.[0]?.hex;
    if (focus && map.hexes.has(focus) && move.side !== store.viewer) map.camera.show(map.hexes.at(focus).x, map.hexes.at(focus).y, EDGE);
    if (gone.length) await fade(gone, pace(FADE) * hasty);
    for (const id of gone) shown.delete(id);
    if (moved.length && !reduced()) await Promise.all(moved.map((piece) => step(piece, move, hasty)));
    for (const piece of move.set ?? []) shown.set(piece.id, piece);
    map.held = null;
    map.draw();
    const quiet = !move.set?.length && !gone.length;
    if (move.side !== store.viewer && !move.die) await wait(pace(move.marks?.length ? BATTLE : quiet ? 120 : 160) * hasty);
  }

  /** A counter walks its path. @param {import("./store.js").Piece} piece */
  async function step(piece, move, hasty) {
    const from = map.shown?.get(piece.id)?.hex;
    if (!from || !piece.hex) return;
    const path = move.unit === piece.id && move.path?.length ? move.path : [from, piece.hex];
    const points = map.hexes.centres(path[0] === from ? path : [from, ...path]);
    if (points.length < 2) return;
    map.counters.lift(piece.id);
    map.held = piece.id;
    const legs = points.length - 1;
    await tween(Math.min(pace(STEP * legs), pace(LONGEST)) * hasty, (k) => {
      const at = Math.min(legs - 1e-9, k * legs);
      const leg = Math.floor(at);
      const part = at - leg;
      const [ax, ay] = points[leg];
      const [bx, by] = points[leg + 1];
      map.counters.hold(piece.id, map.counters.placeAt(ax + (bx - ax) * part, ay + (by - ay) * part));
    });
  }

  /** Eliminated counters fade and sink. @param {string[]} ids */
  async function fade(ids, ms) {
    const nodes = ids.map((id) => map.counters.node(id)).filter(Boolean);
    const places = nodes.map((node) => node?.getAttribute("transform") ?? "");
    await tween(ms, (k) => nodes.forEach((node, i) => {
      node?.setAttribute("opacity", String(1 - k));
      if (!reduced()) node?.setAttribute("transform", `translate(0 ${(6 * k).toFixed(1)}) ${places[i]}`);
    }));
  }

  store.animate = play;
  store.finish = finish;
  closable("playing", () => { const shown = Boolean(map.shown && store.playing); if (shown) store.finish(); return shown; });
}
