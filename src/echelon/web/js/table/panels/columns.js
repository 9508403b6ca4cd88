// The two columns beside the map: which tab of the left one is open, when the right one opens and folds, and what is remembered of
// it. What the grid does with it is told in css/table.css.

import { h } from '../../dom.js';
import { closable } from '../../opened.js';
import { t } from '../../texts.js';
import { button, follow, keep } from './parts.js';

const NARROW = 1180; // px under which the left panel lies over the map's edge, so that it opens only on request
const LARGE = 1920; // px from which both columns are open at once

/** The kind of window something is remembered for. */
const size = () => (innerWidth < NARROW ? 'narrow' : innerWidth < LARGE ? 'middle' : 'large');

const memory = (store, what) => `echelon.${what}.${store.info?.system}.${size()}`;

/** The tab that is open, or nothing; kept by game and window size. @param {import("../store.js").Store} store @param {string | null} name */
export function openTab(store, name) {
  if (size() !== 'narrow') keep(memory(store, 'tab'), name ?? '');
  store.set('tab', name);
}

/** A press on a tab, or its key: open it, or fold the panel if it is open. @param {import("../store.js").Store} store @param {string} name */
export const toggleTab = (store, name) => openTab(store, store.tab === name ? null : name);

/** What a table begins with: a new game and a large window show how it is won, any other what was open last. @param {import("../store.js").Store} store */
function firstTab(store) {
  if (size() === 'narrow') return null;
  const kept = keep(memory(store, 'tab'));
  return store.moves.length && kept !== null ? kept || null : 'victory';
}

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} right
 */
export function columns(store, right) {
  const { dataset } = document.body;
  const pinned = () => keep(memory(store, 'pin')) === 'yes';
  const tools = h('span', { class: 'column-tools' });
  const head = h('div', { class: 'column-head' }, tools);
  right.prepend(head);
  let shut = false; // the player has folded it himself: only a fight or a press opens it again
  let called = false; // the player has opened it himself: only he folds it again
  const stays = () => pinned() || Boolean(right.querySelector('.coach'));
  let folded = 0; // px it takes then
  store.lent = () => (store.column && !stays() && dataset.layout === 'wide' && folded ? Math.max(0, right.getBoundingClientRect().width - folded) : 0);
  const open = (on) => {
    const now = on || stays() || size() === 'large' && !shut;
    if (now === store.column) return;
    if (now) folded = right.getBoundingClientRect().width || folded; else called = false;
    dataset.right = now ? 'open' : 'folded';
    const zoom = document.getElementById('zoom');
    if (zoom) { if (now) head.prepend(zoom); else right.append(zoom); } // the camera's buttons stand at the head of the column or in its strip, and cover nothing
    store.set('column', now);
  };
  const fold = () => { shut = true; keep(memory(store, 'pin'), 'no'); if (size() === 'large') keep(memory(store, 'fold'), 'yes'); open(false); };
  const show = (part) => {
    shut = false;
    called = true;
    if (size() === 'large') keep(memory(store, 'fold'), 'no');
    open(true);
    right.querySelector(`[data-part="${part}"]`)?.scrollIntoView({ block: 'nearest' });
  };

  // It opens for what is taken, attacked or asked about, if it has more to show than the prompt, and folds when that is over.
  const asked = () => Boolean(tells(store.scene?.panel) || store.advice || calls(store));
  const taken = () => Boolean(store.selection && !store.selection.auto);
  store.on('selection', () => { if (taken() && !shut) open(true); });
  store.on('inspect', () => show('inspector'));
  for (const event of ['advice', 'dice']) store.on(event, (what) => { if (what) show('question'); });
  let mine = false;
  let kind = store.scene?.kind;
  store.on('scene', (scene) => {
    if (scene?.panel?.ladder && scene.yours || calls(store)) { shut = false; open(true); } else if (asked() && !shut) open(true);
    else if (!taken() && (mine && !scene?.yours || !called && !asked() && scene?.kind !== kind)) open(false); // the other side plays, or something else is asked: it wants the map
    kind = scene?.kind;
    if (mine !== Boolean(scene?.yours)) shut = false;
    mine = Boolean(scene?.yours);
  });

  follow(store, tools, 'column info', () => [pinned(), size()], () => [
    size() === 'large' ? null : button({ icon: 'pin', title: t('panel.column.pin'), pressed: pinned(), key: 'pin' }, () => { keep(memory(store, 'pin'), pinned() ? 'no' : 'yes'); store.emit('column', store.column); }),
    button({ icon: 'right', title: t('panel.column.fold'), key: 'fold column' }, fold),
  ]);
  let read = 0; // moves that were told while the column was open
  const strip = h('div', { class: 'strip' });
  right.prepend(strip);
  follow(store, strip, 'column scene moves', (s) => [s.column, fights(s.scene?.panel), s.moves.length], (s) => {
    if (s.column || !read) read = s.moves.length;
    const news = s.moves.slice(read).filter((move) => move.events?.length).length;
    return [
      stripButton('left', t('panel.column.open'), () => show('question'), 'open column'),
      s.scene?.panel && fights(s.scene.panel) ? stripButton('threat', t('panel.rail.fight'), () => show('question'), 'strip fight') : null,
      stripButton('eye', t('panel.column.unit'), () => show('inspector'), 'strip unit'),
      stripButton('log', t('panel.log'), () => show('log'), 'strip log', news),
    ];
  });
  // Escape folds it when nothing else is open, and the left panel where that lies over the map.
  closable('panel', () => {
    const was = store.column;
    if (!store.mine || !store.scene?.panel?.ladder) open(false); // the odds stay while the attack asks

    if (was !== store.column) return true;
    if (size() !== 'narrow' || !store.tab) return false;
    store.set('tab', null);
    return true;
  });
  store.on('docked', (here) => { if (here) open(true); });
  store.column = null;
  shut = size() === 'large' && keep(memory(store, 'fold')) === 'yes';
  open(asked() && !shut);
  let windowed = size();
  addEventListener('resize', () => {
    open(Boolean(store.column));
    if (windowed === size()) return;
    windowed = size();
    store.set('tab', firstTab(store));
    store.emit('column', store.column);
  });
  store.on('pressed', () => { if (size() === 'narrow' && store.tab) store.set('tab', null); });
  const first = () => { if (store.tab === undefined) store.set('tab', firstTab(store)); };
  store.on('scene', first);
  if (store.scene) first();
}

