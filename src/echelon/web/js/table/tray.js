// Tray: units and air groups off the map that can be placed, entered or flown now: how many are left, by formation, each with its
// name, and the one that is suggested next. Choosing one shows where it may go; who is placed leaves the tray.

import { h } from '../dom.js';
import { t } from '../texts.js';
import { counter, follow, nameOf, panel, shortOf, titleOf } from './panels/parts.js';

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'scene selection', (s) => [s.scene?.tray, s.scene?.yours, answering(s), s.selection], (s) => {
    const pieces = s.scene?.tray ?? [];
    if (!pieces.length) return [];
    const usable = new Set(answering(s));
    const units = pieces.filter((piece) => piece.kind !== 'group');
    const next = s.scene?.yours && !s.selection ? pieces.find((piece) => usable.has(piece.id))?.id : undefined;
    return [panel({ key: 'tray', title: t(units.length ? 'panel.tray.place' : 'panel.tray'), subtitle: units.length ? t('panel.tray.left', { count: units.length }) : '', class: usable.size && !s.selection ? 'calling' : '' },
      ...formations(s, pieces).flatMap(([title, some]) => [
        title ? h('h3', {}, title) : '',
        h('div', { class: 'tray', role: 'group', 'aria-label': title || t('panel.tray') }, ...some.map((piece) => counterButton(s, piece, usable, piece.id === next))),
      ]))];
  });
}

/**
 * Pieces under the name of their formation, where that brings some together; else by side, where there are several.
 * @param {import("./store.js").Store} store
 * @param {import("./store.js").Piece[]} pieces
 * @returns {[string, import("./store.js").Piece[]][]}
 */
function formations(store, pieces) {
  const sides = new Set(pieces.map((piece) => piece.side));
  const by = (/** @type {(piece: import("./store.js").Piece) => string} */ of) => [...Map.groupBy(pieces, of)];
  const corps = by((piece) => store.board?.units?.[piece.id]?.parent ?? '');
  if (sides.size === 1 && corps.length > 1 && corps.length <= pieces.length / 2) return corps;
  return sides.size > 1 ? by((piece) => titleOf(store, piece.side)) : [['', pieces]];
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

function counterButton(store, piece, usable, next) {
  const chosen = store.selection?.unit === piece.id || store.selection?.group === piece.id || store.selection?.units?.includes(piece.id);
  const group = piece.kind === 'group';
  const name = group ? piece.name ?? nameOf(store, piece.id) : shortOf(store, piece.id);
  return h('button', {
    type: 'button', class: `pick${chosen ? ' chosen' : ''}${next ? ' next' : ''}${usable.has(piece.id) ? '' : ' idle'}`, title: piece.title ?? nameOf(store, piece.id), 'aria-pressed': String(Boolean(chosen)),
    data: { [group ? 'group' : 'unit']: piece.id, key: `tray ${piece.id}` },
    onclick: () => store.select(group ? { group: piece.id } : { unit: piece.id }),
  }, counter(store, piece.id, 'small'), h('small', {}, name, next ? h('b', { class: 'tag accent' }, t('panel.tray.next')) : null));
}
