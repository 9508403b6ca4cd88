// Prompt bar: whose turn, what to do, what is still owed, undo, the plain answers, and the button that ends the question.

import { h } from '../dom.js';
import { change, onSettings, setting } from '../settings.js';
import { t } from '../texts.js';
import { joinedAt } from './leaving.js';
import { joiners } from './panels/battle.js';
import { icon } from './panels/icons.js';
import { brief, button, chip, firstSentence, follow, forcedTag, isDuty, shortOf, sideIndex, stepOf, tell, titleOf } from './panels/parts.js';
import { notice } from './panels/seats.js';
import { begins, plain } from './plain.js';
import { openReport } from './report.js';

const SPEEDS = [0.5, 1, 2, 4, 0];
const ROW = 70; // px that a bar of one row is high at most
const FRESH = 500; // ms
const JUST = 1500; // ms after a press in which what comes next comes of it
const LONG = 150; // letters that have room beside the buttons
const HEAD = 11; // letters that a head of buttons has at least: fewer are an article
const MOST = 6; // plain answers shown as buttons; the rest in the list of all
const END = /(?<!\b\d{1,3})[.!?]\s+(?=[A-ZÀ-Ý])/gu; // of a sentence, not of an ordinal

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  root.setAttribute('role', 'region');
  const named = () => root.setAttribute('aria-label', t('panel.prompt'));
  store.on('language', named);
  named();
  onSettings(() => store.set('paced', setting('speed')));
  let watched = false; // moves were being shown, with a button to skip them
  let pressed = -Infinity; // when one of the buttons was
  let before = ''; // what the buttons were about
  root.addEventListener('click', (event) => { if (/** @type {Element} */ (event.target).closest('.buttons')) pressed = performance.now(); });
  follow(store, root, 'scene playing thinking busy at info side paced connection selection reach lesson advice held free unseen column', (s) => [inHand(s), s.lesson, s.selection?.stays, document.body.dataset.layout, Boolean(s.column), s.scene?.number, s.scene?.at, s.scene?.prompt, s.scene?.waiting, s.scene?.main, s.scene?.duties, s.scene?.undo,
    s.scene?.yours, s.scene?.asked, plain(s), s.playing?.move?.i, s.thinking, s.at, s.viewer, setting('speed'), s.info?.seats, s.connection?.state, s.advice?.kind, s.held], (s) => {
    if (!s.scene || s.at !== null && s.at !== undefined) return [];
    // A second press of the same hand is not meant for the button that has come into that place.
    const main = s.mine ? `${s.scene.kind} ${s.held?.line ?? ''}` : '';
    if (watched && !s.playing || main && main !== before && performance.now() - pressed < JUST) hold(root);
    before = main;
    watched = Boolean(s.playing);
    return bar(s);
  });
  const row = () => inRow(root);
  new MutationObserver(row).observe(root, { childList: true, subtree: true, characterData: true });
  let wide = 0;
  new ResizeObserver(() => { if (root.offsetWidth !== wide) { wide = root.offsetWidth; row(); } }).observe(root);
}

/** Text and buttons stand in one row, or under each other where that makes a lower bar. @param {HTMLElement} root */
function inRow(root) {
  const asking = /** @type {HTMLElement | null} */ (root.querySelector('.asking'));
  if (!asking || document.body.dataset.layout !== 'wide') return;
  asking.classList.remove('stacked');
  const beside = asking.offsetHeight;
  if (beside <= ROW) return;
  asking.classList.add('stacked');
  if (asking.offsetHeight >= beside) asking.classList.remove('stacked');
}

/** For a moment the new buttons do not answer to the pointer: a press that was meant for "skip" must not answer a question nobody has read. */
function hold(root) {
  root.dataset.fresh = '';
  setTimeout(() => delete root.dataset.fresh, FRESH);
}

