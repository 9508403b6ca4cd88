// The store: what the page knows of one game, and the commands that change it. Panels and map only read it and call it.
// The server is the only judge: the store sends lines and shows what comes back.

import * as api from "../api.js";
import { closable, closeTopmost } from "../opened.js";
import { change, onSettings, settings } from "../settings.js";
import { t } from "../texts.js";
import { Shortcuts } from "./shortcuts.js";

/** @typedef {{say: string, clause: string, grave: boolean}} Warned what somebody should know before he does something */
/** @typedef {{line: string, verb: string, say: string, unit?: string, hex?: string, hexside?: string, group?: string, other?: string, word?: string, number?: number, beside?: string, final?: boolean, warnings?: Warned[]}} Answer `final`: a die falls at once */
/** @typedef {{id: string, hex: string | null, side: string, kind: string, name: string, sprite: string, status: string[], strength: number, title: string}} Piece */
/** @typedef {{mark: string, [fact: string]: any}} Mark */
/** @typedef {{i: number, side: string, line: string, say: string, forced: boolean, chance: boolean, die: {faces: number[], of: number} | null, turn: number, step: string,
 *   events: {say: string, clause: string}[], unit?: string, path?: string[], clauses: string[], set?: Piece[], gone?: string[], marks?: Mark[]}} Move */
/** @typedef {{game: string, number: number, at: number, moves: number, side: string | null, turn: number, turns: number, step: string, asked: string, yours: boolean, kind: string,
 *   prompt: string, waiting?: string, legal: Answer[], under_way: string[], free: string[] | null, pieces: Piece[], tray: Piece[], marks: Mark[], flags: {hex: string, side: string | null}[], helps: {name: string, of: string, marks: Mark[]}[], panel: any,
 *   main: {line: string, say: string, legal: boolean, final: boolean, leads: string[], ready: boolean} | null, duties: any[], undo: {can: boolean, say: string}, track: any[], books: any[], standing: any[], outlook: any, result: any, draw: {offered: string | null, declined: string | null}}} Scene */
/** @typedef {{number: number, base: number, moves: Move[], scene: Scene}} Update */
/** @typedef {{unit: string, say: string, clause: string}} Stays who does not go with the others, and why */
/** @typedef {{unit?: string, units?: string[], stays?: Stays[], hex?: string, group?: string, auto?: boolean, act?: boolean}} Selection `units`: all of a body; `auto`: the page chose it; `act`: the player means to act with it */
/** @typedef {{line: string, say: string, leads: string[], does: string, step?: string}} Held */
/** @typedef {{cost: string, line: string, path: string[], note?: string, final?: boolean, warnings?: Warned[]}} Way */
/** @typedef {{unit: string, start: string | null, hexes: Record<string, Way>, complete: boolean, units?: string[], stays?: Stays[]}} Reach */

const POINT = 120; // ms the pointer rests on an answer before its meaning is asked for
const RETRIES = [300, 900, 2000]; // ms; an act is sent again under its own key, so that it counts once however often it arrives

