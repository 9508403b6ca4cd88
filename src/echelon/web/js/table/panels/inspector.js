// Inspector: everything there is to know about the hex or the unit that is chosen or pointed at.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { capital, chip, counter, panel } from './parts.js';

const WAIT = 160; // ms the pointer rests before the server is asked

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let shown = null;
  let asked = '';
  let timer = 0;
  let pointed = null; // hex or unit under the pointer
  let kind; // of the question last shown
  let held = null; // what was chosen on purpose stays when the pointer leaves
  const show = async (what) => {
    const key = JSON.stringify([what, store.scene?.number, store.at ?? null, store.viewer ?? null]);
    if (key === asked) return;
    asked = key;
    if (!what) { shown = null; draw(store, root, shown); return; }
    try {
      const found = await store.inspect(what);
      if (key !== asked || !found) return;
      shown = { ...found, what };
      draw(store, root, shown);
    } catch { /* the line is down; the banner says so */ }
  };
  const point = () => {
    clearTimeout(timer);
    const over = target(pointed);
    root.classList.toggle('pointed', Boolean(over));
    timer = setTimeout(() => show(over ?? held), over ? WAIT : WAIT * 2);
  };
  store.on('pointed', (what) => { pointed = what ?? null; point(); });
  store.on('selection', () => {
    const chosen = target(store.selection);
    if (chosen) { held = chosen; pointed = null; } // until the pointer goes on
    point();
  });
  store.on('inspect', (what) => { held = what; root.classList.add('pointed'); show(what); });
  store.on('scene', (scene) => {
    asked = '';
    if (!scene) held = pointed = null; // the curtain is down: nothing of this seat stays
    if (scene?.kind !== kind) held = target(store.selection); // another question: what was looked at for the last one goes
    kind = scene?.kind;
    show(target(pointed) ?? held);
  });
  draw(store, root, null);
}

/** Unit before hex: the smaller thing was meant. */
function target(from) {
  if (!from) return null;
  if (typeof from === 'string') return { hex: from };
  if (from.unit) return { unit: from.unit };
  if (from.group) return { unit: from.group };
  if (from.units?.length) return { unit: from.units[0] };
  return from.hex ? { hex: from.hex } : null;
}

function draw(store, root, found) {
  if (!found) {
    root.replaceChildren(h('section', { class: 'panel hint-only', 'aria-label': t('panel.inspector') }, h('p', { class: 'empty' }, t('panel.inspector.empty'))));
    return;
  }
  const unit = found.what.unit;
  const rows = found.rows ?? [];
  const said = rows.filter((row) => row[1] !== '' && row[1] !== null);
  root.replaceChildren(panel({ key: 'inspector', title: capital(found.title), subtitle: found.subtitle, class: 'inspector' },
    h('div', { class: 'inspected' },
      unit ? counter(store, unit, 'large') : null,
      h('dl', { class: 'pairs' }, said.filter((row) => !long(row)).map((row) => [h('dt', {}, row[0]), h('dd', {}, String(row[1]), ' ', chip(row[2]))]))),
    said.some(long) ? h('dl', { class: 'rows answers' }, said.filter(long).map((row) => h('div', { class: `row${String(row[1]).length > 60 ? ' below' : ''}` }, h('dt', {}, capital(row[0])), h('dd', {}, String(row[1]), ' ', chip(row[2]))))) : null,
    tags(rows),
    ledgers(store, found),
    units(store, found, unit)));
}

/** Rows that do not fit beside the counter. */
const long = (row) => String(row[0]).length > 20 || String(row[1]).length > 60;

/** Rows that only say something are small plates below. */
function tags(rows) {
  const only = rows.filter((row) => row[1] === '' || row[1] === null);
  if (!only.length) return null;
  return h('p', { class: 'plates' }, only.map((row) => h('span', { class: 'plate' }, row[0], ' ', chip(row[2]))));
}

/** What can be written about the unit in a ledger that stands open beside the question. */
function ledgers(store, found) {
  return (found.ledgers ?? []).filter((one) => one.entries?.length).map((one) => h('details', { class: 'ledger', data: { key: `ledger ${one.kind}` } }, h('summary', {}, one.say),
    h('ul', { class: 'plates' }, one.entries.map((entry) => h('li', {}, h('button', { type: 'button', class: 'plain', data: { line: entry.line }, onclick: () => store.do(entry.line) }, entry.say))))));
}

function units(store, found, unit) {
  const ids = (found.units ?? []).map((one) => (typeof one === 'string' ? { id: one } : one)).filter((one) => one.id !== unit);
  if (!ids.length) return null;
  return h('ul', { class: 'inspected-units' }, ids.map((one) => h('li', {}, h('button', {
    type: 'button', class: 'pick plain', data: { unit: one.id, key: `inspect ${one.id}` }, title: one.title ?? '', onclick: () => store.select({ unit: one.id }),
  }, counter(store, one.id, 'small')), one.say ? h('small', {}, one.say) : null)));
}