/** Has a panel more to tell than the prompt, whose buttons are its options? @param {any} panel */
const tells = (panel) => Boolean(panel && ['ladder', 'chances', 'attackers', 'defenders', 'facts', 'changes', 'cautions', 'notes'].some((name) => panel[name] && panel[name].length !== 0));

const fights = (panel) => Boolean(panel?.ladder || panel?.defenders?.length);

/** A question that begins with a piece off the map: it has to be seen to be taken. @param {import("../store.js").Store} store */
function calls(store) {
  const { scene } = store;
  if (!scene?.yours || !scene.tray?.length) return false;
  const off = new Set(scene.tray.map((piece) => piece.id));
  const placed = scene.legal.filter((answer) => answer.unit || answer.group);
  return placed.length > 0 && placed.every((answer) => off.has(answer.unit) || off.has(answer.group));
}

function stripButton(glyph, label, act, key, news = 0) {
  return tabButton({ glyph, label, key, waits: news }, act);
}

/** A button of the rail or the strip: icon, small name, and a number for what waits there. @param {{glyph: string, label: string, key: string, waits?: number, expanded?: boolean, title?: string}} look @param {() => void} act */
export function tabButton(look, act) {
  const node = button({ icon: look.glyph, key: look.key, title: look.title ?? look.label }, act);
  node.className = 'tab-button';
  if (look.expanded !== undefined) { node.setAttribute('aria-expanded', String(look.expanded)); node.setAttribute('aria-controls', 'left'); }
  node.setAttribute('aria-label', look.waits ? t('panel.tab.waits', { name: look.label, count: look.waits }) : look.label);
  node.append(h('span', { 'aria-hidden': 'true' }, look.label));
  if (look.waits) node.append(h('b', { class: 'waits', 'aria-hidden': 'true' }, String(look.waits)));
  return node;
}
