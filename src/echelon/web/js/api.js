// Everything that goes over the network, and nothing else does. One function an endpoint; errors are ApiError with a sentence to show.

import { currentLanguage, learn } from './texts.js';

/** @typedef {{clause: string, say: string, remedy: string[]}} Ruling */
/** @typedef {{side: string, title: string, forms: Record<string, string>, held: 'you'|'player'|'computer'|'open', player?: string, name: string}} Seat */
/** @typedef {{id: string, system: string, title: string, scenario: string, scenarioTitle: string, name: string, options: Record<string, string>,
 *   created: string, updated: string, turn: number, turns: number, asked: string, seats: Seat[], number: number, result: any, secrets: boolean,
 *   parent?: {game: string, at: number}, seedHash: string, own: boolean, notice?: string}} GameInfo */
/** @typedef {{name: string, title: string, summary: string, period: string, hours: string, difficulty: number, learning: boolean, palette: {light: string, dark: string},
 *   sides: {name: string, title: string, forms: Record<string, string>, colour: string, colourDark?: string, text?: string}[], scenarios: {name: string, title: string, summary: string, turns: number, hexes: number}[],
 *   options: {name: string, title: string, default: string, values: {value: string, title: string}[], clauses: {id: string, text: string}[]}[],
 *   players: {name: string, title: string, text: string, default?: boolean}[]}} SystemCard */
/** @typedef {{id: string, mark: 'seed'|'ruling'|'fill', text: string, see: string[]}} Clause */
/** @typedef {{clause?: string, head?: string, text?: string, table?: string[][]}} Passage */
/** @typedef {{title: string, intro?: string, chapters: {title: string, clauses: Clause[], parts?: Passage[]}[]}} Book */

/** What the server refused, or that it could not be reached (`code` "offline"). */
export class ApiError extends Error {
  /**
   * @param {string} sentence for the player
   * @param {{status?: number, code?: string, rulings?: Ruling[], number?: number}} [facts]
   */
  constructor(sentence, facts = {}) {
    super(sentence);
    this.name = 'ApiError';
    this.sentence = sentence;
    this.status = facts.status ?? 0;
    this.code = facts.code ?? '';
    this.rulings = facts.rulings ?? [];
    this.number = facts.number;
  }

  /** The server could not be reached at all. */
  get offline() { return this.code === 'offline'; }
}

const WAITS = [250, 900];  // a GET is asked again after these; anything that changes a game is sent once
const PASSING = new Set([502, 503, 504]);
// A server that has too much to do names the seconds after which to ask again. That is done quietly for a while: nothing was done of what it turned
// away, and an act that it could not store has a key by which it counts once. Past `TOLD` the player is told why nothing happens.
const LATER = new Set([429, 503]);
const LONGEST = 10; // s; who is to come back later than that is told so
const PATIENCE = 60_000; // ms
const TOLD = 3000; // ms
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
const part = encodeURIComponent;

/** Called with true when a request has waited for a busy server for a while, with false when none does any more. @type {(busy: boolean) => void} */
let onBusy = () => {};
/** Who tells the player of a busy server. @param {(busy: boolean) => void} fn */
export const tellBusy = (fn) => { onBusy = fn; };
let waitingLong = 0;

/** How many milliseconds an answer asks to wait before asking again, or nothing. @param {Response} answer */
function later(answer) {
  const seconds = Number(answer.headers.get('Retry-After') || NaN);
  return LATER.has(answer.status) && seconds <= LONGEST ? (seconds + Math.random()) * 1000 : undefined;
}

function query(facts) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(facts ?? {})) if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** @param {string} method @param {string} path @param {{body?: any, as?: 'json' | 'text' | 'page', signal?: AbortSignal}} [how] */
async function ask(method, path, how = {}) {
  const begun = performance.now();
  let told = false;
  let timer = 0;
  const tell = () => { told = true; waitingLong += 1; onBusy(true); };
  try {
    for (;;) {
      const found = await once(method, path, how);
      if (found.wait === undefined) return found.answer;
      if (performance.now() - begun + found.wait > PATIENCE) throw found.refused;
      timer ||= setTimeout(tell, TOLD);
      await pause(found.wait);
      if (how.signal?.aborted) throw new DOMException('no longer wanted', 'AbortError');
    }
  } finally {
    clearTimeout(timer);
    if (told) { waitingLong -= 1; onBusy(waitingLong > 0); }
  }
}

