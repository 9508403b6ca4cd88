// Sequence of play, like the printed one: the side's colour at the edge, done struck through, the present step inverted.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { bookNodes, booksOf } from './books.js';
import { chip, follow, sideIndex, stepOf } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  follow(store, root, 'scene at playing', (s) => [stepOf(s), s.scene?.remark, s.board?.sequence?.length, booksOf(s, 'turn')], (s) => (!s.board || !s.scene ? []
    : [h('ol', { class: 'sequence', 'aria-label': t('panel.sequence') }, ...rows(s)), ...bookNodes(s, 'turn')]));
}

/**
 * Steps in groups: what stands before the first point of a step's name (`B2a.move` belongs to `B2a`). Neighbours only.
 * @param {any[]} sequence
 */
export function groups(sequence) {
  const found = [];
  sequence.forEach((step, i) => {
    const name = step.name.split('.')[0];
    const last = found.at(-1);
    if (last?.name === name) last.steps.push({ ...step, i });
    else found.push({ name, side: step.side, setup: isSetup(step), steps: [{ ...step, i }] });
  });
  return found;
}

/** Steps of the set-up are shown only while it lasts. By convention they are called S, S1, S2 ... */
const isSetup = (step) => step.setup ?? /^S\d*$/.test(step.name);

function rows(store) {
  const sequence = store.board.sequence;
  const now = sequence.findIndex((step) => step.name === stepOf(store));
  const setup = now < 0 || isSetup(sequence[now]);
  return groups(sequence).filter((group) => (!group.setup || setup) && !(group.steps.every((step) => step.quiet) && !group.steps.some((step) => step.i === now))).flatMap((group) => groupRows(store, group, now));
}

function groupRows(store, group, now) {
  const first = group.steps[0].i;
  const last = group.steps.at(-1).i;
  const current = first <= now && now <= last;
  const titles = [...new Set(group.steps.filter((step) => !step.quiet).map((step) => step.title))];
  const here = current ? sequence(group, now) : null;
  const title = here ? here.title : group.steps[0].group ?? (titles.join(', ') || group.steps[0].title);
  const side = sideIndex(store, group.side ?? '');
  const row = h('li', {
    class: `step ${side >= 0 ? `of-${side}` : 'of-none'}${last < now ? ' done' : ''}${current ? ' now' : ''}`,
    'aria-current': current ? 'step' : null, title: titles.join(' · '),
  }, h('b', {}, group.name), h('span', {}, title));
  if (!here) return [row];
  const note = store.scene.remark;
  const under = h('li', { class: `step-note ${side >= 0 ? `of-${side}` : 'of-none'}` }, note ? `${note.say} ` : '', chip(note?.clause ?? here.clause));
  return [row, under];
}

const sequence = (group, now) => group.steps.find((step) => step.i === now);
