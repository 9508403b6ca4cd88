// *Learn in ten minutes*: start the first lesson of the game that teaches, or the plain game if it has no lessons yet.

import { lessons, newGame, tableUrl } from '../api.js';
import { complain } from '../dialogs.js';
import { opponentOf, wishOf } from '../table/progress.js';

/** The game to learn with: the one that says so, else the easiest. */
export const learningCard = (systems) => systems.find((card) => card.learning) ?? null;

/** Start the guided game. @param {import('../api.js').SystemCard} card */
export async function startLesson(card) {
  try {
    const [lesson] = await lessons(card.name).catch(() => []);
    if (lesson) {
      const game = await newGame(wishOf(card.name, card.sides, lesson));
      location.assign(tableUrl(game.id, lesson.game.side, { lesson: lesson.id }));
      return;
    }
    const [mine, theirs] = card.sides;
    const game = await newGame({ system: card.name, scenario: card.scenarios[0].name, seats: { [mine.name]: 'me', [theirs.name]: opponentOf(card) ?? 'me' } });
    location.assign(tableUrl(game.id, mine.name));
  } catch (error) { complain(error); }
}