export class Store {
  /** @param {string} game @param {string | null} side the seat to look from, or null: the first seat of mine */
  constructor(game, side) {
    this.game = game;
    /** @type {string | null} */ this.viewer = side;
    /** @type {any} */ this.info = null;
    /** @type {any} */ this.board = null;
    /** @type {Scene | null} */ this.scene = null;
    /** @type {Move[]} */ this.moves = [];
    /** @type {Selection | null} */ this.selection = null;
    /** @type {string | null} */ this.hovered = null;
    /** @type {Held | null} an answer that leads to more than its button said: the prompt names it and carries it out */ this.held = null;
    closable("mark", () => this.drop());
    /** @type {number | null} */ this.at = null;
    /** @type {Record<string, {of: string | null, marks: Mark[], ask?: number}>} */ this.overlays = {};
    /** @type {string | null} */ this.overlayOf = null;
    /** @type {Reach | null} */ this.reach = null;
    /** places are asked for that cannot be in view together: the prompt has a button for each */ this.unseen = false;
    this.connection = { state: "live", tries: 0 };
    this.busy = false;
    /** @type {{move: Move, i: number, n: number} | null} */ this.playing = null;
    this.free = { top: 0, left: 0, right: 0, bottom: 0 };
    /** @type {{say: string, retry: () => void} | null} */ this.fault = null;
    /** @type {string[]} */ this.present = [];
    /** @type {string | null} */ this.thinking = null;
    /** @type {{faces: number[], of: number, result: any} | null} dice that still lie on the table, set by dice.js */ this.lying = null;
    /** @type {any} a hint or a plan that is shown, set by advice.js */ this.advice = null;
    /** @type {number | null | undefined} the reason of it that is pointed at */ this.adviceFocus = null;
    /** @type {{plans: any[], told: number[]}} what computer players had in mind, set by advice.js */ this.plans = { plans: [], told: [] };
    /** @type {(() => Promise<void>) | null} */ this.askHint = null;
    this.lesson = false; // the coach leads, and gives the hints
    /** @type {string | null | undefined} the tab of the left panel that is open, set by columns.js */ this.tab = undefined;
    /** @type {() => number} the pixels of the map that it has taken for a while, set by columns.js */ this.lent = () => 0;
    /** @type {boolean | null} is the right column open? set by columns.js */ this.column = null;
    /** @type {string | null} the sheet of a phone that is open */ this.sheetName = null;
    this.listing = false;
    this.shortcuts = new Shortcuts(); // parts of the page add their own
    this.number = -1;
    /** Shows moves one after the other, then calls back; set by anim.js. @type {((moves: Move[], scene: Scene) => Promise<void>) | null} */
    this.animate = null;
    /** @type {() => void} */ this.finish = () => {};
    /** @type {Scene | null} the newest scene, also while an older one is looked at */ this.latest = null;
    this._listeners = new Map();
    this._heard = -1; // the newest number the live line has told
    this._syncing = false;
    this._seat = 0; // grows when the viewer changes: answers to questions of the old one are dropped
    /** @type {any} */ this._live = null;
    /** @type {AbortController | null} ends the question about what was pointed at last */ this._look = null;
    /** @type {Set<AbortController>} end the questions about answers: once something is done they are about nothing */ this._looks = new Set();
    this._ask = { reach: 0, panel: 0, why: 0, jump: 0 };
    onSettings((_, keys) => this.emit("settings", keys));
    this.crowded = false; // the server has too much to do; what was sent is sent again until it is done
    api.tellBusy((busy) => this.set("crowded", busy));
  }

  // --- listening -----------------------------------------------------------------------------------------------------
  /** Call `fn(value, event)` on an event, or on every one with "*". Returns how to stop. */
  on(event, fn) {
    if (!this._listeners.has(event)) this._listeners.set(event, new Set());
    this._listeners.get(event).add(fn);
    return () => this._listeners.get(event).delete(fn);
  }

  emit(event, value) {
    for (const name of [event, "*"]) {
      for (const fn of [...(this._listeners.get(name) ?? [])]) {
        // A panel that fails must not stop the game, nor the other panels.
        try { fn(value, event); } catch (error) { console.error(`on ${event}:`, error); }
      }
    }
  }

  /** Write a field and tell of it. */
  set(name, value) {
    this[name] = value;
    this.emit(name, value);
  }

  /** The player's settings. */
  get settings() { return settings(); }

  /** May the viewer act now? */
  get mine() { return Boolean(this.scene?.yours && this.viewer && this.at === null && !this.playing); }

  /** Legal answers that have these fields. @param {Partial<Answer>} filter @returns {Answer[]} */
  answers(filter = {}) {
    if (!this.mine || !this.scene) return [];
    const wanted = Object.entries(filter).filter(([, value]) => value !== undefined && value !== null);
    return this.scene.legal.filter((answer) => wanted.every(([name, value]) => answer[name] === value));
  }

  /** The piece of that id as it is shown, on the map or in the tray. @returns {Piece | undefined} */
  piece(id) { return this.scene?.pieces.find((p) => p.id === id) ?? this.scene?.tray.find((p) => p.id === id); }

