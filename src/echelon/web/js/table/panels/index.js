// All that lies round the map: puts the panels in their places and fits them to the screen.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { render as curtain } from '../curtain.js';
import { render as dice } from '../dice.js';
import { render as prompt } from '../prompt.js';
import { render as replay } from '../replay.js';
import { render as tray } from '../tray.js';
import { render as advice } from './advice.js';
import { render as books } from './books.js';
import { icon } from './icons.js';
import { render as inspector } from './inspector.js';
import { render as log } from './log.js';
import { render as notices, renderBanner } from './notices.js';
import { render as overlays } from './overlays.js';
import { moveDoors, render as phone } from './phone.js';
import { render as question } from './question.js';
import { render as result } from './result.js';
import { render as sequence } from './sequence.js';
import { render as top } from './top.js';

/** Parts of the two columns: name of the part, its module, the phone sheet it belongs to. @typedef {[string, (store: import("../store.js").Store, root: HTMLElement) => void, string][]} Parts */
/** @type {Parts} */
const LEFT = [['tray', tray, 'layers'], ['sequence', sequence, 'game'], ['overlays', overlays, 'layers'], ['books', books, 'game']];
/** @type {Parts} */
const RIGHT = [['question', question, 'fight'], ['inspector', inspector, 'fight'], ['log', log, 'log']];

/**
 * Hang up everything round the map. Once a page.
 * @param {import("../store.js").Store} store
 */
export function mount(store) {
  paintSides(store);
  const root = place('top', 'header');
  const left = place('left', 'aside');
  const right = place('right', 'aside');
  top(store, root);
  left.append(h('div', { class: 'part', data: { part: 'doors', sheet: 'game' } }));
  for (const { column, parts } of [{ column: left, parts: LEFT }, { column: right, parts: RIGHT }]) {
    for (const [name, render, sheet] of parts) {
      const part = h('div', { class: 'part', data: { part: name, sheet } });
      column.append(part);
      render(store, part);
    }
  }
  prompt(store, place('prompt', 'section'));
  replay(store, place('replay', 'section'));
  dice(store, place('dice', 'div'));
  advice(store, place('advice', 'section'));
  const words = () => {
    left.setAttribute('aria-label', t('panel.left'));
    right.setAttribute('aria-label', t('panel.right'));
    place('portrait', 'p').replaceChildren(icon('turn'), t('panel.portrait'));
  };
  store.on('language', words);
  words();
  phone(store, place('rail', 'nav'), place('chip', 'button'));
  notices(store, place('toasts', 'div'));
  renderBanner(store, place('banner', 'div'));
  result(store, place('result', 'dialog'));
  curtain(store, place('curtain', 'div'));
  document.addEventListener('click', (event) => {
    const cited = /** @type {Element} */ (event.target).closest?.('[data-clause]');
    if (!cited || event.defaultPrevented) return;
    event.preventDefault();
    store.openClause(/** @type {HTMLElement} */ (cited).dataset.clause);
  });
  const fit = () => fitScreen(store);
  addEventListener('resize', fit);
  for (const event of ['at', 'sheet', 'listing', 'settings']) store.on(event, fit);
  new ResizeObserver(fit).observe(/** @type {Element} */ (document.getElementById('prompt')));
  fit();
}

/** The element of that id, made if the page has none. */
function place(id, tag) {
  let node = document.getElementById(id);
  if (!node) {
    node = h(tag, { id });
    document.body.append(node);
  }
  return /** @type {HTMLElement} */ (node);
}

/** What layout this screen asks for, and how much of the map is left free. */
function fitScreen(store) {
  const { innerWidth: width, innerHeight: height } = window;
  const layout = height > width && width < 760 ? 'portrait' : width < 1000 || height < 560 ? 'phone' : 'wide';
  const { dataset } = document.body;
  if (dataset.layout !== layout) {
    moveDoors(layout !== 'wide');
    (layout === 'wide' ? place('right', 'aside') : document.body).append(place('dice', 'div')); // on a phone the log is a sheet, and shut
  }
  dataset.layout = layout;
  if (layout === 'portrait' && !store.listing) store.list(true);
  dataset.replay = store.at === null || store.at === undefined ? 'off' : 'on';
  dataset.sheet = layout === 'wide' ? '' : store.sheetName ?? '';
  const box = (id) => document.getElementById(id)?.getBoundingClientRect();
  const low = box(dataset.replay === 'on' ? 'replay' : 'prompt');
  const bottom = low?.height ? height - low.top : 0;
  const free = layout === 'wide'
    ? { top: box('top')?.bottom ?? 0, left: box('left')?.right ?? 0, right: width - (box('right')?.left ?? width), bottom }
    : { top: 0, left: 0, right: dataset.sheet ? Math.min(392, width) : 0, bottom };
  const rounded = Object.fromEntries(Object.entries(free).map(([name, px]) => [name, Math.max(0, Math.round(px))]));
  if (JSON.stringify(rounded) === JSON.stringify(store.free)) return;
  // Told to those who use it, not to the root: the style of every counter on the map would be worked out again.
  for (const id of ['zoom', 'list', 'advice']) {
    for (const [name, px] of Object.entries(rounded)) document.getElementById(id)?.style.setProperty(`--free-${name}`, `${px}px`);
  }
  store.set('free', rounded);
}

/** Colours of the sides, for both themes, with the ink that can be read on them. */
function paintSides(store) {
  const { style } = document.documentElement;
  (store.board?.sides ?? []).forEach((side, i) => {
    const light = side.colour ?? '#4B5560';
    const dark = side.colourDark ?? light;
    style.setProperty(`--side-${i}-light`, light);
    style.setProperty(`--side-${i}-dark`, dark);
    style.setProperty(`--on-side-${i}-light`, ink(light));
    style.setProperty(`--on-side-${i}-dark`, ink(dark));
  });
}

/** White or near black, whichever stands out more. */
function ink(colour) {
  const channels = (colour.replace('#', '').match(/../g) ?? []).map((pair) => parseInt(pair, 16) / 255);
  const [r, g, b] = channels.map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.0557 ? '#FFFFFF' : '#14171A';
}
