// My games and the seats that still wait for a guest.

import { invite } from '../api.js';
import { complain, openDialog, toast } from '../dialogs.js';
import { h, keyed, replace } from '../dom.js';
import { icon } from '../icons.js';
import { ago, t } from '../texts.js';
import { image } from './cards.js';
import { inFamilies, isMine, isOver, isWhatIf, linkOf, mySeats, nameOf, opponents, stateOf } from './games.js';

const HIDDEN = 'echelon.hidden';
/** Games taken off the list in this browser; the games themselves are kept by the server. */
export const hidden = () => { try { return new Set(JSON.parse(localStorage.getItem(HIDDEN) || '[]')); } catch { return new Set(); } };
const hide = (ids) => { try { localStorage.setItem(HIDDEN, JSON.stringify([...ids])); } catch { /* a private window forgets */ } };

function row(game, redraw) {
  const node = h('li', { class: 'game-row', data: { game: game.id } });
  fill(node, game, redraw);
  return node;
}

function fill(node, game, redraw) {
  const look = JSON.stringify([game, ago(game.updated)]);
  if (node._look === look) return;  // a row that has not changed keeps its picture
  node._look = look;
  const state = stateOf(game);
  const said = nameOf(game);
  const branched = isWhatIf(game);
  node.classList.toggle('what-if', branched);
  const title = said.includes(game.title) ? '' : game.title;
  const scenario = `${said} ${title}`.toLowerCase().includes((game.scenarioTitle ?? '').toLowerCase()) ? '' : game.scenarioTitle;  // nothing is said twice
  const sub = [title, scenario, isOver(game) ? null : t('home.turnOf', { turn: game.turn, turns: game.turns })].filter(Boolean).join(' · ');
  replace(node,
    h('a', { class: 'game-link', href: linkOf(game), 'aria-label': t('home.openGame', { game: branched ? `${t('home.whatIf')}, ${said}` : said, state: state.say }) },
      h('span', { class: 'thumb', 'aria-hidden': 'true' }, image(game.system, game.scenario)),
      h('span', { class: 'game-what' }, h('span', { class: 'strong clip' }, branched ? h('span', { class: 'tag warn' }, t('home.whatIf')) : null, branched ? ' ' : null, said), h('span', { class: 'muted small clip' }, sub)),
      h('span', { class: 'game-who muted small' }, opponents(game)),
      h('span', { class: 'game-state' }, h('span', { class: ['tag', state.tone], title: state.say }, isMine(game) ? h('span', { class: 'pulse', 'aria-hidden': 'true' }) : null, h('span', { class: 'clip' }, state.say)),
        h('span', { class: 'muted small nowrap' }, ago(game.updated)))),
    h('button', {
      type: 'button', class: 'icon-button', 'aria-label': t('home.hideGame', { game: nameOf(game) }), title: t('home.hide'),
      onclick: () => {
        hide(new Set([...hidden(), game.id]));
        redraw();
        toast(t('home.hidden', { game: nameOf(game) }), { action: { say: t('common.undo'), run: () => { const ids = hidden(); ids.delete(game.id); hide(ids); redraw(); } } });
      },
    }, icon('trash')));
}

/**
 * The list of my games.
 * @param {HTMLElement} root
 * @param {import('../api.js').GameInfo[]} games
 * @param {() => void} redraw
 */
export function drawMine(root, games, redraw) {
  const gone = hidden();
  const shown = inFamilies(games.filter((game) => !gone.has(game.id)));
  const away = games.length - shown.length;
  let listNode = root.querySelector('.game-rows');
  if (!listNode || !shown.length) {
    listNode = h('ul', { class: 'game-rows' });
    replace(root, h('h2', { id: 'mine-title' }, t('home.mine')), shown.length ? listNode : h('p', { class: 'empty muted' }, t('home.mineEmpty')), h('p', { class: 'mine-foot muted small' }));
  }
  keyed(listNode, shown, (game) => game.id, (game) => row(game, redraw), (node, game) => fill(node, game, redraw));
  replace(root.querySelector('.mine-foot'), away ? [t('home.mineHidden', { count: away }), ' ', h('button', { type: 'button', class: 'link', onclick: () => { hide([]); redraw(); } }, t('home.showHidden'))] : null);
}

/** Show a link to be sent, ready to copy. */
export function linkField(url, label) {
  const full = new URL(url, location.href).href;
  const field = h('input', { class: 'input', readonly: true, value: full, 'aria-label': label, onfocus: (event) => event.target.select() });
  const copy = async () => {
    try { await navigator.clipboard.writeText(full); } catch { field.select(); document.execCommand?.('copy'); }
    toast(t('home.linkCopied'), { kind: 'ok' });
  };
  return h('div', { class: 'link-field' }, field, h('button', { type: 'button', class: 'button', onclick: copy }, icon('copy'), t('home.copyLink')));
}

async function showLink(game, seat) {
  try {
    const { url } = await invite(game.id, seat.side);
    openDialog({ title: t('home.linkShown', { side: seat.title }), width: 560, body: [h('p', { class: 'spaced' }, t('new.inviteFirst', { side: seat.title })), linkField(url, t('home.linkShown', { side: seat.title }))] });
  } catch (error) { complain(error); }
}

/** Seats of my games that wait for a guest. */
export function drawInvitations(root, games) {
  const gone = hidden();
  const open = games.filter((game) => !gone.has(game.id) && mySeats(game).length && !isOver(game)).flatMap((game) => game.seats.filter((seat) => seat.held === 'open').map((seat) => ({ game, seat })));
  replace(root, h('h2', { id: 'invitations-title' }, t('home.invitations')),
    open.length ? h('ul', { class: 'invitation-rows' }, open.map(({ game, seat }) => h('li', null,
      h('span', { class: 'grow' }, t('home.invitationFor', { game: nameOf(game), side: seat.title }), h('span', { class: 'muted small block' }, ago(game.created))),
      h('button', { type: 'button', class: 'button', onclick: () => showLink(game, seat) }, icon('link'), t('home.link')))))
      : h('p', { class: 'empty muted' }, t('home.invitationsEmpty')));
  return open.length;
}