function bar(store) {
  const scene = store.scene;
  if (scene.result && !store.playing) return over(store);
  if (store.playing || !scene.yours) return watching(store);
  if (store.held) return [sideBlock(store, scene.asked), asking(sayHeld(store.held), h('div', { class: 'buttons' }, undoHeld(store), mainButton(store)))];
  return [sideBlock(store, scene.asked), asking(say(store), h('div', { class: 'buttons' }, undo(store), hintButton(store), secondary(store), attackButton(store) ?? mainButton(store)))];
}

/** What is said and the buttons: beside each other, unless the bar is narrow. @param {HTMLElement} words @param {HTMLElement} buttons */
const asking = (words, buttons) => h('div', { class: 'asking' }, words, buttons);

/** The side that is asked, in its colour. */
function sideBlock(store, side) {
  const scene = store.scene;
  const step = store.board?.sequence?.find((one) => one.name === stepOf(store));
  const i = sideIndex(store, side);
  return h('div', { class: `side-block of-${i < 0 ? 'none' : i}` },
    h('b', {}, titleOf(store, side) || t('panel.over')), h('small', {}, `${t('panel.turn', { turn: store.playing?.move?.turn ?? scene.turn })} · ${stepOf(store).split('.')[0]}`),
    step ? h('small', { class: 'step-title', title: step.title }, step.title) : null);
}

/** Where what is in hand goes; nothing if nothing is, or if it has nowhere to go. @param {import("./store.js").Store} store */
function inHand(store) {
  const { selection, reach, scene } = store;
  const unit = store.mine ? selection?.unit : null;
  if (store.mine && selection?.group) return store.answers({ group: selection.group }).some((answer) => answer.hex !== undefined || answer.hexside !== undefined) ? t('panel.hand.choose', { name: shortOf(store, selection.group) }) : '';
  if (unit && selection.units) return t('panel.hand.stack', { names: selection.units.map((id) => shortOf(store, id)).join(', ') });
  if (!unit || selection.auto && !scene.main?.legal || scene.under_way.includes(unit)) return ''; // the question about the one that has to go, or is under way, says what to do
  const ways = reach?.unit === unit ? Object.keys(reach.hexes).length : 0;
  if (!ways && !store.answers({ unit }).some((answer) => answer.hex !== undefined)) return '';
  return t(ways ? 'panel.hand.go' : 'panel.hand.choose', { name: shortOf(store, unit) });
}

/** Who of a stack in hand stays, and why. @param {import("./store.js").Store} store */
const staying = (store) => (store.selection?.stays ?? []).map((one) => [h('span', { class: 'stays' }, h('b', {}, t('map.stays', { name: shortOf(store, one.unit) })), ' ', one.say, ' ', chip(one.clause)), ' ']);

function say(store) {
  const scene = store.scene;
  const [asked, more] = firstSentence(withoutHead(scene.prompt, scene, titleOf(store, scene.asked)));
  const hand = inHand(store);
  const begun = !scene.panel?.defenders?.length || scene.panel.attackers?.length > 0; // nobody has failed to do what he has not begun
  const [duty, ...others] = begun ? scene.duties ?? [] : [];
  const due = duty ? owed(store, duty.say) : '';
  const [first, rest] = hand ? [hand, ''] : [asked, told(store, more, asked.length + due.length)];
  return h('div', { class: 'say', role: 'status', 'aria-live': 'polite' }, h('b', {}, first), ' ', rest ? [h('span', { class: duty ? 'muted' : '' }, rest), ' '] : null, hand ? staying(store) : null,
    duty ? h('span', { class: 'duties', id: 'prompt-duties' }, h('span', { class: 'tag warn' }, t('panel.duty')), ' ', h('span', { title: duty.say }, due), ' ', chip(duty.clause), ' ',
      others.length ? h('button', { type: 'button', class: 'link', data: { key: 'duties' }, onclick: () => store.why({ line: scene.main.line }) }, t('panel.duties.more', { count: others.length })) : null) : null);
}

