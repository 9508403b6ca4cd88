// The new-game dialog: scenario, side, opponent, options with the text of their clauses, a name. Everything has a sensible default.

import { invite, newGame, tableUrl } from '../api.js';
import { openDialog } from '../dialogs.js';
import { h, replace, segments, walk } from '../dom.js';
import { icon } from '../icons.js';
import { inline } from '../markdown.js';
import { opponentOf } from '../table/progress.js';
import { t } from '../texts.js';
import { picture } from './cards.js';
import { linkField } from './mine.js';

/** @typedef {import('../api.js').SystemCard} SystemCard */

/** Cards of which one is chosen, as a radio group. */
function choices({ label, value, options, onchange, className }) {
  const choose = (node) => {
    for (const other of group.children) { other.setAttribute('aria-checked', String(other === node)); other.tabIndex = other === node ? 0 : -1; }
    onchange(node.dataset.value);
  };
  const group = h('div', { class: ['choices', className], role: 'radiogroup', 'aria-label': label }, options.map((option) => h('button', {
    type: 'button', role: 'radio', class: ['choice', option.colour && 'sided'], data: { value: option.value }, 'aria-checked': option.value === value, tabindex: option.value === value ? 0 : -1,
    style: option.colour ? { '--side-light': option.colour, '--side-dark': option.colourDark ?? option.colour } : undefined, onclick: (event) => choose(event.currentTarget),
  }, option.picture ?? null, option.colour ? h('span', { class: 'choice-side side-block', 'aria-hidden': 'true' }) : null, option.icon ? icon(option.icon) : null,
  h('span', { class: 'choice-text' }, h('span', { class: 'strong' }, option.title), option.text ? h('span', { class: 'muted small' }, option.text) : null),
  h('span', { class: 'choice-mark', 'aria-hidden': 'true' }, icon('check')))));
  group.addEventListener('keydown', (event) => walk(event, group, choose));
  return group;
}

function optionRow(option, wish, redraw) {
  const value = wish.options[option.name] ?? option.default;
  const printed = option.values.find((one) => one.value === option.default)?.title ?? option.default;
  const changed = h('span', { class: 'tag warn', hidden: value === option.default }, t('new.printedAs', { value: printed }));
  return h('div', { class: 'option' },
    h('div', { class: 'option-head' }, h('span', { class: 'grow' }, h('span', { class: 'strong' }, option.title), ' ', changed), segments({
      label: option.title, value, options: option.values.map((one) => ({ value: one.value, title: one.title, hint: one.value === option.default ? t('new.default') : undefined })),
      onchange: (chosen) => {
        if (chosen === option.default) delete wish.options[option.name];
        else wish.options[option.name] = chosen;
        changed.hidden = chosen === option.default;
        redraw();
      },
    })),
    option.clauses.map((one) => h('p', { class: 'muted small option-clause' }, h('span', { class: 'clause plain' }, one.id), ' ', inline(option.name ? one.text.replaceAll(`\`${option.name}\``, `*${option.title}*`) : one.text))));
}

/**
 * Open the dialog.
 * @param {SystemCard} card
 * @param {string} [scenario]
 */
