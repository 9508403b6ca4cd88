// What a player sets for himself, kept in this browser. theme.js puts the look on <html>; this module reads, writes and tells.

/**
 * @typedef {object} Settings
 * @property {'system'|'light'|'dark'} theme
 * @property {1|1.15|1.3|1.5} text          multiplies every size of type
 * @property {'system'|'normal'|'high'} contrast
 * @property {0.5|1|2|4|0} speed            of computer moves and animation; 0 = at once
 * @property {'system'|'reduced'|'full'} motion
 * @property {'off'|'after'|'before'} plans   when plans of computer players are shown as arrows
 * @property {number} counters              size of a counter as a share of the hex height, .40 to .72
 * @property {string} language             empty: as the browser prefers; what is spoken stands on <html lang>
 * @property {boolean} helps                show the overlays that the question needs
 * @property {boolean} dayMap               keep the day map in the dark theme
 */

const KEY = 'echelon.settings';
/** @type {Settings} */
export const DEFAULTS = Object.freeze({ theme: 'system', text: 1, contrast: 'system', speed: 1, motion: 'system', plans: 'off', counters: 0.58, language: '', helps: true, dayMap: false });

/** @type {Set<(settings: Settings, changed: string[]) => void>} */
const listeners = new Set();
let current = read();

function read() {
  let stored = {};
  try { stored = JSON.parse(localStorage.getItem(KEY) || '{}'); } catch { /* a damaged entry counts as none */ }
  const settings = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (typeof stored[key] === typeof DEFAULTS[key]) settings[key] = stored[key];
  settings.counters = Math.min(0.72, Math.max(0.4, settings.counters));
  return settings;
}

function changed(keys) {
  globalThis.echelonLook?.(current);
  for (const fn of listeners) fn(current, keys);
}

/** The settings as they stand; do not write to the object. @returns {Settings} */
export const settings = () => current;

/** One setting. */
export const setting = (name) => current[name];

/** Change some settings; kept at once, told at once. @param {Partial<Settings>} some */
export function change(some) {
  const keys = Object.keys(some).filter((key) => key in DEFAULTS && current[key] !== some[key]);
  if (!keys.length) return;
  current = { ...current, ...Object.fromEntries(keys.map((key) => [key, some[key]])) };
  try { localStorage.setItem(KEY, JSON.stringify(current)); } catch { /* private windows may refuse; the page works on */ }
  changed(keys);
}

/** Back to the defaults. */
export const reset = () => change({ ...DEFAULTS });

/** Call `fn(settings, changedKeys)` after each change. Returns how to stop. */
export function onSettings(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** Whether motion is reduced, by setting or by the system. */
export const reduced = () => document.documentElement.dataset.motion === 'reduced';

/** 'light' or 'dark', as shown now. */
export const theme = () => document.documentElement.dataset.theme;

/** Which palette the map wears now: 'dark' only in the dark theme without the day map. */
export const mapTheme = () => document.documentElement.dataset.map;

/** A duration in ms at the player's speed: 0 when he wants everything at once. */
export function pace(ms) {
  if (current.speed === 0) return 0;
  return reduced() ? Math.min(80, ms) : ms / current.speed;
}

// Another tab, or the system, changed the look.
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  const before = current;
  current = read();
  changed(Object.keys(DEFAULTS).filter((key) => before[key] !== current[key]));
});
addEventListener('echelon-look', () => changed(['theme', 'contrast', 'motion']));

/** Open the dialog (made when first asked for). */
export async function openSettings() {
  const { settingsDialog } = await import('./settings_dialog.js');
  settingsDialog();
}
