// Icons of the table: our own strokes in a box of 24, drawn in the colour of the text.

/** @type {Record<string, string>} */
const STROKES = {
  brand: '<path d="M12 2 20.7 7v10L12 22 3.3 17V7Z" fill="currentColor" stroke="none"/><path d="M8 9h8M8 12h8M8 15h8" class="cut"/>',
  book: '<path d="M12 6.5C10 5 7 4.5 3.5 5v13.5c3.5-.5 6.5 0 8.5 1.5 2-1.5 5-2 8.5-1.5V5C17 4.5 14 5 12 6.5ZM12 6.5V20"/>',
  gear: '<circle cx="12" cy="12" r="3.2"/><path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.1 2.1M16.4 16.4l2.1 2.1M5.5 18.5l2.1-2.1M16.4 7.6l2.1-2.1"/>',
  menu: '<path d="M4 6.5h16M4 12h16M4 17.5h16"/>',
  undo: '<path d="M8 5 3.5 9.5 8 14M3.5 9.5H14a5.5 5.5 0 0 1 0 11h-3"/>',
  list: '<path d="M9 6h11M9 12h11M9 18h11"/><circle cx="4.5" cy="6" r="1.1" fill="currentColor"/><circle cx="4.5" cy="12" r="1.1" fill="currentColor"/><circle cx="4.5" cy="18" r="1.1" fill="currentColor"/>',
  fit: '<path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"/>',
  close: '<path d="m6 6 12 12M18 6 6 18"/>',
  arrow: '<path d="M3 12h17M14 6l6 6-6 6"/>',
  down: '<path d="m6 9.5 6 6 6-6"/>',
  left: '<path d="m14.5 6-6 6 6 6"/>',
  right: '<path d="m9.5 6 6 6-6 6"/>',
  pin: '<path d="M9 3.5h6l-1 7 3.5 3.5h-11L10 10.5ZM12 14v6.5"/>',
  check: '<path d="m4.5 12.5 5 5 10-11"/>',
  ring: '<circle cx="12" cy="12" r="6.5"/>',
  forces: '<rect x="3.5" y="6.5" width="17" height="11"/><path d="m3.5 6.5 17 11M20.5 6.5l-17 11"/>',
  air: '<path d="M12 3v18M3 12.5 12 9l9 3.5M8.5 20l3.5-1.5 3.5 1.5"/>',
  weather: '<circle cx="9" cy="9" r="3.5"/><path d="M9 2.5v1.5M2.5 9H4M4.5 4.5l1 1M13.5 4.5l-1 1M9.5 19.5a3.4 3.4 0 0 1 .6-6.7 4.6 4.6 0 0 1 8.8 1.1 2.9 2.9 0 0 1-.4 5.6Z"/>',
  log: '<path d="M6 3.5h9l4 4v13H6ZM9 10h7M9 13.5h7M9 17h4"/>',
  layers: '<path d="m12 3.5 9 5-9 5-9-5ZM3 13l9 5 9-5"/>',
  eye: '<path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12Z"/><circle cx="12" cy="12" r="2.8"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.5l3.5 2"/>',
  first: '<path d="M6 5v14M19 5 9 12l10 7Z"/>',
  last: '<path d="M18 5v14M5 5l10 7-10 7Z"/>',
  back: '<path d="M17 5 7 12l10 7Z"/>',
  next: '<path d="m7 5 10 7-10 7Z"/>',
  play: '<path d="m7 4.5 12 7.5-12 7.5Z" fill="currentColor"/>',
  pause: '<path d="M8 5v14M16 5v14" stroke-width="3.5"/>',
  branch: '<circle cx="6" cy="5" r="2.2"/><circle cx="6" cy="19" r="2.2"/><circle cx="18" cy="8" r="2.2"/><path d="M6 7.2v9.6M18 10.2c0 4-6 3-11 6.5"/>',
  save: '<path d="M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 20h16"/>',
  load: '<path d="M12 15.5v-11M7.5 8.5 12 4l4.5 4.5M4 20h16"/>',
  link: '<path d="M9.5 14.5 14.5 9.5M8 11 5.5 13.5a3.54 3.54 0 0 0 5 5L13 16M16 13l2.5-2.5a3.54 3.54 0 0 0-5-5L11 8"/>',
  robot: '<rect x="4.5" y="8" width="15" height="11" rx="2.5"/><path d="M12 8V4M9 13v1.5M15 13v1.5"/>',
  person: '<circle cx="12" cy="8" r="3.7"/><path d="M4.5 20c1-4.5 4-6 7.5-6s6.5 1.5 7.5 6"/>',
  flag: '<path d="M5.5 21V3.5h12l-3 4 3 4h-12"/>',
  draw: '<path d="M4 9.5h16M4 14.5h16"/>',
  bulb: '<path d="M9 17.5h6M9.8 20.5h4.4M12 3a6.3 6.3 0 0 0-3.6 11.5c.8.6 1.1 1.4 1.1 3h5c0-1.6.3-2.4 1.1-3A6.3 6.3 0 0 0 12 3Z"/>',
  plan: '<path d="M4 19c0-7 5-9 12-9M12 5l5 5-5 5"/><circle cx="4" cy="19" r="1.6" fill="currentColor"/>',
  chart: '<path d="M4 4v16h16M7 15l4-5 3.5 3L20 6"/>',
  filter: '<path d="M3.5 5h17l-6.5 8v6l-4 1.5V13Z"/>',
  warn: '<path d="M12 3.5 22 20.5H2ZM12 10v5M12 17.5v.5"/>',
  new: '<path d="M12 4v16M4 12h16"/>',
  turn: '<rect x="7" y="2.5" width="10" height="16" rx="2" transform="rotate(90 12 12)"/><path d="M18 19.5a9 9 0 0 1-12 0M6 22v-2.5h2.5"/>',
  keys: '<rect x="2.5" y="6" width="19" height="12" rx="2"/><path d="M6 10h.5M10 10h.5M14 10h.5M18 10h.5M7.5 14h9"/>',
  skip: '<path d="m4 5 8 7-8 7ZM12 5l8 7-8 7Z"/>',
  // overlays, by name
  zones: '<circle cx="12" cy="12" r="2.5" fill="currentColor"/><circle cx="12" cy="12" r="8.5" stroke-dasharray="1.5 3.84"/>',
  supply: '<path d="M3.5 20c0-8 12-5 14-13M13 8.5 17.5 4l3 5.5"/>',
  range: '<circle cx="12" cy="12" r="8.5"/><circle cx="12" cy="12" r="4.5" stroke-dasharray="2 2.5"/><circle cx="12" cy="12" r="1" fill="currentColor"/>',
  threat: '<circle cx="12" cy="12" r="6.5"/><path d="M12 2v6M12 16v6M2 12h6M16 12h6"/>',
  front: '<path d="M10 3c-3 4 3 6 0 9s3 5 0 9M15 3c-3 4 3 6 0 9s3 5 0 9" stroke-dasharray="4 2"/>',
  control: '<path d="M12 3 20 7.5v9L12 21l-8-4.5v-9Z"/><path d="M12 3v18L4 16.5v-9Z" fill="currentColor" stroke="none" opacity=".45"/>',
  objectives: '<path d="M5.5 21V3.5h12l-3 4 3 4h-12"/>',
  trails: '<circle cx="4.5" cy="18.5" r="1.6" fill="currentColor"/><circle cx="10" cy="14" r="1.3" fill="currentColor"/><circle cx="14.5" cy="10" r="1" fill="currentColor"/><path d="M17 8l3-3M16 4.5h4.5V9"/>',
  command: '<path d="M6 21V4h11v8H6"/><path d="m6 4 11 8"/>',
  dominance: '<path d="m3 19 6.5-10 3.5 5 2.5-3.5L21 19Z"/><path d="M9.5 3v2.5M5.5 4.5l1.3 2M13.5 4.5l-1.3 2"/>',
  // weather signs of turn tracks
  snow: '<path d="M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.5 4.5 12 7l2.5-2.5M9.5 19.5 12 17l2.5 2.5"/>',
  fog: '<path d="M4 8h13M7 12h13M4 16h13"/>',
  clear: '<circle cx="12" cy="12" r="4"/><path d="M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8"/>',
  rain: '<path d="M6.5 13a4 4 0 1 1 1-7.9A5 5 0 0 1 17 7.5a2.8 2.8 0 0 1 0 5.5ZM8 16l-1 4M12.5 16l-1 4M17 16l-1 4"/>',
};

/**
 * One icon. A name nobody drew is an empty box of the same size, so that rows stay aligned.
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = STROKES[name] ?? '';
  return svg;
}

/**
 * Is there a drawing of that name?
 * @param {string} name
 */
export const drawn = (name) => name in STROKES;

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * The face of a die: pips up to six, figures beyond.
 * @param {number} face
 * @param {number} [of] sides of the die
 * @returns {SVGSVGElement}
 */
export function dieFace(face, of = 6) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'die-face');
  svg.setAttribute('aria-hidden', 'true');
  const pips = of <= 6 ? PIPS[face] : null;
  svg.innerHTML = `<rect x="1.5" y="1.5" width="21" height="21" rx="4.5"/>${pips
    ? pips.map((p) => `<circle cx="${6.5 + 5.5 * (p % 3)}" cy="${6.5 + 5.5 * Math.floor(p / 3)}" r="1.9"/>`).join('')
    : `<text x="12" y="16.5" text-anchor="middle">${Number(face)}</text>`}`;
  return svg;
}
