// Attack panel: who fights whom, three facts, the odds ladder, every shift with its clause, exact chances, and what one change would bring.

import { h } from '../../dom.js';
import { percent, t } from '../../texts.js';
import { joinedAt, leave } from '../leaving.js';
import { icon } from './icons.js';
import { brief, capital, chip, counter, diceFaces, fightOf, nameOf, pointing, signed, stateTag } from './parts.js';

const MOST = 4; // changes shown before the fold
const SIGN = 4; // letters of a result's sign that fit before the bars
const LABEL = 20; // letters of a fact's label that fit beside its value in a third of the panel
const VALUE = 4; // letters of a value that may be set large
const WORDS = 30; // letters that fit across a whole bar,
const WIDE = 22; // and where results are words and leave it less

/** Title and state, or that it is only a preview. @param {any} found @param {boolean} preview */
export function headNodes(found, preview) {
  return [h('h2', {}, found.title), found.subtitle ? h('span', { class: 'subtitle', title: found.subtitle }, found.subtitle) : null,
    h('span', { class: 'extra' }, preview ? h('span', { class: 'tag accent' }, t('panel.preview')) : stateTag(found.state))];
}

/** Facts, ladder, shifts, chances, notes. @param {import("../store.js").Store} store @param {any} found */
export function numberNodes(store, found) {
  return [facts(found), found.ladder ? ladder(found.ladder) : null, shifts(found), chances(store, found),
    found.notes?.length ? h('p', { class: 'notes' }, found.notes.join(' ')) : null];
}

/** Attackers as toggles, arrow, defenders. Who could join stands dimmed among those who have, all in their places. @param {import("../store.js").Store} store @param {any} found @param {boolean} open may units still come and go? */
export function forceNodes(store, found, open) {
  const attackers = found.attackers ?? [];
  const defenders = found.defenders ?? [];
  if (!attackers.length && !defenders.length) return [];
  const foes = new Set(defenders.map((id) => store.piece(id)?.side));
  const joining = new Map((open ? joiners(store, attackers) : []).filter(({ unit }) => !foes.has(store.piece(unit)?.side)).map((answer) => [answer.unit, answer]));
  const shown = open ? roster(store, attackers, defenders, [...joining.keys()]) : attackers;
  return [h('div', { class: 'forces' },
    h('div', { class: 'attackers', role: 'group', 'aria-label': t('panel.attackers') },
      shown.map((id) => (attackers.includes(id) ? toggle(store, id, true, () => { if (open) leave(store, id); }) : toggle(store, id, false, () => join(store, id, joining.get(id)), joining.get(id)))),
      shown.length || !open ? null : h('span', { class: 'empty' }, t('panel.attackers.none'))),
    shown.length ? icon('arrow') : null,
    h('div', { class: 'defenders', role: 'group', 'aria-label': t('panel.defenders') },
      defenders.map((id) => h('button', { type: 'button', class: 'pick plain', data: { unit: id, key: `defender ${id}` }, onclick: () => store.emit('inspect', { unit: id }) }, counter(store, id, 'small')))))];
}

/** Whom the attack on these defenders has shown so far: who joins, leaves or can join no longer keeps his place under the pointer. @type {{fight: string, ids: string[]}} */
let seen = { fight: '', ids: [] };

/** @param {import("../store.js").Store} store @param {string[]} attackers @param {string[]} defenders @param {string[]} joining @returns {string[]} */
function roster(store, attackers, defenders, joining) {
  const fight = [store.game, store.scene?.turn, ...defenders].join(' ');
  if (seen.fight !== fight) seen = { fight, ids: [] };
  const order = Object.keys(store.board?.units ?? {});
  const fresh = [...attackers, ...joining].filter((id) => !seen.ids.includes(id)).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  seen.ids = [...seen.ids, ...fresh].filter((id) => store.piece(id));
  return seen.ids;
}

/** Somebody who could join once, but cannot now, is told why. */
const join = (store, id, answer) => (answer ? store.do(answer.line) : store.why({ unit: id }));

function toggle(store, id, on, act, answer) {
  const label = t(on ? 'panel.attackers.in' : 'panel.attackers.out', { unit: nameOf(store, id) });
  return h('button', {
    type: 'button', class: `pick toggle${on ? ' on' : ''}`, 'aria-pressed': on, title: label, 'aria-label': label,
    data: { unit: id, line: answer?.line, key: `attacker ${id}` }, onclick: act, ...(answer ? pointing(store, answer.line) : {}),
  }, counter(store, id, 'small'));
}

