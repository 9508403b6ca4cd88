// The panel of the open question: a fight, a march, orders asked for; or the preview of the answer under the pointer.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { battlePanel, changeRow } from './battle.js';
import { movePanel } from './moving.js';
import { chip, counter, follow, panel, stateTag } from './parts.js';

/**
 * @param {any} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let preview = null;
  store.on('panel', (found) => { preview = found ?? null; });
  for (const event of ['scene', 'side']) store.on(event, () => { preview = null; });
  follow(store, root, 'panel scene selection reach hovered at lying moves', (s) => [preview, s.scene?.panel, s.reach, s.selection, s.hovered, s.scene?.under_way, s.at, s.lying, s.scene?.legal?.length], (s) => {
    const standing = s.scene?.panel;
    // the preview of a line that belongs to the fight on the table is the fight as it would be
    if (preview) return [shown(s, preview, { preview: true })];
    const moving = movePanel(s);
    if (standing && (isFight(standing) || !moving)) return [shown(s, standing, {})];
    return moving ? [moving] : [];
  });
  return root;
}

/** A fight has odds or chances. */
const isFight = (found) => Boolean(found.ladder || found.chances?.length);

/** The panel that suits what is in it. */
function shown(store, found, how) {
  if (isFight(found)) return battlePanel(store, found, how);
  return plainPanel(store, found, how);
}

/** Any other question: its facts, notes, units and consequences. */
export function plainPanel(store, found, how = {}) {
  const units = [...new Set([...(found.attackers ?? []), ...(found.defenders ?? [])])];
  return panel({ title: found.title, subtitle: found.subtitle, class: `plain${how.preview ? ' preview' : ''}`, extra: how.preview ? [h('span', { class: 'tag accent' }, t('panel.preview'))] : stateTag(found.state) },
    units.length ? h('div', { class: 'forces' }, h('div', { class: 'attackers' }, units.map((id) => counter(store, id, 'small')))) : null,
    found.facts?.length ? h('dl', { class: 'rows' }, found.facts.flatMap((fact) => [
      h('div', { class: 'row total' }, h('dt', {}, fact.label), h('dd', {}, fact.value)),
      ...(fact.parts ?? []).map((part) => h('div', { class: 'row part' }, h('dt', {}, part.say, ' ', chip(part.clause)), h('dd', {}, part.amount ?? ''))),
    ])) : null,
    found.notes?.length ? h('div', { class: 'notes' }, found.notes.map((note) => h('p', {}, note))) : null,
    found.changes?.length && !how.preview ? h('div', { class: 'changes' }, h('ul', {}, found.changes.map((change) => changeRow(store, change)))) : null);
}
