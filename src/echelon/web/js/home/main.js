// The home page: games as cards, learn, continue, my games, invitations, upload. Everything is drawn again when its data or language changes.

import { accept, me, rename, systems as fetchSystems } from '../api.js';
import { complain, openDialog, toast } from '../dialogs.js';
import { h, replace } from '../dom.js';
import { cite, openClause } from '../drawer.js';
import { brandMark, icon } from '../icons.js';
import { openSettings } from '../settings.js';
import { ago, onLanguage, ready, t } from '../texts.js';
import { gameCard, learningRow, shapes, titleOf } from './cards.js';
import { isOver, isWhatIf, linkOf, nameOf, stateOf, toContinue } from './games.js';
import { learningCard, startLesson } from './learn.js';
import { drawInvitations, drawMine, hidden } from './mine.js';
import { openNewGame } from './newgame.js';
import { drawUpload } from './upload.js';

/** @type {{systems: import('../api.js').SystemCard[] | null, me: {player: string, name: string, games: import('../api.js').GameInfo[]} | null, offline: boolean}} */
const state = { systems: null, me: null, offline: false };
const root = document.getElementById('page');
const part = {};

function frame() {
  const nav = (name, target) => h('a', { href: `#${target}`, class: 'nav-link' }, t(`home.nav.${name}`));
  for (const name of ['hero', 'grid', 'learning', 'mine', 'invitations', 'upload', 'offline', 'person']) part[name] = h('div');
  part.grid = h('section', { class: 'grid', id: 'games', 'aria-label': t('home.nav.games') });
  part.mine = h('section', { class: 'card block mine', id: 'mine', 'aria-labelledby': 'mine-title' });
  part.invitations = h('section', { class: 'card block', id: 'invitations', 'aria-labelledby': 'invitations-title' });
  part.upload = h('section', { class: 'card block', id: 'upload' });
  replace(root,
    h('a', { class: 'button main skip-link', href: '#main' }, t('common.skip')),
    h('header', { class: 'home-head' },
      h('a', { class: 'brand', href: '/', 'aria-label': t('common.brand') }, brandMark(), t('common.brand')),
      h('nav', { class: 'home-nav', 'aria-label': t('home.nav.label') },
        nav('games', 'games'), nav('mine', 'mine'), nav('invitations', 'invitations'),
        h('button', { type: 'button', class: 'nav-link', onclick: pickBook }, t('home.nav.rules')),
        h('button', { type: 'button', class: 'nav-link', onclick: openSettings }, t('home.nav.settings')),
        part.person)),
    part.offline,
    h('main', { id: 'main', tabindex: '-1' }, part.hero, part.grid, part.learning,
      part.lower = h('div', { class: 'lower' }, part.mine, h('div', { class: 'side-blocks' }, part.invitations, part.upload))),
    h('footer', { class: 'home-foot muted small' }, h('span', null, t('home.footer')), h('a', { href: '/api' }, t('home.api'))));
  drawUpload(part.upload, () => state.systems ?? [], () => refresh());
  draw();
}

function draw(cards = true) {
  drawOffline();
  drawHero();
  if (cards) drawCards();
  drawGames();
  drawPerson();
  document.body.dataset.ready = String(Number(document.body.dataset.ready ?? 0) + 1);
}

function drawOffline() {
  replace(part.offline, state.offline ? h('p', { class: 'note warn offline', role: 'status' }, icon('offline'), h('span', { class: 'grow' }, t('home.offline')),
    h('button', { type: 'button', class: 'button', onclick: () => refresh() }, t('home.retry'))) : null);
}

function campaigns() {
  const all = state.systems ?? [];
  const games = all.filter((card) => !card.learning);
  return games.length ? games : all;
}

function drawHero() {
  const count = campaigns().length;
  const learn = learningCard(state.systems ?? []);
  const games = (state.me?.games ?? []).filter((game) => !hidden().has(game.id));
  const next = toContinue(games);
  const going = next && !isOver(next) && !isWhatIf(next);  // who has a game under way came back for it: that stands first, and strongest
  const learning = learn ? h('button', { type: 'button', class: ['hero-button', !going && 'first'], id: 'learn', onclick: (event) => busy(event.currentTarget, () => startLesson(learn)) }, icon('book'),
    h('span', null, h('span', { class: 'hero-title' }, t('home.learn')), h('span', { class: 'hero-sub' }, t('home.learnSub')))) : null;
  const goOn = next ? h('a', { class: ['hero-button', going && 'first'], id: 'continue', href: linkOf(next) }, icon('again'),
    h('span', null, h('span', { class: 'hero-title' }, t(isOver(next) ? (next.system === learn?.name ? 'home.continueLesson' : 'home.continueOver') : isWhatIf(next) ? 'home.continueWhatIf' : 'home.continue', { game: nameOf(next), turn: next.turn })),
      h('span', { class: 'hero-sub' }, t('home.continueSub', { who: stateOf(next).say.replace(/\.$/, ''), when: ago(next.updated) })))) : null;
  replace(part.hero, h('div', { class: 'hero' },
    h('div', { class: 'hero-text' }, h('h1', null, count ? titleOf(count) : t('home.titlePlain')), h('p', { class: 'muted' }, t('home.sentence'))),
    h('div', { class: 'hero-actions' }, going ? [goOn, learning] : [learning, goOn])));
}

async function busy(button, run) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try { await run(); } finally { button.removeAttribute('aria-busy'); }
}