  // --- loading -------------------------------------------------------------------------------------------------------
  /** Load the game and open the live line. @param {Promise<unknown>} words the page's texts, needed from the board on */
  async load(words) {
    // The seat named in the address is most likely mine if it was before: ask for its view at once, and again if it is not.
    const wanted = this.viewer;
    const early = wanted && api.seated(this.game, wanted) ? this._fetch(wanted).catch(() => null) : null;
    const info = await api.gameInfo(this.game);
    const board = api.board(info);
    board.catch(() => {});
    await words;
    this.set("info", info);
    const seats = info.seats.filter((seat) => seat.held === "you").map((seat) => seat.side);
    if (!wanted || !seats.includes(wanted)) this.viewer = seats.includes(info.asked) ? info.asked : seats[0] ?? null;
    this.overlayOf = this.viewer ?? info.seats[0]?.side ?? null;
    this.set("board", await board);
    await this._sit(this.viewer === wanted ? early : null);
  }

  /** The language has changed: fetch everything that is said in it again. The game stays where it is. */
  async speak() {
    await this._guarded(async () => {
      const { _seat: seat } = this;
      const info = await api.gameInfo(this.game);
      Object.assign(this.board, await api.board(info));
      this.info = info;
      if (this.latest) {
        const [scene, moves] = await this._fetch(this.viewer);
        const shown = this.at === null ? scene : await api.scene(this.game, { side: this.viewer ?? undefined, at: this.at });
        if (seat !== this._seat) return;
        this.number = scene.number;
        this.latest = scene;
        this.moves = moves;
        this.scene = shown;
      }
      for (const event of ["language", "info", "moves", "scene"]) this.emit(event, this[event] ?? null);
      this._refresh();
    }, () => this.speak());
  }

  /** What a seat sees now, and what has happened. @param {string | null} side @returns {Promise<[Scene, Move[]]>} */
  _fetch(side) {
    return Promise.all([api.scene(this.game, { side: side ?? undefined }), api.log(this.game, { side: side ?? undefined })]);
  }

  /** @param {Promise<[Scene, Move[]] | null> | null} [early] */
  async _sit(early = null) {
    this._seat += 1;
    const seat = this._seat;
    const [scene, moves] = (await early) ?? (await this._fetch(this.viewer));
    if (seat !== this._seat) return;
    this.number = scene.number;
    this.latest = scene;
    this.set("moves", moves);
    this._listen();
    this.emit("side", this.viewer);
    this._show(scene);
  }

  /** Look from another seat of mine, or as a spectator (null). */
  async side(name) {
    this._drop();
    this.viewer = name;
    await this._guarded(() => this._sit(), () => this.side(name));
  }

  /** Leave the seat: nothing of what it knew stays in memory, nothing is asked for until `side` is called. */
  rise() {
    this._drop();
    this.emit("scene", null);
  }

  _drop() {
    this._seat += 1;
    this.finish();
    this._live?.close();
    this._live = null;
    this.scene = this.latest = this.reach = this.selection = null;
    this.moves = [];
    this.at = null;
    for (const overlay of Object.values(this.overlays)) overlay.marks = [];
    this.emit("selection", null);
    this.emit("reach", null);
  }

  _listen() {
    this._live?.close();
    this._live = api.live(this.game, this.viewer ?? undefined, {
      message: (news) => {
        this._heard = Math.max(this._heard, news.number);
        if (String(news.present ?? []) !== String(this.present)) {
          this.set("present", news.present ?? []);
          if (this.info.seats.some((seat) => seat.held === "open" || seat.held === "player")) this._seats();
        }
        if (news.thinking !== this.thinking) this.set("thinking", news.thinking ?? null);
        if (news.number > this.number) this.sync();
      },
      state: (word) => {
        const back = this.connection.state !== "live";
        const tries = word === "open" ? 0 : this.connection.tries + 1;
        this.set("connection", { state: word === "open" ? "live" : "lost", tries });
        if (word === "open" && back) { this.fault?.retry?.(); this.sync(); }
      },
    });
  }

  /** Somebody came or went: perhaps an open seat is taken now. */
  async _seats() {
    const seat = this._seat;
    const info = await api.gameInfo(this.game).catch(() => null);
    if (info && seat === this._seat && JSON.stringify(info.seats) !== JSON.stringify(this.info.seats)) this.set("info", info);
  }

  /** The seat was taken along into another browser: watch from here on. */
  async _left() {
    const info = await api.gameInfo(this.game).catch(() => null);
    if (!info) return;
    this.set("info", info);
    const mine = info.seats.filter((seat) => seat.held === "you").map((seat) => seat.side);
    await this.side(mine[0] ?? null);
    this.emit("notice", { say: t("panel.return.left"), tone: "warn" });
  }

