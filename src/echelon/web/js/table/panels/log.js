// Log: what happened, in sentences, with the clauses and the dice behind it. A press on an entry shows that moment.

import { h, segments } from '../../dom.js';
import { t } from '../../texts.js';
import { button, chips, diceFaces, follow, keep, panel, sideIndex } from './parts.js';

const PAGE = 120; // entries drawn at once; older ones on request
const FILTERS = ['told', 'dice', 'all'];

/**
 * @param {any} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let filter = keep('echelon.log') ?? 'told';
  let pages = 1;
  let turned = 0;
  let length = -1;
  const redraw = () => { turned += 1; store.set('logged', turned); };
  follow(store, root, 'moves scene at logged', (s) => [filter, pages, turned, s.at, s.moves?.length, s.moves?.at(-1)?.line, s.moves?.at(-1)?.i], (s) => {
    const entries = told(s.moves ?? [], filter);
    const shown = entries.slice(-PAGE * pages);
    const choice = segments({ label: t('panel.log.filter'), value: filter, options: FILTERS.map((name) => ({ value: name, title: t(`panel.log.${name}`) })),
      onchange: (value) => { filter = value; keep('echelon.log', value); redraw(); } });
    const replay = button({ icon: 'play', title: t('panel.menu.replay'), class: 'quiet slim', key: 'replay' }, () => store.jump(s.at ?? Math.max(0, (s.scene?.moves ?? 1) - 1)));
    return [panel({ title: t('panel.log'), class: 'log', extra: [choice, replay] },
      h('ol', { class: 'entries scroll', data: { scroll: 'log' }, tabindex: '0', 'aria-label': t('panel.log') },
        shown.length < entries.length ? h('li', {}, button({ label: t('panel.log.earlier'), class: 'quiet', key: 'earlier' }, () => { pages += 1; redraw(); })) : null,
        entries.length ? rows(s, shown) : h('li', { class: 'empty' }, t('panel.log.empty'))))];
  });
  // the newest entry stays in view unless the reader has gone back
  const down = () => {
    const box = root.querySelector('.entries');
    if (!box) return;
    const now = store.moves?.length ?? 0;
    const here = store.at !== null && store.at !== undefined ? box.querySelector('.here') : null;
    if (here instanceof HTMLElement) here.scrollIntoView({ block: 'nearest' });
    else if (now !== length) box.scrollTop = box.scrollHeight;
    length = now;
  };
  for (const event of ['moves', 'scene', 'at']) store.on(event, () => requestAnimationFrame(down));
  requestAnimationFrame(down);
}

/**
 * What a filter leaves. `told` folds the small steps of one unit into one entry, and leaves out small choices that a later
 * event of the same step sums up (the units named one by one before "attack on 1208 declared").
 * @param {any[]} moves
 * @param {string} filter
 */
export function told(moves, filter) {
  if (filter === 'all') return moves.map((move) => ({ move, moves: [move] }));
  if (filter === 'dice') return moves.filter((move) => move.die).map((move) => ({ move, moves: [move] }));
  const entries = [];
  for (const move of moves) {
    const last = entries.at(-1);
    const same = last && move.side === last.move.side && move.turn === last.move.turn && move.step === last.move.step;
    if (same && move.unit && !move.die && !last.move.die && last.move.unit === move.unit) {
      last.moves.push(move);
      if (move.path?.length || !last.move.path?.length) last.move = move;
    } else {
      if (move.events?.length && !move.die) while (small(entries.at(-1), move)) entries.pop();
      if (!move.forced || move.events?.length || move.die) entries.push({ move, moves: [move] });
    }
  }
  return entries;
}

/** An entry that says nothing the move does not say, too: nothing happened in it, and it led up to the move. */
function small(entry, move) {
  return entry && !entry.move.die && entry.move.side === move.side && entry.move.turn === move.turn && entry.move.step === move.step
    && entry.moves.every((one) => !one.events?.length && !one.path?.length);
}

function rows(store, entries) {
  let turn = null;
  return entries.flatMap((entry) => {
    const list = [];
    if (entry.move.turn !== turn) {
      turn = entry.move.turn;
      const cell = (store.scene?.track ?? []).find((one) => one.turn === turn);
      list.push(h('li', { class: 'heading' }, [t('panel.turn', { turn }), cell?.label].filter(Boolean).join(' · ')));
    }
    list.push(row(store, entry));
    return list;
  });
}

function row(store, { move, moves }) {
  const last = moves.at(-1);
  const events = moves.flatMap((one) => one.events ?? []);
  const clauses = moves.flatMap((one) => one.clauses?.length ? one.clauses : (one.events ?? []).map((event) => event.clause));
  const here = store.at !== null && store.at !== undefined && last.i + 1 >= store.at && moves[0].i < store.at;
  const side = sideIndex(store, move.side);
  const words = h('button', { type: 'button', class: 'told', title: t('panel.log.jump'), data: { at: last.i + 1, key: `log ${move.i}` }, onclick: () => store.jump(last.i + 1) },
    sentence(move, events));
  return h('li', { class: `entry of-${side < 0 ? 'none' : side}${here ? ' here' : ''}${move.forced ? ' forced' : ''}`, 'aria-current': here ? 'true' : null },
    h('small', { class: 'when' }, (move.step ?? '').split('.')[0]),
    h('div', {}, words, ' ', diceFaces(moves.find((one) => one.die)?.die), ' ', chips(clauses)));
}

/** What happened, if anything did; else what was chosen. */
function sentence(move, events) {
  if (!events.length) return move.say || move.line;
  return events.map((event) => event.say).join(' ');
}
