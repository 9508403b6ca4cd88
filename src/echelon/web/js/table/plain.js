// Answers that need no place: the prompt bar has a button for each, so the map offers none of them again.

const FIELDS = ["unit", "hex", "hexside", "group", "other"];

/** Has the prompt a button for something else at the place of an answer? Then it has one for this as well. */
const beside = (store, answer, places) => answer.hex !== undefined
  && store.scene.legal.some((other) => other.hex === answer.hex && other.verb !== answer.verb && !other.final && places.get(other.verb).size === 1);

/** Does an answer only begin the way of the unit in hand? It is begun by where it goes. @param {import("./store.js").Store} store @param {import("./store.js").Answer} answer */
export function begins(store, answer) {
  const { reach, selection } = store;
  return Boolean(answer.unit && selection?.unit === answer.unit && reach?.unit === answer.unit
    && Object.values(reach.hexes).some((way) => way.line.startsWith(`${answer.line};`)));
}

/**
 * Answers that need no choice on the map, without the main one: they name nothing there, or all of their verb the same. A deed at a
 * place on which a die falls at once is left to its mark on the map, which asks first. Places that cannot be in view together are listed. @param {import("./store.js").Store} store
 */
export function plain(store) {
  const scene = store.scene;
  if (!scene?.yours) return [];
  const places = new Map();
  for (const answer of scene.legal ?? []) {
    const named = JSON.stringify(FIELDS.map((field) => answer[field] ?? null));
    places.set(answer.verb, (places.get(answer.verb) ?? new Set()).add(named));
  }
  return (scene.legal ?? []).filter((answer) => answer.line !== scene.main?.line && places.get(answer.verb).size === 1
    && !(answer.final && answer.word === undefined && !beside(store, answer, places))
    && !begins(store, answer)
    || store.unseen && answer.hex !== undefined && !answer.unit && !answer.group);
}
