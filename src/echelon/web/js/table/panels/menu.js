// Menu of the table: take the game away as a file, bring one in, try a what-if, change who sits where.

import * as api from '../../api.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { icon } from './icons.js';
import { button, paint, titleOf } from './parts.js';
import { copied, invite, notice } from './seats.js';

/** The button with its pop-up. @param {import("../store.js").Store} store */
export function menuButton(store) {
  const box = h('div', { class: 'menu', id: 'menu', popover: 'auto', role: 'menu', 'aria-label': t('panel.menu') });
  const file = h('input', { type: 'file', hidden: true, accept: '.txt,.record,.toml,.position,text/plain', 'aria-label': t('panel.menu.upload'),
    onchange: () => upload(store, file) });
  const opener = button({ icon: 'menu', title: t('panel.menu'), class: 'door', key: 'menu' }, () => {});
  opener.setAttribute('popovertarget', 'menu');
  opener.setAttribute('aria-haspopup', 'menu');
  box.addEventListener('beforetoggle', (event) => {
    if (/** @type {any} */ (event).newState === 'open') fill(store, box, file);
  });
  return h('span', { class: 'menu-place' }, opener, box, file);
}

async function fill(store, box, file) {
  paint(box, items(store, box, file));
  const last = box.lastElementChild;
  try {
    const cards = await api.systems();
    const players = cards.find((card) => card.name === store.info.system)?.players ?? [];
    // What can be pressed already is left alone: a press on it counts whenever the list arrives.
    if (box.lastElementChild === last) box.append(...hands(store, box, players));
  } catch { /* without the list of computer players the menu has all the rest */ }
}

const item = (box, glyph, label, act) => h('button', { type: 'button', role: 'menuitem', class: 'item', onclick: () => { box.hidePopover?.(); act(); } }, icon(glyph), label);

/** My seats, to be handed to a computer player. */
function hands(store, box, players) {
  const rows = store.info.seats.filter((seat) => seat.held === 'you').flatMap((seat) => players.map((player) => (
    item(box, 'robot', t('panel.menu.hand', { side: titleOf(store, seat.side), name: player.title ?? player.name }), () => seatTo(store, seat.side, player.name)))));
  return rows.length ? [h('hr', {}), ...rows] : [];
}

function items(store, box, file) {
  const { id, seats } = store.info;
  const close = () => box.hidePopover?.();
  const away = (glyph, label, href) => h('a', { role: 'menuitem', class: 'item', href, download: '', onclick: close }, icon(glyph), label);
  const rows = [
    away('save', t('panel.menu.record'), api.recordUrl(id, store.viewer)),
    away('save', t('panel.menu.position'), api.positionUrl(id, store.viewer, store.at)),
    item(box, 'load', t('panel.menu.upload'), () => file.click()),
    h('hr', {}),
    item(box, 'branch', t('panel.menu.whatif'), () => whatIf(store)),
    item(box, 'list', t('panel.menu.list'), () => store.list?.(true)),
    item(box, 'play', t('panel.menu.replay'), () => store.jump(0)),
    h('a', { role: 'menuitem', class: 'item', href: '/#new' }, icon('new'), t('panel.menu.new')),
  ];
  const chairs = [];
  for (const seat of seats) {
    const side = titleOf(store, seat.side);
    if (seat.held === 'computer') chairs.push(item(box, 'person', t('panel.menu.take', { side }), () => seatTo(store, seat.side, 'me')));
    else if (seat.held === 'open') {
      chairs.push(item(box, 'link', t('panel.menu.invite', { side }), () => invite(store, seat.side)));
      chairs.push(item(box, 'person', t('panel.menu.take', { side }), () => seatTo(store, seat.side, 'me')));
    }
  }
  if (seats.some((seat) => seat.held === 'you')) chairs.push(item(box, 'link', t('panel.menu.return'), () => comeBack(store)));
  if (chairs.length) rows.push(h('hr', {}), ...chairs);
  return rows;
}

/** Copy the link by which this player goes on in another browser, or after this one has lost its memory. @param {import("../store.js").Store} store */
async function comeBack(store) {
  try {
    const { url } = await api.returnLink(store.info.id);
    await copied(store, url, t('panel.return.copied'), t('panel.return.copy'));
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}

/** Open a board of its own at this moment of the game. @param {import("../store.js").Store} store */
export async function whatIf(store) {
  try {
    const at = store.at ?? store.scene?.moves ?? 0;
    const info = await api.branch(store.info.id, { side: store.viewer ?? undefined, at });
    location.href = api.tableUrl(info.id);
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

/** A record or a position from a file becomes a new game; what is wrong with it is said in one sentence. */
async function upload(store, file) {
  const [chosen] = file.files ?? [];
  file.value = '';
  if (!chosen) return;
  const text = await chosen.text();
  const head = /^echelon\s+\d+\s*\|\s*(\w+)/.exec(text.trimStart());
  const kind = head ? 'record' : 'position';
  const system = head?.[1] ?? /^\s*system\s*=\s*"(\w+)"/m.exec(text)?.[1] ?? store.info.system;
  try {
    const seats = Object.fromEntries(store.info.seats.map((seat) => [seat.side, 'me']));
    const info = await api.newGame({ system, seats, [kind]: text });
    if (info.notice) sessionStorage.setItem('echelon.notice', info.notice);
    location.href = api.tableUrl(info.id);
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}

/** The same game once more, with the same people in the same chairs. @param {import("../store.js").Store} store */
export async function rematch(store) {
  const { system, scenario, options, seats } = store.info;
  try {
    const chairs = Object.fromEntries(seats.map((s) => [s.side, s.held === 'you' ? 'me' : s.held === 'computer' ? s.player ?? s.name : 'open']));
    const info = await api.newGame({ system, scenario, options, seats: chairs });
    location.href = api.tableUrl(info.id);
  } catch (error) {
    notice(store, error.message, 'bad');
  }
}
