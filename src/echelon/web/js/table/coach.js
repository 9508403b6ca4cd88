// The coach: a guided game. A card says what to do, a ring shows where; the step is done when its condition holds in the store.
// The coach acts only when asked to and never blocks the table: whoever plays on without it is simply led further.

import { lessons, newGame, systems, tableUrl } from '../api.js';
import { ask, complain } from '../dialogs.js';
import { announce, h, replace } from '../dom.js';
import { icon } from '../icons.js';
import { inline } from '../markdown.js';
import { t } from '../texts.js';
import { keepLesson, lessonOf, opponentOf, wishOf } from './progress.js';

/** @typedef {{verb?: string, kind?: string, line?: string, opened?: string, selected?: string, unit?: string, hex?: string, turn?: number}} Until */
/** @typedef {{say: string, focus?: {unit?: string, hex?: string, button?: string, panel?: string}, until?: Until, hint?: string, play?: string[]}} Step */
/** @typedef {{id: string, title: string, text: string, game: {scenario: string, seed: number, side: string, opponent?: string}, steps: Step[]}} Lesson */

/**
 * Begin a lesson, or go on where it stood.
 * @param {import("./store.js").Store} store
 * @param {string} id
 * @param {HTMLElement} [root]
 */
export async function start(store, id, root = document.getElementById('coach') ?? document.body.appendChild(h('div', { id: 'coach' }))) {
  const system = store.info.system;
  let all;
  try {
    [all] = await Promise.all([lessons(system), dressed()]);
  } catch (error) { complain(error); return; }
  const lesson = all.find((one) => one.id === id) ?? all[0];
  if (!lesson) return;
  if (!store.scene) await new Promise((done) => { const off = store.on('scene', () => { off(); done(null); }); });
  new Coach(store, lesson, all, root);
}

/** The coach's own style sheet, loaded with its first lesson. */
function dressed() {
  const href = new URL('../../css/coach.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => {
    const link = h('link', { rel: 'stylesheet', href, onload: done, onerror: done });
    document.head.append(link);
  });
}

class Coach {
  /** @param {import("./store.js").Store} store @param {Lesson} lesson @param {Lesson[]} all @param {HTMLElement} root */
  constructor(store, lesson, all, root) {
    this.store = store;
    this.lesson = lesson;
    this.all = all;
    this.card = h('section', { class: 'coach panel', 'aria-label': t('coach.label') });
    this.ring = h('div', { class: 'coach-ring', 'aria-hidden': 'true', hidden: true });
    replace(root, this.ring, this.card);
    this.root = root;
    this.folded = false;
    this.reading = true; // its text lies over the map although something else lies open at the foot of a phone
    this.hinted = false;
    this.corner = 0;
    this.away = this.away.bind(this);
    addEventListener('pointerdown', this.away, true);
    this.stop = [store.on('*', (value, event) => this.heard(event, value)), store.on('language', () => this.speak())];
    const kept = lessonOf(store.game);
    this.step = Math.min(kept?.lesson === lesson.id ? kept.step : 0, lesson.steps.length);
    this.enter();
    store.set('lesson', Boolean(this.now));
    this.watch = this.watch.bind(this);
    this.frame = requestAnimationFrame(this.watch);
  }

  get now() { return this.lesson.steps[this.step]; }

  // --- steps ---------------------------------------------------------------------------------------------------------
  enter() {
    this.hinted = false;
    this.reading = true;
    this.corner = 0;
    this.asideKey = '';
    this.seen = new Set();
    // What was done since the step before was fulfilled counts: nobody has to wait for the card.
    this.from = this.done ?? this.store.latest?.moves ?? this.store.moves.length;
    /** @type {number | null} how many moves there were when the step was fulfilled; it then waits for "Go on" */
    this.done = null;
    keepLesson(this.store.game, { lesson: this.lesson.id, step: this.step });
    if (!this.now) { this.finish(); return; }
    if (this.holds()) this.done = this.store.moves.length;
    this.draw();
    announce(`${t('coach.step', { n: this.step + 1, m: this.lesson.steps.length })}. ${this.now.say}`);
    this.look();
  }

  /** The same lesson in the language that is spoken now. */
  async speak() {
    try { this.all = await lessons(this.store.info.system); } catch (error) { complain(error); return; }
    this.lesson = this.all.find((one) => one.id === this.lesson.id) ?? this.lesson;
    this.card.setAttribute('aria-label', t('coach.label'));
    if (this.now) this.draw(); else this.finish();
  }

