// Notices: small toasts that come and go, and the banner for what needs an answer (the line is down, something failed).

import { h } from '../../dom.js';
import { closable } from '../../opened.js';
import { t } from '../../texts.js';
import { icon } from './icons.js';
import { button, isDuty, tell } from './parts.js';

const STAY = 5200;
const MOST = 4;

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  root.setAttribute('role', 'status');
  root.setAttribute('aria-live', 'polite');
  store.on('notice', (notice) => { if (notice?.say) toast(root, notice); });
  // What was said of this one moment is no longer true of the next.
  const pass = () => { for (const node of root.querySelectorAll('[data-passing]')) node.remove(); };
  for (const event of ['scene', 'pressed', 'selection', 'at']) store.on(event, pass);
  closable('passing', pass);
  tellForced(store, root);
  const kept = sessionStorage.getItem('echelon.notice');
  if (kept) {
    sessionStorage.removeItem('echelon.notice');
    toast(root, { say: kept, tone: 'warn', stay: true });
  } else if (store.info?.notice) toast(root, { say: store.info.notice, tone: 'warn', stay: true });
}

/** A unit of the player's that had to go somewhere has gone: he did nothing, and is told why; where the log is open, by the log. */
function tellForced(store, root) {
  let seen = Infinity;
  const look = () => {
    if (!store.scene || store.at !== null && store.at !== undefined) return;
    const forced = store.moves.slice(seen).filter((move) => isDuty(move) && move.side === store.viewer);
    seen = store.moves.length;
    if (forced.length && !(store.column && document.body.dataset.layout === 'wide')) toast(root, { say: t('panel.forced.told', { what: forced.map(tell).join(' ') }), tone: 'warn' });
  };
  store.on('scene', look);
  look();
}

/** `stay`: until it is closed; `passing`: only as long as nothing else is done. */
function toast(root, { say, tone = 'ok', stay = false, passing = false }) {
  if ([...root.children].some((node) => node.dataset.say === say)) return;
  const node = h('div', { class: `toast ${tone}`, data: { say, passing: passing ? '' : undefined } }, h('span', {}, say), button({ icon: 'close', title: t('panel.close'), class: 'quiet slim' }, () => node.remove()));
  root.append(node);
  while (root.children.length > MOST) root.firstElementChild?.remove();
  if (!stay) setTimeout(() => node.remove(), STAY + say.length * 30);
}

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function renderBanner(store, root) {
  root.setAttribute('role', 'alert');
  const draw = () => {
    const lost = store.connection?.state === 'lost' && (store.connection.tries ?? 0) > 1;
    /** @type {{say: string, retry?: () => void} | null} */
    const crowded = store.crowded ? { say: t('panel.connection.busy') } : null;
    const fault = store.fault ?? (lost ? { say: t('panel.connection.lost.long') } : crowded);
    root.hidden = !fault;
    if (!fault) { root.replaceChildren(); return; }
    root.replaceChildren(icon('warn'), h('span', {}, fault.say), fault.retry ? button({ label: t('panel.retry'), key: 'retry' }, () => fault.retry()) : '');
  };
  store.on('fault', draw);
  store.on('connection', draw);
  store.on('crowded', draw);
  draw();
}