/** Answers that only name a unit, of those who have not joined: each is one more attacker. */
export function joiners(store, attackers) {
  if (!store.scene?.yours || store.at !== null && store.at !== undefined) return [];
  const plain = ['hex', 'hexside', 'group', 'other', 'word', 'number', 'beside'];
  return (store.scene.legal ?? []).filter((answer) => answer.unit && !attackers.includes(answer.unit) && plain.every((field) => answer[field] === undefined || answer[field] === null));
}

/** Three facts: the number large, what it is and what it is made of beside it; pressed, every part with its clause. */
function facts(found) {
  const list = [...(found.facts ?? [])];
  const plain = found.ladder && list.length < 3 ? found.ladder.columns[found.ladder.basic] : null;
  if (plain) list.push({ label: t('panel.basic'), value: plain, parts: [] });
  if (!list.length) return null;
  return h('div', { class: 'facts' }, list.map((fact) => {
    const parts = fact.parts ?? [];
    const look = `fact-box${String(fact.label).length > LABEL ? ' long' : ''}${String(fact.value).length > VALUE ? ' wordy' : ''}`;
    if (!parts.length) return h('div', { class: look }, h('div', { class: 'fact-head' }, h('b', {}, fact.value), h('span', {}, h('span', {}, fact.label))));
    return h('details', { class: look, name: 'fact' },
      h('summary', { class: 'fact-head', title: parts.map(spoken).join('\n') }, h('b', {}, fact.value), h('span', {}, h('span', {}, fact.label), h('small', {}, sum(parts)))),
      h('ul', { class: 'fact-parts' }, parts.map((part) => h('li', {}, h('b', {}, part.amount ?? ''), h('span', {}, part.say), chip(part.clause)))));
  }));
}

const spoken = (part) => [part.amount, part.say].filter(Boolean).join(' ');

/** The parts of a number as one sum: `3+2+1`, `2+1`, `4−1`, which may go on in the next line before any of them; a single part only says the number again. */
function sum(parts) {
  if (parts.length < 2 || !parts.every((part) => /^[+−×÷-]?[\d½⅓⅔¼¾]+$/u.test(String(part.amount ?? '')))) return '';
  return parts.map((part, i) => {
    const amount = String(part.amount ?? '');
    return i === 0 || /^[+−×÷-]/u.test(amount) ? amount : `+${amount}`;
  }).join('\u200b');
}

/** All columns of the table: the basic one outlined, the final one filled, those between shaded. */
function ladder({ columns, basic, final }) {
  // a phone has room for seven, with the result among them
  const first = Math.max(0, Math.min(final - 3, columns.length - 7));
  const low = Math.min(basic, final);
  const high = Math.max(basic, final);
  return h('div', { class: 'ladder', role: 'img', 'aria-label': t('panel.ladder', { basic: columns[basic] ?? '', final: columns[final] ?? '' }) },
    columns.map((column, i) => h('span', { class: [i === basic && 'basic', i === final && 'final', i > low && i < high && 'between', final < basic && 'falling', (i < first || i > first + 6) && 'far'], title: column }, column)));
}

function shifts(found) {
  if (!found.shifts?.length) return null;
  return h('ul', { class: 'shifts' }, [...found.shifts].sort((a, b) => Number(Boolean(b.applies && b.amount)) - Number(Boolean(a.applies && a.amount))).map((shift) => h('li', { class: !shift.applies || !shift.amount ? 'zero' : shift.amount > 0 ? 'plus' : 'minus' },
    h('b', {}, signed(shift.applies ? shift.amount : 0)), h('span', {}, shift.say), chip(shift.clause))));
}

/** One bar a result: its sign, what it means, n of m and per cent; pressed, what it would do. The thrown one is marked. */
function chances(store, found) {
  const rows = found.chances ?? [];
  if (!rows.length) return null;
  const final = found.ladder ? found.ladder.columns[found.ladder.final] : null;
  const thrown = store.lying?.fight === fightOf(found) ? store.lying.result : null; // not a die of the battle before
  const every = shared(rows);
  const alone = new Set(rows.map((row) => row.say)); // what one result says in full, a worse one says without its subject
  const wide = rows.some((row) => String(row.result).length > SIGN);
  return h('div', { class: `chances${wide ? ' wide' : ''}` },
    h('h3', {}, final ? t('panel.final', { odds: final }) : t('panel.chances'), h('small', {}, t('panel.exact'))),
    h('ul', {}, rows.map((row) => chance(store, row, row.result === thrown, every, alone, wide ? WIDE : WORDS))),
    every ? h('p', { class: 'notes' }, t('panel.every', { what: every })) : null);
}

