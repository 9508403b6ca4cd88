// Move panel: the unit chosen to move, where it can go, and what the way under the pointer costs.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { chip, counter, panel, shortOf } from './parts.js';

const RINGS = 3; // different warnings that red rings are explained with

/**
 * @param {import("../store.js").Store} store
 * @param {any} [preview] what the last step of the way under the pointer means
 * @returns {Element | null} nothing if nobody can move now
 */
export function movePanel(store, preview = null) {
  const reach = store.reach;
  const unit = reach?.unit ?? store.selection?.unit;
  if (!reach || !unit || !store.scene?.yours) return null;
  const hexes = Object.entries(reach.hexes ?? {});
  const [over, target] = hexes.find(([, way]) => way.line === store.hovered) ?? [null, null];
  const under = store.scene.under_way ?? [];
  const own = !under.length || under.includes(unit); // else the question is still about another, which stops first
  const company = [...new Set([unit, ...(store.selection?.units ?? []), ...(own ? under : [])])];
  const name = shortOf(store, unit); // the card below has it in full
  const rings = [...new Set(hexes.flatMap(([, one]) => (one.warnings ?? []).filter((row) => row.grave).map((row) => row.say)))].slice(0, RINGS);
  const costs = hexes.some(([, way]) => way.cost);
  return panel({ title: t(costs ? 'panel.move.title' : 'panel.move.title.free', { unit: name }), class: 'moving', extra: [h('span', { class: 'tag accent' }, t('panel.move.count', { count: hexes.length }))] },
    company.length > 1 ? h('div', { class: 'forces' }, h('div', { class: 'attackers' }, company.map((id) => counter(store, id, 'small')))) : null,
    target || !own || !store.scene.panel?.facts?.length ? null : h('dl', { class: 'rows' }, facts(store.scene.panel.facts)),
    target ? way(store, over, target, preview) : h('p', { class: 'hint' }, t(!hexes.length ? 'panel.move.none' : costs ? 'panel.move.hint' : 'panel.move.hint.free')),
    target || !rings.length ? null : h('p', { class: 'notes warning ringed' }, h('i', { class: 'ring-sign', 'aria-hidden': 'true' }), ' ', t('panel.move.ring', { what: rings.map((one) => one.replace(/[.\s]+$/u, '')).join('; ') })),
    own || !hexes.length ? null : h('p', { class: 'notes' }, t('panel.move.stops', { unit: shortOf(store, under[0]) })),
    reach.complete === false ? h('p', { class: 'notes' }, t('panel.move.incomplete')) : null);
}

/** What the question, or a step of the way, says of the march: points left, bonus, ground, supply. */
const facts = (list) => list.map((fact) => h('div', { class: 'row' }, h('dt', {}, fact.label), h('dd', {}, fact.value)));

/** Is the pointer on a hex that can be reached? @param {any} store */
export const onWay = (store) => Boolean(store.hovered) && Object.values(store.reach?.hexes ?? {}).some((way) => way.line === store.hovered);

/** The way to one hex: the hexes one after the other, what it costs in all, and what its last step brings with it. */
function way(store, hex, target, preview) {
  const last = preview?.facts ?? [];
  const path = target.path ?? [];
  const name = (label) => [label, place(store, label)].filter(Boolean).join(' ');
  return h('dl', { class: 'rows' },
    h('div', { class: 'row total' }, h('dt', {}, t('panel.move.to', { hex: name(hex) })), h('dd', {}, target.cost === '' || target.cost === undefined ? '' : t('panel.move.cost', { cost: target.cost }))),
    target.say ? h('div', { class: 'row' }, h('dt', {}, target.say), h('dd', {})) : null,
    path.length > 1 ? h('div', { class: 'row part' }, h('dt', {}, t('panel.move.path')), h('dd', { class: 'path' }, path.join(' – '))) : null,
    (target.rows ?? []).map((row) => h('div', { class: 'row part' }, h('dt', {}, row.say), h('dd', {}, row.cost ?? ''))),
    facts(target.cost ? last.slice(1) : last), // a step with a cost tells it first, and that is only its own
    (target.warnings ?? []).map((one) => h('p', { class: `notes ${one.grave ? 'warning' : 'caution'}` }, one.say, ' ', chip(one.clause))),
    [target.note, ...(preview?.notes ?? [])].filter(Boolean).map((note) => h('p', { class: 'notes' }, note)));
}

/** The name of the place in a hex, or its terrain. */
function place(store, label) {
  const hex = store.board?.hexes?.[label];
  return hex?.place ?? hex?.terrain ?? '';
}
