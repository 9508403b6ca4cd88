// The card of a hint or a plan: one sentence, its reasons, and what can be done with it.

import { h } from '../../dom.js';
import { t } from '../../texts.js';
import { reasonsOf } from '../advice.js';
import { button, counter, follow, nameOf, sideIndex, tell, titleOf } from './parts.js';

/**
 * @param {import("../store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  const named = () => root.setAttribute('aria-label', t('advice.label'));
  store.on('language', named);
  named();
  follow(store, root, 'advice', (s) => [s.advice], (s) => {
    root.hidden = !s.advice;
    s.adviceFocus = null;
    if (!s.advice) return [];
    const { kind } = s.advice;
    return [kind === 'thinking' ? thinking() : kind === 'hint' ? hintCard(s, s.advice) : planCard(s, s.advice)];
  });
}

const closer = (store) => button({ icon: 'close', title: t('advice.hide'), class: 'quiet slim', key: 'close' }, () => store.emit('adviceDone'));

const card = (name, head, body, foot = []) => h('div', { class: `advice-card ${name}`, role: 'status', 'aria-live': 'polite' },
  h('header', {}, head), h('div', { class: 'advice-body' }, body), foot.length ? h('footer', {}, foot) : null);

function thinking() {
  return card('thinking', [h('span', { class: 'spinner' }), h('b', {}, t('advice.thinking'))], h('div', { class: 'advice-progress', 'aria-hidden': 'true' }, h('i')));
}

function hintCard(store, now) {
  const { hint, whole } = now;
  const unit = hint.units[0];
  const head = [h('b', { class: 'advice-say' }, hint.say), hint.by ? h('small', {}, t('advice.by', { by: hint.by })) : null, closer(store)];
  const foot = [
    hint.plan.length > 1 ? button({ label: t(whole ? 'advice.less' : 'advice.whole'), icon: 'plan', key: 'whole', pressed: whole }, () => store.emit('adviceWhole')) : '',
    button({ label: t('advice.do'), class: 'main', line: hint.line, key: 'do' }, () => store.do(hint.line)),
  ];
  const body = whole ? list(store, now) : [unit ? counter(store, unit, 'small') : null, h('div', { class: 'reasons' }, hint.reasons.map((say) => h('p', {}, say)))];
  return card('hint', head, body, foot);
}

function planCard(store, now) {
  const { plan } = now;
  const side = plan?.side ?? now.side;
  const title = now.kind === 'why' ? now.march || (now.move ? tell(now.move) : t('advice.why.head')) : t(now.before ? 'advice.plan.before' : 'advice.plan.title', { side: titleOf(store, side) });
  const by = plan ? t('advice.plan.of', { by: plan.by, turn: plan.turn }) : now.by;
  const note = plan?.hidden ? h('p', { class: 'muted' }, t('advice.plan.hidden')) : null;
  return card(`plan of-${Math.max(0, sideIndex(store, side))}`, [h('b', { class: 'advice-say' }, title), h('small', {}, by), closer(store)], [note, list(store, now)],
    now.before ? [button({ label: t('advice.plan.go'), class: 'main', icon: 'play', key: 'go' }, () => store.emit('adviceDone'))] : []);
}

/** The thoughts one by one; the arrow of the one pointed at stands out. */
function list(store, now) {
  const reasons = reasonsOf(now);
  const rows = reasons.map((reason, i) => ({ reason, i }));
  const focus = (i) => { if (store.adviceFocus === i) return; store.adviceFocus = i; store.emit('adviceFocus', i); };
  const row = ({ reason, i }) => h('li', {}, h('button', {
    type: 'button', class: 'thought', data: { key: `thought ${i}` }, onpointermove: () => focus(i), onpointerleave: () => focus(null), onfocus: () => focus(i), onblur: () => focus(null),
    onclick: () => { focus(i); store.emit('focus', reason.path.at(-1) ?? reason.target); },
  }, reason.say || t('advice.plan.gone', { unit: nameOf(store, reason.unit), way: reason.path.join(' – ') })));
  const part = (key, some) => (some.length ? [h('h3', {}, t(key)), h('ol', {}, some.map(row))] : []);
  const attacks = rows.filter(({ reason }) => reason.odds);
  const marches = rows.filter(({ reason }) => !reason.odds && reason.unit);
  const others = rows.filter(({ reason }) => !reason.odds && !reason.unit);
  if (!rows.length) return h('p', { class: 'muted' }, t('advice.none'));
  return h('div', { class: 'thoughts', data: { scroll: 'advice' } }, others.length ? h('ol', {}, others.map(row)) : null,
    attacks.length ? [part('advice.attacks', attacks), part('advice.moves', marches)] : h('ol', {}, marches.map(row)));
}