export function openNewGame(card, scenario) {
  const wish = { scenario: scenario ?? card.scenarios[0]?.name, side: card.sides[0]?.name, opponent: opponentOf(card) ?? 'friend', options: {}, name: '' };
  const other = () => card.sides.find((side) => side.name !== wish.side);
  const sideTitle = (name) => card.sides.find((side) => side.name === name)?.title ?? name;
  const body = h('div', { class: 'new-game' });
  const summary = h('p', { class: 'muted grow', 'aria-live': 'polite' });
  const fault = h('div', { role: 'alert' });
  const start = h('button', { type: 'button', class: 'button main large', id: 'start', onclick: begin }, t('new.start'));

  const optionsNote = () => {
    const count = Object.keys(wish.options).length;
    return count ? t('new.changed', { count }) : t('new.asPrinted');
  };
  const note = h('span', { class: 'tag' }, optionsNote());

  function redraw() {
    note.textContent = optionsNote();
    const facts = { scenario: card.scenarios.find((one) => one.name === wish.scenario)?.title ?? '', side: sideTitle(wish.side) };
    const player = card.players.find((one) => one.name === wish.opponent);
    summary.textContent = wish.opponent === 'friend' ? t('new.summaryFriend', facts) : wish.opponent === 'invite' ? t('new.summaryInvite', facts) : t('new.summary', { ...facts, opponent: player?.title ?? '' });
    opponentHead.textContent = t('new.opponentOf', { side: other()?.title ?? '' });
    sideSection.classList.toggle('idle', wish.opponent === 'friend');
    sideHead.textContent = t(wish.opponent === 'friend' ? 'new.sideBoth' : 'new.side');
  }

  const opponentHead = h('h3', null, t('new.opponent'));
  const sideHead = h('h3', null, t('new.side'));
  const sideSection = h('section', null, sideHead, choices({
    label: t('new.side'), value: wish.side, className: 'sides', onchange: (value) => { wish.side = value; redraw(); },
    options: card.sides.map((side) => ({ value: side.name, title: side.title, text: side.text, colour: side.colour, colourDark: side.colourDark })),
  }));
  replace(body,
    card.scenarios.length > 1 || card.scenarios[0]?.summary ? h('section', null, h('h3', null, t('new.scenario')), choices({
      label: t('new.scenario'), value: wish.scenario, className: 'scenarios', onchange: (value) => { wish.scenario = value; redraw(); },
      options: card.scenarios.map((one) => ({ value: one.name, title: one.title, text: [t('home.turns', { count: one.turns }), one.summary].filter(Boolean).join(' · '), picture: picture(card, one.name, 'choice-shot') })),
    })) : null,
    sideSection,
    h('section', null, opponentHead, choices({
      label: t('new.opponent'), value: wish.opponent, className: 'opponents', onchange: (value) => { wish.opponent = value; redraw(); },
      options: [
        ...card.players.map((player) => ({ value: player.name, title: t('new.computer', { name: player.title }), text: player.text, icon: 'computer' })),
        { value: 'friend', title: t('new.friend'), text: t('new.friendText'), icon: 'people' },
        { value: 'invite', title: t('new.invite'), text: t('new.inviteText'), icon: 'link' },
      ],
    })),
    card.options.length ? h('details', { class: 'options' }, h('summary', null, h('h3', null, t('new.options')), note, icon('down')),
      card.options.map((option) => optionRow(option, wish, redraw))) : null,
    h('label', { class: 'field' }, h('span', null, t('new.name'), ' ', h('span', { class: 'muted small' }, t('new.nameHint'))),
      h('input', { class: 'input', maxlength: '60', placeholder: card.title, autocomplete: 'off', oninput: (event) => { wish.name = event.target.value; } })),
    fault);
  const dialog = openDialog({ title: t('new.title', { game: card.title }), body, width: 860, class: 'new-game-dialog', foot: [summary, start] });
  redraw();
  /** @type {HTMLElement | null} */ (dialog.querySelector('[role="radio"][aria-checked="true"]'))?.focus();
  dialog.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).tagName === 'INPUT')) begin(); });

  async function begin() {
    if (start.disabled) return;
    start.disabled = true;
    replace(start, h('span', { class: 'spinner' }), t('new.starting'));
    replace(fault);
    const rest = { friend: 'me', invite: 'open' }[wish.opponent] ?? wish.opponent;
    const seats = Object.fromEntries(card.sides.map((side) => [side.name, side.name === wish.side ? 'me' : rest]));
    try {
      const game = await newGame({ system: card.name, scenario: wish.scenario, options: wish.options, seats, ...(wish.name.trim() ? { name: wish.name.trim() } : {}) });
      const asked = game.seats.some((seat) => seat.side === game.asked && seat.held === 'you');
      const table = tableUrl(game.id, asked ? game.asked : wish.side);
      if (wish.opponent !== 'invite') { location.assign(table); return; }
      const { url } = await invite(game.id, other().name);
      replace(body, h('section', null, h('h3', null, t('new.inviteReady')), h('p', null, t('new.inviteFirst', { side: other().title })), linkField(url, t('new.inviteReady'))));
      replace(dialog.querySelector('.dialog-foot'), h('a', { class: 'button main large', href: table }, t('new.toTable')));
      /** @type {HTMLElement} */ (dialog.querySelector('.link-field .button')).focus();
    } catch (error) {
      start.disabled = false;
      replace(start, t('new.start'));
      if (!error.sentence) console.error(error);
      replace(fault, h('p', { class: 'note bad' }, error.sentence ?? t('error.unknown')));
      fault.scrollIntoView({ block: 'nearest' });
    }
  }
}
