// Dice: they tumble for half a second, then lie beside what they brought until the next input, or for some seconds: the log above
// them keeps it. Without motion they lie at once.

import { announce, h } from '../dom.js';
import { setting } from '../settings.js';
import { t } from '../texts.js';
import { dieFace } from './panels/icons.js';
import { chips, fightOf, stillness } from './panels/parts.js';

const TUMBLE = 500;
const TICK = 70;
const MOST = 4; // sentences
const LIE = 9000; // ms, long enough to read three lines twice

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  root.setAttribute('aria-hidden', 'true'); // said by the announcer instead: the tumbling is for the eye
  let timers = [];
  let lying = false;
  const stop = () => { for (const timer of timers) { clearInterval(timer); clearTimeout(timer); } timers = []; };
  const clear = () => {
    stop();
    root.replaceChildren();
    root.classList.remove('aside');
    lying = false;
    if (store.lying) store.set('lying', null);
  };
  store.on('dice', (die) => {
    stop();
    root.classList.remove('aside');
    if (!die?.faces?.length) return;
    const panel = store.scene?.panel ?? null;
    const result = resultOf(die, panel);
    const faces = die.faces.map((face) => h('span', { class: 'die' }, dieFace(face, die.of ?? 6)));
    const rest = () => {
      stop();
      lying = true;
      root.classList.remove('tumbling');
      faces.forEach((box, i) => box.replaceChildren(dieFace(die.faces[i], die.of ?? 6)));
      store.set('lying', { faces: die.faces, of: die.of ?? 6, result: result?.result ?? null, fight: fightOf(panel) });
      announce([t('panel.dice.show', { faces: die.faces.join(', ') }), die.say].filter(Boolean).join('. '));
      timers.push(setTimeout(clear, LIE));
    };
    const events = thrown(die.move?.events ?? []);
    // What happened is told by the move, not by the panel: that was drawn before the other side had answered.
    const told = events.length ? events.slice(0, MOST).map((event, i) => h(i ? 'small' : 'span', {}, event.say)) : [h('span', {}, result?.say ?? die.say ?? '')];
    root.replaceChildren(h('div', { class: 'throw' }, h('div', { class: 'dice' }, faces),
      h('div', { class: 'brought' }, result ? h('b', {}, result.result) : null, told, h('span', {}, chips(events.map((event) => event.clause))))));
    const pace = Number(setting('speed'));
    if (stillness() || pace === 0) { rest(); return; }
    root.classList.add('tumbling');
    const of = die.of ?? 6;
    let n = 0;
    timers.push(setInterval(() => {
      n += 1;
      faces.forEach((box, i) => box.replaceChildren(dieFace(1 + ((die.faces[i] + n * (i + 2)) % of), of)));
    }, TICK));
    timers.push(setTimeout(rest, TUMBLE / Math.max(1, pace)));
  });
  // A hex that can be chosen now must not lie under them.
  const places = () => { if (lying && !root.classList.contains('aside')) root.classList.toggle('aside', covers(store, root)); };
  for (const event of ['scene', 'selection', 'reach', 'lying']) store.on(event, () => requestAnimationFrame(places));
  const input = () => { if (lying) clear(); };
  document.addEventListener('pointerdown', input, true);
  document.addEventListener('keydown', input, true);
  store.on('at', clear);
  store.on('side', clear);
  store.on('scene', (scene) => { if (!scene) clear(); });
}

/** Does an element lie over a hex that could be pressed now? @param {import("./store.js").Store} store @param {HTMLElement} root */
function covers(store, root) {
  const box = root.firstElementChild?.getBoundingClientRect();
  if (!box?.width) return false;
  const hexes = new Set([...store.answers().flatMap(({ hex }) => hex ?? []), ...Object.keys(store.reach?.hexes ?? {})]);
  return [...hexes].some((label) => {
    const hex = document.querySelector(`.l-hits [data-hex="${label}"]`)?.getBoundingClientRect();
    return hex && hex.left < box.right && hex.right > box.left && hex.top < box.bottom && hex.bottom > box.top;
  });
}

/** What a throw brought, without the turn that began after it. @param {any[]} events */
function thrown(events) {
  const next = events.findIndex((event) => event.turn !== undefined);
  return next > 0 ? events.slice(0, next) : events;
}

/**
 * The row of the panel that the dice chose: told by the move, or found by its sign in what was said.
 * @param {any} die
 * @param {any} panel
 */
export function resultOf(die, panel) {
  const rows = panel?.chances ?? [];
  const sign = die.result ?? die.move?.result ?? die.move?.die?.result;
  if (sign) return rows.find((row) => row.result === sign) ?? { result: sign, say: '' };
  const words = [die.say, ...(die.move?.events ?? []).map((event) => event.say)].filter(Boolean).join(' ');
  // A sentence may name what the result became after its sign: the first one counts.
  const place = (row) => words.search(new RegExp(`(^|[^\\w/])${row.result.replace(/[/\\^$*+?.()|[\]{}]/g, '\\$&')}($|[^\\w/*])`));
  const found = rows.filter((row) => place(row) >= 0).sort((a, b) => place(a) - place(b));
  return found.length === 1 || panel?.ladder ? found[0] ?? null : null;
}
