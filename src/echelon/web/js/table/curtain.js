// Curtain: two people at one screen. It waits until the dice have been looked at. Where the game has secrets, nothing of the next player's view is asked for before he says he is there.

import { h } from '../dom.js';
import { t } from '../texts.js';
import { button, sideIndex, titleOf } from './panels/parts.js';

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let waiting = null;
  root.hidden = true;
  const look = () => {
    const scene = store.scene;
    if (!scene || waiting || store.playing || store.busy || store.lying || store.at !== null && store.at !== undefined) return;
    const next = scene.asked;
    if (!next || next === store.viewer || !held(store, next) || !held(store, store.viewer)) return;
    if (!store.info.secrets) { store.side(next); return; }
    waiting = next;
    store.rise();
    root.replaceChildren(card(store, next, () => {
      waiting = null;
      root.hidden = true;
      root.replaceChildren();
      store.side(next);
    }));
    root.hidden = false;
    root.querySelector('button')?.focus();
  };
  for (const event of ['scene', 'playing', 'busy', 'at', 'lying']) store.on(event, () => queueMicrotask(look));
  look();
}

/** Is that seat this player's own? A spectator's chair is nobody's. */
function held(store, side) {
  return (store.info?.seats ?? []).some((seat) => seat.side === side && seat.held === 'you');
}

function card(store, side, lift) {
  const name = titleOf(store, side);
  return h('div', { class: `curtain-card of-${Math.max(0, sideIndex(store, side))}`, role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'curtain-title' },
    h('span', { class: 'side-block' }, name), h('h1', { id: 'curtain-title' }, t('panel.curtain.title', { side: name })), h('p', {}, t('panel.curtain.text', { side: name })),
    button({ label: t('panel.curtain.lift', { side: name }), class: 'main large', key: 'lift' }, lift));
}
