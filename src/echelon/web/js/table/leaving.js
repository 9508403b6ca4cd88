// Leaving: how somebody who has joined an attack comes out of it again. No game has an answer for that: taking back is undo.

import { unitOf } from "./panels/parts.js";

/** @typedef {import("./store.js").Store} Store */

const own = (store, move) => move.side === store.viewer && !move.chance && !move.die;

/** The move by which a unit of the present attack joined it, if undo may reach back to it; else -1. @param {Store} store @param {string} id */
export function joinedAt(store, id) {
  if (!store.mine || !store.scene?.undo.can || !store.scene.panel?.attackers?.includes(id)) return -1;
  let i = store.moves.length - 1;
  while (i >= 0 && own(store, store.moves[i]) && unitOf(store, store.moves[i]) !== id) i -= 1;
  return i >= 0 && own(store, store.moves[i]) ? i : -1;
}

/** What has been chosen since somebody joined: it is taken back with him, then done again. @param {Store} store @param {string} id */
export function since(store, id) {
  const joined = joinedAt(store, id);
  return joined < 0 ? [] : store.moves.slice(joined + 1).filter((move) => !move.forced);
}

/** Undo back to before a unit joined, and repeat what came after as far as it is still allowed. @param {Store} store @param {string} id */
export async function leave(store, id) {
  const joined = joinedAt(store, id);
  if (joined < 0 || store.busy) return;
  const before = [...store.moves];
  while (store.moves.length > joined) {
    const { length } = store.moves;
    if (!await store.undo() || store.moves.length >= length) return;
  }
  for (const move of before.slice(store.moves.length)) {
    if (move !== before[joined] && !move.forced && !await store.do(move.line)) return;
  }
}
