// Open things: what Escape closes, the topmost first and one at a press. It closes; it never takes a move back.
// Whatever can be open on the page says here how it is closed; nobody else listens to Escape. Dialogs and menus stand above all
// of these, and the browser itself closes them in the order in which they were opened.

/** From the topmost down. `passing` are words that go with any press and use none up. */
const ORDER = /** @type {const} */ (['passing', 'drawer', 'sheet', 'list', 'playing', 'card', 'fan', 'drag', 'mark', 'taken', 'panel']);

/** @typedef {typeof ORDER[number]} Rank */
/** @type {Map<Rank, Set<() => unknown>>} */
const things = new Map(ORDER.map((rank) => [rank, new Set()]));

/**
 * Something that can be open. `close` shuts it and says whether there was anything to shut. Returns how to strike it off.
 * @param {Rank} rank
 * @param {() => unknown} close
 */
export function closable(rank, close) {
  things.get(rank)?.add(close);
  return () => things.get(rank)?.delete(close);
}

/** Close the topmost thing. @returns {boolean} was anything open? */
export function closeTopmost() {
  for (const rank of ORDER) for (const close of things.get(rank) ?? []) if (close() === true) return true;
  return false;
}

/** Is something open that the browser closes by itself? */
const native = () => document.querySelector('dialog:modal, [popover="auto"]:popover-open') !== null;

addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing && !native() && closeTopmost()) event.preventDefault();
}, true);
