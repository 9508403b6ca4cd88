// Move panel: the unit chosen to move, where it can go, and what the way under the pointer costs.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { counter, nameOf, panel } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @returns {Element | null} nothing if nobody can move now
 */
export function movePanel(store) {
  const reach = store.reach;
  const unit = reach?.unit ?? store.selection?.unit;
  if (!reach || !unit || !store.scene?.yours) return null;
  const hexes = Object.entries(reach.hexes ?? {});
  const [over, target] = hexes.find(([, way]) => way.line === store.hovered) ?? [null, null];
  const company = [...new Set([unit, ...(store.selection?.units ?? []), ...(store.scene.under_way ?? [])])];
  return panel({ title: t('panel.move.title', { unit: nameOf(store, unit) }), class: 'moving', extra: [h('span', { class: 'tag accent' }, t('panel.move.count', { count: hexes.length }))] },
    h('div', { class: 'forces' }, h('div', { class: 'attackers' }, company.map((id) => counter(store, id, 'small')))),
    facts(store),
    target ? way(store, reach, over, target) : h('p', { class: 'hint' }, hexes.length ? t('panel.move.hint') : t('panel.move.none')),
    reach.complete === false ? h('p', { class: 'notes' }, t('panel.move.incomplete')) : null);
}

/** What the question itself says of the march: points left, bonus, who goes along. */
function facts(store) {
  const list = store.scene.panel?.facts ?? [];
  if (!list.length) return null;
  return h('dl', { class: 'rows' }, list.map((fact) => h('div', { class: 'row' }, h('dt', {}, fact.label), h('dd', {}, fact.value))));
}

/** The way to one hex: the hexes one after the other, and what it costs in all. */
function way(store, reach, hex, target) {
  const path = target.path ?? [];
  const name = (label) => [label, place(store, label)].filter(Boolean).join(' ');
  return h('dl', { class: 'rows' },
    h('div', { class: 'row total' }, h('dt', {}, t('panel.move.to', { hex: name(hex) })), h('dd', {}, target.cost === '' || target.cost === undefined ? '' : t('panel.move.cost', { cost: target.cost }))),
    target.say ? h('div', { class: 'row' }, h('dt', {}, target.say), h('dd', {})) : null,
    path.length > 1 ? h('div', { class: 'row part' }, h('dt', {}, t('panel.move.path')), h('dd', { class: 'path' }, path.join(' – '))) : null,
    (target.rows ?? []).map((row) => h('div', { class: 'row part' }, h('dt', {}, row.say), h('dd', {}, row.cost ?? ''))),
    target.note ? h('p', { class: 'notes' }, target.note) : null);
}

/** The name of the place in a hex, or its terrain. */
function place(store, label) {
  const hex = store.board?.hexes?.[label];
  return hex?.place ?? hex?.terrain ?? '';
}
