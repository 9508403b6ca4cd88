// The rule book drawer: chapters, clauses, search as you type. Any citation (`data-clause`) opens it at its clause; Back returns.

import { book as fetchBook } from './api.js';
import { announce, calm, clause as chip, h, replace } from './dom.js';
import { icon } from './icons.js';
import { inline, table } from './markdown.js';
import { closable } from './opened.js';
import { currentLanguage, onLanguage, t } from './texts.js';

/** @typedef {import('./api.js').Book} Book */

/**
 * Make a drawer for one system. `root` is its place in the page (`#drawer`, made when missing).
 * @param {{system: string, root?: HTMLElement | null, onopen?: (open: boolean) => void}} of
 */
export function createDrawer({ system, root = document.getElementById('drawer'), onopen }) {
  if (!root) {
    root = h('aside', { id: 'drawer' });
    document.body.append(root);
  }
  root.classList.add('drawer');
  root.setAttribute('role', 'complementary');
  root.setAttribute('aria-label', t('drawer.title'));
  root.dataset.system = system;
  root.hidden = true;

  /** @type {Book | null} */
  let book = null;
  /** @type {Map<string, any>} */
  let byId = new Map();
  /** @type {string[]} */
  let trail = [];           // clauses visited, the present one last
  let words = '';
  let returnTo = null;      // what had the focus before
  let loading = null;

  const search = h('input', {
    type: 'search', class: 'input', id: 'drawer-search', autocomplete: 'off', spellcheck: 'false', 'aria-label': t('drawer.search'), placeholder: t('drawer.search'),
    oninput: calm(() => { words = search.value.trim(); draw(); if (words) announce(t('drawer.found', { count: find(words).length })); }, 90),
    onkeydown: (event) => {
      if (event.key === 'Enter' || event.key === 'ArrowDown') { event.preventDefault(); list.querySelector('.drawer-clause .clause, .drawer-clause')?.focus(); }
    },
  });
  const title = h('h2', { id: 'drawer-title' });
  const back = h('button', { type: 'button', class: 'link drawer-back', hidden: true, onclick: goBack });
  const chapters = h('select', { class: 'input drawer-chapters', 'aria-label': t('drawer.chapters'), onchange: () => toChapter(chapters.value) });
  const list = h('div', { class: 'drawer-list scroll', tabindex: '-1' });
  replace(root,
    h('div', { class: 'drawer-head' },
      h('div', { class: 'drawer-bar' }, icon('book'), title,
        h('button', { type: 'button', class: 'icon-button', 'aria-label': t('common.close'), onclick: close }, icon('close'))),
      h('div', { class: 'drawer-tools' }, h('label', { class: 'drawer-search' }, icon('search'), search), chapters),
      back),
    list);
  list.addEventListener('scroll', calm(() => {
    // The chapter menu follows what is being read.
    const heads = [...list.querySelectorAll('.drawer-chapter')];
    const index = heads.findLastIndex((node) => node.offsetTop <= list.scrollTop + 60);
    if (heads.length) chapters.value = String(Math.max(0, index));
  }, 60), { passive: true });
  root.addEventListener('keydown', (event) => {
    event.stopPropagation();  // letters typed here are not keys of the table
    if (event.altKey && event.key === 'ArrowLeft') { event.preventDefault(); goBack(); }
  });
  closable('drawer', () => {
    if (root.hidden || !root.isConnected) return false;
    if (words && root.contains(document.activeElement)) { words = ''; search.value = ''; draw(); } else close();
    return true;
  });
  onLanguage(() => { book = null; if (!root.hidden) load().then(draw); });

  async function load() {
    if (book) return book;
    replace(list, h('p', { class: 'drawer-empty muted' }, h('span', { class: 'spinner' }), ' ', t('drawer.loading')));
    loading ??= fetchBook(system, currentLanguage());
    try {
      book = await loading;
    } catch (error) {
      replace(list, h('div', { class: 'drawer-empty' }, h('p', { class: 'note bad' }, t('drawer.failed', { why: error.sentence ?? '' })),
        h('button', { type: 'button', class: 'button', onclick: () => load().then((found) => found && draw()) }, t('drawer.retry'))));
      return null;
    } finally {
      loading = null;
    }
    byId = new Map();
    for (const chapter of book.chapters) {
      for (const one of chapter.clauses) byId.set(one.id, { ...one, chapter: chapter.title, tables: [] });
      let last = null; // a table belongs to the clause it follows
      for (const part of chapter.parts ?? []) {
        if (part.table) last?.tables.push(part.table);
        else last = byId.get(part.clause) ?? null;
      }
    }
    title.textContent = book.title;
    replace(chapters, book.chapters.map((chapter, index) => h('option', { value: String(index) }, chapter.title)));
    return book;
  }

  /** Clauses by id (with or without the prefix), by chapter code, or by all their words. */
  function find(text) {
    const key = text.toUpperCase();
    const all = [...byId.values()];
    const exact = all.filter((one) => one.id === key || one.id.slice(one.id.indexOf('-') + 1) === key);
    if (exact.length) return exact;
    const code = all.filter((one) => one.id.split('-').slice(0, 2).includes(key));
    if (code.length) return code;
    const plain = (value) => value.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    const wanted = plain(text).split(/\s+/);
    return all.filter((one) => { const where = plain(`${one.id} ${one.chapter} ${one.text}`); return wanted.every((word) => where.includes(word)); });
  }

  function clauseNode(one) {
    const here = one.id === trail.at(-1);
    const others = (one.see ?? []).filter((id) => !one.text.includes(id));
    return h('article', { class: ['drawer-clause', here && 'here'], id: `clause-${one.id}`, tabindex: '-1', 'aria-current': here || undefined },
      h('div', { class: 'drawer-id' }, chip(one.id), markOf(one.mark)),
      h('p', null, inline(one.text, { cite: byId, own: one.id, words })),
      others.length ? h('p', { class: 'muted small drawer-see' }, t('drawer.see'), ' ', others.map((id) => [chip(id), ' '])) : null);
  }

  function chapterNode(chapter, index) {
    const parts = chapter.parts ?? chapter.clauses.map((one) => ({ clause: one.id }));
    return h('section', { class: 'drawer-chapter', id: `chapter-${index}` }, h('h3', null, chapter.title), parts.map((part) => {
      if (part.clause) return byId.has(part.clause) ? clauseNode(byId.get(part.clause)) : null;
      if (part.head) return h('h4', null, part.head);
      if (part.table) return table(part.table, byId);
      return h('p', { class: 'drawer-prose' }, inline(part.text ?? '', { cite: byId, words }));
    }));
  }

  function draw() {
    if (!book) return;
    const from = trail.at(-2);
    back.hidden = !from && !words;
    replace(back, icon('back'), ' ', words ? t('common.back') : t('drawer.back', { id: from ?? '' }));
    if (words) {
      const found = find(words);
      replace(list, h('p', { class: 'drawer-count muted small' }, found.length ? t('drawer.found', { count: found.length }) : t('drawer.nothing', { words })),
        found.map((one, index) => [found[index - 1]?.chapter === one.chapter ? null : h('h3', null, one.chapter), clauseNode(one), one.tables.map((rows) => table(rows, byId))]));
      list.scrollTop = 0;
      return;
    }
    replace(list, legend(book), book.intro ? h('p', { class: 'drawer-prose' }, inline(book.intro, { cite: byId })) : null, book.chapters.map(chapterNode));
    const id = trail.at(-1);
    if (id) show(id);
  }

  function show(id) {
    const node = list.querySelector(`#clause-${CSS.escape(id)}`);
    if (!node) return;
    for (const other of list.querySelectorAll('.here')) { other.classList.remove('here'); other.removeAttribute('aria-current'); }
    node.classList.add('here');
    node.setAttribute('aria-current', 'true');
    list.scrollTop = Math.max(0, node.offsetTop - list.clientHeight / 4);
    node.focus({ preventScroll: true });
    const index = book.chapters.findIndex((chapter) => chapter.clauses.some((one) => one.id === id));
    if (index >= 0) chapters.value = String(index);
  }

  function toChapter(index) {
    if (words) { words = ''; search.value = ''; draw(); }
    const node = list.querySelector(`#chapter-${index}`);
    if (node) list.scrollTop = node.offsetTop - 4;
  }

  function goBack() {
    if (words) { words = ''; search.value = ''; } else if (trail.length > 1) trail.pop();
    draw();
    (back.hidden ? search : back).focus();
  }

  /** Others make room for it, and may shut it. */
  const tell = (shown) => document.dispatchEvent(new CustomEvent('drawer', { detail: shown }));
  document.addEventListener('drawer-shut', () => close());

  /** Open at a clause, or where it was left. */
  async function open(id) {
    if (root.hidden) { returnTo = document.activeElement; root.hidden = false; tell(true); onopen?.(true); }
    words = '';
    search.value = '';
    if (id && trail.at(-1) !== id) trail.push(id);
    trail = trail.slice(-40);
    if (!await load()) return;
    draw();
    if (!id) { if (matchMedia('(pointer: fine)').matches) search.focus(); else /** @type {HTMLElement} */ (root.querySelector('.icon-button')).focus(); return; }
    if (!byId.has(id)) {
      trail.pop();
      list.prepend(h('p', { class: 'note warn' }, t('drawer.missing', { id })));
      list.scrollTop = 0;
    } else announce(`${id}. ${byId.get(id).text}`);
  }

  function close() {
    if (root.hidden) return;
    root.hidden = true;
    tell(false);
    onopen?.(false);
    if (returnTo?.isConnected) returnTo.focus({ preventScroll: true });
    returnTo = null;
  }

  return {
    open,
    close,
    toggle: () => (root.hidden ? open() : close()),
    get isOpen() { return !root.hidden; },
    system,
    root,
  };
}

