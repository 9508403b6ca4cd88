// Attack panel: who fights whom, three facts, the odds ladder, every shift with its clause, exact chances, and what one change would bring.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { icon } from './icons.js';
import { chip, counter, diceFaces, nameOf, panel, signed } from './parts.js';

/**
 * The panel of a fight, whether the question as it stands or a preview of one answer.
 * @param {any} store
 * @param {any} found Panel of the contract
 * @param {{preview?: boolean}} [how]
 */
export function battlePanel(store, found, how = {}) {
  return panel({ title: found.title, class: `battle${how.preview ? ' preview' : ''}`, extra: headExtra(found, how) },
    found.subtitle ? h('p', { class: 'subtitle' }, found.subtitle) : null,
    forces(store, found, how),
    facts(found),
    found.ladder ? ladder(found.ladder) : null,
    shifts(found),
    chances(store, found),
    found.notes?.length ? h('p', { class: 'notes' }, found.notes.join(' ')) : null,
    how.preview ? null : changes(store, found));
}

function headExtra(found, how) {
  if (how.preview) return [h('span', { class: 'tag accent' }, t('panel.preview'))];
  return found.state ? [h('span', { class: 'tag bad' }, found.state)] : [];
}

/** Attackers as toggles, arrow, defenders. Who could join stands dimmed beside those who have. */
function forces(store, found, how) {
  const attackers = found.attackers ?? [];
  const defenders = found.defenders ?? [];
  if (!attackers.length && !defenders.length) return null;
  const joining = how.preview ? [] : joiners(store, attackers);
  return h('div', { class: 'forces' },
    h('div', { class: 'attackers', role: 'group', 'aria-label': t('panel.attackers') },
      attackers.map((id) => toggle(store, id, true, () => leave(store, id))),
      joining.map((answer) => toggle(store, answer.unit, false, () => store.do(answer.line), answer)),
      attackers.length + joining.length ? null : h('span', { class: 'empty' }, t('panel.attackers.none'))),
    icon('arrow'),
    h('div', { class: 'defenders', role: 'group', 'aria-label': t('panel.defenders') },
      defenders.map((id) => h('button', { type: 'button', class: 'pick plain', data: { unit: id, key: `defender ${id}` }, onclick: () => store.emit('inspect', { unit: id }) }, counter(store, id, 'small')))));
}

function toggle(store, id, on, act, answer) {
  const label = t(on ? 'panel.attackers.in' : 'panel.attackers.out', { unit: nameOf(store, id) });
  return h('button', {
    type: 'button', class: `pick toggle${on ? ' on' : ''}`, 'aria-pressed': on, title: label, 'aria-label': label,
    data: { unit: id, line: answer?.line, key: `attacker ${id}` }, onclick: act,
    onpointerenter: answer ? () => store.hover(answer.line) : null, onpointerleave: answer ? () => store.hover(null) : null,
  }, counter(store, id, 'small'));
}

/** Answers that only name a unit, of those who have not joined: each is one more attacker. */
export function joiners(store, attackers) {
  if (!store.scene?.yours || store.at !== null && store.at !== undefined) return [];
  const plain = ['hex', 'hexside', 'group', 'other', 'word', 'number', 'beside'];
  return (store.scene.legal ?? []).filter((answer) => answer.unit && !attackers.includes(answer.unit) && plain.every((field) => answer[field] === undefined || answer[field] === null));
}

/**
 * Take one attacker out again. There is no verb for that in any game: taking back is undo. So undo back to where it joined, and
 * repeat what came after.
 */
async function leave(store, id) {
  if (!store.scene?.yours || store.busy) return;
  const moves = store.moves ?? [];
  const again = [];
  let i = moves.length - 1;
  for (; i >= 0; i -= 1) {
    const move = moves[i];
    if (move.chance || move.side !== store.viewer) break;
    if (move.forced) continue;
    if (move.unit === id) break;
    again.unshift(move.line);
  }
  const found = moves[i];
  if (!found || found.unit !== id || found.chance || found.side !== store.viewer) {
    await store.undo();
    return;
  }
  for (let n = again.length + 1; n > 0; n -= 1) await store.undo();
  for (const line of again) await store.do(line);
}

