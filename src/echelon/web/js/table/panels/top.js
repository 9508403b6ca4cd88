// Top bar: brand, game, turn track, the books in short, seats, and the doors to rule book, settings and menu.

import { h } from '../../dom.js';
import { openSettings } from '../../settings.js';
import { number, t } from '../../texts.js';
import { toggleTab } from './columns.js';
import { drawn, icon } from './icons.js';
import { menuButton } from './menu.js';
import { button, follow } from './parts.js';
import { seatNodes } from './seats.js';
import { standing } from './victory.js';

const TURNS = 12; // for more of them what can be read elsewhere leaves the bar

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  const brand = h('a', { class: 'brand', href: '/' }, icon('brand'), h('span', {}, 'Echelon'));
  const game = h('div', { class: 'game' });
  const track = h('ol', { class: 'track' });
  const short = h('div', { class: 'short' });
  const stands = h('button', { type: 'button', class: 'stands', onclick: () => toggleTab(store, 'victory') });
  const seats = h('div', { class: 'seats' });
  const doors = h('div', { class: 'doors' });
  root.replaceChildren(brand, game, track, short, stands, seats, doors);
  const words = () => {
    brand.title = t('panel.home');
    track.setAttribute('aria-label', t('panel.track.title'));
    doors.replaceChildren(
      button({ icon: 'book', title: t('panel.book'), class: 'door', key: 'book' }, () => store.openClause(null)),
      button({ icon: 'gear', title: t('panel.settings'), class: 'door', key: 'settings' }, () => openSettings()),
      menuButton(store));
  };
  store.on('language', words);
  words();

  follow(store, game, 'info scene', (s) => [s.info?.title, s.info?.scenarioTitle, s.info?.name, s.info?.parent], (s) => gameNodes(s));
  follow(store, track, 'scene at moves', (s) => [s.scene?.track, s.scene?.turn, signs(s)], (s) => {
    root.classList.toggle('long', (s.scene?.track?.length ?? 0) > TURNS);
    return trackNodes(s);
  });
  follow(store, short, 'scene', (s) => s.scene?.pieces?.map((piece) => [piece.side, piece.hex, piece.strength]), (s) => shortNodes(s));
  follow(store, stands, 'scene at', (s) => [s.scene?.outlook, s.scene?.result], (s) => [standing(s)]);
  follow(store, seats, 'info scene connection thinking present side', (s) => [s.info?.seats, s.scene?.asked, s.viewer, s.connection?.state, s.thinking, s.present],
    (s) => seatNodes(s));
}

function gameNodes(store) {
  const info = store.info;
  if (!info) return [];
  document.body.toggleAttribute('data-whatif', Boolean(info.parent));
  const under = info.parent ? [] : [info.scenarioTitle, info.name].filter((x) => x && x !== info.title);
  const back = info.parent ? [h('span', { class: 'whatif' }, t('panel.whatif.short')), ' ', h('a', { href: `/game/${info.parent.game}` }, t('panel.whatif.back'))] : [];
  return [h('b', { title: info.title }, info.title), h('small', {}, ...back, under.join(' · '))];
}

/** Cells of turns gone by as their dice left them: the scene knows the present one only. @param {any} store @returns {any[]} */
const signs = (store) => (store.moves ?? []).flatMap((move) => (move.track && move.track.turn < (store.scene?.turn ?? 0) ? [move.track] : []));

/** The turn track: one cell a turn with its day and the sign of its weather; the current one inverted. */
export function trackNodes(store) {
  const scene = store.scene;
  const past = new Map(signs(store).map((cell) => [cell.turn, cell]));
  return (scene?.track ?? []).map((known) => {
    const cell = known.sign ? known : past.get(known.turn) ?? known;
    const now = cell.turn === scene.turn;
    const sign = cell.sign ? (drawn(cell.sign) ? icon(cell.sign) : h('i', { class: 'sign' }, cell.sign)) : '';
    return h('li', {
      class: `cell${now ? ' now' : ''}${cell.turn < scene.turn ? ' past' : ''}`, title: cell.title ?? '',
      'aria-current': now ? 'step' : null, 'aria-label': cell.title || `${t('panel.turn', { turn: cell.turn })} ${cell.label ?? ''}`,
    }, h('b', {}, String(cell.turn), sign), cell.label && cell.label !== String(cell.turn) ? h('small', {}, cell.label) : null);
  });
}

/** The books in short: how much either side has on the map, units and strength, in the order of the seats. */
function shortNodes(store) {
  const sides = (store.board?.sides ?? []).map((side) => side.name);
  const pieces = (store.scene?.pieces ?? []).filter((piece) => piece.kind === 'unit' && piece.hex);
  if (!pieces.length) return [];
  const pair = (count) => sides.map((side) => number(count(pieces.filter((piece) => piece.side === side)))).join('\u00a0:\u00a0');
  const fact = (value, what, title) => h('span', { class: 'fact', title }, h('b', {}, value), ' ', what);
  const titles = (store.board?.sides ?? []).map((side) => side.title).join('\u00a0:\u00a0');
  return [fact(pair((own) => own.length), t('panel.short.units'), t('panel.short.units.title', { sides: titles })),
    fact(pair((own) => own.reduce((sum, piece) => sum + (Number(piece.strength) || 0), 0)), t('panel.short.factors'), t('panel.short.factors.title', { sides: titles }))];
}
