// Tray: units and air groups that can be placed, entered or flown now, as counters beside the map.

import { h } from '../dom.js';
import { t } from '../texts.js';
import { counter, follow, nameOf, panel, titleOf } from './panels/parts.js';

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'scene selection', (s) => [s.scene?.tray, s.scene?.yours, answering(s), s.selection], (s) => {
    const pieces = s.scene?.tray ?? [];
    if (!pieces.length) return [];
    const usable = new Set(answering(s));
    const sides = [...new Set(pieces.map((piece) => piece.side))];
    return [panel({ key: 'tray', title: t('panel.tray'), class: usable.size && !s.selection ? 'calling' : '' },
      ...sides.flatMap((side) => [
        sides.length > 1 ? h('h3', {}, titleOf(s, side)) : '',
        h('div', { class: 'tray', role: 'group', 'aria-label': t('panel.tray') }, ...pieces.filter((piece) => piece.side === side).map((piece) => counterButton(s, piece, usable))),
      ]))];
  });
}

/** Ids of units and groups off the map that some legal answer names. */
function answering(store) {
  const off = new Set((store.scene?.tray ?? []).map((piece) => piece.id));
  const named = new Set();
  for (const answer of store.scene?.legal ?? []) {
    for (const id of [answer.unit, answer.group, answer.other]) if (off.has(id)) named.add(id);
  }
  return [...named];
}

function counterButton(store, piece, usable) {
  const chosen = store.selection?.unit === piece.id || store.selection?.group === piece.id || store.selection?.units?.includes(piece.id);
  const can = usable.has(piece.id);
  return h('button', {
    type: 'button', class: `pick${chosen ? ' chosen' : ''}${can ? '' : ' idle'}`, title: piece.title ?? nameOf(store, piece.id), 'aria-pressed': String(Boolean(chosen)),
    data: { [piece.kind === 'group' ? 'group' : 'unit']: piece.id, key: `tray ${piece.id}` },
    onclick: () => store.select(piece.kind === 'group' ? { group: piece.id } : { unit: piece.id }),
  }, counter(store, piece.id, 'small'), piece.kind === 'group' ? h('small', {}, piece.name ?? nameOf(store, piece.id)) : null);
}
