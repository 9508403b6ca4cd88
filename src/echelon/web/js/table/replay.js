// Replay: a slider over all moves with a tick at each turn, steps and turns both ways, play, whose eyes, what-if, back to now.

import { h } from '../dom.js';
import { closable } from '../opened.js';
import { setting } from '../settings.js';
import { t } from '../texts.js';
import { whatIf } from './panels/menu.js';
import { button, chips, diceFaces, follow, tell, titleOf } from './panels/parts.js';
import { speed } from './prompt.js';
import { openReport } from './report.js';

const BEAT = 900; // ms a move at speed 1

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  root.setAttribute('role', 'region');
  const named = () => root.setAttribute('aria-label', t('panel.replay'));
  store.on('language', named);
  named();
  let playing = 0;
  const last = () => store.scene?.moves ?? store.moves?.length ?? 0;
  const stop = () => { clearTimeout(playing); playing = 0; };
  const go = (at) => store.jump(Math.min(last(), Math.max(0, at)));
  const beat = async () => {
    if (!playing) return;
    if (store.at === null || store.at === undefined || store.at >= last()) { stop(); store.set('beat', Date.now()); return; }
    await go(next(store, store.at));
    if (!playing) return;
    const pace = Number(setting('speed')) || 8;
    playing = setTimeout(beat, BEAT / pace);
  };
  const play = () => {
    if (playing) stop();
    else {
      if (store.at >= last()) store.jump(0);
      playing = setTimeout(beat, 1);
    }
    store.set('beat', Date.now());
  };
  store.on('at', () => { if (store.at === null) stop(); });
  closable('panel', () => { const back = store.at !== null; if (back) store.jump(null); return back; });

  follow(store, root, 'at scene moves beat side info', (s) => [s.at, s.scene?.at, s.moves?.length, Boolean(playing), s.viewer, setting('speed')], (s) => {
    if (s.at === null || s.at === undefined) return [];
    const moves = s.moves ?? [];
    const end = last();
    const move = moves[s.at - 1] ?? null;
    return [
      h('div', { class: 'replay-say', role: 'status' }, h('b', {}, move ? tell(move) : t('panel.replay.start')), ' ', diceFaces(move?.die),
        ' ', chips(move?.clauses).slice(0, 3)),
      slider(s, end, go, stop),
      h('div', { class: 'buttons' },
        step('first', t('panel.replay.turn.back'), () => { stop(); go(turnBefore(moves, s.at)); }),
        step('back', t('panel.replay.back'), () => { stop(); go(s.at - 1); }),
        step(playing ? 'pause' : 'play', t(playing ? 'panel.replay.pause' : 'panel.replay.play'), play, 'main'),
        step('next', t('panel.replay.forth'), () => { stop(); go(s.at + 1); }),
        step('last', t('panel.replay.turn.forth'), () => { stop(); go(turnAfter(moves, s.at, end)); }),
        speed(), eyes(s),
        s.latest?.result ? step('chart', t('report.title'), () => { stop(); openReport(s); }) : null,
        button({ icon: 'branch', label: t('panel.replay.whatif'), key: 'whatif' }, () => { stop(); whatIf(s); }),
        button({ label: t('panel.replay.now'), class: 'main', key: 'now' }, () => { stop(); s.jump(null); })),
    ];
  });
}

const step = (glyph, title, act, more = '') => button({ icon: glyph, title, class: `hop ${more}`, key: `step ${glyph === 'pause' ? 'play' : glyph}` }, act);

function slider(store, end, go, stop) {
  const turns = ticks(store.moves ?? [], end);
  const move = store.moves?.[store.at - 1];
  const input = h('input', {
    type: 'range', min: 0, max: end, step: 1, 'aria-label': t('panel.replay.slider'), data: { key: 'slider' }, list: 'replay-turns',
    'aria-valuetext': t('panel.replay.at', { at: store.at, end, turn: move?.turn ?? store.scene?.turn ?? '' }),
    oninput: (event) => { stop(); go(Number(event.target.value)); },
  });
  input.value = String(store.at);
  return h('div', { class: 'slider' }, input, h('output', {}, t('panel.replay.count', { at: store.at, end })),
    h('div', { class: 'ticks', 'aria-hidden': 'true' }, turns.map(({ turn, at }) => h('span', { style: { left: `${end ? (100 * at) / end : 0}%` } }, String(turn)))));
}

/** Where each turn begins. @param {any[]} moves @param {number} end */
export function ticks(moves, end) {
  const found = [];
  for (const move of moves) if (move.turn !== undefined && found.at(-1)?.turn !== move.turn && move.i <= end) found.push({ turn: move.turn, at: move.i });
  const least = Math.max(1, end / 40); // no two figures on top of each other
  return found.filter((tick, i) => i === 0 || tick.at - found[i - 1].at >= least || i === found.length - 1);
}

function turnBefore(moves, at) {
  const turn = moves[at - 1]?.turn;
  let i = at - 1;
  while (i > 0 && moves[i - 1]?.turn === turn) i -= 1;
  return i;
}

function turnAfter(moves, at, end) {
  const turn = moves[at]?.turn;
  let i = at + 1;
  while (i < end && moves[i]?.turn === turn) i += 1;
  return i;
}

/** In play the forced small steps go by without a stop. */
function next(store, at) {
  let i = at + 1;
  while (store.moves?.[i - 1]?.forced && !store.moves[i - 1].events?.length && i < store.moves.length) i += 1;
  return i;
}

/** Whose eyes: the sides this player holds, or a spectator's. */
function eyes(store) {
  const mine = (store.info?.seats ?? []).filter((seat) => seat.held === 'you').map((seat) => seat.side);
  const views = [...mine, null];
  if (views.length < 2) return null;
  return h('label', { class: 'eyes' }, h('span', {}, t('panel.replay.eyes')), h('select', {
    data: { key: 'eyes' }, onchange: async (event) => {
      const { at } = store;
      await store.side(event.target.value || null);
      store.jump(at);
    },
  }, views.map((side) => h('option', { value: side ?? '', selected: side === (store.viewer ?? null) }, side ? titleOf(store, side) : t('panel.replay.public')))));
}