  next() {
    this.step += 1;
    if (this.store.sheetName === 'layers' && !this.now?.focus?.button?.startsWith('overlay-')) this.store.sheet(null); // what is told next is on the map
    this.store.emit('lesson', this.step);
    this.enter();
  }

  heard(event, value) {
    this.seen.add(event);
    if ((event === 'sheet' || event === 'whyCard') && value) this.reading = false; // what has come up is looked at first
    this.dirty = true;
  }

  /** Is the step done? */
  holds() {
    const until = this.now?.until;
    if (!until || !Object.keys(until).length) return false;
    const { store } = this;
    const { scene } = store;
    if (!scene) return false;
    this.from = Math.min(this.from, store.moves.length);  // after an undo
    const mine = store.moves.slice(this.from).filter((move) => move.side === this.lesson.game.side);
    if (until.verb !== undefined || until.line !== undefined) {
      const fits = (move) => (until.verb === undefined || move.line.split(' ')[0] === until.verb) && (until.line === undefined || move.line === until.line || move.line.startsWith(`${until.line} `))
        && (until.unit === undefined || move.unit === until.unit || move.line.split(' ').includes(until.unit)) && (until.hex === undefined || move.line.split(' ').includes(until.hex));
      if (!mine.some(fits)) return false;
    }
    if (until.kind === 'over') return Boolean(scene.result) || scene.asked === 'over';
    if (until.kind !== undefined && !(scene.kind === until.kind && (scene.yours || scene.asked === 'over'))) return false;
    if (until.turn !== undefined && scene.turn < until.turn) return false;
    if (until.selected !== undefined && !(store.selection?.unit === until.selected || store.selection?.units?.includes(until.selected))) return false;
    return until.opened === undefined || this.opened(until.opened);
  }

  opened(name) {
    if (name in this.store.overlays) return true;
    if (this.seen.has(name)) return true;
    if (['rules', 'book', 'drawer'].includes(name)) return visible(document.querySelector('#drawer.drawer'));
    const node = /** @type {HTMLElement & {open?: boolean}} */ (document.querySelector(`[data-panel="${CSS.escape(name)}"], [data-sheet="${CSS.escape(name)}"], #${CSS.escape(name)}`));
    return Boolean(node) && visible(node) && (node.tagName !== 'DETAILS' || node.open);
  }

  // --- drawing ---------------------------------------------------------------------------------------------------------
  draw() {
    const { lesson, now } = this;
    const asks = Object.keys(now.until ?? {});
    const over = this.done !== null || !asks.length; // done, or there was only to read: only then is going on what most would do
    const free = over || asks.every((key) => key === 'opened');  // nobody is held up by a panel he does not open
    this.card.classList.toggle('folded', this.folded);
    replace(this.card,
      h('div', { class: 'coach-head' }, h('span', { class: 'coach-count' }, t('coach.step', { n: this.step + 1, m: lesson.steps.length })), h('h2', null, lesson.title),
        h('button', { type: 'button', class: 'icon-button', 'aria-expanded': !this.folded && !this.slim, 'aria-label': t(this.folded || this.slim ? 'coach.open' : 'coach.minimise'), data: { key: 'coach-fold' }, onclick: () => this.fold() }, icon(this.folded || this.slim ? 'down' : 'up')),
        h('button', { type: 'button', class: 'icon-button', 'aria-label': t('coach.leave'), data: { key: 'coach-leave' }, onclick: () => this.leave() }, icon('close'))),
      h('div', { class: 'coach-bar', 'aria-hidden': 'true' }, h('span', { style: { width: `${(this.step / lesson.steps.length) * 100}%` } })),
      this.folded ? null : [
        this.step === 0 && lesson.text ? h('p', { class: 'muted' }, inline(lesson.text)) : null,
        h('p', { class: 'coach-say' }, cited(now.say)),
        this.done !== null ? h('p', { class: 'note coach-done', role: 'status' }, t('coach.done')) : null,
        this.hinted && now.hint ? h('p', { class: 'note coach-hint' }, cited(now.hint)) : null,
        h('div', { class: 'coach-foot' },
          now.hint && !this.hinted && this.done === null ? h('button', { type: 'button', class: 'button', data: { key: 'coach-hint' }, onclick: () => { this.hinted = true; this.draw(); this.look(); } }, icon('hint'), t('coach.hint')) : null,
          this.hinted && this.done === null && now.play?.length && this.store.mine ? h('button', { type: 'button', class: 'button', data: { key: 'coach-do' }, onclick: () => this.doIt() }, icon('play'), t('coach.do')) : null,
          now.focus && this.done === null ? h('button', { type: 'button', class: 'icon-button', 'aria-label': t('coach.look'), title: t('coach.look'), data: { key: 'coach-look' }, onclick: () => this.look(true) }, icon('eye')) : null,
          h('span', { class: 'grow' }),
          free ? h('button', { type: 'button', class: ['button', over && 'main'], data: { key: 'coach-next' }, onclick: () => this.next() }, t('coach.next'))
            : h('button', { type: 'button', class: 'button quiet', data: { key: 'coach-skip' }, onclick: () => this.next() }, t('coach.skip'))),
      ]);
  }

