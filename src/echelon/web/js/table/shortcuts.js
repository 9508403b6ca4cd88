// Shortcuts: one table of keys. keys.js acts by it and the help sheet is written from it, so no key works that is not shown.

import { openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { has, t } from '../texts.js';

/**
 * `keys`: `U`, `Ctrl+Z` (⌘ on a Mac), `Shift+A`, `ArrowUp`, `Space`, `?`. `on: "map"`: only while the map has the focus.
 * @typedef {{group: "play" | "map" | "panels" | "overlays" | "page", keys: string[], say: () => string, act: (event: KeyboardEvent) => void, on?: "map"}} Shortcut
 */

const GROUPS = /** @type {const} */ (['play', 'map', 'panels', 'overlays', 'page']);
const SIGNS = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', '-': '−' };
const MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export class Shortcuts {
  constructor() {
    /** @type {Shortcut[]} */ this.rows = [];
  }

  /** Add rows to the table. A key that is taken stays with whom it has. Returns how to take them off again. @param {...Shortcut} rows */
  add(...rows) {
    const taken = new Set(this.rows.flatMap((row) => row.keys));
    const added = rows.map((row) => {
      const keys = row.keys.filter((key) => !taken.has(key));
      for (const key of keys) taken.add(key);
      return { ...row, keys };
    }).filter((row) => row.keys.length);
    this.rows.push(...added);
    return () => { this.rows = this.rows.filter((row) => !added.includes(row)); };
  }

  /** What a press means, or nothing. @param {KeyboardEvent} event @param {boolean} onMap */
  find(event, onMap) {
    const key = named(event);
    return this.rows.find((row) => row.keys.includes(key) && (row.on !== 'map' || onMap));
  }

  /** The help sheet. */
  help() {
    openDialog({
      title: t('keys.title'), width: 760, class: 'keys-dialog',
      body: h('div', { class: 'keys-sheet' }, GROUPS.map((group) => {
        const rows = this.rows.filter((row) => row.group === group);
        return rows.length ? h('section', null, h('h3', null, t(`keys.group.${group}`)),
          h('dl', null, rows.map((row) => h('div', null, h('dt', null, row.keys.map((key) => [h('kbd', null, shown(key)), ' '])), h('dd', null, row.say()))))) : null;
      })),
    });
  }
}

/** A press as the table writes it. The sign on the key counts, wherever it lies: `?` is `?` with or without Shift. @param {KeyboardEvent} event */
export function named(event) {
  if (event.altKey && !(event.ctrlKey || event.metaKey)) return '';
  const letter = /^\p{L}$/u.test(event.key);
  const key = event.key === ' ' ? 'Space' : letter ? event.key.toUpperCase() : event.key;
  const shift = event.shiftKey && (letter || key.length > 1);
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${key}`;
}

/** How a key is written on the keyboard of the reader. @param {string} key */
export function shown(key) {
  const parts = key === '+' ? ['+'] : key.split('+');
  return parts.map((part) => (part === 'Ctrl' && MAC ? '⌘' : SIGNS[part] ?? (has(`keys.key.${part}`) ? t(`keys.key.${part}`) : part))).join(MAC ? '' : '+');
}
