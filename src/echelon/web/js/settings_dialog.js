// The settings dialog, the same on the home page and at the table. Every change shows at once; there is nothing to confirm.

import { openDialog } from './dialogs.js';
import { h, replace, segments, toggle } from './dom.js';
import { change, reset, settings } from './settings.js';
import { currentLanguage, has, LANGUAGES, number, onLanguage, percent, setLanguage, t } from './texts.js';

const each = (name, values) => values.map((value) => ({ value, title: t(`settings.${name}.${value}`) }));

function row(name, control, hint) {
  return h('div', { class: 'setting' },
    h('div', null, h('div', { class: 'strong' }, t(`settings.${name}.title`)), hint ? h('div', { class: 'muted small' }, hint) : null),
    control);
}

function choice(name, values, options) {
  return row(name, segments({
    label: t(`settings.${name}.title`), value: settings()[name], options: options ?? each(name, values), onchange: (value) => change({ [name]: value }),
  }), hintOf(name));
}

function hintOf(name) {
  const key = `settings.${name}.hint`;
  return has(key) ? t(key) : '';
}

function switchRow(name) {
  return row(name, toggle({ checked: settings()[name], label: t(`settings.${name}.title`), onchange: (on) => change({ [name]: on }) }), t(`settings.${name}.hint`));
}

function counters() {
  const shown = h('output', { class: 'muted nowrap' }, percent(Math.round(settings().counters * 100)));
  const sample = h('span', { class: 'counter-sample', 'aria-hidden': 'true', style: { '--size': settings().counters } });
  const slider = h('input', {
    type: 'range', min: '40', max: '72', step: '2', value: String(Math.round(settings().counters * 100)), 'aria-label': t('settings.counters.title'),
    oninput: (event) => {
      const size = Number(event.target.value) / 100;
      shown.textContent = percent(Math.round(size * 100));
      sample.style.setProperty('--size', String(size));
      change({ counters: size });
    },
  });
  return row('counters', h('div', { class: 'setting-slider' }, sample, slider, shown), t('settings.counters.hint'));
}

function content(root) {
  const speeds = [0.5, 1, 2, 4].map((value) => ({ value, title: `${number(value)} ×` }));
  replace(root,
    h('section', null, h('h3', null, t('settings.look')),
      choice('theme', ['system', 'light', 'dark']),
      switchRow('dayMap'),
      choice('text', null, [1, 1.15, 1.3, 1.5].map((value, index) => ({
        value, title: h('span', { style: { fontSize: `${12 + index * 2.5}px` }, 'aria-label': percent(Math.round(value * 100)) }, 'A'), hint: percent(Math.round(value * 100)),
      }))),
      choice('contrast', ['system', 'normal', 'high']),
      counters(),
      switchRow('helps')),
    h('section', null, h('h3', null, t('settings.movement')),
      choice('speed', null, [...speeds, { value: 0, title: t('settings.speed.0') }]),
      choice('motion', ['system', 'full', 'reduced']),
      choice('plans', ['off', 'after', 'before'])),
    h('section', null, h('h3', null, t('settings.words')),
      row('language', segments({
        label: t('settings.language.title'), value: currentLanguage(), options: LANGUAGES.map((one) => ({ value: one.code, title: one.title })),
        onchange: async (code) => { await setLanguage(code); change({ language: code }); },
      }), hintOf('language'))));
}

function foot(node, body) {
  return [
    h('span', { class: 'muted small grow' }, t('settings.kept')),
    h('button', { type: 'button', class: 'button', onclick: () => { reset(); setLanguage(document.documentElement.lang); content(body); } }, t('settings.reset')),
    h('button', { type: 'button', class: 'button main', onclick: () => node().close() }, t('common.done')),
  ];
}

/** Open it. All of it speaks another language as soon as one is chosen, its frame too. */
export function settingsDialog() {
  const body = h('div', { class: 'settings' });
  content(body);
  const stop = onLanguage(() => {
    content(body);
    replace(node.querySelector('.dialog-head h2'), t('settings.title'));
    node.querySelector('.dialog-head button').setAttribute('aria-label', t('common.close'));
    replace(node.querySelector('.dialog-foot'), ...foot(() => node, body));
  });
  const node = openDialog({ title: t('settings.title'), body, width: 620, class: 'settings-dialog', onclose: stop, foot: foot(() => node, body) });
}