function drawCards() {
  if (!state.systems) {
    replace(part.grid, state.offline ? null : [1, 2].map(() => h('div', { class: 'card game-card half ghost', 'aria-hidden': 'true' })));
    replace(part.learning);
    return;
  }
  const cards = campaigns();
  const learn = learningCard(state.systems);
  const newGame = (card, scenario) => openNewGame(card, scenario);
  const shape = shapes(cards.length);
  part.grid.dataset.count = String(cards.length);
  replace(part.grid, cards.length ? cards.map((card, index) => gameCard(card, { shape: shape[index], newGame })) : h('p', { class: 'note' }, t('home.noSystems')));
  replace(part.learning, learn && !cards.includes(learn) ? learningRow(learn, { newGame, learn: (event) => busy(event.currentTarget, () => startLesson(learn)) }) : null);
}

function drawGames() {
  const games = state.me?.games ?? [];
  part.lower.classList.toggle('none', !games.length);
  drawMine(part.mine, games, () => { drawGames(); drawHero(); });
  drawInvitations(part.invitations, games);
}

function drawPerson() {
  replace(part.person, state.me ? h('button', { type: 'button', class: 'nav-link person', onclick: askName, 'aria-label': t('home.name') }, icon('person'), h('span', null, state.me.name || t('home.nameNone'))) : null);
}

function askName() {
  const field = h('input', { class: 'input', maxlength: '40', value: state.me?.name ?? '', autocomplete: 'nickname' });
  const keep = async () => {
    try {
      await rename(field.value.trim());
      node.close();
      toast(t('home.nameSaved'), { kind: 'ok' });
      refresh();
    } catch (error) { complain(error); }
  };
  const node = openDialog({
    title: t('home.name'), width: 420, body: h('label', { class: 'field' }, h('span', null, t('home.nameHint')), field),
    foot: [h('button', { type: 'button', class: 'button', onclick: () => node.close() }, t('common.cancel')), h('button', { type: 'button', class: 'button main', onclick: keep }, t('common.done'))],
  });
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') keep(); });
  field.select();
}

function pickBook() {
  const all = state.systems ?? [];
  if (all.length === 1) { openClause(null, all[0].name); return; }
  const node = openDialog({
    title: t('home.rulesPick'), width: 420,
    body: h('div', { class: 'choices' }, all.map((card) => h('button', { type: 'button', class: 'choice', onclick: () => { node.close(); openClause(null, card.name); } },
      icon('book'), h('span', { class: 'choice-text' }, h('span', { class: 'strong' }, card.title), h('span', { class: 'muted small' }, card.period)), icon('right')))),
  });
}

const refreshData = () => Promise.allSettled([state.systems ?? fetchSystems(), me()]);

async function refresh(data = refreshData()) {
  const [cards, mine] = await data;
  const fresh = !state.systems && cards.status === 'fulfilled';
  if (cards.status === 'fulfilled') state.systems = cards.value;
  if (mine.status === 'fulfilled') state.me = mine.value;
  state.offline = [cards, mine].some((one) => one.status === 'rejected' && (one.reason.offline || one.reason.status >= 500));
  for (const one of [cards, mine]) if (one.status === 'rejected' && !one.reason.offline) complain(one.reason);
  draw(fresh);
}

/** `/#join=game.token`: take the seat, then to the table. */
async function join() {
  const [id, token] = (new URLSearchParams(location.hash.slice(1)).get('join') ?? '').split('.');
  if (!token) return;
  const note = h('p', null, h('span', { class: 'spinner' }), ' ', t('home.join.busy'));
  const body = h('div', { class: 'join' }, note);
  const node = openDialog({ title: t('home.join.title'), width: 460, body, foot: [h('button', { type: 'button', class: 'button', onclick: () => node.close() }, t('home.join.home'))] });
  history.replaceState(null, '', '/');
  try {
    const game = await accept(id, token);
    const seat = game.seats.find((one) => one.held === 'you');
    replace(body, h('p', { class: 'join-seat' }, t('home.join.taken', { side: seat?.title ?? '', game: nameOf(game) })), h('p', { class: 'muted' }, [game.scenarioTitle, t('home.turnOf', { turn: game.turn, turns: game.turns })].join(' · ')));
    replace(node.querySelector('.dialog-foot'), h('a', { class: 'button main large', href: linkOf(game), id: 'to-table' }, t('home.join.go')));
    /** @type {HTMLElement} */ (node.querySelector('#to-table')).focus();
    refresh();
  } catch (error) {
    replace(body, h('p', { class: 'note bad' }, t('home.join.failed', { why: error.sentence ?? '' })));
  }
}

async function start() {
  const first = refreshData();  // asked for while the texts are on their way
  await ready.catch(() => {});
  frame();
  onLanguage(() => { state.systems = null; frame(); refresh(); });
  // A clause cited in a card or dialog opens the book of its system: the one on whose card it stands.
  cite((pressed) => {
    const system = pressed.closest('[data-system-book]')?.dataset.systemBook ?? document.getElementById('drawer')?.dataset.system;
    return system ? { open: (id) => openClause(id, system) } : null;
  });
  document.addEventListener('click', (event) => {
    const book = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.('[data-book]'))?.dataset.book;
    if (book) openClause(null, book);
  });
  await refresh(first);
  join();
  addEventListener('hashchange', () => join());  // a link that is opened where this page is
  const asked = new URLSearchParams(location.search);
  const wanted = asked.get('new') ?? asked.get('game');  // `echelon play SYSTEM` says `game`
  const card = state.systems?.find((one) => one.name === wanted);
  if (card) { history.replaceState(null, '', '/'); openNewGame(card); }
  document.addEventListener('visibilitychange', () => { if (!document.hidden) refresh(); });
  addEventListener('online', () => refresh());
  addEventListener('pageshow', (event) => { if (event.persisted) refresh(); });
  setInterval(() => { if (!document.hidden) refresh(); }, 20_000);
}

start();
