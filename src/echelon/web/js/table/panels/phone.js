// Phone, upright or on its side: a chip with turn and standing, two buttons on the map, five tabs, and one sheet that holds the
// panels. Upright the sheet comes from the foot, on its side from the right; nothing else differs but the style sheet.

import { h } from '../../dom.js';
import { closable } from '../../opened.js';
import { openSettings } from '../../settings.js';
import { t } from '../../texts.js';
import { DICE } from '../choices.js';
import { mainButton } from '../prompt.js';
import { joiners } from './battle.js';
import { drawn, icon } from './icons.js';
import { fillMenu, fileInput } from './menu.js';
import { brief, button, follow, stepOf } from './parts.js';
import { pull } from './pull.js';
import { standing } from './victory.js';

/** Sheets that a tab opens, with their icon; the rule book is a drawer of its own. */
const TABS = [['standing', 'flag'], ['units', 'forces'], ['log', 'log'], ['rules', 'book'], ['menu', 'menu']];
const LOW = ['fight', 'card', 'layers']; // sheets that leave the upper half of the map free, and are looked at with it
const CLEAR = 8; // px between the chip and what is fitted below it

/** Parts that stand elsewhere on a large screen, and a mark where they stood. @type {Map<Element, Comment>} */
const away = new Map();

const take = (node, to) => {
  if (!node || away.has(node)) return;
  const mark = document.createComment('');
  node.replaceWith(mark);
  away.set(node, mark);
  to.append(node);
};

/** The rule book is loaded when it is first opened: it is told, not called. */
const closeBook = () => document.dispatchEvent(new CustomEvent('drawer-shut'));

const small = () => document.body.dataset.layout === 'phone';

/** @param {import("../store.js").Store} store */
export function render(store) {
  const chip = h('button', { id: 'chip', type: 'button', onclick: () => toggle(store, 'standing') });
  const corner = h('div', { id: 'corner', role: 'group' });
  const rail = h('nav', { id: 'rail' });
  const body = h('div', { class: 'sheet-body', data: { scroll: 'sheet' } });
  const grip = button({ class: 'grip', key: 'grip', title: ' ' }, () => tall(!('tall' in sheet.dataset)));
  const sheet = h('section', { id: 'sheet', role: 'region' }, grip, body);
  const foot = h('div', { id: 'foot', role: 'group' });
  const strip = h('div', { id: 'waiting' });
  document.body.append(chip, corner, rail, sheet, foot, strip);
  const tall = (on) => {
    sheet.toggleAttribute('data-tall', on);
    grip.title = t(on ? 'panel.sheet.lower' : 'panel.sheet.higher');
    grip.setAttribute('aria-label', grip.title);
    grip.setAttribute('aria-expanded', String(on));
  };
  const words = () => {
    rail.setAttribute('aria-label', t('panel.rail'));
    corner.setAttribute('aria-label', t('map.zoom.title'));
    foot.setAttribute('aria-label', t('panel.prompt'));
    tall('tall' in sheet.dataset);
  };
  store.on('language', words);
  words();

  menu(store, body);
  let last = null;
  store.on('sheet', (name) => {
    if (name !== last) { tall(false); body.scrollTop = 0; }
    last = name;
    if (!small()) return;
    if (name) {
      gather(body, strip);
      sheet.setAttribute('aria-label', t(name === 'fight' ? 'panel.rail.fight' : name === 'layers' ? 'panel.overlays' : name === 'card' ? 'panel.inspector' : `panel.sheet.${name}`));
      if (store.listing) store.list(false);
      closeBook();
    }
  });
  closable('sheet', () => { const open = Boolean(document.body.dataset.sheet); if (open) store.sheet(null); return open; });
  store.on('inspect', () => { if (last === 'units') body.scrollTop = 0; }); // the card comes first there
  pull(grip, sheet, { up: () => tall(true), down: () => ('tall' in sheet.dataset ? tall(false) : store.sheet(null)) });
  const book = (open) => { document.body.dataset.book = open ? 'open' : ''; store.set('book', open); };
  document.addEventListener('drawer', (event) => book(/** @type {CustomEvent} */ (event).detail));
  book(false);

  follow(store, chip, 'scene at playing', (s) => [turnOf(s), stepOf(s), s.scene?.track, s.scene?.outlook, s.scene?.result], chipNodes);
  follow(store, corner, 'scene sheet', (s) => [s.sheetName, Boolean(s.scene?.panel)], (s) => [
    tab(s, 'layers', 'layers', t('panel.overlays')),
    button({ icon: 'fit', title: t('panel.fit'), class: 'tab', key: 'tab fit' }, () => s.emit('fit')),
    s.scene?.panel ? tab(s, 'fight', 'threat', t('panel.rail.fight')) : null,
  ]);
  follow(store, rail, 'scene sheet book', (s) => [s.sheetName, s.book], (s) => TABS.map(([name, glyph]) => {
    const node = tab(s, name, glyph, t(`panel.sheet.${name}`), name === 'rules' ? s.book : s.sheetName === name && !s.book);
    node.append(h('span', { 'aria-hidden': 'true' }, t(`panel.sheet.${name}`)));
    return node;
  }));
  // at the foot of every sheet: back to the map, and the answer that ends the question
  follow(store, foot, 'scene at busy sheet playing held', (s) => [small(), s.held, s.scene?.yours, s.scene?.main, few(s), s.scene?.duties?.length, s.at, Boolean(s.playing)], (s) => (!small() ? [] : [
    button({ label: t('panel.sheet.map'), key: 'map' }, () => { closeBook(); s.sheet(null); }),
    !s.mine ? null : s.scene.main?.legal || s.held || !few(s).length ? mainButton(s)
      : few(s).map((answer, _, all) => button({ label: brief(s, answer.say), sub: answer.final ? t('lead.die') : '', title: answer.say, line: answer.line, class: all.length > 1 ? '' : 'main' }, () => s.do(answer.line, answer.final ? DICE : []))),
  ]));
  opening(store);
}