function markOf(mark) {
  return h('span', { class: `drawer-mark ${mark}`, title: t(`drawer.mark${mark[0].toUpperCase()}${mark.slice(1)}`) }, t(`drawer.${mark}`));
}

function legend(book) {
  const used = new Set(book.chapters.flatMap((chapter) => chapter.clauses.map((one) => one.mark)));
  return h('details', { class: 'drawer-legend small' }, h('summary', null, t('drawer.marks')),
    h('ul', null, ['seed', 'ruling', 'fill'].filter((mark) => used.has(mark)).map((mark) => h('li', null, markOf(mark), ' ', t(`drawer.mark${mark[0].toUpperCase()}${mark.slice(1)}`)))));
}

/** @type {any} */
let shared = null;

/** Open the page's one drawer at a clause of a system (or at its beginning). */
export function openClause(id, system) {
  if (shared?.system !== system) {
    shared?.close();
    shared?.root.remove();
    shared = createDrawer({ system });
  }
  return shared.open(id);
}

/**
 * Let every citation of the page open `drawer` (an object, or a function that gives one for the element pressed).
 * @param {any} drawer
 */
export function cite(drawer) {
  document.addEventListener('click', (event) => {
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.('[data-clause]'));
    if (!pressed) return;
    const target = typeof drawer === 'function' ? drawer(pressed) : drawer;
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.open(pressed.dataset.clause);
  });
}