  /** Hand a seat over, or take one; the table is then seen from a seat that is still mine, or from nobody's. @param {string} side @param {string} to */
  async seat(side, to) {
    const info = await api.handSeat(this.game, side, to);
    this.set("info", info);
    const mine = info.seats.filter((one) => one.held === "you").map((one) => one.side);
    await this.side(this.viewer && mine.includes(this.viewer) ? this.viewer : mine[0] ?? null);
  }

  // --- keeping in step -------------------------------------------------------------------------------------------------
  /** Fetch what happened since the number we know. */
  async sync() {
    if (this._syncing || this.busy || !this.latest) return;
    this._syncing = true;
    const seat = this._seat;
    let told = false;
    try {
      const update = await api.update(this.game, { side: this.viewer ?? undefined, since: this.number });
      told = seat === this._seat;
      if (told) this._receive(update);
    } catch (error) {
      if (error.status === 403 && seat === this._seat) this._left();
      else if (!error.offline) this.emit("notice", { say: error.message, tone: "bad" });
    } finally {
      this._syncing = false;
    }
    // News that came while the answer was on its way.
    if (told && this._heard > this.number) this.sync();
  }

  /** @param {Update} update */
  _receive(update) {
    if (update.number < this.number || !this.latest) return;
    // What is known already, told again when a lost line is back: what the player has open on the map stays open.
    if (update.number === this.number && JSON.stringify(update.scene) === JSON.stringify(this.latest)) return;
    const known = this.moves.length;
    const news = update.moves.filter((move) => move.i >= known);
    const back = update.base < known; // something was taken back: show the result, not the way there
    this.number = update.number;
    this.latest = update.scene;
    this.moves = [...this.moves.slice(0, update.base), ...update.moves.filter((move) => move.i >= update.base)];
    this.emit("moves", this.moves);
    if (this.at !== null) { this.emit("at", this.at); return; }
    const waits = !back && this.animate && news.some((move) => move.die || move.chance || move.side !== this.viewer);
    if (!waits) this._show(update.scene, back ? [] : news);
    else {
      const shown = () => { if (this.latest === update.scene && this.at === null) this._show(update.scene); };
      this.animate?.(news, update.scene).then(shown, (error) => { console.error(error); shown(); });
    }
    if (this._heard > this.number) this.sync();
  }

  /** @param {Scene} scene @param {Move[]} [moves] what led to it, to be shown while the player may already go on */
  _show(scene, moves = []) {
    this.hover(null); // what was pointed at may be gone, and an answer about it still on its way
    this.scene = scene;
    this.set("held", null);
    if (moves.length && this.animate) this.animate(moves, scene);
    this.emit("scene", scene);
    this._refresh();
  }

  // --- acting ------------------------------------------------------------------------------------------------------------
  /**
   * Answer the question. Repeated calls while one is on its way do nothing. What leads to a die, the end of a step or of the turn that the
   * pressed button did not tell of (`said`) is held: the prompt then has the button that does. @param {string} line @param {string[]} [said]
   * @returns {Promise<boolean>} was it done?
   */
  async do(line, said = []) {
    this.finish();
    if (this.busy || !this.viewer || this.at !== null || !this.scene || this.scene !== this.latest) return false;
    const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const act = { side: this.viewer, number: this.number, line, key, said };
    return this._send(() => api.act(this.game, act), line);
  }

  /** Carry out what is held. */
  carryOut() { return this.held ? this.do(this.held.line, this.held.leads) : Promise.resolve(false); }

  /** Let go of what is held: nothing has been done yet. @returns {boolean} was there anything? */
  drop() {
    const { held } = this;
    if (held) { this.set("held", null); this.emit("panel", null); }
    return Boolean(held);
  }

  /** Take back the last choice. */
  async undo() {
    this.finish();
    if (this.drop()) return true;
    if (this.busy || !this.viewer || this.at !== null || !this.scene || this.scene !== this.latest) return false;
    if (!this.scene.undo.can) { this.emit("notice", { say: this.scene.undo.say, tone: "warn", passing: true }); return false; }
    const act = { side: this.viewer, number: this.number };
    return this._send(() => api.undo(this.game, act), "");
  }

