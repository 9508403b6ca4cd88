// Seats: who plays which side, who is asked, who is there; an open seat offers its invitation.

import * as api from '../../api.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { button, sideIndex } from './parts.js';

/** @param {import("../store.js").Store} store @returns {Node[]} */
export function seatNodes(store) {
  const nodes = (store.info?.seats ?? []).map((seat) => seatNode(store, seat));
  const state = store.connection?.state ?? 'live';
  nodes.push(h('span', { class: `wire is-${state}`, role: 'img', title: t(`panel.connection.${state}`), 'aria-label': t(`panel.connection.${state}`) }));
  return nodes;
}

function seatNode(store, seat) {
  const asked = store.scene?.asked === seat.side;
  const thinking = store.thinking === seat.side;
  const present = (store.present ?? []).includes(seat.side);
  const who = holder(seat);
  const say = [seat.title, who, asked ? t('panel.seat.asked') : '', thinking ? t('panel.seat.thinking') : '',
    seat.held === 'player' ? t(present ? 'panel.seat.here' : 'panel.seat.away') : ''].filter(Boolean).join(', ');
  const look = `seat of-${Math.max(0, sideIndex(store, seat.side))}${asked ? ' asked' : ''}${thinking ? ' thinking' : ''}`;
  if (seat.held === 'open') {
    return button({ label: seat.title, sub: t('panel.seat.invite'), icon: 'link', class: `${look} open`, title: t('panel.seat.invite.title', { side: seat.title }), key: `seat ${seat.side}` },
      () => invite(store, seat.side));
  }
  const dot = seat.held === 'player' ? h('i', { class: present ? 'here' : 'away' }) : '';
  return h('div', { class: look, title: say, 'aria-label': say, role: 'group' }, h('b', {}, seat.title), h('small', {}, dot, who));
}

/** In words, who holds a seat. @param {any} seat */
export function holder(seat) {
  if (seat.held === 'you') return t('panel.seat.you');
  if (seat.held === 'computer') return t('panel.seat.computer', { name: seat.name ?? seat.player ?? '' });
  if (seat.held === 'open') return t('panel.seat.open');
  return seat.name || t('panel.seat.player');
}

/** Make an invitation for a seat and put its address into the clipboard. */
export async function invite(store, side) {
  try {
    const { url } = await api.invite(store.info.id, side);
    await copied(store, url, t('panel.invite.copied'), t('panel.invite.copy'));
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}

/** Put an address into the clipboard and say so; where that is barred, show it to be copied. @param {import("../store.js").Store} store @param {string} url @param {string} done @param {string} please */
export async function copied(store, url, done, please) {
  const address = new URL(url, location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    notice(store, done);
  } catch {
    prompt(please, address);
  }
}

/** A toast; a `passing` one goes with the moment it speaks of. @param {import("../store.js").Store} store @param {string} say @param {'ok' | 'bad' | 'warn'} [tone] @param {boolean} [passing] */
export function notice(store, say, tone = 'ok', passing = false) {
  store.set('notice', { say, tone, passing });
}
