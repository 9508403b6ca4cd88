// The page's catalogue: every sentence a player reads comes from texts/<language>.json. Sentences of the game come from the server.
// An entry is a text with {facts}, or {"one": …, "other": …}, chosen by the fact `count` after the rules of the language.
// {side:du} is a name bent as the server has told: des Allemands; {side:joue|jouent} agrees with its number.

const FALLBACK = 'en';
/** Languages the page has; a new one needs only its file, a line here and its code in theme.js. */
export const LANGUAGES = [{ code: 'en', title: 'English' }, { code: 'fr', title: 'Français' }];

const spoken = (code) => (LANGUAGES.some((one) => one.code === code) ? code : FALLBACK);
let language = spoken(document.documentElement.lang);  // as theme.js found it: the player's setting, else what his browser prefers
/** @type {Record<string, any>} */
let entries = {};
/** @type {Record<string, any>} */
let fallback = {};
let rules = new Intl.PluralRules(language);
const warned = new Set();
/** @type {Set<(language: string) => void>} */
const listeners = new Set();

function flatten(tree, prefix, into) {
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix ? `${prefix}.${key}` : key;
    if (typeof value === 'string' || Array.isArray(value) || 'other' in value) into[path] = value;
    else flatten(value, path, into);
  }
  return into;
}

/** @type {Map<string, Promise<Record<string, any>>>} asked for once, however many want it */
const asked = new Map();

function fetched(code) {
  if (!asked.has(code)) {
    const answer = import('./api.js').then(({ loadTexts }) => loadTexts(code)).then((tree) => flatten(tree, '', {}));
    answer.catch(() => asked.delete(code));
    asked.set(code, answer);
  }
  return asked.get(code);
}

/** Names in the forms of their language, by their plain form: what sentences in French need of the sides. @type {Map<string, Record<string, string>>} */
const bent = new Map();
/** A name the server has not told of takes its prepositions bare. @type {Record<string, string>} */
const BARE = { du: 'de ', au: 'à ', Au: 'À ' };

/** Remember how names are bent. @param {{title: string, forms?: Record<string, string>}[]} names */
export function learn(names) {
  for (const { title, forms } of names) if (forms?.number) bent.set(title, forms);
}

/** @param {string} name @param {string} form */
function bend(name, form) {
  const forms = bent.get(name);
  const choice = form.split('|');
  if (choice.length > 1) return choice[forms?.number === 'other' ? 1 : 0];
  return forms?.[form] ?? (BARE[form] ?? '') + name;
}

/** Load a language; call it once before anything is drawn, again to switch. */
export async function setLanguage(code) {
  const known = spoken(code);
  if (!Object.keys(fallback).length) fallback = await fetched(FALLBACK);
  entries = known === FALLBACK ? fallback : await fetched(known);
  language = known;
  rules = new Intl.PluralRules(known);
  document.documentElement.lang = known;
  for (const fn of listeners) fn(known);
}

/** The catalogue in the player's language, loaded once at the start: `await ready` before drawing. */
export const ready = setLanguage(document.documentElement.lang || FALLBACK);

/** The present language's code. */
export const currentLanguage = () => language;

/** Call `fn` after each switch of language: draw again. Returns how to stop. */
export function onLanguage(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** Whether the catalogue has this key. */
export const has = (key) => key in entries || key in fallback;

/**
 * A sentence of the catalogue.
 * @param {string} key
 * @param {Record<string, any>} [facts]
 * @returns {string}
 */
export function t(key, facts = {}) {
  let entry = entries[key] ?? fallback[key];
  if (entry === undefined) {
    if (!warned.has(key)) { warned.add(key); console.warn(`no text for ${key}`); }
    return key;
  }
  if (typeof entry === 'object' && !Array.isArray(entry)) entry = (facts.count === 0 && entry.zero) || entry[rules.select(Number(facts.count ?? 0))] || entry.other;
  return entry.replace(/\{(\w+)(?::([^}]+))?\}/g, (whole, name, form) => {
    const value = facts[name];
    if (value === undefined || value === null) return whole;
    return form ? bend(String(value), form) : typeof value === 'number' ? number(value) : String(value);
  });
}

/** A number as the language writes it, with a true minus. */
export const number = (value) => new Intl.NumberFormat(language).format(value).replace('-', '−');

/** A share in per cent: 37.5 %, as the language writes it. */
export const percent = (value) => t('common.percent', { n: value });

/** How long ago, in words. */
export function ago(when) {
  const date = new Date(typeof when === 'number' && when < 1e12 ? when * 1000 : when);
  if (Number.isNaN(date.getTime())) return '';
  const seconds = (date.getTime() - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (Math.abs(seconds) < 50) return t('time.now');
  /** @type {[Intl.RelativeTimeFormatUnit, number, number][]} */
  const steps = [['minute', 60, 50], ['hour', 3600, 22], ['day', 86400, 6], ['week', 604800, 4]];
  for (const [unit, length, most] of steps) if (Math.abs(seconds) / length < most) return format.format(Math.round(seconds / length), unit);
  return day(date);
}

/** A day of the calendar. @param {Date} date */
export const day = (date) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' }).format(date);

/** A list in words: "a, b and c". */
export const list = (items) => new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
