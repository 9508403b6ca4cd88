// How far each lesson has come, kept in this browser by game, so that "Continue" goes on with the coach.

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
