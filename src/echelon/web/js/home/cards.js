// The games as cards: a picture of the map, period, name, one sentence, length, size, hours, difficulty.

import { cardUrl } from '../api.js';
import { h } from '../dom.js';
import { hexDot, icon } from '../icons.js';
import { has, number, t } from '../texts.js';

/** @typedef {import('../api.js').SystemCard} SystemCard */

/** The map's picture in its frame. */
export function picture(card, scenario, className = 'shot') {
  return h('div', { class: className, 'aria-hidden': 'true' }, image(card.name, scenario));
}

const TRIES = 4;
const AGAIN = 1500; // ms before a picture is asked for again, longer each time

/** An image that fades in when it has come, and leaves its paper empty until then (a new map takes a while to be drawn). */
export function image(system, scenario) {
  const node = h('img', { alt: '', loading: 'lazy', decoding: 'async' });
  const url = cardUrl(system, scenario);
  let tries = 1;
  node.addEventListener('load', () => node.classList.add('here'));
  node.addEventListener('error', () => {
    if (tries === TRIES) { node.remove(); return; }
    tries += 1;
    setTimeout(() => { node.src = `${url}?try=${tries}`; }, AGAIN * tries);
  });
  node.src = url;
  return node;
}

/** Turns, hexes, hours and the five hexagons. */
export function facts(card, scenario = card.scenarios[0]) {
  const hours = String(card.hours ?? '');
  return h('div', { class: 'facts' },
    h('span', { class: 'strong' }, t('home.turns', { count: scenario?.turns ?? 0 })),
    h('span', null, t('home.hexes', { count: scenario?.hexes ?? 0 })),
    hours ? h('span', null, /[a-z]/i.test(hours) ? hours : t('home.hours', { hours: hours.replace('-', '–') })) : null,
    difficulty(card.difficulty));
}

function difficulty(n) {
  return h('span', { class: 'difficulty', role: 'img', 'aria-label': t('home.difficulty', { n }), title: t('home.difficulty', { n }) }, [1, 2, 3, 4, 5].map((step) => hexDot(step <= n)));
}

/**
 * A card. `shape`: 'half' (two in a row), 'third', or 'feature' (alone in its row: picture beside the text, scenarios listed).
 * @param {SystemCard} card
 * @param {{shape: string, newGame: (card: SystemCard, scenario?: string) => void, learn?: () => void}} of
 */
export function gameCard(card, { shape, newGame, learn }) {
  const first = card.scenarios[0];
  const id = `game-${card.name}`;
  const button = h('button', { type: 'button', class: 'button main nowrap', 'aria-describedby': id, data: { system: card.name }, onclick: () => newGame(card) }, t('home.newGame'));
  return h('article', { class: ['card game-card', shape], 'aria-labelledby': id },
    h('div', { class: 'shot-frame', onclick: () => newGame(card) }, picture(card, first?.name), card.period ? h('span', { class: 'period' }, card.period) : null),
    h('div', { class: 'game-text' },
      h('div', { class: 'game-head' }, h('h2', { id }, card.title), shape === 'feature' ? null : button),
      h('p', { class: 'muted' }, card.summary),
      shape === 'feature' && card.scenarios.length > 1 ? h('ul', { class: 'scenario-list' }, card.scenarios.map((scenario) => h('li', null,
        h('button', { type: 'button', class: 'scenario-row', onclick: () => newGame(card, scenario.name) },
          h('span', { class: 'scenario-name' }, h('span', { class: 'strong' }, scenario.title), h('span', { class: 'muted small clip' }, scenario.summary)),
          h('span', { class: 'muted small nowrap' }, t('home.turns', { count: scenario.turns })), icon('right'))))) : null,
      facts(card),
      shape === 'feature' ? h('div', { class: 'game-actions' }, h('button', { type: 'button', class: 'button main large', data: { system: card.name }, onclick: () => newGame(card) }, t('home.newGame')),
        h('button', { type: 'button', class: 'button large', data: { book: card.name } }, icon('book'), t('home.nav.rules1'))) : null,
      learn ? h('div', { class: 'game-actions' }, h('button', { type: 'button', class: 'button', onclick: learn }, icon('book'), t('home.learn'))) : null));
}

/** The learning game in one slim row, when it is not in the grid. */
export function learningRow(card, { newGame, learn }) {
  const first = card.scenarios[0];
  return h('article', { class: 'card learning-row', 'aria-label': card.title },
    picture(card, first?.name, 'shot slim'),
    h('div', { class: 'grow' }, h('h2', null, card.title, ' ', h('span', { class: 'tag' }, t('home.learningTag'))), h('p', { class: 'muted' }, card.summary)),
    facts(card),
    h('div', { class: 'row-actions' },
      h('button', { type: 'button', class: 'button', data: { system: card.name }, onclick: () => newGame(card) }, t('home.newGame')),
      h('button', { type: 'button', class: 'button main', onclick: learn }, t('home.learnShort'))));
}

/** Shapes of a grid of `count` cards: rows of two, the last of an odd number of three, one alone as a feature. */
export function shapes(count) {
  if (count === 1) return ['feature'];
  const thirds = count % 2 ? 3 : 0;
  return Array.from({ length: count }, (_, index) => (index >= count - thirds ? 'third' : 'half'));
}

/** "Five campaigns": small numbers as words. */
export function titleOf(count) {
  const key = `home.numbers.${count}`;
  return t('home.title', { count, number: has(key) ? t(key) : number(count) });
}
