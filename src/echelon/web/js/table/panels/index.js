// All that lies round the map: puts the panels in their places and says which layout the screen asks for.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { render as curtain } from '../curtain.js';
import { render as dice } from '../dice.js';
import { render as prompt } from '../prompt.js';
import { render as replay } from '../replay.js';
import { render as tray } from '../tray.js';
import { render as advice } from './advice.js';
import { columns } from './columns.js';
import { render as ending } from './ending.js';
import { render as inspector } from './inspector.js';
import { render as log } from './log.js';
import { render as notices, renderBanner } from './notices.js';
import { covered, render as phone, usePhone } from './phone.js';
import { render as question } from './question.js';
import { render as result } from './result.js';
import { render as tabs } from './tabs.js';
import { render as top } from './top.js';

/** The cards of the right column and the log below them: name of the part, its module, the phone sheet it belongs to. @type {[string, (store: import("../store.js").Store, root: HTMLElement) => void, string][]} */
const RIGHT = [['tray', tray, 'tray'], ['question', question, 'fight'], ['inspector', inspector, 'units'], ['log', log, 'log']];

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
  const cards = h('div', { class: 'cards' });
  right.append(cards);
  for (const [name, render, sheet] of RIGHT) {
    const part = h('div', { class: 'part', data: { part: name, sheet } });
    (name === 'log' ? right : cards).append(part);
    render(store, part);
  }
  tabs(store, place('tabs', 'nav'), left);
  columns(store, right);
  prompt(store, place('prompt', 'section'));
  replay(store, place('replay', 'section'));
  dice(store, place('dice', 'div'));
  advice(store, place('advice', 'section'));
  const words = () => {
    left.setAttribute('aria-label', t('panel.left'));
    right.setAttribute('aria-label', t('panel.right'));
  };
  store.on('language', words);
  words();
  phone(store);
  notices(store, place('toasts', 'div'));
  renderBanner(store, place('banner', 'div'));
  ending(store);
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
  for (const event of ['at', 'sheet', 'listing', 'settings', 'scene', 'docked', 'whyCard']) store.on(event, fit);
  const watch = new ResizeObserver(fit);
  for (const id of ['prompt', 'sheet', 'waiting', 'chip']) watch.observe(/** @type {Element} */ (document.getElementById(id)));
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

/** What layout this screen asks for, and how much of the map a phone's sheets and prompt leave free; on a wide screen they lie beside it. */
function fitScreen(store) {
  const layout = innerWidth < 1000 || innerHeight < 560 ? 'phone' : 'wide';
  const { dataset } = document.body;
  const other = dataset.layout !== layout || dataset.sheet === undefined;
  dataset.layout = layout;
  if (other) {
    usePhone(layout === 'phone');
    (layout === 'wide' ? place('right', 'aside') : document.body).append(place('dice', 'div')); // on a phone the log is a sheet, and shut
    const column = document.querySelector('#right > .cards');
    if (layout === 'wide' && column) column.prepend(place('advice', 'section')); else document.body.append(place('advice', 'section')); // over the map
  }
  dataset.replay = store.at === null || store.at === undefined ? 'off' : 'on';
  dataset.sheet = layout === 'wide' ? '' : store.sheetName ?? '';
  const free = layout === 'wide' ? { top: 0, left: 0, right: 0, bottom: 0 } : covered(store);
  for (const name of Object.keys(free)) free[name] = Math.round(free[name]);
  if (JSON.stringify(free) === JSON.stringify(store.free)) return;
  // Told to those who use it, not to the root: the style of every counter on the map would be worked out again.
  for (const id of ['list', 'advice', 'dice', 'waiting', 'toasts']) {
    for (const [name, px] of Object.entries(free)) document.getElementById(id)?.style.setProperty(`--free-${name}`, `${px}px`);
  }
  store.set('free', free);
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
