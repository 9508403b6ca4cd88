// The tabs of the left panel, in ONE table. A game brings tabs of its own by books that name one (Air, Weather, Pools, Ledger): each
// name that is not in the table becomes a tab with those books.

import { h } from '../../dom.js';
import { has, t } from '../../texts.js';
import { booksOf, shelf } from './books.js';
import { openTab, tabButton, toggleTab } from './columns.js';
import { render as forces } from './forces.js';
import { drawn } from './icons.js';
import { render as overlays, supply } from './overlays.js';
import { follow } from './parts.js';
import { render as sequence } from './sequence.js';
import { render as victory } from './victory.js';

/**
 * @typedef {object} Tab
 * @property {string} name of the part it is drawn into, `[data-part=NAME]`, and of its texts, `panel.tab.NAME`
 * @property {string} icon
 * @property {string} sheet of a phone that shows it, too
 * @property {(store: any, root: HTMLElement) => void} render
 * @property {string} [key] a letter that opens it beside its number
 * @property {(store: any) => boolean} [present] has this game such a thing?
 * @property {(store: any) => number} [waits] how much waits there
 */

/** Rows of books that call for something. */
const pressing = (name) => (store) => booksOf(store, name).flatMap((book) => book.rows ?? []).filter((row) => row.warn).length;

/** @type {Tab[]} */
export const TABS = [
  { name: 'victory', icon: 'flag', sheet: 'standing', render: victory, key: 'V' },
  { name: 'turn', icon: 'list', sheet: 'standing', render: sequence, waits: pressing('turn') },
  { name: 'overlays', icon: 'layers', sheet: 'layers', render: overlays },
  { name: 'supply', icon: 'supply', sheet: 'layers', render: supply, present: (store) => store.board.overlays.some((one) => one.name === 'supply'), waits: pressing('supply') },
  { name: 'forces', icon: 'forces', sheet: 'units', render: forces, waits: pressing('forces') },
  { name: 'arrivals', icon: 'clock', sheet: 'units', render: shelf('arrivals'), present: (store) => booksOf(store, 'arrivals').length > 0, waits: pressing('arrivals') },
];

const own = (name) => ({ name, icon: drawn(name) ? name : 'book', sheet: 'standing', waits: pressing(name), render: shelf(name) });

const ORDER = ['victory', 'turn', 'overlays', 'ledger', 'pools', 'air', 'supply', '', 'forces', 'weather', 'arrivals']; // '': any other

/** All tabs of this game in their order. @param {import("../store.js").Store} store @returns {Tab[]} */
export function tabsOf(store) {
  const known = TABS.filter((tab) => !tab.present || tab.present(store));
  const names = new Set((store.scene?.books ?? []).map((book) => book.tab ?? 'turn').filter((name) => !TABS.some((tab) => tab.name === name)));
  const place = ({ name }) => ORDER.indexOf(ORDER.includes(name) ? name : '');
  return [...known, ...[...names].map(own)].sort((a, b) => place(a) - place(b));
}

/** What a tab is called: by the page, else by its first book. */
const titleOf = (store, tab) => (has(`panel.tab.${tab.name}`) ? t(`panel.tab.${tab.name}`) : booksOf(store, tab.name)[0]?.title ?? tab.name);

/** The key that is shown beside a tab: its letter, or its number in the rail. */
const keyOf = (store, tab) => (tab.key ?? String(tabsOf(store).findIndex((one) => one.name === tab.name) + 1));

/** The keys of the tabs in the table of shortcuts. @param {import("../store.js").Store} store */
const shortcuts = (store) => tabsOf(store).map((tab, i) => (
  { group: /** @type {const} */ ('panels'), keys: [tab.key, String(i + 1)].filter((key) => key !== undefined), say: () => titleOf(store, tab), act: () => toggleTab(store, tab.name) }));

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} rail
 * @param {HTMLElement} panel
 */
export function render(store, rail, panel) {
  const { dataset } = document.body;
  const parts = new Map();
  let keyed = '';
  let forget = () => {};
  const show = () => {
    const names = tabsOf(store).map((tab) => tab.name).join();
    if (names !== keyed) { forget(); forget = store.shortcuts.add(...shortcuts(store)); keyed = names; }
    for (const tab of tabsOf(store)) {
      if (parts.has(tab.name)) continue;
      const body = h('div', { class: 'tab-body' });
      const head = h('header', { class: 'tab-head' });
      const part = h('div', { class: 'part', data: { part: tab.name, sheet: tab.sheet } }, head, body);
      follow(store, head, 'scene', () => [titleOf(store, tab), keyOf(store, tab)], () => [h('h2', {}, titleOf(store, tab)), h('kbd', { class: 'key', title: t('panel.tab.key') }, keyOf(store, tab))]);
      parts.set(tab.name, part);
      tab.render(store, body);
      panel.append(part);
    }
    if (store.tab && !parts.has(store.tab)) { openTab(store, null); return; }
    dataset.left = store.tab ? 'open' : 'folded';
    for (const [name, part] of parts) part.classList.toggle('on', name === store.tab);
  };
  store.on('tab', () => { show(); panel.scrollTop = 0; });
  store.on('scene', show);
  if (store.scene) show();
  const named = () => rail.setAttribute('aria-label', t('panel.rail'));
  store.on('language', named);
  named();
  follow(store, rail, 'tab scene', (s) => [s.tab, s.scene && tabsOf(s).map((tab) => [tab.name, tab.waits?.(s)])], (s) => (s.scene ? [
    ...tabsOf(s).map((tab) => tabButton({ glyph: tab.icon, label: titleOf(s, tab), key: `tab ${tab.name}`, waits: tab.waits?.(s), expanded: s.tab === tab.name, title: `${titleOf(s, tab)} (${keyOf(s, tab)})` }, () => toggleTab(s, tab.name))),
    s.tab ? foldButton(s) : null,
  ] : []));
}

function foldButton(store) {
  const node = tabButton({ glyph: 'left', label: t('panel.tab.fold'), key: 'fold panel' }, () => openTab(store, null));
  node.classList.add('fold-away');
  return node;
}
