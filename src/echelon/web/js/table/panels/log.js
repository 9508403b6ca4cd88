// Log: what happened, in sentences, with the clauses and the dice behind it. A press on an entry shows that moment.

import { h, segments } from '../../dom.js';
import { t } from '../../texts.js';
import { plansSoFar } from '../advice.js';
import { button, capital, chips, diceFaces, follow, forcedTag, isDuty, keep, nameOf, panel, shownMoves, sideIndex, tell, unitOf } from './parts.js';

const PAGE = 120; // entries drawn at once; older ones on request
const FILTERS = ['told', 'dice', 'all'];

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let filter = keep('echelon.log') ?? 'told';
  let pages = 1;
  let turned = 0;
  let length = -1;
  const redraw = () => { turned += 1; store.set('logged', turned); };
  follow(store, root, 'moves scene at logged playing plans', (s) => [filter, pages, turned, s.at, s.playing?.move?.i, s.moves?.length, s.moves?.at(-1)?.line, s.moves?.at(-1)?.i, s.plans.told.length, plansSoFar(s).length, s.scene?.track?.map((cell) => cell.title), closing(s)], (s) => {
    const entries = told(s, shownMoves(s), filter);
    const shown = entries.slice(-PAGE * pages);
    const choice = segments({ label: t('panel.log.filter'), value: filter, options: FILTERS.map((name) => ({ value: name, title: t(`panel.log.${name}`) })),
      onchange: (value) => { filter = value; keep('echelon.log', value); redraw(); } });
    const replay = button({ icon: 'play', title: t('panel.menu.replay'), class: 'quiet slim', key: 'replay' }, () => store.jump(s.at ?? Math.max(0, (s.scene?.moves ?? 1) - 1)));
    return [panel({ title: t('panel.log'), class: 'log', extra: [choice, planButton(s), replay].filter(Boolean) },
      h('ol', { class: 'entries scroll', data: { scroll: 'log' }, tabindex: '0', 'aria-label': t('panel.log') },
        shown.length < entries.length ? h('li', {}, button({ label: t('panel.log.earlier'), class: 'quiet', key: 'earlier' }, () => { pages += 1; redraw(); })) : null,
        entries.length || closing(s) ? rows(s, shown) : h('li', { class: 'empty' }, t('panel.log.empty')),
        closing(s) ? h('li', { class: 'entry of-none' }, h('small', { class: 'when' }), h('div', {}, h('b', {}, closing(s)))) : null))];
  });
  let end = true; // the reader is at the newest entry, which then stays in view
  const down = () => {
    const box = root.querySelector('.entries');
    if (!box) return;
    const now = shownMoves(store).length;
    const past = store.at !== null && store.at !== undefined;
    // A moment that is told by no entry of its own: the one before it.
    const before = () => [...box.querySelectorAll('[data-at]')].findLast((node) => Number(/** @type {HTMLElement} */ (node).dataset.at) <= Number(store.at));
    const here = past ? box.querySelector('.here') ?? before() : null;
    if (here instanceof HTMLElement) here.scrollIntoView({ block: 'nearest' });
    else if (end || now !== length) { box.scrollTop = box.scrollHeight; end = true; }
    length = now;
  };
  let touched = -Infinity; // when the reader last did something here: a list that is drawn again scrolls, too
  for (const event of ['wheel', 'pointerdown', 'touchmove', 'keydown']) root.addEventListener(event, () => { touched = performance.now(); }, { capture: true, passive: true });
  root.addEventListener('scroll', (event) => {
    const box = /** @type {HTMLElement} */ (event.target);
    if (performance.now() - touched < 800) end = box.scrollTop + box.clientHeight > box.scrollHeight - 24;
  }, true);
  new ResizeObserver(down).observe(root); // whoever looks back keeps the moment in view, whoever does not, the newest entry
  store.on('at', (at) => { if (at === null) end = true; }); // back to now: the newest entry
  for (const event of ['moves', 'scene', 'at', 'playing']) store.on(event, () => requestAnimationFrame(down));
  requestAnimationFrame(down);
}

/** How the players ended the game, if they did and not the rules: no move tells it. @param {import("../store.js").Store} store */
const closing = (store) => (['resigned', 'agreed'].includes(store.latest?.result?.level) && !store.playing ? store.latest?.result.say : '');