/** @param {import("../store.js").Store} store */
const turnOf = (store) => store.playing?.move?.turn ?? store.scene?.turn;

/** Turn, day, step, and who is winning. */
function chipNodes(store) {
  const { scene } = store;
  if (!scene) return [];
  const [turn, now] = [turnOf(store), stepOf(store)]; // of what is being shown
  const cell = (scene.track ?? []).find((one) => one.turn === turn);
  const step = store.board?.sequence?.find((one) => one.name === now);
  return [h('b', {}, String(turn)), h('span', { class: 'words' },
    h('span', {}, (cell?.title ?? cell?.label ?? '').split(',')[0], ' ', cell?.sign && drawn(cell.sign) ? icon(cell.sign) : null),
    h('small', {}, [now.split('.')[0], step?.title].filter(Boolean).join(' · ')), standing(store))];
}

const toggle = (store, name) => {
  if (name === 'rules') {
    if (store.book) closeBook();
    else { store.sheet(null); store.openClause(null); }
  } else store.sheet(store.sheetName === name && !store.book ? null : name);
};

const tab = (store, name, glyph, title, on = store.sheetName === name) => button({ icon: glyph, title, class: `tab${on ? ' on' : ''}`, pressed: Boolean(on), key: `tab ${name}` }, () => toggle(store, name));

/** When sheets open and close by themselves. */
function opening(store) {
  // a fight opens its sheet once; whoever closes it has the map
  let shown = null;
  const look = (scene) => {
    const title = scene?.yours && scene.panel?.ladder && (scene.main || few(store).length) ? scene.panel.title : null;
    if (title && title !== shown && small()) store.sheet('fight');
    if (!title && shown && store.sheetName === 'fight') store.sheet(null);
    shown = title;
  };
  store.on('scene', look);
  requestAnimationFrame(() => look(store.scene));
  const close = (...names) => { if (small() && names.includes(store.sheetName ?? '')) store.sheet(null); };
  // a long press shows the card of what lies there, until the next press
  store.on('looked', (at) => {
    if (!small() || !at?.hex) return;
    store.emit('inspect', at.unit ? { unit: at.unit } : { hex: at.hex });
    store.sheet('card');
  });
  store.on('pressed', () => close('card', 'layers', 'standing', 'units', 'log', 'menu'));
  // something is to be seen on the map, a unit of the list with its card
  store.on('focus', () => { if (small() && store.sheetName === 'units') store.sheet('card'); else close('standing', 'log', 'menu'); });
  store.on('at', (at) => { if (at !== null) close('standing', 'units', 'log', 'menu', 'card'); });
  store.on('listing', (on) => { if (on && store.sheetName) store.sheet(null); });
}