/** The rest of the prompt, short of a last sentence that would make the bar tall and stands in the panel beside the map as well. @param {import("./store.js").Store} store @param {string} rest @param {number} besides letters */
function told(store, rest, besides) {
  if (besides + rest.length <= LONG) return rest;
  const short = brief(store, rest);
  if (besides + short.length <= LONG || !store.scene.panel || !store.column || document.body.dataset.layout !== 'wide') return short;
  return short.slice(0, ([...short.matchAll(END)].at(-1)?.index ?? -1) + 1);
}

/** What is still owed. Who is still to be placed lies in the tray: here their number is enough. @param {import("./store.js").Store} store @param {string} say */
function owed(store, say) {
  const units = (store.scene?.tray ?? []).filter((piece) => piece.kind !== 'group');
  return say.length > LONG && units.length ? say.replace(/:.*$/su, `: ${units.length}`) : brief(store, say);
}

/** The side block has said turn, side and phase already: drop them from the beginning of the sentence, unless it names a hex, a result or what it is about besides. */
export function withoutHead(prompt, scene, side) {
  const text = String(prompt ?? '');
  const rest = text.replace(/^[^.:]{0,60}:\s+/u, (head) => (head.includes(side) && !head.includes(`${side},`) && !/\d/u.test(head.replace(/^\S+\s\d+,/u, '')) ? '' : head));
  return rest ? rest[0].toUpperCase() + rest.slice(1) : text;
}

/** What was chosen and not yet done. @param {import("./store.js").Held} held */
const sayHeld = (held) => h('div', { class: 'say', role: 'status', 'aria-live': 'polite' }, h('b', {}, `${held.say.replace(/[.]$/u, '')}.`), ' ', t('hold.open'));

function undoHeld(store) {
  return button({ icon: 'undo', label: t('panel.undo'), sub: brief(store, store.held.say), class: 'undo', title: store.held.say, key: 'undo' }, () => store.undo());
}

/** What a button has to say of what it leads to, in words. @param {string[]} leads */
const leading = (leads) => leads.map((lead) => t(`lead.${lead}`)).join(', ');

/** The button that carries out what is held: it says all that comes of it. */
function heldButton(store) {
  const { does, leads, step } = store.held;
  const sub = does === 'step' ? step : leading(leads.filter((lead) => lead !== (does === 'turn' || does === 'setup' ? 'turn' : does === 'over' ? 'over' : 'die') && lead !== 'asks'));
  return button({ label: t(`hold.${does}`), class: 'main', sub, key: 'main', line: store.held.line }, () => store.carryOut());
}

function undo(store) {
  const { can, say: what } = store.scene.undo ?? { can: false, say: '' };
  const why = can ? what : what.replace(/^[^:]*:\s*(.)/u, (_, letter) => letter.toUpperCase()); // that it cannot be undone is seen by the button
  return button({ icon: 'undo', label: t('panel.undo'), sub: brief(store, why), class: `undo${can ? '' : ' dashed'}`, title: can ? t('panel.undo.what', { what }) : what, key: 'undo' },
    () => (can ? store.undo() : notice(store, what || t('panel.undo.none'), 'warn', true)));
}

/** Ask what a planning player would do; while he thinks, it says so. */
function hintButton(store) {
  if (store.lesson) return null; // it has a hint of its own
  const thinking = store.advice?.kind === 'thinking';
  return button({ icon: 'bulb', label: t('advice.hint'), class: `hint${thinking ? ' thinking' : ''}`, title: t('advice.hint.title'), key: 'hint', disabled: thinking }, () => store.askHint?.());
}

/** The plain answers as buttons. Answers of one verb that begin alike stand together under what they share. */
function secondary(store) {
  const answers = plain(store);
  const shown = answers.length <= MOST ? answers : answers.slice(0, MOST - 1);
  const nodes = [];
  for (const verb of new Set(shown.map((answer) => answer.verb))) {
    const series = shown.filter((answer) => answer.verb === verb);
    const head = series.length > 1 ? beginning(series.map((answer) => answer.say)) : '';
    const buttons = series.map((answer) => plainButton(store, answer, brief(store, answer.say.slice(head.length)), head ? where(store, answer) : ''));
    nodes.push(head ? h('div', { class: 'series', role: 'group', 'aria-label': head }, h('small', {}, head), h('div', {}, buttons)) : buttons);
  }
  if (shown.length < answers.length) nodes.push(button({ label: t('panel.more', { count: answers.length - shown.length }), class: 'answer', key: 'more' }, () => store.list(true)));
  return nodes;
}