  /** Is it a line above something else at the foot of a phone held upright, which is looked at now? */
  get slim() {
    const { dataset } = document.body;
    return dataset.held === 'upright' && !this.reading && (Boolean(dataset.sheet) || 'why' in dataset);
  }

  fold() {
    if (this.slim) { this.reading = true; this.folded = false; } else if (document.body.dataset.sheet || 'why' in document.body.dataset) this.reading = false;
    else this.folded = !this.folded;
    this.draw();
  }

  /** Whoever presses something else has read it. @param {Event} event */
  away(event) {
    if (!this.card.contains(/** @type {Node} */ (event.target))) this.reading = false;
  }

  /** Play what the step asks for, as far as it is still to be played. */
  async doIt() {
    const left = this.now.play.filter((line) => !this.store.moves.slice(this.from).some((move) => move.line === line));
    if (!left.length) { this.next(); return; }
    try { await this.store.do(left.join('; '), ALL); } catch (error) { complain(error); }
  }

  /** What the step speaks of, as an element of the page; if it lies on a closed tab, or sheet of a phone, the button that opens that. */
  target() {
    const focus = this.now?.focus;
    if (!focus || this.done !== null) return null; // done: what it spoke of may be another button by now
    if (focus.hex && this.store.scene?.marks.some((row) => row.mark === 'target' && row.hex === focus.hex)) return null; // the map marks it, with the odds at its edge
    const pick = (...selectors) => {
      let sheet = '';
      let part = '';
      for (const one of selectors) {
        for (const node of document.querySelectorAll(one)) {
          if (visible(node)) return node;
          sheet ||= node.closest('.part[data-sheet]')?.dataset.sheet ?? '';
          part ||= node.closest('#left > .part')?.dataset.part ?? '';
        }
      }
      const doors = [sheet && `:is(#rail, #corner) [data-key="tab ${CSS.escape(sheet)}"]`, part && `#tabs [data-key="tab ${CSS.escape(part)}"]`].filter(Boolean);
      return doors.map((one) => document.querySelector(one)).find(visible) ?? null;
    };
    const q = (value) => CSS.escape(String(value));
    const sheet = document.body.dataset.layout === 'phone' && document.body.dataset.sheet;  // an open sheet hides the map: its own counters come first
    if (focus.unit) return pick(...(sheet ? [`#sheet [data-unit="${q(focus.unit)}"]`] : []), `#map [data-unit="${q(focus.unit)}"]`, `[data-unit="${q(focus.unit)}"]`);
    if (focus.hex) return pick(`#map path[data-hex="${q(focus.hex)}"]`, `[data-hex="${q(focus.hex)}"]`);
    if (focus.button) {
      const main = focus.button === 'main' || focus.button === this.store.scene?.main?.line.split(' ')[0];
      if (focus.button.startsWith('overlay-')) return pick(`[data-overlay="${q(focus.button.slice(8))}"]`);
      return pick(`#prompt [data-line="${q(focus.button)}"]`, `[data-line="${q(focus.button)}"]:not(#list *)`, `[data-verb="${q(focus.button)}"]`, `[data-key="${q(focus.button)}"]`, `[data-button="${q(focus.button)}"]`,
        ...(main && this.store.scene?.main ? [`#prompt [data-line="${q(this.store.scene.main.line)}"]`, '#prompt .button.main', '#prompt .main'] : []), `#prompt [data-line^="${q(focus.button)} "]`, `#${q(focus.button)}`);
    }
    if (focus.panel) return pick(`[data-panel="${q(focus.panel)}"]`, `[data-part="${q(focus.panel)}"]`, `[data-overlay="${q(focus.panel)}"]`, `#${q(focus.panel)}`);
    return null;
  }

  /** Bring the place into view when it is not. */
  look(always = false) {
    const focus = this.now?.focus;
    if (!focus) return;
    const hex = focus.hex ?? (focus.unit ? this.store.piece?.(focus.unit)?.hex : null);
    if (hex && (always || !this.onScreen())) this.store.focusHex?.(hex);
    if (always && (focus.button || focus.panel)) this.target()?.scrollIntoView?.({ block: 'nearest' });
    if (always) { this.ring.classList.remove('again'); void this.ring.offsetWidth; this.ring.classList.add('again'); }
  }

