// The panel of the open question: a fight, a march, orders asked for; or the preview of the answer under the pointer.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { changeNodes, changeRow, forceNodes, headNodes, numberNodes } from './battle.js';
import { movePanel, onWay } from './moving.js';
import { chip, counter, isLong, paint, panel, stateTag } from './parts.js';

const LINE = 40; // letters of a label and its value that fit on one line

/**
 * A fight is drawn in four parts, each only when it changes: what is pressed or pointed at (attackers, changes) must not be
 * replaced under the pointer while a preview changes the numbers.
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let preview = null;
  const head = slot(h('header', { class: 'panel-head' }));
  const forces = slot(h('div', { class: 'forces-part' }));
  const numbers = slot(h('div', { class: 'numbers-part' }));
  const changes = slot(h('div', { class: 'changes-part' }));
  // Changes stand above the numbers they preview: below, they would slip from under the pointer with every row more or less.
  const fight = h('section', {}, head.node, forces.node, changes.node, numbers.node);
  const other = slot(h('div', { class: 'other-part' }));

  const draw = () => {
    const standing = store.scene?.panel ?? null;
    const live = store.at === null || store.at === undefined;
    const base = standing && (isFight(standing) || isOpen(standing)) ? standing : null;
    const shown = preview && (isFight(preview) || !base) ? preview : null;
    if (base || shown && isFight(shown)) {
      const found = shown ?? base;
      const open = Boolean(base && live && store.scene.yours);
      fight.className = `panel battle${shown ? ' preview' : ''}`;
      fight.setAttribute('aria-label', found.title);
      const pieces = [...(found.attackers ?? []), ...(found.defenders ?? [])].map((id) => store.piece?.(id)?.status);
      const named = base ?? found; // a head of other lines would move the changes from under the pointer
      head.draw([named.title, named.subtitle, named.state, Boolean(shown)], () => headNodes(named, Boolean(shown)));
      forces.draw([named, open, pieces, open && store.scene.legal], () => forceNodes(store, named, open));
      numbers.draw([found, store.lying], () => numberNodes(store, found));
      changes.draw([base?.changes, base?.ladder, open], () => (base ? changeNodes(store, base) : []));
      if (root.firstElementChild !== fight) root.replaceChildren(fight);
      return;
    }
    const moving = shown && !onWay(store) ? null : movePanel(store, shown);
    const found = moving ? null : shown ?? standing;
    other.draw([found, Boolean(shown), moving?.outerHTML], () => (found ? [plainPanel(store, found, Boolean(shown))] : [moving]));
    if (!found && !moving) root.replaceChildren();
    else if (root.firstElementChild !== other.node) root.replaceChildren(other.node);
  };
  store.on('panel', (found) => { preview = found ?? null; draw(); });
  for (const event of ['scene', 'side']) store.on(event, () => { preview = null; draw(); });
  for (const event of ['selection', 'reach', 'hovered', 'at', 'lying', 'moves']) store.on(event, draw);
  draw();
}

/** A place that is painted again only when what it depends on has changed. @param {HTMLElement} node */
function slot(node) {
  let last;
  return {
    node,
    draw(slice, make) {
      const now = JSON.stringify(slice);
      if (now === last) return;
      last = now;
      paint(node, make());
    },
  };
}

/** A fight that nobody has joined yet: nothing to reckon with, but answers to point at, which must not be replaced by what they preview. */
const isOpen = (found) => Boolean(found.defenders?.length && found.changes?.some((change) => change.line));

/** A fight has odds or chances. */
const isFight = (found) => Boolean(found.ladder || found.chances?.length);

/** One of few answers with what it means, to be pressed by who is asked. */
function optionRow(store, option) {
  const words = [h('b', {}, option.say), option.notes.map((note) => h('span', {}, note))];
  const mine = store.scene?.legal?.some((answer) => answer.line === option.line);
  return h('li', {}, mine ? h('button', { type: 'button', class: 'option', data: { key: `option ${option.line}` }, onclick: () => store.do(option.line) }, words) : h('div', { class: 'option' }, words));
}

/** Any other question: its facts, notes, units and consequences. */
export function plainPanel(store, found, preview = false) {
  const units = [...new Set([...(found.attackers ?? []), ...(found.defenders ?? [])])];
  return panel({ title: found.title || t('panel.choice'), subtitle: found.subtitle, class: `plain${preview ? ' preview' : ''}`, extra: preview ? [h('span', { class: 'tag accent' }, t('panel.preview'))] : stateTag(found.state) },
    units.length ? h('div', { class: 'forces' }, h('div', { class: 'attackers' }, units.map((id) => counter(store, id, 'small')))) : null,
    found.facts?.length ? h('dl', { class: 'rows' }, found.facts.flatMap((fact) => [
      h('div', { class: `row total${isLong(fact.value) && String(fact.label + fact.value).length > LINE ? ' below' : ''}` }, h('dt', {}, fact.label), h('dd', {}, fact.value)),
      ...(fact.parts ?? []).map((part) => h('div', { class: 'row part' }, h('dt', {}, part.say, ' ', chip(part.clause)), h('dd', {}, part.amount ?? ''))),
    ])) : null,
    found.cautions?.length ? h('div', { class: 'notes' }, found.cautions.map((one) => h('p', { class: one.grave ? 'warning' : 'caution' }, one.say, ' ', chip(one.clause)))) : null,
    found.notes?.length ? h('div', { class: 'notes' }, found.notes.map((note) => h('p', {}, note))) : null,
    found.options?.length ? h('ul', { class: 'options' }, found.options.map((option) => optionRow(store, option))) : null,
    found.changes?.length && !preview ? h('div', { class: 'changes' }, h('ul', {}, found.changes.map((change) => changeRow(store, change)))) : null);
}