/** The last plan of a computer player, if any was told. @param {import("../store.js").Store} store */
function planButton(store) {
  return plansSoFar(store).length ? button({ icon: 'plan', title: t('advice.plan.show'), class: 'quiet slim', key: 'plan' }, () => store.emit('showPlan')) : '';
}

/** Why a computer player did this, where it was told. @param {import("../store.js").Store} store @param {any[]} moves */
function whyButton(store, moves) {
  const told = moves.find((move) => store.plans.told.includes(move.i));
  return told ? h('button', { type: 'button', class: 'why-told', title: t('advice.why.title'), data: { key: `why ${told.i}`, why: told.i }, onclick: () => store.emit('whyMove', { i: told.i, march: marchOf(store, told.i) }) }, t('advice.why')) : null;
}

/**
 * What a filter leaves. `told` folds the small steps of one unit into one entry, and leaves out small choices that a later
 * event of the same step sums up (the units named one by one before "attack on 1208 declared") and answers that only end a question.
 * @param {import("../store.js").Store} store
 * @param {any[]} moves
 * @param {string} filter
 */
export function told(store, moves, filter) {
  if (filter === 'all') return moves.map((move) => ({ move, moves: [move] }));
  if (filter === 'dice') return moves.filter((move) => move.die).map((move) => ({ move, moves: [move] }));
  const ends = store.board?.main ?? []; // verbs that end a question
  const entries = [];
  const stands = summed(moves);
  for (const whole of moves) {
    const move = stands.get(whole) ?? whole;
    if (move.untold) { // a later entry tells it, and the small choices that led up to it
      while (small(entries.at(-1), whole)) entries.pop();
      continue;
    }
    const unit = unitOf(store, move);
    const last = entries.at(-1);
    const same = last && move.side === last.move.side && move.turn === last.move.turn && move.step === last.move.step;
    const happened = Boolean(move.events?.length || move.die);
    if (same && unit && !move.die && !last.move.die && last.unit === unit) {
      if (!happened && !move.path?.length && ends.includes(verb(move))) {
        if (!last.moves.some((one) => one.events?.length || one.path?.length)) entries.pop(); // taken up and put down again: nothing came of it
        continue;
      }
      last.moves.push(move);
      if (move.path?.length || !last.move.path?.length) last.move = move;
    } else {
      if (happened) while (small(entries.at(-1), move)) entries.pop();
      if (happened || !move.forced && !ends.includes(verb(move))) entries.push({ move, moves: [move], unit });
    }
  }
  return entries;
}

const verb = (move) => move.line.split(' ', 1)[0];

/**
 * What stands in the place of moves that tell of a battle or the like: of the events about a hex in one turn, one that tells more stands for
 * those before it that tell less. A move of which nothing is left to tell is `untold`; the one that tells it all has it among those that `led` to it.
 * @param {any[]} moves
 */
function summed(moves) {
  /** @type {Map<any, any>} */
  const found = new Map();
  /** @type {Map<string, {tells: number, turn: number, led: any[]}>} */
  const most = new Map();
  for (const move of [...moves].reverse()) {
    if (!move.events?.some((event) => event.tells !== undefined)) continue;
    /** @type {any[]} */
    const led = [];
    const events = move.events.flatMap((event) => {
      if (event.tells === undefined) return [event];
      const more = event.hexes.map((hex) => most.get(hex)).find((one) => one && one.turn === move.turn && one.tells > event.tells);
      if (more) { more.led.push(move); return []; }
      for (const hex of event.hexes) most.set(hex, { tells: event.tells, turn: move.turn, led });
      return [{ ...event, say: event.whole ?? event.say }];
    });
    found.set(move, { ...move, events, led, untold: !events.length && !move.die });
  }
  return found;
}

/** An entry that says nothing the move does not say, too: nothing happened in it, and it led up to the move. */
function small(entry, move) {
  if (!entry || entry.move.die || entry.move.turn !== move.turn || entry.move.step !== move.step) return false;
  if (entry.moves.some((one) => one.events?.length || one.path?.length)) return false;
  if (!move.die) return entry.move.side === move.side;
  const named = entry.move.line.split(' ').at(-1);
  return Boolean(entry.unit) || (move.events ?? []).some((event) => event.say.includes(named));
}