/** Three facts: the number large, what it is and what it is made of beside it. */
function facts(found) {
  if (!found.facts?.length) return null;
  return h('div', { class: 'facts' }, found.facts.map((fact) => {
    const parts = fact.parts ?? [];
    const sum = parts.map((part) => part.amount).filter(Boolean);
    const plain = parts.length > 2 && sum.length === parts.length ? sum.join('+').replaceAll('+−', '−').replaceAll('+×', '×').replaceAll('++', '+') : parts.map(spoken).filter(Boolean).join(', ');
    const clauses = [...new Set(parts.map((part) => part.clause).filter(Boolean))];
    return h('details', { class: 'fact-box', name: 'fact' },
      h('summary', { title: parts.map(spoken).join('\n') }, h('b', {}, fact.value), h('span', {}, h('span', {}, fact.label), h('small', {}, plain), clauses.length && parts.length <= 2 ? chip(clauses[0]) : null)),
      parts.length ? h('ul', { class: 'fact-parts' }, parts.map((part) => h('li', {}, h('b', {}, part.amount ?? ''), h('span', {}, part.say), chip(part.clause)))) : null);
  }));
}

const spoken = (part) => [part.say, part.amount].filter(Boolean).join(' ');

/** All columns of the table: the basic one outlined, the final one filled, those between shaded. */
function ladder({ columns, basic, final }) {
  const low = Math.min(basic, final);
  const high = Math.max(basic, final);
  return h('ol', { class: 'ladder', role: 'img', 'aria-label': t('panel.ladder', { basic: columns[basic] ?? '', final: columns[final] ?? '' }) },
    columns.map((column, i) => h('li', { class: [i === basic && 'basic', i === final && 'final', i > low && i < high && 'between', final < basic && 'falling'], title: column }, column)));
}

function shifts(found) {
  if (!found.shifts?.length) return null;
  return h('ul', { class: 'shifts' }, found.shifts.map((shift) => h('li', { class: !shift.applies || !shift.amount ? 'zero' : shift.amount > 0 ? 'plus' : 'minus' },
    h('b', {}, signed(shift.applies ? shift.amount : 0)), h('span', {}, shift.say), chip(shift.clause))));
}

/** One bar a result: its sign, what it means, n of m and per cent; pressed, what it would do. The thrown one is marked. */
function chances(store, found) {
  const rows = found.chances ?? [];
  if (!rows.length) return null;
  const final = found.ladder ? found.ladder.columns[found.ladder.final] : null;
  const thrown = store.lying?.result ?? null;
  return h('div', { class: 'chances' },
    h('h3', {}, final ? t('panel.final', { odds: final }) : t('panel.chances'), h('small', {}, t('panel.exact'))),
    h('ul', {}, rows.map((row) => chance(store, row, row.result === thrown))));
}

function chance(store, row, thrown) {
  const share = row.of ? (100 * row.n) / row.of : row.percent ?? 0;
  const tone = row.tone === 'attacker' ? `hurt-${Math.min(3, Math.max(1, row.weight ?? 1))}` : row.tone === 'defender' ? `hit-${Math.min(4, Math.max(1, 5 - (row.weight || 1)))}` : 'none';
  const bar = h('span', { class: `bar ${tone}` }, h('i', { style: { width: `${share.toFixed(2)}%` } }), h('small', { style: { left: `${Math.min(share, 62).toFixed(2)}%` } }, row.say));
  const head = [h('b', {}, row.result), bar, h('span', { class: 'n' }, `${row.n}/${row.of}`), h('span', { class: 'percent' }, `${Number(row.percent ?? share).toFixed(1)} %`)];
  const label = `${row.result}: ${row.say}, ${row.n}/${row.of}`;
  const lying = thrown && store.lying ? diceFaces(store.lying) : null;
  if (!row.effects?.length) return h('li', { class: thrown ? 'thrown' : '', 'aria-label': label }, h('div', { class: 'chance' }, head, lying));
  return h('li', { class: thrown ? 'thrown' : '' }, h('details', { name: 'chance' },
    h('summary', { class: 'chance', title: row.effects.join('\n'), 'aria-label': label }, head, lying),
    h('ul', { class: 'effects' }, row.effects.map((effect) => h('li', {}, effect)))));
}

/** What one more answer would change: press it to do it. */
function changes(store, found) {
  if (!found.changes?.length) return null;
  return h('div', { class: 'changes' }, h('h3', {}, t('panel.changes')),
    h('ul', {}, found.changes.map((change) => h('li', {}, h('button', {
      type: 'button', class: `change ${change.better ? 'better' : 'worse'}`, data: { line: change.line },
      onclick: () => store.do(change.line), onpointerenter: () => store.hover(change.line), onpointerleave: () => store.hover(null),
    }, h('span', {}, change.say), h('b', {}, change.final))))));
}
