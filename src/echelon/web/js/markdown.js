// The little Markdown of rule books: `code`, **bold**, *italic*, clause ids as citations, tables. Made as nodes, never as HTML text.

import { clause, h } from './dom.js';

const PIECE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\b([A-Z]{2,5}-[A-Z0-9]+-\d+)\b/g;
const ID = /^[A-Z]{2,5}-[A-Z0-9]+-\d+$/;

/**
 * A line of text as nodes.
 * @param {string} text
 * @param {{cite?: {has: (id: string) => boolean}, own?: string, words?: string}} [how] cite: clauses that exist; own: not cited to itself; words: to be marked
 * @returns {any[]}
 */
export function inline(text, how = {}) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(PIECE)) {
    nodes.push(...marked(text.slice(at, found.index), how.words));
    at = found.index + found[0].length;
    const [, code, bold, italic, id] = found;
    const cited = id ?? (code && ID.test(code) ? code : null);
    if (cited) nodes.push(how.cite?.has(cited) && cited !== how.own ? clause(cited) : h('span', { class: 'narrow' }, cited));
    else if (code) nodes.push(h('code', null, marked(code, how.words)));
    else if (bold) nodes.push(h('strong', null, inline(bold, how)));
    else nodes.push(h('em', null, inline(italic, how)));
  }
  nodes.push(...marked(text.slice(at), how.words));
  return nodes;
}

function marked(text, words) {
  const wanted = (words ?? '').split(/\s+/).filter((word) => word.length > 1).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!text || !wanted.length) return text ? [text] : [];
  return text.split(new RegExp(`(${wanted.join('|')})`, 'gi')).map((piece, index) => (index % 2 ? h('mark', null, piece) : piece)).filter((piece) => piece !== '');
}

/** A table of the book; its first row holds the heads. */
export function table(rows, cite) {
  const [heads, ...body] = rows;
  return h('div', { class: 'drawer-table scroll', tabindex: '0' }, h('table', null,
    h('thead', null, h('tr', null, heads.map((cell) => h('th', { scope: 'col' }, inline(cell, { cite }))))),
    h('tbody', null, body.map((row) => h('tr', null, row.map((cell) => h('td', null, inline(cell, { cite }))))))));
}
