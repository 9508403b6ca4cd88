// Result card: who has won, how well, by which clause; and what one may do now.

import * as api from '../../api.js';
import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { openReport } from '../report.js';
import { rematch } from './menu.js';
import { button, chip, isLong, sideIndex, titleOf } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root a <dialog>
 */
export function render(store, root) {
  const dialog = /** @type {HTMLDialogElement} */ (root);
  let shown = false;
  const look = () => {
    if (!store.scene || store.playing || store.at !== null && store.at !== undefined) return;
    const { result } = store.scene;
    if (!result) shown = false;
    if (!result || shown) return;
    shown = true;
    open(store, dialog, result);
  };
  for (const event of ['scene', 'playing']) store.on(event, look);
  store.on('showResult', () => { if (store.scene?.result) open(store, dialog, store.scene.result); });
  look();
}

/** By which rule; of a draw also how it came about, which the headline does not say. */
function reason(result) {
  if (ended(result)) return h('p', { class: 'lead' }, result.word);
  if (!result.winner) return h('p', { class: 'lead' }, result.say, ' ', chip(result.clause));
  return result.clause ? h('p', { class: 'lead' }, t('panel.result.rule'), ' ', chip(result.clause)) : null;
}

/** Did the players end it, not the rules? */
const ended = (result) => ['resigned', 'agreed'].includes(result.level);

function open(store, dialog, result) {
  const { winner } = result;
  const chairs = store.info.seats.filter((seat) => seat.held === 'you').length;
  const mine = winner && store.viewer && chairs === 1 ? t(winner === store.viewer ? 'panel.result.won' : 'panel.result.lost') : '';
  const standing = store.scene.standing ?? [];
  dialog.className = `dialog result of-${Math.max(0, sideIndex(store, winner))}`;
  dialog.setAttribute('aria-labelledby', 'result-title');
  dialog.replaceChildren(
    h('div', { class: 'result-head side-block' }, h('small', {}, mine || t('panel.over')), h('h2', { id: 'result-title' }, winner && ended(result) ? t('ending.won', { side: titleOf(store, winner) }) : winner ? t('panel.result.winner', { side: titleOf(store, winner), level: result.word ?? result.level ?? '' }) : t('panel.result.draw'))),
    h('div', { class: 'dialog-body' }, reason(result),
      standing.length ? h('dl', { class: 'rows' }, standing.map((row) => h('div', { class: `row${isLong(row.how) ? ' below' : ''}` }, h('dt', {}, row.what), h('dd', {}, String(row.how))))) : null),
    h('div', { class: 'dialog-foot' },
      h('a', { class: 'button', href: api.recordUrl(store.info.id, store.viewer), download: '' }, t('panel.menu.record')),
      button({ label: t('panel.menu.replay'), icon: 'play', key: 'replay' }, () => { dialog.close(); store.jump(0); }),
      button({ label: t('report.button'), icon: 'chart', key: 'report' }, () => { dialog.close(); openReport(store); }),
      button({ label: t('panel.result.rematch'), key: 'rematch' }, () => rematch(store)),
      button({ label: t('panel.result.look'), class: 'main', key: 'look' }, () => dialog.close())));
  if (!dialog.open) dialog.showModal();
  /** @type {HTMLElement | null} */ (dialog.querySelector('.button.main'))?.focus();
}