/** What an answer brings upon him who gives it: it stands on its button, for a finger that points at nothing first. @param {{warnings?: import("./store.js").Warned[]}} answer */
const warning = (answer) => (answer.warnings ?? []).map((one) => one.say).join(', ');

/** Play an answer; one that only begins the way of a unit on the map takes that in hand, as a press on its counter does. @param {import("./store.js").Store} store @param {import("./store.js").Answer} answer */
async function play(store, answer) {
  const hex = answer.unit && store.piece(answer.unit)?.hex;
  if (hex && !store.scene?.under_way.length && store.selection?.unit !== answer.unit) {
    const { number, selection } = store;
    await store.findReach(answer.unit);
    if (number !== store.number) return;
    store.selection = { unit: answer.unit, hex };
    const found = begins(store, answer);
    store.selection = selection;
    if (found) { store.select({ unit: answer.unit, hex, act: true }); return; }
  }
  await store.do(answer.line, answer.final ? ['die', 'asks'] : []);
}

/** What the map says of a hex whose bare number is all its button has: its place, or which edge of the map it lies at. @param {import("./store.js").Store} store @param {import("./store.js").Answer} answer */
function where(store, answer) {
  const hex = answer.hex === undefined ? undefined : store.board?.hexes?.[answer.hex];
  return hex?.place ?? hex?.edge?.split(', ').at(-1) ?? '';
}

/** @param {string} [beside] what stands under its words */
function plainButton(store, answer, label, beside = '') {
  const warned = warning(answer);
  const notes = store.scene?.panel?.options?.find((option) => option.line === answer.line)?.notes ?? [];
  const sub = [answer.final ? t('lead.die') : '', warned, answer.say.includes(beside) ? '' : beside].filter(Boolean).join(', ');
  const node = button({ label, line: answer.line, class: `answer${warned ? ' warned' : ''}`, sub, title: [answer.say, ...notes].join('\n') }, () => play(store, answer));
  node.setAttribute('aria-label', [answer.say, sub].filter(Boolean).join('. '));
  node.addEventListener('pointerenter', () => store.hover(answer.line));
  node.addEventListener('pointerleave', () => store.hover(null));
  return node;
}

/** What all sentences begin with, up to the end of a word; nothing if that is short. @param {string[]} says */
export function beginning(says) {
  let head = says[0];
  for (const say of says) while (!say.startsWith(head)) head = head.slice(0, -1);
  head = head.slice(0, head.lastIndexOf(' ') + 1);
  return head.length > HEAD && says.every((say) => say.length > head.length) ? head : '';
}

/** May units still join or leave the attack whose odds are known? @param {import("./store.js").Store} store */
function gathering(store) {
  const { scene } = store;
  const attackers = scene?.panel?.attackers ?? [];
  if (!store.mine || !scene?.panel?.ladder || !attackers.length) return false;
  return joiners(store, attackers).length > 0 || Boolean(scene.main && !scene.main.leads?.length && attackers.some((id) => joinedAt(store, id) >= 0));
}

/** On a phone the attackers are chosen on the map; the sheet with the odds, and what ends the question, opens when it is asked for. */
function attackButton(store) {
  if (document.body.dataset.layout !== 'phone' || !store.scene.main?.legal || !gathering(store)) return null;
  return button({ label: t('panel.show_attack'), class: 'main', key: 'show-attack' }, () => store.sheet('fight'));
}

/** What is still owed, for the button that cannot be pressed: in a few words where it is one thing and the game has some; else their number. @param {import("./store.js").Store} store @param {{short?: string}[]} duties */
function missing(store, duties) {
  return duties.length === 1 && duties[0].short ? brief(store, duties[0].short) : t('panel.duties', { count: duties.length || 1 });
}