/** The answers of a question that no one button ends, if they are few enough to stand at the foot of a sheet. Who could join an attack is a counter of its sheet. @param {import("../store.js").Store} store @returns {any[]} */
function few(store) {
  const { legal = [], panel } = store.scene ?? {};
  if (legal.length > 2) return [];
  const joining = panel?.defenders?.length ? new Set(joiners(store, panel.attackers ?? []).map((answer) => answer.line)) : new Set();
  return legal.filter((answer) => !joining.has(answer.line));
}

/** The sheet of the menu: which game, who plays, settings, and all that the menu of a large screen has. */
function menu(store, body) {
  const file = fileInput(store);
  const box = Object.assign(h('div', { class: 'menu-items', role: 'menu' }), { hidePopover: () => store.sheet(null) });
  const doors = h('div', { class: 'menu-doors' });
  body.append(h('div', { class: 'part', data: { part: 'menu', sheet: 'menu' } }, h('div', { class: 'menu-game' }), doors, box, file));
  const words = () => {
    box.setAttribute('aria-label', t('panel.menu'));
    doors.replaceChildren(
      button({ icon: 'gear', label: t('panel.settings'), key: 'phone settings' }, () => openSettings()),
      h('a', { class: 'button', href: '/' }, icon('brand'), t('panel.home')));
  };
  store.on('language', words);
  words();
  store.on('sheet', (name) => { if (name === 'menu') fillMenu(store, box, file); });
}

/** All panels into the sheet; those still to be placed stand by the map. */
function gather(body, strip) {
  for (const part of document.querySelectorAll('.part[data-sheet]')) {
    if (!body.contains(part)) take(part, /** @type {HTMLElement} */ (part).dataset.part === 'tray' ? strip : body);
  }
  for (const name of ['.game', '.seats']) take(document.querySelector(name), /** @type {Element} */ (body.querySelector('.menu-game')));
}

/** On a phone the panels stand in its sheet, else where they were. @param {boolean} on */
export function usePhone(on) {
  const [body, strip] = [document.querySelector('#sheet > .sheet-body'), document.getElementById('waiting')];
  if (!body || !strip) return;
  if (on) { gather(body, strip); return; }
  for (const [node, mark] of away) mark.replaceWith(node);
  away.clear();
}

/** How much of the map lies under chip, prompt and sheet. A sheet that is only read leaves the map where it is. @param {import("../store.js").Store} store */
export function covered(store) {
  const { innerWidth: width, innerHeight: height } = window;
  const upright = height > width;
  document.body.dataset.held = upright ? 'upright' : 'across';
  const box = (id) => { const found = document.getElementById(id)?.getBoundingClientRect(); return found?.height ? found : null; };
  // where it will lie once it has come up
  const sheet = box('sheet') && { top: /** @type {HTMLElement} */ (document.getElementById('sheet')).offsetTop, left: /** @type {HTMLElement} */ (document.getElementById('sheet')).offsetLeft };
  const low = LOW.includes(store.sheetName ?? '') ? sheet : null;
  const why = upright ? document.getElementById('why')?.offsetTop : 0;
  const foot = why ? { top: why } : box(document.body.dataset.replay === 'on' ? 'replay' : 'prompt');
  const strip = why ? null : box('waiting');
  const coach = upright ? /** @type {HTMLElement | null} */ (document.querySelector('.coach.low')) : null;
  const tall = [foot, upright ? low : null, upright ? strip : null].reduce((most, one) => Math.max(most, one ? height - one.top : 0), 0);
  const bottom = tall + (coach?.offsetHeight ?? 0);
  coach?.style.setProperty('--prompt-top', `${Math.round(tall)}px`);
  document.getElementById('waiting')?.style.setProperty('--prompt-top', `${foot ? Math.round(height - foot.top) : 0}px`);
  return {
    top: upright ? (box('chip')?.bottom ?? 0) + CLEAR : 0, left: !upright && strip ? strip.right : 0,
    right: upright || !store.sheetName ? 0 : width - Math.min(sheet?.left ?? width, box('rail')?.left ?? width), bottom: Math.min(bottom, Math.round(0.68 * height)),
  };
}
