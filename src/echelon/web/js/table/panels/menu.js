// Menu of the table: take the game away as a file, bring one in, try a what-if, change who plays, end the game.

import * as api from '../../api.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { concede, mayEnd, offerDraw } from './ending.js';
import { icon } from './icons.js';
import { button, paint } from './parts.js';
import { openPlayers } from './players.js';
import { notice } from './seats.js';

/** The button with its pop-up. @param {import("../store.js").Store} store */
export function menuButton(store) {
  const box = h('div', { class: 'menu', id: 'menu', popover: 'auto', role: 'menu', 'aria-label': t('panel.menu') });
  const file = fileInput(store);
  const opener = button({ icon: 'menu', title: t('panel.menu'), class: 'door', key: 'menu' }, () => {});
  opener.setAttribute('popovertarget', 'menu');
  opener.setAttribute('aria-haspopup', 'menu');
  box.addEventListener('beforetoggle', (event) => {
    if (/** @type {any} */ (event).newState === 'open') fillMenu(store, box, file);
  });
  return h('span', { class: 'menu-place' }, opener, box, file);
}

/** What a record or a position is brought in with. @param {import("../store.js").Store} store @returns {HTMLInputElement} */
export function fileInput(store) {
  const file = h('input', { type: 'file', hidden: true, accept: '.txt,.record,.toml,.position,text/plain', 'aria-label': t('panel.menu.upload'), onchange: () => upload(store, file) });
  store.on('language', () => file.setAttribute('aria-label', t('panel.menu.upload')));
  return file;
}

/** All entries into a box; one that is pressed shuts it by its `hidePopover`. @param {import("../store.js").Store} store @param {any} box @param {HTMLInputElement} file */
export const fillMenu = (store, box, file) => paint(box, items(store, box, file));

const item = (box, glyph, label, act) => h('button', { type: 'button', role: 'menuitem', class: 'item', onclick: () => { box.hidePopover?.(); act(); } }, icon(glyph), label);

function items(store, box, file) {
  const { id } = store.info;
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
    item(box, 'keys', t('keys.title'), () => store.shortcuts.help()),
    h('a', { role: 'menuitem', class: 'item', href: '/#new' }, icon('new'), t('panel.menu.new')),
  ];
  rows.push(h('hr', {}), item(box, 'person', t('players.open'), () => openPlayers(store)));
  if (mayEnd(store)) rows.push(item(box, 'draw', t('ending.draw.open'), () => offerDraw(store)), item(box, 'flag', t('ending.concede.open'), () => concede(store)));
  return rows;
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
