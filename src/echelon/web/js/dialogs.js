// Dialogs and toasts, as both pages use them. A dialog is the browser's own: it holds focus, closes on Escape and gives focus back.

import { h } from './dom.js';
import { icon } from './icons.js';
import { t } from './texts.js';

/**
 * Open a dialog. `close()` on the returned element shuts it; it leaves the page when shut.
 * @param {{title: string, body: any, foot?: any, width?: number, class?: string, onclose?: () => void}} of
 * @returns {HTMLDialogElement}
 */
export function openDialog({ title, body, foot, width, class: extra, onclose }) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  const node = h('dialog', { class: ['dialog', extra], 'aria-labelledby': id, style: width ? { '--dialog-width': `${width}px` } : undefined },
    h('div', { class: 'dialog-head' }, h('h2', { id }, title),
      h('button', { type: 'button', class: 'icon-button', 'aria-label': t('common.close'), onclick: () => node.close() }, icon('close'))),
    h('div', { class: 'dialog-body' }, body),
    foot ? h('div', { class: 'dialog-foot' }, foot) : null);
  node.addEventListener('close', () => { node.remove(); onclose?.(); });
  node.addEventListener('mousedown', (event) => { node._outside = event.target === node; });
  node.addEventListener('click', (event) => { if (event.target === node && node._outside) node.close(); });
  // Keys of the table must not act behind an open dialog.
  node.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(node);
  node.showModal();
  return node;
}

/**
 * Ask before something that cannot be taken back.
 * @param {{title: string, text: string, yes: string, no?: string, danger?: boolean}} of
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no, danger }) {
  return new Promise((done) => {
    let answer = false;
    const node = openDialog({
      title, width: 420, body: h('p', null, text), onclose: () => done(answer),
      foot: [
        h('button', { type: 'button', class: 'button', onclick: () => node.close() }, no ?? t('common.cancel')),
        h('button', { type: 'button', class: ['button', danger ? 'danger sure' : 'main'], onclick: () => { answer = true; node.close(); } }, yes),
      ],
    });
  });
}

/**
 * A short note at the bottom, gone after a while (a bad one stays longer, one with an action longest).
 * @param {string} text
 * @param {{kind?: 'bad'|'ok', action?: {say: string, run: () => void}, stay?: number}} [how]
 */
export function toast(text, { kind, action, stay } = {}) {
  let root = document.getElementById('popups');
  if (!root) {
    root = h('div', { id: 'popups', class: 'toasts', role: 'status', 'aria-live': 'polite', popover: 'manual' });
    document.body.append(root);
  }
  // In the top layer, so that a toast is seen over an open dialog too.
  if (root.showPopover) { if (root.matches(':popover-open')) root.hidePopover(); root.showPopover(); }
  const gone = () => {
    node.remove();
    if (!root.childElementCount && root.hidePopover && root.matches(':popover-open')) root.hidePopover();
  };
  const node = h('div', { class: ['toast', kind] }, h('span', null, text),
    action ? h('button', { type: 'button', class: 'link nowrap', onclick: () => { gone(); action.run(); } }, action.say) : null,
    h('button', { type: 'button', class: 'icon-button', 'aria-label': t('common.close'), onclick: gone }, icon('close')));
  root.append(node);
  while (root.childElementCount > 3) root.firstElementChild.remove();
  let timer = setTimeout(gone, stay ?? (action ? 9000 : kind === 'bad' ? 7000 : 4500));
  node.addEventListener('pointerenter', () => clearTimeout(timer));
  node.addEventListener('pointerleave', () => { timer = setTimeout(gone, 2500); });
  return gone;
}

/** Show an error as a toast: its sentence if it has one. */
export function complain(error) {
  if (error?.name === 'AbortError') return;
  if (!error?.sentence) console.error(error);
  toast(error?.sentence ?? t('error.unknown'), { kind: 'bad' });
}
