// Overlays: what else the map may show, and of which side.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { icon } from './icons.js';
import { follow, panel, titleOf } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'overlays side scene', (s) => [whose(s), s.board?.overlays, shown(s)], (s) => {
    if (!s.board) return [];
    const sides = h('span', { class: 'segments', role: 'group', 'aria-label': t('panel.overlays.whose') },
      s.board.sides.map((side) => h('button', {
        type: 'button', title: side.title, 'aria-pressed': whose(s) === side.name, data: { key: `of ${side.name}` },
        onclick: (event) => { event.preventDefault(); turnOver(s, side.name); },
      }, side.title)));
    return [panel({ key: 'overlays', title: t('panel.overlays') }, sides, h('ul', { class: 'overlays' }, s.board.overlays.map((overlay) => row(s, overlay))))];
  });
}

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
