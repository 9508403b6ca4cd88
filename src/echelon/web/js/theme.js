// Sets theme, text size, contrast and motion on <html> before the first paint. A plain script, loaded in <head> by both pages;
// settings.js calls `echelonLook(settings)` again whenever the player changes something.
(function () {
  'use strict';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const more = matchMedia('(prefers-contrast: more)');
  const SPOKEN = ['en', 'fr'];
  let last = {};

  function look(settings) {
    last = settings || {};
    const root = document.documentElement;
    const theme = last.theme === 'light' || last.theme === 'dark' ? last.theme : dark.matches ? 'dark' : 'light';
    root.dataset.theme = theme;
    root.dataset.contrast = last.contrast === 'high' || (last.contrast !== 'normal' && more.matches) ? 'high' : 'normal';
    root.dataset.motion = last.motion === 'reduced' || (last.motion !== 'full' && still.matches) ? 'reduced' : 'full';
    root.dataset.map = theme === 'dark' && !last.dayMap ? 'dark' : 'light';
    root.style.setProperty('--text', String(last.text || 1));
    root.lang = last.language || preferred();
  }

  /** The first language of the browser's that the page has. */
  function preferred() {
    const codes = (navigator.languages || [navigator.language]).map((code) => code.slice(0, 2).toLowerCase());
    return codes.find((code) => SPOKEN.includes(code)) || SPOKEN[0];
  }

  function stored() {
    try { return JSON.parse(localStorage.getItem('echelon.settings') || '{}'); } catch { return {}; }
  }

  /** @type {any} */ (window).echelonLook = look;
  look(stored());
  for (const query of [dark, still, more]) query.addEventListener('change', () => {
    look(last);
    dispatchEvent(new Event('echelon-look'));
  });
})();
