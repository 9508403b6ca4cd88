// Who plays whom: the one place where a seat is handed over, taken, or opened to somebody else.

import * as api from '../../api.js';
import { openDialog } from '../../dialogs.js';
import { h, replace } from '../../dom.js';
import { day, t } from '../../texts.js';
import { icon } from './icons.js';
import { sideIndex, titleOf } from './parts.js';
import { copied, holder, invite, notice } from './seats.js';

/** Open the sheet of seats. @param {import("../store.js").Store} store */
export async function openPlayers(store) {
  const body = h('div', { class: 'players' });
  const node = openDialog({ title: t('players.title'), width: 520, class: 'players-dialog', body, onclose: () => stop() });
  /** @type {{name: string, title?: string}[]} */
  let computers = [];
  const draw = () => replace(body, store.info.seats.map((seat) => chair(store, seat, computers, (act) => { node.close(); act(); })));
  const stop = store.on('info', draw);
  draw();
  try {
    const cards = await api.systems();
    computers = cards.find((card) => card.name === store.info.system)?.players ?? [];
    draw();
  } catch { /* without the list of computer players the sheet has all the rest */ }
}

/** One seat: who holds it, and whom it can go to. */
function chair(store, seat, computers, leave) {
  const side = titleOf(store, seat.side);
  const rows = [];
  const row = (glyph, key, label, act) => rows.push(h('button', { type: 'button', class: 'button chair-row', data: { key: `${key} ${seat.side}` }, onclick: () => leave(act) }, icon(glyph), h('span', null, label)));
  if (seat.held === 'you') {
    for (const player of computers) row('robot', `to ${player.name}`, t(store.info.seats.some((other) => other !== seat && other.held === 'computer') ? 'players.both' : 'players.computer', { name: player.title ?? player.name }), () => seatTo(store, seat.side, player.name));
    row('link', 'return', t('players.return'), () => comeBack(store));
    row('person', 'stay', t('players.stay'), () => stay(store));
  } else if (seat.held === 'open') row('link', 'invite', t('players.invite'), () => invite(store, seat.side));
  if (seat.held === 'computer' || seat.held === 'open') row('person', 'take', t('players.take'), () => seatTo(store, seat.side, 'me'));
  return h('section', { class: `chair of-${Math.max(0, sideIndex(store, seat.side))}`, data: { side: seat.side } },
    h('h3', null, h('span', { class: 'side-block' }, side), h('small', { class: 'muted' }, holder(seat))),
    rows.length ? h('div', { class: 'chair-rows' }, seat.held === 'you' ? h('p', { class: 'muted small' }, t('players.hand')) : null, rows) : null);
}

/** Copy the link by which this player goes on in another browser, or after this one has lost its memory. @param {import("../store.js").Store} store */
async function comeBack(store) {
  try {
    const { url, until } = await api.returnLink(store.info.id);
    const words = { until: day(new Date(until)) };
    await copied(store, url, t('panel.return.copied', words), t('panel.return.copy', words));
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}

/** Cancel the links back, as when one of them has come into the wrong hands. @param {import("../store.js").Store} store */
async function stay(store) {
  try {
    await api.cancelReturn(store.info.id);
    notice(store, t('panel.return.cancelled'), 'ok');
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}

/** @param {import("../store.js").Store} store @param {string} side @param {string} to */
async function seatTo(store, side, to) {
  try {
    await store.seat(side, to);
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}