/** The button that ends the question; while it is not legal it stays, dashed, and says why when pressed. */
export function mainButton(store) {
  if (store.held) return heldButton(store);
  const { main: answer, duties = [] } = store.scene;
  if (!answer) return null;
  const warned = warning(answer);
  const sub = !answer.legal ? missing(store, duties) : [leading(answer.leads), warned].filter(Boolean).join(', ');
  const look = button({ label: brief(store, answer.say), title: answer.say, line: answer.line, class: `main${!answer.legal ? ' dashed' : answer.ready ? '' : ' calm'}${warned ? ' warned' : ''}`, sub, key: 'main' },
    () => (answer.legal ? store.do(answer.line, answer.leads) : store.why({ line: answer.line })));
  if (!answer.legal) look.setAttribute('aria-describedby', 'prompt-duties');
  return look;
}

/** Somebody else is at it: who, what he is doing, how fast it is shown. */
function watching(store) {
  const scene = store.scene;
  const move = store.playing?.move ?? null;
  const side = move ? move.side : scene.asked;
  const seat = (store.info?.seats ?? []).find((one) => one.side === scene.asked);
  const thinking = store.thinking && !move;
  const first = move ? tell(move) : thinking ? t('panel.thinking', { side: titleOf(store, store.thinking), name: seat?.name ?? '' }) : scene.waiting || t('panel.waiting', { side: titleOf(store, scene.asked) });
  const rest = move ? '' : thinking ? scene.waiting ?? '' : waitingFor(store, seat);
  const n = store.playing?.n;
  return [sideBlock(store, sideIndex(store, side) < 0 ? scene.asked : side), asking(
    h('div', { class: 'say', role: 'status', 'aria-live': 'polite' }, thinking ? h('span', { class: 'spinner' }) : null, ' ', h('b', {}, first), ' ', rest, ' ', move && isDuty(move) ? [forcedTag(), ' '] : null, move ? (move.clauses ?? []).slice(0, 2).map(chip) : null),
    h('div', { class: 'buttons' },
      move || thinking ? speed() : null,
      move ? button({ icon: 'skip', label: t('panel.skip'), sub: n > 1 ? t('panel.skip.left', { count: n - (store.playing.i ?? 0) }) : '', class: 'skip', key: 'skip' }, () => store.finish()) : undoIfMine(store)))];
}

/** One's own last act may be taken back as long as the other has not answered. */
function undoIfMine(store) {
  return store.viewer && store.scene.undo?.can ? undo(store) : null;
}

function waitingFor(store, seat) {
  if (!store.viewer) return t((store.info?.seats ?? []).some((one) => one.held === 'player') ? 'panel.spectating.lost' : 'panel.spectating');
  if (seat?.held === 'open') return t('panel.waiting.open');
  return '';
}

/** How fast the moves of others are shown. */
export function speed() {
  const now = setting('speed');
  return h('label', { class: 'speed' }, icon('clock'), h('span', { class: 'visually-hidden' }, t('panel.speed')),
    h('select', { data: { key: 'speed' }, 'aria-label': t('panel.speed'), onchange: (event) => change({ speed: /** @type {any} */ (Number(event.target.value)) }) },
      SPEEDS.map((one) => h('option', { value: one, selected: one === now }, one === 0 ? t('panel.speed.now') : t('panel.speed.times', { times: one })))));
}

/** Nothing more to do: the result stays to be read. */
function over(store) {
  const { result } = store.scene;
  return [sideBlock(store, result.winner), asking(h('div', { class: 'say', role: 'status' }, h('b', {}, result.say), ' ', chip(result.clause)),
    h('div', { class: 'buttons' }, button({ icon: 'play', label: t('panel.menu.replay'), key: 'replay' }, () => store.jump(0)),
      button({ icon: 'chart', label: t('report.button'), key: 'report' }, () => openReport(store)),
      button({ label: t('panel.result.show'), class: 'main', key: 'result' }, () => store.set('showResult', true))))];
}