function rows(store, entries) {
  let turn = null;
  return entries.flatMap((entry) => parted(entry)).flatMap((entry) => {
    const list = [];
    if (entry.move.turn !== turn) {
      turn = entry.move.turn;
      const cell = (store.scene?.track ?? []).find((one) => one.turn === turn);
      list.push(h('li', { class: 'heading' }, [t('panel.turn', { turn }), cell?.label === String(turn) ? null : (cell?.title ?? '').split(',')[0] || cell?.label].filter(Boolean).join(' · ')));
    }
    list.push(row(store, entry));
    return list;
  });
}

/** A move that ends a turn, or the set-up, tells of the next turn, too: that is told by itself, under the heading of that turn, and without the die of what came before. */
function parted(entry) {
  const last = entry.moves.at(-1);
  const cut = (last.events ?? []).findIndex((event) => event.turn !== undefined);
  if (cut < 0 || cut === 0 && last.events[cut].turn === last.turn) return [entry];
  const part = (events, facts) => ({ ...last, events, clauses: [...new Set(events.map((event) => event.clause).filter(Boolean))], ...facts });
  const before = part(last.events.slice(0, cut), {});
  const after = part(last.events.slice(cut), { turn: last.events[cut].turn, step: '', die: null, side: '' });
  const earlier = entry.moves.slice(0, -1);
  const kept = earlier.length || before.events.length || before.die ? [{ ...entry, move: entry.move === last ? before : entry.move, moves: [...earlier, before] }] : [];
  return [...kept, { move: after, moves: [after] }];
}

function row(store, { move, moves }) {
  const last = moves.at(-1);
  const clauses = moves.flatMap((one) => one.clauses?.length ? one.clauses : (one.events ?? []).map((event) => event.clause));
  const here = store.at !== null && store.at !== undefined && last.i + 1 >= store.at && moves[0].i < store.at;
  const side = sideIndex(store, move.side);
  const words = h('button', { type: 'button', class: 'told', title: t('panel.log.jump'), data: { at: last.i + 1, key: `log ${move.i}` }, onclick: () => store.jump(last.i + 1) },
    sentence(store, move, moves));
  return h('li', { class: `entry of-${side < 0 ? 'none' : side}${here ? ' here' : ''}${move.forced && !moves.some(isDuty) ? ' forced' : ''}`, 'aria-current': here ? 'true' : null },
    h('small', { class: 'when' }, (move.step ?? '').split('.')[0]),
    h('div', {}, words, ' ', moves.some(isDuty) ? [forcedTag(), ' '] : null, diceFaces(moves.find((one) => one.die)?.die), ' ', chips(clauses), whyButton(store, [...moves.flatMap((one) => one.led ?? []), ...moves])));
}

const ARTICLE = 4; // letters at most that a language puts before a name: Les

/** Does a sentence begin with a name, its article aside? @param {string} say @param {string} name */
const begins = (say, name) => say.includes(name) && say.indexOf(name) <= ARTICLE;

/** Steps of one unit as its way. */
function march(store, steps) {
  const way = steps.flatMap((one, i) => (i === 0 ? one.path : one.path.slice(1)));
  const say = t('panel.log.march', { unit: nameOf(store, steps[0].unit), way: way.join(' – ') });
  return capital(say); // a French unit has a small letter: compagnie, convoi
}

/** The march that a move belongs to, from where it began, in whatever way the log is shown; empty where nobody marches. @param {import("../store.js").Store} store @param {number} i */
function marchOf(store, i) {
  const entry = told(store, shownMoves(store), 'told').find(({ moves }) => moves.some((one) => one.i === i));
  const steps = (entry?.moves ?? []).filter((one) => one.path?.length);
  return steps.length ? march(store, steps) : '';
}

/** A march of several steps as its way and what else happened on it; anything else as it is told. */
function sentence(store, move, moves) {
  const steps = moves.filter((one) => one.path?.length);
  if (steps.length < 2) return moves.map((one) => (one.events?.length || moves.length === 1 || one === move ? tell(one) : '')).filter(Boolean).join(' ');
  const name = nameOf(store, steps[0].unit);
  const others = moves.flatMap((one) => {
    const events = (one.events ?? []).map((event) => event.say);
    const plain = one.path?.length ? events.findIndex((event) => begins(event, name) && event.includes(one.path.at(-1))) : -1;
    return events.filter((_, i) => i !== plain); // the step itself is told by the way
  });
  return [march(store, steps), ...others].join(' ');
}