  /** End the game for a side, or try to: resign, or offer a draw and answer one. @param {"resign" | "draw"} deed @param {string} side @param {string} [to] */
  async end(deed, side, to = "") {
    this.finish();
    if (this.busy || !this.latest) return false;
    if (this.at !== null) await this.jump(null);
    return this._send(() => (deed === "resign" ? api.resign(this.game, side) : api.draw(this.game, side, to)), "");
  }

  async _send(request, line) {
    const seat = this._seat;
    this.hover(null); // a look at what is about to happen comes too late
    for (const look of this._looks) look.abort();
    this.set("busy", true);
    this.set("fault", null);
    let update = null;
    try {
      for (let attempt = 0; ; attempt += 1) {
        try { update = await request(); break; } catch (error) {
          if (!error.offline || attempt >= RETRIES.length) throw error;
          await new Promise((done) => { setTimeout(done, RETRIES[attempt]); });
        }
      }
    } catch (error) {
      this.set("busy", false);
      if (seat === this._seat) this._refused(error, line, request);
      return false;
    }
    this.set("busy", false);
    if (seat !== this._seat) return false;
    if (update.held && update.number === this.number) {
      this.set("held", update.held);
      this.preview(line).then((panel) => { if (this.held?.line === line) this.emit("panel", panel); }, () => {});
      return false;
    }
    this._receive(update);
    if (this._heard > this.number) this.sync();
    return true;
  }

  _refused(error, line, request) {
    if (error.offline) {
      // The act keeps its key: when the line is back it is sent once more and counts once.
      this.set("fault", { say: t("map.offline.act"), retry: () => { if (!this.busy) this._send(request, line); } });
    } else if (error.status === 409) {
      this.emit("notice", { say: t("map.stale"), tone: "warn" });
      this.sync();
    } else if (error.rulings?.length) {
      this.emit("why", { query: { line }, answer: { say: error.message, rulings: error.rulings, legal: false } });
    } else {
      this.emit("notice", { say: error.message, tone: "bad" });
      this.sync();
    }
  }

  async _guarded(fn, retry) {
    try { await fn(); this.set("fault", null); } catch (error) { this.set("fault", { say: error.message, retry }); }
  }

  // --- choosing -----------------------------------------------------------------------------------------------------------
  /** Select a unit, several, a hex or a group; guide.js listens and shows what can be done. @param {Selection | null} what */
  select(what) {
    this.finish();
    this.set("selection", what);
  }

  /** One step back, as Escape does: the topmost thing is closed. */
  cancel() { closeTopmost(); }

  /** Where a unit can go, and of a stack in hand where all of it can; kept in `reach`. @param {string | null} unit @param {string[]} others */
  async findReach(unit, others = []) {
    const ask = ++this._ask.reach;
    if (!unit) { this.set("reach", null); return null; }
    const { _seat: seat, number } = this;
    try {
      const reach = await api.reach(this.game, { side: this.viewer ?? undefined, unit, others });
      if (ask !== this._ask.reach || seat !== this._seat || number !== this.number) return null;
      this.set("reach", reach);
      return reach;
    } catch { return null; }
  }

  /** The line that takes several units to a hex in one act, each by its own way, and who could not follow; null if that cannot be asked now. @param {string[]} units @param {string} hex */
  march(units, hex) { return api.march(this.game, { side: this.viewer ?? undefined, units, hex }).catch(() => null); }

  /** Ask why something cannot be done; the card shows the answer. @param {{unit?: string, hex?: string, line?: string}} query */
  async why(query) {
    const ask = ++this._ask.why;
    const seat = this._seat;
    try {
      const answer = await api.why(this.game, { side: this.viewer ?? undefined, ...query });
      if (ask === this._ask.why && seat === this._seat) this.emit("why", { query, answer });
      return answer;
    } catch (error) {
      this.emit("notice", { say: error.message, tone: "bad" });
      return null;
    }
  }

