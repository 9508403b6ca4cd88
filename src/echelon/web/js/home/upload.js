// Bring in a record or a position: drop a file or choose one. The server judges it; a damaged one says what is wrong and what was loaded.

import { newGame } from '../api.js';
import { h, replace } from '../dom.js';
import { icon } from '../icons.js';
import { t } from '../texts.js';
import { linkOf } from './games.js';

const MOST = 5_000_000;

/**
 * Which of the two a text is, and of which system. Only its first words are looked at; the server reads it all.
 * @param {string} text
 * @returns {{kind: 'record'|'position', system: string} | null}
 */
export function kindOf(text) {
  const record = /^\s*(?:#[^\n]*\n\s*)*echelon\s+\d+\s*\|\s*([a-z][a-z0-9_]*)/.exec(text);
  if (record) return { kind: 'record', system: record[1] };
  const position = /^\s*system\s*=\s*["']([a-z][a-z0-9_]*)["']/m.exec(text);
  return position ? { kind: 'position', system: position[1] } : null;
}

/**
 * @param {HTMLElement} root
 * @param {() => import('../api.js').SystemCard[]} systems
 * @param {() => void} done called when a game came of it
 */
export function drawUpload(root, systems, done) {
  const answer = h('div', { class: 'upload-answer', role: 'status', 'aria-live': 'polite' });
  const input = h('input', { type: 'file', id: 'upload-file', class: 'visually-hidden', accept: '.txt,.toml,.record,.position,.echelon,text/plain', onchange: () => { if (input.files[0]) read(input.files[0]); input.value = ''; } });
  const zone = h('div', { class: 'upload-zone' }, icon('upload'),
    h('p', null, t('home.uploadText'), ' ', h('label', { class: 'link', for: 'upload-file' }, t('home.uploadChoose'))), input,
    h('p', { class: 'muted small' }, t('home.uploadHint')));
  replace(root, h('h2', null, t('home.upload')), zone, answer);

  const say = (kind, text, more) => replace(answer, h('div', { class: ['note', kind] }, h('p', null, text), more));

  async function read(file) {
    if (file.size > MOST) { say('bad', t('home.uploadLarge', { file: file.name })); return; }
    replace(answer, h('p', { class: 'muted' }, h('span', { class: 'spinner' }), ' ', t('home.uploadBusy', { file: file.name })));
    try {
      const text = await file.text();
      const found = kindOf(text);
      if (!found) { say('bad', t('home.uploadKind', { file: file.name })); return; }
      const card = systems().find((one) => one.name === found.system);
      const seats = Object.fromEntries((card?.sides ?? []).map((side) => [side.name, 'me']));
      const game = await newGame({ system: found.system, seats, name: file.name.replace(/\.\w+$/, '').slice(0, 60), [found.kind]: text });
      const open = h('a', { class: 'button main', href: linkOf(game) }, t('home.uploadOpen'));
      if (game.notice) say('warn', t('home.uploadPartly', { file: file.name, notice: game.notice }), open);
      else say('ok', t('home.uploadLoaded', { file: file.name, game: game.title, turn: game.turn }), open);
      done();
    } catch (error) {
      if (!error.sentence) console.error(error);
      say('bad', error.sentence ?? t('error.unknown'));
    }
  }

  // A file dropped anywhere on the page is meant for here.
  const over = (event) => { if ([...(event.dataTransfer?.types ?? [])].includes('Files')) { event.preventDefault(); zone.classList.add('over'); } };
  document.addEventListener('dragover', over);
  document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) zone.classList.remove('over'); });
  document.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files?.[0];
    if (!file) return;
    event.preventDefault();
    zone.classList.remove('over');
    root.scrollIntoView({ block: 'center' });
    read(file);
  });
}
