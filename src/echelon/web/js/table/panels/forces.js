// Forces: every unit of both sides by its formation, with strength, states and place. A press shows it on the map.

import { h } from '../../dom.js';
import { number, t } from '../../texts.js';
import { bookNodes, booksOf, showUnit } from './books.js';
import { capital, counter, follow, sideIndex } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  // Sixty rows with their counters: drawn only while somebody can see them.
  const seen = (s) => (document.body.dataset.layout === 'wide' ? s.tab === 'forces' : s.sheetName === 'units');
  follow(store, root, 'scene at tab sheet', (s) => [seen(s), seen(s) && s.scene?.pieces, seen(s) && booksOf(s, 'forces')], (s) => {
    if (!s.scene || !seen(s)) return [];
    const sides = [...s.board.sides].sort((a, b) => Number(b.name === s.viewer) - Number(a.name === s.viewer));
    return [...sides.map((side) => army(s, side)), ...bookNodes(s, 'forces')];
  });
}

function army(store, side) {
  const units = store.scene.pieces.filter((piece) => piece.kind === 'unit' && piece.side === side.name);
  const formations = Map.groupBy(units, (piece) => store.board.units[piece.id]?.parent ?? '');
  const strength = units.reduce((sum, piece) => sum + (Number(piece.strength) || 0), 0);
  return h('section', { class: `army of-${sideIndex(store, side.name)}` },
    h('h3', {}, side.title, ' ', h('small', {}, t('panel.forces.sum', { count: units.length, strength: number(strength) }))),
    [...formations].sort(([a], [b]) => Number(!a) - Number(!b)).map(([name, pieces]) => [
      name && formations.size > 1 ? h('h4', {}, name) : null,
      h('ul', {}, pieces.map((piece) => row(store, piece)))]));
}

function row(store, piece) {
  const { short, name } = store.board.units[piece.id] ?? {};
  const states = piece.status.map((word) => store.board.statuses?.[word] ?? word);
  const place = [piece.hex, store.board.hexes[piece.hex]?.place].filter(Boolean).join(' ');
  return h('li', {}, h('button', { type: 'button', class: 'unit-row', title: piece.title, data: { key: `force ${piece.id}`, unit: piece.id }, onclick: () => showUnit(store, piece.id) },
    counter(store, piece.id, 'tiny'),
    h('span', {}, h('b', {}, capital(short || name || piece.name)), h('small', {}, place, states.length ? [' · ', h('em', {}, states.join(', '))] : null)),
    h('strong', {}, piece.strength ?? '')));
}