  /** What an answer would come to, while the pointer rests on it; null when it leaves. */
  hover(line) {
    if (line === this.hovered) return;
    this.set("hovered", line ?? null);
    this._look?.abort();
    const look = (this._look = new AbortController());
    const ask = ++this._ask.panel;
    if (!line) { this.emit("panel", null); return; }
    setTimeout(async () => {
      if (ask !== this._ask.panel || this.busy) return;
      const panel = await this.preview(line, look).catch(() => null);
      if (ask === this._ask.panel) this.emit("panel", panel);
    }, POINT);
  }

  /** What an answer would come to, unless something is done before that is known. @param {string} line */
  async preview(line, look = new AbortController()) {
    if (this.busy) throw new DOMException("something is being done", "AbortError");
    this._looks.add(look);
    try { return await api.preview(this.game, { side: this.viewer ?? undefined, line, signal: look.signal }); } finally { this._looks.delete(look); }
  }

  /** @param {{hex?: string, unit?: string}} what */
  inspect(what) { return api.inspect(this.game, { side: this.viewer ?? undefined, at: this.at ?? undefined, ...what }); }

  openClause(id) { this.emit("clause", id); }

  /** Bring a hex into view and put the focus of the keyboard on it. */
  focusHex(label) { this.emit("focus", label); }

  list(on) { this.set("listing", on ?? !this.listing); }

  /** Open a sheet of a phone; nothing closes it. @param {string | null} name */
  sheet(name) { this.set("sheetName", name ?? null); this.emit("sheet", this.sheetName); }

  speed(value) { change({ speed: value }); }

  // --- looking back ---------------------------------------------------------------------------------------------------------
  /** Show the game after so many moves; null is now. */
  async jump(at) {
    this.finish();
    const ask = ++this._ask.jump;
    const seat = this._seat;
    if (at === null || at >= this.moves.length) {
      if (this.at === null) return;
      this.at = null;
      this.emit("at", null);
      if (this.latest) this._show(this.latest);
      return;
    }
    this.set("at", Math.max(0, at));
    try {
      const scene = await api.scene(this.game, { side: this.viewer ?? undefined, at: this.at ?? 0 });
      if (ask === this._ask.jump && seat === this._seat && this.at !== null) this._show(scene);
    } catch (error) {
      this.emit("notice", { say: error.message, tone: "bad" });
    }
  }

  // --- overlays -------------------------------------------------------------------------------------------------------------
  /** Switch an overlay on or off, or show it for another side. */
  toggleOverlay(name, of) {
    const known = this.overlays[name];
    const wanted = of ?? this.overlayOf;
    if (known && (of === undefined || known.of === wanted)) delete this.overlays[name];
    else {
      this.overlays[name] = { of: wanted, marks: known?.marks ?? [] };
      this._fetchOverlay(name);
    }
    this.emit("overlays", this.overlays);
  }

  /** Show the overlays of that side from now on. */
  overlaysOf(side) {
    this.overlayOf = side;
    for (const [name, overlay] of Object.entries(this.overlays)) { overlay.of = side; this._fetchOverlay(name); }
    this.emit("overlays", this.overlays);
  }

  async _fetchOverlay(name) {
    const overlay = this.overlays[name];
    const facts = this.board?.overlays?.find((one) => one.name === name);
    const unit = facts?.unit ? this.selection?.unit : undefined;
    if (!overlay || !this.latest) return;
    if (facts?.unit && !unit) { overlay.marks = []; this.emit("overlays", this.overlays); return; }
    const { _seat: seat } = this;
    const ask = (overlay.ask = (overlay.ask ?? 0) + 1);
    try {
      const { marks } = await api.overlay(this.game, name, { side: this.viewer ?? undefined, of: overlay.of ?? undefined, unit, at: this.at ?? undefined });
      if (seat !== this._seat || this.overlays[name] !== overlay || ask !== overlay.ask) return;
      overlay.marks = marks;
      this.emit("overlays", this.overlays);
    } catch (error) {
      if (!error.offline) this.emit("notice", { say: error.message, tone: "bad" });
    }
  }

  /** Overlays follow the scene; those of one unit also the selection. */
  _refresh(only = "") {
    for (const name of Object.keys(this.overlays)) {
      if (!only || this.board?.overlays?.find((one) => one.name === name)?.unit) this._fetchOverlay(name);
    }
  }

  /** Called by the guide when the selected unit changes. */
  refreshUnitOverlays() { this._refresh("unit"); }
}
