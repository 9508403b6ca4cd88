// What the home page says about a game: whose turn, against whom, how it ended. Pure functions over GameInfo.

import { tableUrl } from '../api.js';
import { lessonOf } from '../table/progress.js';
import { list, t } from '../texts.js';

/** @typedef {import('../api.js').GameInfo} GameInfo */

/** Seats I hold. @param {GameInfo} game */
export const mySeats = (game) => game.seats.filter((seat) => seat.held === 'you');

/** The game is over. @param {GameInfo} game */
export const isOver = (game) => Boolean(game.result) || game.asked === 'over';

/** It waits for me (chance is thrown by the server, so it never waits for long). @param {GameInfo} game */
export const isMine = (game) => !isOver(game) && mySeats(game).some((seat) => seat.side === game.asked);

const sideTitle = (game, side) => game.seats.find((seat) => seat.side === side)?.title ?? side;

/** What a game is called in a list. @param {GameInfo} game */
export const nameOf = (game) => game.name || game.title;

/** State in a few words, with a tone for its tag. @param {GameInfo} game */
export function stateOf(game) {
  if (isOver(game)) {
    const winner = game.result?.winner;
    return { say: game.result?.say || (winner ? t('home.won', { side: sideTitle(game, winner) }) : t('home.drawn')), tone: '' };
  }
  if (isMine(game)) return { say: mySeats(game).length > 1 ? t('home.toMove', { side: sideTitle(game, game.asked) }) : t('home.waitsForYou'), tone: 'accent' };
  if (game.seats.some((seat) => seat.side === game.asked && seat.held === 'open')) return { say: t('home.waitsForSeat'), tone: 'warn' };
  return { say: t('home.waitsForOther', { side: sideTitle(game, game.asked) }), tone: '' };
}

/** Whom I play. @param {GameInfo} game */
export function opponents(game) {
  const mine = mySeats(game);
  if (!mine.length) return t('home.watching');
  if (mine.length === game.seats.length) return isWhatIf(game) ? '' : t('home.both');
  const others = game.seats.filter((seat) => seat.held !== 'you').map((seat) => (seat.held === 'open' ? t('home.openSeat') : seat.name || t('home.someone')));
  return t('home.against', { side: list(mine.map((seat) => seat.title)), who: list(others) });
}

/** Where its table is, seen from the seat that should act. @param {GameInfo} game */
export function linkOf(game) {
  const mine = mySeats(game);
  return tableUrl(game.id, (mine.find((seat) => seat.side === game.asked) ?? mine[0])?.side, { lesson: lessonOf(game.id)?.lesson });
}

/** A what-if, branched from a game: a board to try things on. @param {GameInfo} game */
export const isWhatIf = (game) => Boolean(game.parent);

/**
 * The game to go on with: the newest that waits for me, else the newest that is not over; a what-if only when no real game is
 * under way. Where nothing is, the newest to look at again.
 * @param {GameInfo[]} games
 */
export function toContinue(games) {
  const newest = [...games].sort((a, b) => when(b.updated) - when(a.updated));
  const real = newest.filter((game) => !isWhatIf(game));
  for (const some of [real, newest]) {
    const going = some.find(isMine) ?? some.find((game) => !isOver(game));
    if (going) return going;
  }
  return real[0] ?? newest[0] ?? null;
}

/**
 * Games in the order of a list, each with its what-ifs beneath it; what-ifs whose game is not listed stand at the end.
 * @param {GameInfo[]} games
 */
export function inFamilies(games) {
  const listed = [...games].sort((a, b) => Number(isMine(b)) - Number(isMine(a)) || when(b.updated) - when(a.updated));
  const known = new Map(listed.map((game) => [game.id, game]));
  /** The real game it goes back to, if that is listed. @param {GameInfo} game */
  const root = (game) => { let one = game; while (one?.parent) one = known.get(one.parent.game); return one; };
  const whatIfs = listed.filter(isWhatIf);
  return [...listed.filter((game) => !isWhatIf(game)).flatMap((game) => [game, ...whatIfs.filter((one) => root(one) === game)]), ...whatIfs.filter((one) => !root(one))];
}

/** A time in ms, whether the server wrote text or seconds. */
export const when = (value) => (typeof value === 'number' ? value * (value < 1e12 ? 1000 : 1) : Date.parse(value) || 0);
