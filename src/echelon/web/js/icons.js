// Our own line icons, 24 × 24, as strokes in the text's colour. Decoration only: the button that wears one carries the words.

import { s } from './dom.js';

const PATHS = {
  book: 'M12 6.5C10 5 7 4.6 3.5 5v13.5c3.5-.4 6.5 0 8.5 1.5 2-1.5 5-1.9 8.5-1.5V5c-3.5-.4-6.5 0-8.5 1.5zM12 6.5V20',
  gear: 'M12 8.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
  back: 'M9.5 5.5 3.5 11.5l6 6M4 11.5h10.5a5.5 5.5 0 0 1 5.5 5.5v1',
  again: 'M4 4.5v5h5M4.6 9.5A8.3 8.3 0 1 1 4 14',
  undo: 'M8 5 3.5 9.5 8 14M4 9.5h10a5.5 5.5 0 0 1 0 11H9',
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5 20.5 20.5',
  list: 'M8.5 6.5h12M8.5 12h12M8.5 17.5h12M4 6.5h.01M4 12h.01M4 17.5h.01',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  first: 'M18 5l-8 7 8 7M6 5v14',
  last: 'M6 5l8 7-8 7M18 5v14',
  skip: 'M5 5l7 7-7 7M13 5l7 7-7 7',
  branch: 'M7 7.5v9M7 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM7 16.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM17 9.5c0 4-10 2.5-10 7',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 19.5h15',
  upload: 'M12 16V5M7 9.5l5-5 5 5M4.5 19.5h15',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10 11v5.5M14 11v5.5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  people: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.5 19.5c.4-3.5 3-5.2 6.5-5.2s6.1 1.7 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.5M18 14.8c2 .7 3.2 2.3 3.5 4.7',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4M9 9.5h.01M15 9.5h.01M9.5 12.5c1.5 1 3.5 1 5 0',
  eye: 'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5s-7-2-9.5-6.5zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  hint: 'M9.5 17h5M10 20.5h4M12 3.5a6 6 0 0 0-3.5 10.9c.7.5 1 1.2 1 2.6h5c0-1.4.3-2.1 1-2.6A6 6 0 0 0 12 3.5z',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5.5M12 7.8h.01',
  flag: 'M6 21V4M6 4.5h11l-2.5 4 2.5 4H6',
  offline: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 5.5-1M5 12a10 10 0 0 1 4-2.4M13 8.6a10 10 0 0 1 6 3.4M2 8.5a14.5 14.5 0 0 1 3.5-2.3M10 4.6a14.5 14.5 0 0 1 12 3.9M12 19h.01',
  layers: 'M12 4 3 9l9 5 9-5zM4 13.5l8 4.5 8-4.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3.5 2',
  turn: 'M6 3.5h8.5v8H6zM4 15.5h16v5H4z',
};

/** Names of the icons there are. */
export const ICONS = Object.keys(PATHS);

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' }, s('path', { d: PATHS[name] ?? '' }));
}

/** The brand: a hexagon with three ranks. */
export function brandMark() {
  return s('svg', { class: 'brand-mark', viewBox: '0 0 24 26', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: 'M12 0l12 6.5v13L12 26 0 19.5v-13z', fill: 'currentColor' }),
    s('path', { d: 'M6.5 9.5h11M6.5 13h8M6.5 16.5h11', stroke: 'var(--panel)', 'stroke-width': '1.9', 'stroke-linecap': 'round' }));
}

/** A small filled hexagon: one step of difficulty. */
export function hexDot(full) {
  return s('svg', { class: full ? 'hex-dot full' : 'hex-dot', viewBox: '0 0 12 13', 'aria-hidden': 'true' }, s('path', { d: 'M6 .5l5.4 3.1v5.8L6 12.5.6 9.4V3.6z' }));
}