/**
 * What came, or how long to wait before asking again.
 * @param {string} method @param {string} path @param {{body?: any, as?: 'json' | 'text' | 'page', signal?: AbortSignal}} how
 * @returns {Promise<{answer?: any, wait?: number, refused?: ApiError}>}
 */
async function once(method, path, { body, as = 'json', signal }) {
  /** @type {RequestInit & {headers: Record<string, string>}} */
  const init = { method, signal, credentials: 'same-origin', headers: { Accept: 'application/json', 'Accept-Language': currentLanguage() } };
  if (body !== undefined) {
    init.headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  for (let attempt = 0; ; attempt += 1) {
    const again = method === 'GET' && attempt < WAITS.length;
    let answer;
    try {
      answer = await fetch(path, init);
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      if (again) { await pause(WAITS[attempt]); continue; }
      const { t } = await import('./texts.js');
      throw new ApiError(t('error.offline'), { code: 'offline' });
    }
    const wait = later(answer);
    if (wait !== undefined) return { wait, refused: await refusal(answer) };
    if (PASSING.has(answer.status) && again) { await pause(WAITS[attempt]); continue; }
    if (!answer.ok) throw await refusal(answer);
    if (as === 'text') return { answer: await answer.text() };
    const found = answer.status === 204 ? null : await answer.json();
    if (as !== 'page') return { answer: found };
    const next = /<([^>]*)>; *rel="next"/.exec(answer.headers.get('Link') ?? '');
    return { answer: { rows: found, next: next?.[1] ?? null } };
  }
}

async function refusal(answer) {
  let facts = {};
  try { facts = await answer.json(); } catch { /* not ours: a proxy's page */ }
  const { t } = await import('./texts.js');
  return new ApiError(facts.error || t('error.server', { status: answer.status }), { status: answer.status, ...facts });
}

const get = (path, facts, how) => ask('GET', path + query(facts), how);
const post = (path, body) => ask('POST', path, { body });
const game = (id) => `/api/games/${part(id)}`;

/** The page's own catalogue. */
export const loadTexts = (language) => ask('GET', new URL(`../texts/${part(language)}.json`, import.meta.url).href);

const SEATS = 'echelon.seats';
const MOST = 200; // games whose seats are remembered
/** The seats this browser was told it holds, by game: what is worth asking for before the server has said so again. @returns {Record<string, string[]>} */
const seats = () => { try { return JSON.parse(localStorage.getItem(SEATS) || '{}'); } catch { return {}; } };
/** Does this browser hold the seat, as far as it knows? @param {string} id @param {string} side */
export const seated = (id, side) => Boolean(seats()[id]?.includes(side));

/** Remember who sits where. @param {GameInfo} info @returns {GameInfo} */
function noted(info) {
  learn(info.seats);
  const { [info.id]: before, ...rest } = seats();
  const mine = info.seats.filter((seat) => seat.held === 'you').map((seat) => seat.side);
  if (String(mine) === String(before ?? [])) return info;
  const kept = Object.fromEntries(Object.entries({ ...rest, ...(mine.length ? { [info.id]: mine } : {}) }).slice(-MOST));
  try { localStorage.setItem(SEATS, JSON.stringify(kept)); } catch { /* a private window forgets */ }
  return info;
}

// Me and the systems
/** @returns {Promise<{player: string, name: string, games: GameInfo[]}>} */
export const me = () => get('/api/me').then((found) => { found.games.forEach(noted); return found; });
export const rename = (name) => ask('PUT', '/api/me', { body: { name } });
/** @returns {Promise<SystemCard[]>} */
export const systems = () => get('/api/systems').then((found) => { found.forEach((card) => learn(card.sides)); return found; });
/** @returns {Promise<Book>} */
export const book = (system, lang = currentLanguage()) => get(`/api/systems/${part(system)}/book`, { lang });
export const lessons = (system) => get(`/api/systems/${part(system)}/lessons`);
/** The map of a game: most share that of their scenario, which the browser may know already. @param {GameInfo} info */
export const board = (info) => get(info.own ? `${game(info.id)}/board` : `/api/systems/${part(info.system)}/${part(info.scenario)}/board`).then((found) => { learn(found.sides); return found; });
/** Under which two words the pictures of a game's map and counters are found. @param {GameInfo} info @returns {[string, string]} */
export const artOf = (info) => (info.own ? ['game', info.id] : [info.system, info.scenario]);

// Games
/** @returns {Promise<GameInfo>} */
export const newGame = (wish) => post('/api/games', wish).then(noted);
/** @returns {Promise<GameInfo>} */
export const gameInfo = (id) => get(game(id)).then(noted);
/** What one asks of a game. @typedef {{side?: string, at?: number, since?: number, of?: string, unit?: string, hex?: string, line?: string, from?: number, to?: number, signal?: AbortSignal}} Wish */
export const scene = (id, /** @type {Wish} */ { side, at, signal } = {}) => get(`${game(id)}/scene`, { side, at }, { signal });
/** What is new since an event: the pages of a long answer come one by one. When the game has gone on between two of them, they no longer fit together. */
export const update = async (id, /** @type {Wish} */ { side, since, signal } = {}) => {
  const page = (from) => get(`${game(id)}/update`, { side, since, from }, { signal });
  let found = await page();
  while (found.next !== undefined) {
    const more = await page(found.next);
    found = more.number === found.number ? { ...more, base: found.base, moves: [...found.moves, ...more.moves] } : await page();
  }
  return found;
};
/** An answer to what was sent for a side, with all that has happened since then. */
const whole = async (id, side, since, sent) => {
  const found = await sent;
  return found.next === undefined ? found : update(id, { side, since });
};
/** @param {{side: string, number: number, line: string, key?: string}} answer */
export const act = (id, answer) => whole(id, answer.side, answer.number, post(`${game(id)}/act`, answer));
/** @param {{side: string, number: number}} answer */
export const undo = (id, answer) => whole(id, answer.side, answer.number, post(`${game(id)}/undo`, answer));
/** What a computer player would do in a side's place. @param {{side: string, number: number}} wish */
export const hint = (id, wish) => post(`${game(id)}/hint`, wish);
/** What computer players had in mind, and the moves that have a reason. */
export const plans = (id, /** @type {Wish} */ { side, signal } = {}) => get(`${game(id)}/plans`, { side }, { signal });
/** Why a computer player made a move. */
export const reasons = (id, /** @type {{side?: string, move: number}} */ { side, move }) => get(`${game(id)}/reasons`, { side, move });
/** How far the report of a finished game has come, and the report. @returns {Promise<{done: number, of: number, report: any}>} */
export const report = (id, /** @type {Wish} */ { side, signal } = {}) => get(`${game(id)}/report`, { side }, { signal });
/** Where a unit can go, or all of a body: the unit and `others`. */
export const reach = (id, /** @type {Wish & {others?: string[]}} */ { side, unit, others = [], signal }) => get(`${game(id)}/reach`, { side, unit, others: others.join(',') || undefined }, { signal });
/** One line that takes several units to a hex, and who is left, and why. @returns {Promise<{hex: string, line: string, units: string[], left: import("./table/store.js").Stays[]}>} */
export const march = (id, /** @type {{side?: string, units: string[], hex: string}} */ { side, units, hex }) => get(`${game(id)}/march`, { side, units: units.join(','), hex });
export const why = (id, /** @type {Wish} */ { side, unit, hex, line, signal }) => get(`${game(id)}/why`, { side, unit, hex, line }, { signal });
export const preview = (id, /** @type {Wish} */ { side, line, signal }) => get(`${game(id)}/preview`, { side, line }, { signal });
export const overlay = (id, name, /** @type {Wish} */ { side, of, unit, at, signal } = {}) => get(`${game(id)}/overlay/${part(name)}`, { side, of, unit, at }, { signal });
export const inspect = (id, /** @type {Wish} */ { side, hex, unit, at, signal }) => get(`${game(id)}/inspect`, { side, hex, unit, at }, { signal });
export const log = async (id, /** @type {Wish} */ { side, from, to } = {}) => {
  const rows = [];
  for (let path = `${game(id)}/log${query({ side, from, to })}`; path;) {
    const page = await ask('GET', path, { as: 'page' });
    rows.push(...page.rows);
    path = page.next;
  }
  return rows;
};
export const record = (id, /** @type {Wish} */ { side } = {}) => get(`${game(id)}/record`, { side }, { as: 'text' });
export const position = (id, /** @type {Wish} */ { side, at } = {}) => get(`${game(id)}/position`, { side, at }, { as: 'text' });
/** @returns {Promise<{url: string}>} */
export const invite = (id, side) => post(`${game(id)}/invite`, { side });
/** Give the game up for a side, or offer a draw and answer one: `offer`, `accept`, `decline`. */
export const resign = (id, side) => post(`${game(id)}/resign`, { side });
export const draw = (id, side, to) => post(`${game(id)}/draw`, { side, to });
/** A private link by which this player takes his seats into another browser. @returns {Promise<{url: string, until: string}>} */
export const returnLink = (id) => post(`${game(id)}/return`, {});
/** No return link given so far can be followed any more. */
export const cancelReturn = (id) => ask('DELETE', `${game(id)}/return`);
/** @returns {Promise<GameInfo>} */
export const accept = (id, token) => post(`${game(id)}/join`, { token }).then(noted);
/** @returns {Promise<GameInfo>} */
export const branch = (id, { side, at }) => post(`${game(id)}/branch`, { side, at }).then(noted);
/** @returns {Promise<GameInfo>} */
export const handSeat = (id, side, to) => post(`${game(id)}/seat`, { side, to }).then(noted);

// Addresses, for links and pictures; pictures with words on them name the language
const inWords = () => query({ lang: currentLanguage() });
export const recordUrl = (id, side) => `${game(id)}/record${query({ side })}`;
export const positionUrl = (id, side, at) => `${game(id)}/position${query({ side, at })}`;
export const sheetUrl = (system, scenario, palette) => `/art/${part(system)}/${part(scenario)}/sheet-${part(palette)}.svg${inWords()}`;
export const legendUrl = (system, scenario, palette) => `/art/${part(system)}/${part(scenario)}/legend-${part(palette)}.svg${inWords()}`;
export const countersUrl = (system, scenario, look) => `/art/${part(system)}/${part(scenario)}/counters-${part(look)}.svg${inWords()}`;
export const cardUrl = (system, scenario) => `/art/${part(system)}/${part(scenario)}/card.svg`;
export const tableUrl = (id, side, more) => `/game/${part(id)}${query({ side, ...more })}`;
/** A picture as text, to put a sprite into the page. */
export const picture = (url) => get(url, {}, { as: 'text' });

/**
 * Live news of a game: `message({number, thinking, present})` for each, `state('open'|'lost')` when the line comes and goes.
 * A lost line is taken up again by itself, at once when the page comes back into view or the network returns.
 * @param {string} id
 * @param {string | null} side
 * @param {{message: (news: {number: number, thinking: string | null, present: string[]}) => void, state?: (word: 'open'|'lost') => void}} tell
 */
export function live(id, side, tell) {
  let socket = null;
  let tries = 0;
  let timer = 0;
  let ping = 0;
  let ended = false;

  function open() {
    clearTimeout(timer);
    if (ended || (socket && socket.readyState <= 1)) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const line = new WebSocket(`${scheme}//${location.host}${game(id)}/live${query({ side })}`);
    socket = line;
    line.onopen = () => {
      tries = 0;
      tell.state?.('open');
      ping = setInterval(() => { if (line.readyState === 1) line.send('{"ping":1}'); }, 25_000);
    };
    line.onmessage = (event) => {
      let news;
      try { news = JSON.parse(event.data); } catch { return; }
      if (typeof news.number === 'number') tell.message(news);
    };
    line.onclose = () => {
      if (line !== socket) return; // another line has taken its place
      clearInterval(ping);
      if (ended) return;
      tell.state?.('lost');
      tries += 1;
      timer = setTimeout(open, Math.min(8000, 200 * 2 ** tries) * (0.75 + Math.random() / 2));
    };
  }
  const wake = () => { if (!document.hidden) { tries = 0; open(); } };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  open();
  return {
    close() {
      ended = true;
      clearTimeout(timer);
      clearInterval(ping);
      document.removeEventListener('visibilitychange', wake);
      removeEventListener('online', wake);
      socket?.close();
    },
  };
}