/** What all results begin with, up to a comma: said once below the bars instead of in each. */
export function shared(rows) {
  if (rows.length < 2) return '';
  const heads = rows.map((row) => String(row.say ?? '').split(', ')[0]);
  return heads.every((head) => head && head === heads[0]) && rows.some((row) => row.say !== heads[0]) ? heads[0] : '';
}

function chance(store, row, thrown, every, alone, most) {
  const share = row.of ? (100 * row.n) / row.of : row.percent ?? 0;
  const tone = row.tone === 'attacker' ? `hurt-${Math.min(3, Math.max(1, row.weight ?? 1))}` : row.tone === 'defender' ? `hit-${Math.min(4, Math.max(1, 5 - (row.weight || 1)))}` : 'none';
  const [first, ...rest] = String(row.say ?? '').split(', ');
  const say = !rest.length ? row.say : first === every ? rest.join(', ') : alone.has(first) ? capital([first.replace(/^\S+\s+/u, ''), ...rest].join(', ')) : row.say;
  const lying = thrown && store.lying ? diceFaces(store.lying) : null;
  const room = share > 52 ? most : most * (1 - share / 100); // what fits inside the bar, or beside its filled part
  const words = h('small', { class: String(say).length > room ? 'under' : share > 52 ? 'inside' : '' }, say);
  const under = words.className === 'under';
  const head = [h('b', {}, row.result), h('span', { class: `bar ${tone}` }, h('i', { style: { width: `${share.toFixed(2)}%` } }), under ? null : words, lying),
    h('span', { class: 'n' }, `${row.n}/${row.of}`), h('span', { class: 'percent' }, percent(Math.round(share * 10) / 10)), under ? words : null];
  const label = t('panel.bar', { result: row.result, say: row.say, chance: `${row.n}/${row.of}` });
  const mark = thrown ? 'thrown' : '';
  if (!row.effects?.length) return h('li', { class: mark, 'aria-label': label, title: row.say }, h('div', { class: 'chance' }, head));
  return h('li', { class: mark }, h('details', { name: 'chance' },
    h('summary', { class: 'chance', title: [row.say, ...row.effects].join('\n'), 'aria-label': label }, head),
    h('ul', { class: 'effects' }, h('li', {}, h('b', {}, row.say)), row.effects.map((effect) => h('li', {}, effect)))));
}

/** What one more answer would change: press it to do it. Those that change nothing, and what only others can do, stand below. */
export function changeNodes(store, found) {
  const list = found.changes ?? [];
  if (!list.length) return [];
  const final = found.ladder ? found.ladder.columns[found.ladder.final] : null;
  const telling = list.filter((change) => change.final !== final);
  const rest = list.filter((change) => change.final === final);
  const shown = telling.slice(0, MOST);
  const more = [...telling.slice(MOST), ...rest];
  return [h('div', { class: 'changes' }, h('h3', {}, t('panel.changes')),
    shown.length ? h('ul', {}, shown.map((change) => changeRow(store, change))) : null,
    more.length ? h('details', {}, h('summary', { class: 'more' }, t('panel.changes.more', { count: more.length })), h('ul', {}, more.map((change) => changeRow(store, change)))) : null)];
}

/** One change as a row: a button if it can be done now, plain words if not. */
export function changeRow(store, change) {
  const words = [h('span', { title: change.say }, brief(store, change.say)), h('b', {}, change.final)];
  const look = `change ${change.better ? 'better' : 'worse'}`;
  // To do without somebody is no answer of any game, but undo: the one of its attackers whom the words name.
  const leaver = change.line ? null : (store.scene?.panel?.attackers ?? []).find((id) => change.say.includes(nameOf(store, id)) && joinedAt(store, id) >= 0);
  if (leaver && store.scene?.yours) return h('li', {}, h('button', { type: 'button', class: look, data: { leave: leaver }, onclick: () => leave(store, leaver) }, words));
  if (!change.line || !store.scene?.yours) return h('li', {}, h('span', { class: `${look} fixed` }, words));
  return h('li', {}, h('button', {
    type: 'button', class: look, data: { line: change.line },
    onclick: () => store.do(change.line), ...pointing(store, change.line),
  }, words));
}
