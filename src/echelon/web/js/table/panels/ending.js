// Ending a game before its rules do: concede, offer a draw, answer an offer. Each says what follows before it is done.

import { ask, openDialog } from '../../dialogs.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { titleOf } from './parts.js';
import { notice } from './seats.js';

/** The side this player would end the game for: the one he looks from. @param {import("../store.js").Store} store */
export const mayEnd = (store) => Boolean(store.viewer && store.latest && !store.latest.result);

const sides = (store) => store.info.seats.map((seat) => seat.side);
const otherOf = (store, side) => sides(store).find((one) => one !== side) ?? '';
const heldBy = (store, side) => store.info.seats.find((seat) => seat.side === side)?.held;

/** @param {import("../store.js").Store} store */
export async function concede(store) {
  const side = store.viewer;
  if (!side) return;
  const sure = await ask({
    title: t('ending.concede.title', { side: titleOf(store, side) }), text: t('ending.concede.text', { side: titleOf(store, otherOf(store, side)) }),
    yes: t('ending.concede'), danger: true,
  });
  if (sure) await store.end('resign', side);
}

/** @param {import("../store.js").Store} store */
export async function offerDraw(store) {
  const side = store.viewer;
  if (!side) return;
  const other = otherOf(store, side);
  if (store.latest?.draw?.offered === side) { notice(store, t('ending.draw.waits', { side: titleOf(store, other) }), 'warn', true); return; }
  if (heldBy(store, other) === 'you') { answer(store, side, other); return; } // both at this screen: the other is asked here and now
  const sure = await ask({ title: t('ending.draw.title'), text: t('ending.draw.text', { side: titleOf(store, other) }), yes: t('ending.draw') });
  if (!sure || !await store.end('draw', side, 'offer')) return;
  if (store.latest?.draw?.offered === side) notice(store, t('ending.draw.waits', { side: titleOf(store, other) }));
}

/** Ask a side whether it accepts. @param {import("../store.js").Store} store @param {string} by @param {string} to */
function answer(store, by, to) {
  const both = heldBy(store, by) === 'you';
  const reply = async (word) => {
    node.close();
    if (!both) { await store.end('draw', to, word); return; }
    if (word === 'accept' && await store.end('draw', by, 'offer')) await store.end('draw', to, 'accept');
  };
  const node = openDialog({
    title: t('ending.offer.title', { side: titleOf(store, by) }), width: 440, class: 'offer-dialog',
    body: h('p', null, t('ending.offer.text', { side: titleOf(store, to) })),
    foot: [
      h('button', { type: 'button', class: 'button', data: { key: 'decline' }, onclick: () => reply('decline') }, t('ending.offer.no')),
      h('button', { type: 'button', class: 'button main', data: { key: 'accept' }, onclick: () => reply('accept') }, t('ending.offer.yes')),
    ],
  });
  return node;
}

/** Show an offer when it is made, take it away when it has lapsed, and say when one's own is declined. @param {import("../store.js").Store} store */
export function render(store) {
  /** @type {HTMLDialogElement | null} */ let shown = null;
  let known = '';
  const look = () => {
    const draw = store.latest?.draw;
    if (!draw || !store.viewer) { shown?.close(); return; }
    const now = JSON.stringify([store.game, draw, store.viewer]);
    const mine = draw.offered && draw.offered !== store.viewer && heldBy(store, draw.offered) !== 'you';
    if (!mine) { shown?.close(); shown = null; }
    if (now === known || store.playing) return;
    known = now;
    if (mine && !shown?.open) shown = answer(store, draw.offered, store.viewer);
    if (draw.declined && draw.declined !== store.viewer && heldBy(store, draw.declined) !== 'you') notice(store, t('ending.draw.declined', { side: titleOf(store, draw.declined) }), 'warn');
  };
  for (const event of ['scene', 'playing', 'draw']) store.on(event, look);
  look();
}
