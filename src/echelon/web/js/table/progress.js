// Lessons apart from the table: the game they are played in, and how far each has come, kept in this browser by game, so that "Continue" goes on with the coach.

const KEY = 'echelon.lessons';

function all() {
  try { return JSON.parse(localStorage.getItem(KEY) || '{}'); } catch { return {}; }
}

/** The lesson of a game and its step, or null. @returns {{lesson: string, step: number} | null} */
export const lessonOf = (game) => all()[game] ?? null;

/** Keep where a lesson stands; null forgets it. */
export function keepLesson(game, where) {
  const kept = all();
  if (where) kept[game] = where; else delete kept[game];
  try { localStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* a private window forgets */ }
}

/**
 * The game a lesson is played in, as it is asked of the server: its own seed, so that the dice fall as the text says.
 * @param {string} system
 * @param {{name: string}[]} sides
 * @param {{title: string, game: {scenario: string, seed: number, side: string, opponent?: string, options?: Record<string, string>}}} lesson
 */
export function wishOf(system, sides, { title, game }) {
  const seats = Object.fromEntries(sides.map((side) => [side.name, side.name === game.side ? 'me' : game.opponent ?? 'random']));
  return { system, scenario: game.scenario, options: game.options ?? {}, seed: game.seed, seats, name: title };
}

/** The computer player that a newcomer gets. @param {import('../api.js').SystemCard} card @returns {string | undefined} */
export const opponentOf = (card) => (card.players.find((player) => player.default) ?? card.players[0])?.name;
