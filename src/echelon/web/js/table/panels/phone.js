// Phone: a chip with the turn, a rail of five buttons, and sheets from the right that hold the panels.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { mainButton } from '../prompt.js';
import { drawn, icon } from './icons.js';
import { brief, button, follow } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} rail
 * @param {HTMLElement} chip
 */
export function render(store, rail, chip) {
  const sheet = (name) => store.sheet(store.sheetName === name ? null : name);
  store.on('sheet', (name) => {
    store.sheetName = name ?? null;
    if (name && store.listing) store.list(false);
  });
  const named = () => rail.setAttribute('aria-label', t('panel.rail'));
  store.on('language', named);
  named();
  chip.setAttribute('type', 'button');
  chip.addEventListener('click', () => sheet('game'));

  follow(store, chip, 'scene at', (s) => [s.scene?.turn, s.scene?.step, s.scene?.track], (s) => {
    const scene = s.scene;
    if (!scene) return [];
    const cell = (scene.track ?? []).find((one) => one.turn === scene.turn);
    const step = s.board?.sequence?.find((one) => one.name === scene.step);
    return [h('b', {}, String(scene.turn)), h('span', { class: 'words' }, h('span', {}, (cell?.title ?? cell?.label ?? '').split(',')[0], ' ', cell?.sign && drawn(cell.sign) ? icon(cell.sign) : null),
      h('small', {}, [(scene.step ?? '').split('.')[0], step?.title].filter(Boolean).join(' · ')))];
  });
  follow(store, rail, 'scene sheet listing', (s) => [s.sheetName, s.listing, Boolean(s.scene?.panel)], (s) => [
    tab(s, 'list', 'list', t('panel.menu.list'), Boolean(s.listing), () => { s.sheet(null); s.list(!s.listing); }),
    tab(s, 'layers', 'layers', t('panel.overlays'), s.sheetName === 'layers', () => sheet('layers')),
    tab(s, 'fight', s.scene?.panel ? 'threat' : 'eye', t(s.scene?.panel ? 'panel.rail.fight' : 'panel.inspector'), s.sheetName === 'fight', () => sheet('fight')),
    tab(s, 'log', 'log', t('panel.log'), s.sheetName === 'log', () => sheet('log')),
    tab(s, 'fit', 'fit', t('panel.fit'), false, () => s.emit('fit')),
  ]);
  // a fight opens its sheet by itself, once; whoever closes it has the map
  let shown = null;
  const look = (scene) => {
    const title = scene?.yours && scene.panel?.ladder && (scene.main || few(scene).length) ? scene.panel.title : null;
    if (title && title !== shown && document.body.dataset.layout === 'phone') store.sheet('fight');
    if (!title && shown && store.sheetName === 'fight') store.sheet(null);
    shown = title;
  };
  store.on('scene', look);
  requestAnimationFrame(() => look(store.scene));
  // two big buttons at the foot of the fight: back to the map, and the answer that ends the question
  const foot = h('div', { class: 'sheet-foot part', data: { part: 'foot', sheet: 'fight' } });
  document.getElementById('right')?.append(foot);
  follow(store, foot, 'scene at busy', (s) => [s.scene?.yours, s.scene?.main, few(s.scene), s.at], (s) => [
    button({ label: t('panel.sheet.map'), key: 'map' }, () => s.sheet(null)),
    !s.scene?.yours ? null : s.scene.main ? mainButton(s) : few(s.scene).map((answer, i) => button({ label: brief(s, answer.say), title: answer.say, line: answer.line, class: i ? '' : 'main' }, () => s.do(answer.line))),
  ]);
  for (const id of ['left', 'right']) {
    const column = document.getElementById(id);
    column?.append(button({ icon: 'close', title: t('panel.close'), class: 'quiet sheet-close' }, () => store.sheet(null)));
  }
}

/** The answers of a question that no one button ends, if they are few enough to stand at the foot of a sheet. @param {any} scene @returns {any[]} */
const few = (scene) => (scene?.legal?.length <= 2 ? scene.legal : []);

const tab = (store, name, glyph, title, on, act) => button({ icon: glyph, title, class: `tab${on ? ' on' : ''}`, pressed: name === 'fit' ? undefined : on, key: `tab ${name}` }, act);

/**
 * On a phone the bar's seats and doors stand in the sheet of the game, else in the bar.
 * @param {boolean} small
 */
export function moveDoors(small) {
  const home = document.getElementById('top');
  const sheet = document.querySelector('#left > [data-part="doors"]');
  if (!home || !sheet) return;
  for (const name of ['.seats', '.doors']) {
    const node = document.querySelector(name);
    if (node) (small ? sheet : home).append(node);
  }
}
