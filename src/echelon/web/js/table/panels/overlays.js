// Overlays: what else the map may show, and of which side.

import { artOf, legendUrl } from '../../api.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { paletteOf } from '../map.js';
import { bookNodes, booksOf } from './books.js';
import { icon } from './icons.js';
import { follow, titleOf } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  const list = h('div', {});
  const legend = h('figure', { class: 'legend' });
  root.append(list, legend);
  follow(store, list, 'overlays side scene', (s) => [whose(s), s.board?.overlays, shown(s)], (s) => (
    s.board ? [sidesOf(s), h('ul', { class: 'overlays' }, s.board.overlays.map((overlay) => row(s, overlay)))] : []));
  // What the signs of the sheet mean; asked for when somebody looks.
  follow(store, legend, 'tab settings sheet', (s) => [visible(s), paletteOf(s.board)], (s) => (visible(s)
    ? [h('figcaption', {}, t('panel.legend')), h('img', { src: legendUrl(...artOf(s.info), paletteOf(s.board)), alt: t('panel.legend.alt') })] : []));
}

const visible = (store) => store.tab === 'overlays' || document.body.dataset.layout !== 'wide' && store.sheetName === 'layers';

/**
 * Supply: who is out of it, and the lines on the map.
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function supply(store, root) {
  follow(store, root, 'overlays side scene at', (s) => [whose(s), shown(s), booksOf(s, 'supply')], (s) => {
    const books = bookNodes(s, 'supply');
    const lines = s.board.overlays.filter((overlay) => overlay.name === 'supply');
    return [...(books.length ? books : [h('p', { class: 'empty' }, t('panel.supply.all'))]), sidesOf(s), h('ul', { class: 'overlays' }, lines.map((overlay) => row(s, overlay)))];
  });
}

/** Of which side the overlays are. */
const sidesOf = (store) => h('span', { class: 'segments', role: 'group', 'aria-label': t('panel.overlays.whose') },
  store.board.sides.map((side) => h('button', {
    type: 'button', title: side.title, 'aria-pressed': whose(store) === side.name, data: { key: `of ${side.name}` },
    onclick: () => turnOver(store, side.name),
  }, side.title)));

/** The side whose overlays are switched. */
const whose = (store) => store.overlayOf ?? store.viewer ?? store.board?.sides?.[0]?.name;

/** What is shown, and of which side. */
const shown = (store) => Object.entries(store.overlays ?? {}).map(([name, layer]) => [name, layer?.of ?? null]);

/** Turn to the other side: what is shown of this one is now shown of that one. */
function turnOver(store, side) {
  const kept = shown(store).filter(([name]) => store.board.overlays.find((overlay) => overlay.name === name)?.sides);
  store.set('overlayOf', side);
  for (const [name, of] of kept) if (of !== side) store.toggleOverlay(name, side);
  store.set('overlays', store.overlays);
}

function row(store, overlay) {
  const on = overlay.name in (store.overlays ?? {});
  const of = whose(store);
  return h('li', {}, h('button', {
    type: 'button', class: `overlay${on ? ' on' : ''}`, role: 'switch', 'aria-checked': on,
    'aria-label': overlay.sides ? `${overlay.title}, ${titleOf(store, of)}` : overlay.title, 'aria-keyshortcuts': overlay.key, data: { overlay: overlay.name, key: `overlay ${overlay.name}` },
    onclick: () => store.toggleOverlay(overlay.name, overlay.sides ? of : undefined),
  }, icon(overlay.name), h('span', {}, overlay.title), overlay.key ? h('kbd', { class: 'key' }, overlay.key.toUpperCase()) : h('i', {}), h('i', { class: 'knob' })));
}