  onScreen() {
    const box = this.target()?.getBoundingClientRect();
    return Boolean(box) && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  }

  /** Each frame: move the ring with its place; when something happened, look whether the step is done. */
  watch() {
    this.frame = requestAnimationFrame(this.watch);
    this.tick = (this.tick ?? 0) + 1;
    if (this.dirty || this.tick % 20 === 0) {
      this.dirty = false;
      if (this.now && this.done === null && !this.store.playing && this.holds()) {
        this.done = this.store.moves.length;
        this.draw();
        announce(t('coach.done'));
      }
    }
    this.place();
  }

  place() {
    const node = this.folded ? null : this.target();
    const box = node?.getBoundingClientRect();
    const shown = box && box.width > 0 && this.onScreen();
    this.ring.hidden = !shown;
    if (shown) {
      const pad = this.now.focus.hex ? 2 : 6;
      const look = `${Math.round(box.left - pad)}px,${Math.round(box.top - pad)}px,${Math.round(box.width + 2 * pad)}px,${Math.round(box.height + 2 * pad)}px`;
      if (look !== this.placed) {
        this.placed = look;
        const [left, top, width, height] = look.split(',');
        Object.assign(this.ring.style, { left, top, width, height });
        this.ring.classList.toggle('hex', Boolean(this.now.focus.hex));
      }
    }
    this.aside(shown ? box : null);
  }

  /** On a wide screen the card heads the right column; elsewhere it keeps to a corner of the free map that does not cover what it speaks of. */
  aside(box) {
    const column = document.body.dataset.layout === 'wide' ? document.querySelector('#right > .cards') : null;
    const home = column ?? this.root;
    if (this.card.parentElement !== home) {
      home.prepend(this.card);
      this.card.classList.toggle('docked', Boolean(column));
      this.card.style.transform = '';
      this.asideKey = '';
      this.store.emit('docked', Boolean(column)); // its column opens for it
    }
    if (column) return;
    const { dataset } = document.body;
    const beside = ['', 'fight', 'card', 'layers'].includes(dataset.sheet ?? ''); // looked at with the map
    if (dataset.held === 'upright' && beside && dataset.book !== 'open') { this.lie(); return; }
    this.card.classList.remove('low', 'slim');
    const brief = dataset.held === 'upright'; // a sheet that is read leaves room for the card's head only
    this.card.classList.toggle('brief', brief);
    const { free } = this.store;
    const gap = 12;
    const key = [free.top, free.left, free.right, free.bottom, innerWidth, innerHeight, this.card.offsetHeight, box ? Math.round(box.left / 8) : 0, box ? Math.round(box.top / 8) : 0].join();
    if (key === this.asideKey) return;
    this.asideKey = key;
    const left = free.left + gap;
    const corner = document.getElementById('corner')?.getBoundingClientRect().left ?? 0; // of the buttons on a phone's map
    const right = (corner || innerWidth - free.right) - gap - this.card.offsetWidth;
    const top = free.top + (brief ? -6 : gap);
    const bottom = innerHeight - free.bottom - gap - this.card.offsetHeight;
    const corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(([x, y]) => [Math.max(4, x), Math.max(4, y)]);
    const covers = (/** @type {number[]} */ [x, y]) => Boolean(box) && x < box.right + 24 && x + this.card.offsetWidth > box.left - 24 && y < box.bottom + 24 && y + this.card.offsetHeight > box.top - 24;
    if (brief) this.corner = 0;
    else if (covers(corners[this.corner])) {
      const clear = corners.findIndex((corner) => !covers(corner));
      if (clear >= 0) this.corner = clear;
      else if (this.target()?.closest('#map')) this.corner = this.nudge(box, top, bottom);
    }
    const [x, y] = corners[this.corner];
    this.card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  /** On a small screen the map makes room: its place comes out from under the card, which lies above it or below. @returns {number} the corner @param {DOMRect} box @param {number} top @param {number} bottom */
  nudge(box, top, bottom) {
    const { free } = this.store;
    const room = 30; // px round the place
    const ways = [{ corner: 0, dy: top + this.card.offsetHeight + room - box.top }, { corner: 2, dy: bottom - room - box.bottom }]
      .filter(({ dy }) => box.top + dy > free.top && box.bottom + dy < innerHeight - free.bottom).sort((a, b) => Math.abs(a.dy) - Math.abs(b.dy));
    if (!ways.length || this.nudged === this.step) return this.corner;
    this.nudged = this.step; // once: whoever moves the map back wants it there
    this.store.emit('nudge', ways[0].dy);
    return ways[0].corner;
  }

  /** On a phone held upright there is no free corner: the card lies on the prompt or a sheet, and the map keeps to what is above both. */
  lie() {
    const first = !this.card.classList.contains('low');
    const { slim } = this;
    const key = `low ${this.step} ${slim} ${this.card.offsetHeight}`;
    if (!first && key === this.asideKey) return;
    this.asideKey = key;
    if (slim !== this.card.classList.contains('slim')) { this.card.classList.toggle('slim', slim); this.draw(); }
    this.card.classList.add('low');
    this.card.classList.remove('brief');
    this.card.style.transform = '';
    this.store.emit('docked', false);
    const focus = this.now?.focus;
    this.store.emit('laid', { first: !this.lay, hex: focus?.hex ?? (focus?.unit ? this.store.piece?.(focus.unit)?.hex : null) });
    this.lay = true;
  }

  // --- the end -----------------------------------------------------------------------------------------------------------
  async leave() {
    if (await ask({ title: t('coach.leave'), text: t('coach.leaveSure'), yes: t('coach.leave') })) this.close();
  }

  close() {
    cancelAnimationFrame(this.frame);
    removeEventListener('pointerdown', this.away, true);
    for (const off of this.stop) off?.();
    this.store.set('lesson', false);
    keepLesson(this.store.game, null);
    this.clear();
  }

  clear() {
    this.card.remove();
    replace(this.root);
  }

  async finish() {
    this.ring.hidden = true;
    this.card.remove();
    cancelAnimationFrame(this.frame);
    removeEventListener('pointerdown', this.away, true);
    for (const off of this.stop) off?.();
    this.store.set('lesson', false);
    keepLesson(this.store.game, null);
    const { info } = this.store;
    const following = this.all[this.all.findIndex((one) => one.id === this.lesson.id) + 1];
    const cards = await systems().catch(() => []);
    const own = cards.find((card) => card.name === info.system);
    const big = cards.find((card) => !card.learning);
    const go = (run) => async () => { try { await run(); } catch (error) { complain(error); } };
    const again = go(async () => {
      const seats = Object.fromEntries(own.sides.map((side) => [side.name, side.name === this.lesson.game.side ? 'me' : opponentOf(own) ?? 'me']));
      const game = await newGame({ system: own.name, scenario: own.scenarios[0].name, seats });
      location.assign(tableUrl(game.id, this.lesson.game.side));
    });
    const further = go(async () => {
      const game = await newGame(wishOf(info.system, this.store.board.sides, following));
      location.assign(tableUrl(game.id, following.game.side, { lesson: following.id }));
    });
    const { result } = this.store.scene ?? {};
    const over = Boolean(result);
    const words = over && result.winner !== this.lesson.game.side ? 'lost' : 'done';
    while (document.querySelector('dialog[open]')) await new Promise((done) => { setTimeout(done, 250); });  // first things first: how the game ended
    const title = h('h2', { tabindex: '-1' }, t(`coach.${words}Title`));
    this.card.className = 'coach coach-end panel';
    this.card.style.transform = '';
    this.root.append(this.card);
    replace(this.card, h('div', { class: 'coach-medal', 'aria-hidden': 'true' }, icon('check')), title, h('p', null, t(`coach.${words}Text`)),
      h('div', { class: 'coach-choices' },
        following ? h('button', { type: 'button', class: 'button main large', onclick: further }, t('coach.nextLesson', { title: following.title })) : null,
        own ? h('button', { type: 'button', class: ['button large', following ? '' : 'main'], onclick: again }, t('coach.playOn')) : null,
        big ? h('a', { class: 'button large', href: `/?new=${encodeURIComponent(big.name)}` }, t('coach.go', { game: big.title })) : null,
        h('button', { type: 'button', class: 'button quiet', onclick: () => this.clear() }, t(over ? 'common.close' : 'coach.stay'))));
    title.focus();
    announce(`${t(`coach.${words}Title`)} ${t(`coach.${words}Text`)}`);
  }
}

/** Every clause may be cited by a step: all count as known. */
const ALL = ['die', 'asks', 'step', 'turn', 'over']; // the lesson has told what comes
const cited = (text) => inline(text, { cite: { has: () => true } });

function visible(node) {
  if (!node || node.hidden) return false;
  const box = node.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}
