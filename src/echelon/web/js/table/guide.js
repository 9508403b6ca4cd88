// The guide: how clicks, drags and keys become an answer, for any game. It knows fields (unit, group, hex, hexside, word), not verbs:
// answers are narrowed by what was pressed; one left is done at once, several that differ in a word are offered, none is explained.

import { clause, h } from "../dom.js";
import { closable } from "../opened.js";
import { setting } from "../settings.js";
import { t } from "../texts.js";
import { Choices } from "./choices.js";
import { Deeds } from "./deeds.js";
import { Dragging } from "./drag.js";
import { Fan } from "./fan.js";
import { shortOf } from "./panels/parts.js";
import { plain } from "./plain.js";
import { gestures } from "./pointer.js";

/** @typedef {import("./store.js").Answer} Answer */
/** @typedef {import("./store.js").Selection} Selection */

const PLACES = ["hex", "hexside", "other", "word", "number"]; // what an answer may still need once its unit or group is known
const FEW = 24; // places that are all brought into the view
const LISTED = 6; // and where there is no room for that, have a button each
const needs = (/** @type {Answer} */ answer) => PLACES.filter((field) => answer[field] !== undefined);

export class Guide {
  /** @param {import("./store.js").Store} store @param {import("./map.js").MapView} map */
  constructor(store, map) {
    this.store = store;
    this.map = map;
    this.choices = new Choices(store, map);
    this.deeds = new Deeds(store, map, this.choices);
    this.fan = new Fan(store, map, {
      press: (unit, whole) => (whole ? this.wholeStack(unit) : this._again({ unit, hex: this.fan.hex }) ? this._letGo() : this.pressUnit(unit)),
      can: (unit) => this.canAct(unit),
      whole: (units) => this.canGoWhole(units),
      instead: (hex) => this._mayEnter(hex) && this.map.counters.at(hex).some((piece) => this.canAct(piece.id)),
    });
    map.drawn = () => this._drawn();
    map.asked = () => { const places = this.places(); return places.length <= FEW ? places : []; };
    this.free = new Set(); // units that could act when nobody was under way
    this.reaching = Promise.resolve(null);
    this.dragging = new Dragging(this);
    this.pointed = null;
    /** @type {Selection | null} */
    this._last = null;
    this._kind = ""; // of the question last shown
    this._still = -1; // the number of the scene that counters last came to rest in
    store.on("scene", () => this.onScene());
    store.on("selection", (selection) => this.onSelection(selection));
    // The card of a hex that was asked for must not lie over it.
    store.on("focus", (label) => { this.looked = label; });
    store.on("free", () => { if (store.sheetName === "card" && this.looked) map.camera.show(map.hexes.at(this.looked).x, map.hexes.at(this.looked).y); });
    store.on("reach", () => this.refresh());
    store.on("hovered", () => this.hovered());
    store.on("at", () => this.refresh());
    store.on("playing", (playing) => { if (playing) map.show("guide", []); }); // nothing can be chosen while dice fall
    // What a unit could reach is told apart from where the one in hand can go now.
    const told = (row) => (row.mark === "reachable" ? { ...row, mark: "range" } : row);
    store.on("overlays", () => this.map.show("overlay", Object.values(store.overlays).flatMap((overlay) => overlay.marks.map(told))));
    closable("card", () => this.choices.close());
    closable("fan", () => this.fan.close());
    closable("drag", () => this.dragging.cancel());
    closable("taken", () => this._letGo());
    for (const event of ["scene", "overlays", "at", "settings", "playing"]) store.on(event, () => this.help());
    this.pointer = gestures(map, {
      press: (at, event) => this.press(at, event),
      hold: (at) => { this.fan.rest(at); this.looked = at.hex; store.emit("looked", at); },
      open: (at) => !at.unit && !at.hexside && !this._mayEnter(at.hex) && !this._answersAt(at.hex).length,
      hover: (at) => this.hover(at),
      rest: (at) => { this.fan.rest(at); store.emit("pointed", at?.hex ? { hex: at.hex, unit: at.unit ?? undefined } : null); },
      canDrag: (at, event) => this.dragging.can(at, event),
      dragStart: (at) => this.dragging.start(at),
      drag: (at) => this.dragging.to(at),
      drop: (at) => this.dragging.drop(at),
    });
  }

  /** Empty the hand. A unit under way comes back into it and stays there: taking that back is undo. @returns {boolean} was there anything in it? */
  _letGo() {
    const { store } = this;
    if (!store.selection) return false;
    const under = store.mine ? store.scene?.under_way[0] : undefined;
    if (under && store.selection.unit === under && !store.selection.units) return false;
    store.set("selection", under ? { unit: under, hex: store.piece(under)?.hex ?? undefined, auto: true } : null);
    return true;
  }

  /** Counters were drawn. Once they rest, own ones that have come under the pointer fan out without its moving. */
  _drawn() {
    this.fan.refresh();
    const { store, map } = this;
    if (map.shown || this._still === store.number) return;
    this._still = store.number;
    if (map.counters.at(this.pointed?.hex).some((piece) => piece.side === store.viewer)) this.pointer.again();
  }

  // --- following the game ----------------------------------------------------------------------------------------------
  onScene() {
    const { store } = this;
    const scene = store.scene;
    this.choices.close();
    this.pointer.forget();
    store.reach = null;
    if (!scene) { this.map.say(""); this.map.show("guide", []); this.map.draw(); return; }
    const answers = store.answers();
    if (scene.free || !scene.under_way.length) this.free = new Set(scene.free ?? answers.flatMap((answer) => (answer.unit ? [answer.unit] : [])));
    // Another question begins with an empty hand: who moved is not thereby the one to be lost.
    const asked = scene.kind !== this._kind;
    if (asked) store.selection = null;
    this._kind = scene.kind;
    this.showPlaces(asked);
    const chosen = this._next(answers);
    const same = chosen?.unit === store.selection?.unit && chosen?.group === store.selection?.group && chosen?.hex === store.selection?.hex;
    if (same && !chosen && !this._last) this.refresh();
    else store.set("selection", chosen ? { ...chosen, auto: true } : null);
  }

  /** Show what the question needs, beside what the player has switched on himself: those stay, and are not drawn twice. */
  help() {
    const { scene, mine, overlays } = this.store;
    const rows = mine && setting("helps") ? scene?.helps ?? [] : [];
    this.map.show("help", rows.filter(({ name, of }) => overlays[name]?.of !== of).flatMap(({ marks }) => marks));
  }

  /** The middles of the hexes that are asked for. */
  places() {
    const { store, map: { hexes } } = this;
    /** @param {Answer} answer */
    const at = ({ hex, hexside, unit }) => hex ?? hexside?.split("|")[0] ?? (unit ? store.piece(unit)?.hex : null);
    return [...new Set(store.answers().map(at))].filter((label) => label && hexes.has(label)).map((label) => hexes.at(label));
  }

  /** Places that are asked for may lie outside of the view: few are all brought into it, of many at least some. Where the same is asked again the view stays, unless none of a few is in it. */
  showPlaces(fresh = true) {
    const { store, map: { camera } } = this;
    const places = this.places();
    const few = places.length <= FEW;
    const listed = places.length <= LISTED; // each of them has a button where they have no room: the first view stays on the front
    const whole = fresh && few ? camera.showAll(places, undefined, listed && camera.home !== null) : (fresh || few) && !(listed && store.unseen) && camera.showAny(places);
    if (fresh) store.set("unseen", whole === false && listed);
  }

  /** Who is in hand after a change: the unit under way, the one that must answer, or the one chosen before if it still can. */
  _next(answers) {
    const { scene, selection } = this.store;
    if (!scene) return null;
    const under = scene.under_way.find((id) => answers.some((answer) => answer.unit === id));
    const named = new Set(answers.map((answer) => answer.unit).filter(Boolean));
    const placed = answers.filter((answer) => answer.hex !== undefined || answer.hexside !== undefined);
    const only = named.size === 1 && placed.length && placed.every((answer) => answer.unit) ? [...named][0] : null;
    const unit = under ?? only ?? (selection?.unit && named.has(selection.unit) ? selection.unit : null);
    if (unit) return { unit, hex: this.store.piece(unit)?.hex ?? undefined };
    if (selection?.group && answers.some((answer) => answer.group === selection.group)) return { group: selection.group };
    return null;
  }

  /** @param {Selection | null} selection */
  onSelection(selection) {
    const { store } = this;
    const before = this._last;
    this._last = selection;
    this.choices.close();
    store.refreshUnitOverlays();
    // A press in the tray may name whom the one in hand is to act on.
    const other = selection?.group ?? selection?.unit;
    if (other && !selection?.auto && (before?.group || before?.unit)) {
      const onto = store.answers({ group: before.group, unit: before.unit, other });
      if (onto.length) { this._last = null; this.choose(onto, null); return; }
    }
    if (store.reach) store.findReach(null); else this.refresh();
    if (!selection?.unit || !store.mine || !this.canAct(selection.unit)) return;
    const unit = selection.unit;
    const at = this.deeds.finger ? store.piece(unit)?.hex : null;
    if (at) this.map.camera.show(this.map.hexes.at(at).x, this.map.hexes.at(at).y); // not half under a button
    const answers = store.answers({ unit });
    this.reaching = store.findReach(unit, selection.units?.filter((id) => id !== unit));
    this.reaching.then((reach) => {
      if (store.selection?.unit !== unit) return;
      const found = reach && Object.keys(reach.hexes).length > 0;
      // A press on the map or in the tray means to act; a panel that selects a unit on the map only shows it.
      if (!answers.length) { if (selection.act && !found) this.switchTo(unit); return; }
      if ((selection.act || !store.piece(unit)?.hex) && !selection.auto && !found) this._settle(answers, store.piece(unit)?.hex ?? null);
      else this._extras(unit, answers, found ? reach : null);
      if (found && !this.deeds.finger) this.map.camera.showWhole([reach.start, ...Object.keys(reach.hexes)].filter((label) => this.map.hexes.has(label)).map((label) => this.map.hexes.at(label)));
    });
  }

  /** Nothing to point at on the map any more: do the one thing, or offer the few. */
  _settle(answers, hex) {
    if (answers.some((answer) => answer.hex !== undefined || answer.hexside !== undefined || answer.other !== undefined)) return;
    const shown = this._prompted();
    if (answers.length === 1 || !answers.every(({ line }) => shown.has(line))) this.choose(answers, hex);
  }

  /** The lines that the prompt has buttons for: the map does not offer them a second time. */
  _prompted() { return new Set([...plain(this.store), ...(this.store.scene?.main ? [this.store.scene.main] : [])].map(({ line }) => line)); }

  /** What a unit can do besides going somewhere, if the prompt has no button for it. */
  _extras(unit, answers, reach) {
    const begun = new Set(reach ? Object.values(reach.hexes).map((way) => way.line.split(";")[0].trim()) : []);
    const shown = this._prompted();
    const more = answers.filter((answer) => answer.hex === undefined && answer.hexside === undefined && answer.other === undefined
      && !begun.has(answer.line) && !shown.has(answer.line));
    const hex = this.store.piece(unit)?.hex;
    if (reach && more.length && more.length < 6 && hex) this.choices.open(more, hex, { quiet: true });
  }

  /** Draw what can be done with what is in hand. */
  refresh() {
    const { store, map } = this;
    const selection = store.selection;
    const rows = [];
    const answers = store.answers();
    const picks = selection?.unit ? { unit: selection.unit } : selection?.group ? { group: selection.group } : null;
    map.selected = new Set([...(selection?.units ?? []), ...(selection?.unit ? [selection.unit] : [])]);
    map.can = new Set(answers.flatMap((answer) => [answer.unit, answer.group, answer.other].filter(Boolean)));
    const hex = selection?.unit ? store.piece(selection.unit)?.hex : selection?.hex;
    if (hex) rows.push({ mark: "selected", hex });
    const reach = picks && store.reach?.unit === selection?.unit ? store.reach : null;
    const ways = reach?.hexes ?? {};
    for (const [label, way] of Object.entries(ways)) rows.push({ mark: "reachable", hex: label, cost: way.cost, warned: Boolean(way.warnings?.some((one) => one.grave)), low: map.counters.at(label).length > 0 });
    // What is attacked wears red: where it can be gone to, that is marked on it as well.
    for (const { mark, hex: label } of store.scene?.marks ?? []) if (mark === "target" && ways[label]) rows.push({ mark: "choice", hex: label, strong: true });
    const fitting = answers.filter((answer) => (picks ? Object.entries(picks).every(([name, value]) => answer[name] === value) : !answer.unit && !answer.group));
    const loose = picks ? answers.filter((answer) => !answer.unit && !answer.group) : [];
    rows.push(...this.deeds.marks(fitting, loose, ways), ...this.deeds.owed(answers));
    map.show("guide", rows);
    map.draw();
    if (this.pointed) this.hover(this.pointed);
  }

  // --- pressing ----------------------------------------------------------------------------------------------------------
  /** @param {any} at what lies under the pointer @param {PointerEvent} event */
  press(at, event) {
    const { store } = this;
    if (store.playing) { store.finish(); return; }
    this.choices.close();
    if (at.touch && at.hex !== this.fan.hex) this.fan.close();
    this.map.root.focus({ preventScroll: true });
    this.deeds.finger = Boolean(at.touch);
    store.emit("pressed", at);
    if (at.hexside) this.pressHexside(at.hexside);
    else if (at.unit && event.shiftKey) this.wholeStack(at.unit);
    else if (at.unit && this._again(at)) this._letGo();
    else if (at.unit && at.touch && this._touched(at)) return;
    // A hex that can be reached is gone to, whoever lies there; the fan that opens over it takes him instead.
    else if (at.unit && this._mayEnter(at.hex) && !this._onto(at.unit).length) this.pressHex(at.hex);
    else if (at.unit) this.pressStack(at.hex, at.unit);
    else if (at.hex) this.pressHex(at.hex);
    else store.select(null);
  }

  /** A second press on what is in hand lays it down: a unit whose stack has fanned out already, or a whole stack. */
  _again(at) {
    const { selection, scene, mine } = this.store;
    if (!mine || !selection?.unit || selection.hex !== at.hex) return false;
    if (selection.units) return selection.units.includes(at.unit);
    return !scene.under_way.includes(selection.unit) && Boolean(selection.act) && selection.unit === at.unit && (this.map.counters.at(at.hex).length === 1 || this.fan.hex === at.hex);
  }

  /** A finger cannot hover: it opens stacks, and is asked when it could mean to go there or to look. @returns {boolean} was it dealt with? */
  _touched(at) {
    const stack = this.map.counters.at(at.hex);
    const look = () => { if (stack.length > 1) this.fan.toggle(at.hex); else this.pressUnit(at.unit); };
    const { reach, selection } = this.store;
    const others = stack.some((piece) => piece.id !== selection?.unit && this.canAct(piece.id));
    if (this._mayEnter(at.hex) && others) {
      const cost = reach?.hexes[at.hex].cost;
      this.choices.offer([
        { say: cost ? t("map.go", { hex: at.hex, cost }) : t("map.go_free", { hex: at.hex }), key: "go", act: () => this.pressHex(at.hex) },
        { say: stack.length > 1 ? t("map.look") : t("map.take", { name: shortOf(this.store, stack[0].id) }), key: "look", act: look },
      ], at.hex);
      return true;
    }
    if (stack.length < 2 || this._mayEnter(at.hex) || this._answersAt(at.hex).length) return false;
    look();
    return true;
  }

  /**
   * A press on a stack takes the counter that is seen there. Whoever lies under it is never taken unseen: where he could be
   * meant the stack fans out, and a further press adds the next. `keys`: the cursor of the keyboard goes into the fan; it has a key to open one besides.
   * @param {string} hex @param {string | null} unit the counter that was pressed @param {boolean} [keys]
   */
  pressStack(hex, unit, keys = false) {
    const stack = this.map.counters.at(hex);
    const [top] = stack;
    const able = stack.filter((piece) => this._meant(piece.id));
    const seen = unit && !stack.some((piece) => piece.id === unit && piece !== top); // what is no unit lies beside the stack
    const taken = seen && this._meant(unit) ? unit : able.length === 1 && able[0] === top ? top.id : null;
    if (!taken && able.length && (keys || this.fan.hex !== hex)) { this.fan.open(hex, keys); return; }
    // The stack lies open: whoever presses it once more means the next one if the top has joined, else the top, and is told why not.
    if (!taken && able.length) { this.pressUnit((this.map.joined.includes(top.id) ? able[0] : top).id); return; }
    this.pressUnit(taken ?? unit ?? top.id);
    if (able.length > 1 && !keys) this.fan.open(hex);
  }

  /** Can a press on a unit mean it: to act, or to be acted on by the one in hand? */
  _meant(id) { return this.canAct(id) || this._onto(id).length > 0; }

  /** What the one in hand could do to another. @returns {Answer[]} */
  _onto(id) {
    const { selection } = this.store;
    return selection?.unit || selection?.group ? this.store.answers({ unit: selection.unit, group: selection.group, other: id }) : [];
  }

  /** Could the unit in hand go into that hex? */
  _mayEnter(hex) {
    const { selection, reach } = this.store;
    return Boolean(selection?.unit && reach?.unit === selection.unit && reach.hexes[hex]);
  }

  /** @param {string} id */
  pressUnit(id) {
    const { store } = this;
    const piece = store.piece(id);
    const hex = piece?.hex ?? undefined;
    if (!store.mine) { store.select({ unit: id, hex }); return; }
    const { selection } = store;
    const onto = this._onto(id);
    if (onto.length) { this.choose(onto, hex ?? null); return; }
    if (store.answers({ unit: id }).length || store.answers({ group: id }).length) {
      this._picked(id);
      store.select(piece?.kind === "group" ? { group: id } : { unit: id, hex, act: true });
      return;
    }
    // Its counter means the unit, the rest of the hex and the cost chip mean the place.
    if (this.canAct(id)) { this._picked(id); store.select({ unit: id, hex, act: true }); return; }
    if (hex && this._answersAt(hex).length) { this.pressHex(hex); return; }
    if (this._mayEnter(hex) && piece?.side !== store.viewer) { this.pressHex(hex); return; }
    const foe = piece && piece.side !== store.viewer;
    if (foe && selection?.unit && store.answers({ unit: selection.unit }).length && hex) { store.why({ unit: selection.unit, hex }); return; }
    store.select({ unit: id, hex });
    if (!foe && store.answers().some((answer) => answer.unit)) store.why({ unit: id });
    else if (foe && hex && this._targets()) store.why({ hex });
  }

  /** One was chosen out of the fan: it stays while others could be chosen, too, but not under a finger that has to point at the map next. */
  _picked(id) {
    const others = this.map.counters.at(this.fan.hex).some((piece) => piece.id !== id && this.canAct(piece.id));
    const places = this.deeds.finger && !this.store.answers({ unit: id }).some((answer) => !needs(answer).length);
    if (!others || places) this.fan.close();
  }

  /** End the move of the unit under way, then take another that cannot say where it could go. If a die falls then, that is asked first. */
  async switchTo(id) {
    const { store } = this;
    const main = store.scene?.main;
    if (main?.final) { this._askMain(); return; }
    if (main && (await store.do(main.line))) store.select({ unit: id, hex: store.piece(id)?.hex ?? undefined, act: true });
  }

  /** The end of a move that leads to a die, offered beside the unit under way. */
  _askMain() {
    const { main, under_way: under } = /** @type {any} */ (this.store.scene);
    const hex = this.store.piece(under[0])?.hex;
    // Whoever thinks better of it has the unit under way in hand again.
    this.deeds.ask([main], hex ?? null, () => this.store.set("selection", { unit: under[0], hex, auto: true }));
  }

  /** Are places chosen now by themselves, as the target of an attack is? */
  _targets() { return this.store.answers().some((answer) => answer.hex && !answer.unit && !answer.group); }

  /** Answers at a hex, with what is in hand or else with nothing in hand. @returns {Answer[]} */
  _answersAt(hex) {
    const { store } = this;
    const { selection } = store;
    const held = selection?.unit ? store.answers({ unit: selection.unit, hex }) : selection?.group ? store.answers({ group: selection.group, hex }) : [];
    if (held.length) return held;
    const all = store.answers({ hex });
    const plain = all.filter((answer) => !answer.unit && !answer.group);
    if (plain.length) return plain;
    // With nothing in hand a place may still say enough: the one unit that can go there.
    return selection?.unit || selection?.group ? [] : all.filter((answer) => answer.unit && all.length <= 6);
  }

  /** @param {string} label */
  pressHex(label) {
    const { store } = this;
    const { selection } = store;
    if (!store.mine) { store.select({ hex: label }); return; }
    if (this._mayEnter(label)) { this._go(label, /** @type {any} */ (store.reach).hexes[label]); return; }
    if (selection?.units?.length && selection.hex !== label) { this._march(selection.units, label); return; }
    const answers = this._answersAt(label);
    if (answers.length) { this.choose(answers, label); return; }
    const stack = this.map.counters.at(label);
    if (stack.some((piece) => this.canAct(piece.id) && piece.id !== selection?.unit)) { this.pressStack(label, null); return; }
    const own = selection?.unit ? store.piece(selection.unit) : null;
    if (own && own.side === store.viewer && own.hex !== label && this.canAct(own.id)) { store.why({ unit: own.id, hex: label }); return; }
    if (selection?.group) { store.why({ unit: selection.group, hex: label }); return; }
    store.select(stack[0] ? { unit: stack[0].id, hex: label } : { hex: label });
    if (stack.some((piece) => piece.side !== store.viewer) && this._targets()) store.why({ hex: label });
  }

  /** Go there. Where a die falls on the way it is asked, with the chances; a finger has not seen the tip and is told what awaits it. @param {string} label @param {import("./store.js").Way} way */
  _go(label, way) {
    const { selection } = this.store;
    const body = selection?.units?.length ? selection.units : null; // a stack goes as a body
    const go = () => (body ? this._march(body, label) : this.store.do(way.line));
    const say = way.cost ? t("map.go", { hex: label, cost: way.cost }) : t("map.go_free", { hex: label });
    if (way.final) { this.deeds.ask([{ line: way.line, say, verb: "", final: true }], label); return; }
    if (!this.deeds.finger || !way.note) { go(); return; }
    this.choices.offer([{ say: `${say}. ${way.note}`, key: "go", act: go }, { say: t("common.cancel"), key: "cancel", act: () => {} }], label);
  }

  /** A body goes to a hex. If not all of it gets there, who stays is named first, and why. @param {string[]} units @param {string} label */
  async _march(units, label) {
    const { store } = this;
    const { number } = store;
    const found = await store.march(units, label);
    if (!found || number !== store.number || !store.mine) return;
    if (!found.left.length) { store.do(found.line); return; }
    if (!found.units.length) { store.why({ unit: units[0], hex: label }); return; }
    const names = (/** @type {string[]} */ ids) => ids.map((id) => shortOf(store, id)).join(", ");
    this.choices.offer([
      { say: t("map.without", { names: names(found.units), hex: label }), key: "go", act: () => store.do(found.line) },
      { say: t("common.back"), key: "cancel", act: () => {} },
    ], label, found.left.map((one) => [h("b", null, t("map.stays", { name: shortOf(store, one.unit) })), " ", one.say, " ", one.clause ? clause(one.clause, { short: true }) : ""]));
  }

  /** @param {string} hexside */
  pressHexside(hexside) {
    const answers = this.deeds.at(hexside);
    if (answers.length) this.choose(answers, hexside);
  }

  /** Can a unit act now, or once the one under way has stopped? */
  canAct(id) {
    const { store } = this;
    if (store.answers({ unit: id }).length || store.answers({ group: id }).length) return true;
    const scene = store.scene;
    return Boolean(store.mine && scene?.under_way.length && scene.main?.legal && this.free.has(id) && !scene.under_way.includes(id));
  }

  /** How many of a stack of mine can go together? None if it is not two, or if each needs a place of its own. @param {any[]} units */
  canGoWhole(units) {
    const { store } = this;
    const ready = units.filter(({ id }) => {
      const own = store.scene?.under_way.includes(id) ? [] : store.answers({ unit: id });
      return own.length ? own.some((answer) => !needs(answer).length) : store.scene?.under_way.includes(id) || this.canAct(id);
    });
    return units.every((piece) => piece.side === store.viewer) && ready.length > 1 ? ready.length : 0;
  }

  /** One answer is done, several are offered; what cannot be taken back is asked. @param {Answer[]} answers @param {string | null} place */
  choose(answers, place) {
    if (!this.deeds.asks(answers)) this.store.do(answers[0].line);
    else if (answers.some((answer) => answer.final || answer.hexside !== undefined)) this.deeds.ask(answers, place);
    else this.choices.open(answers, place);
  }

  /** Take all of a stack that can act in hand, to go as a body; where nobody goes anywhere, as in an attack, all of them join. @param {string} id */
  async wholeStack(id) {
    const { store } = this;
    this.fan.close();
    const hex = store.piece(id)?.hex;
    const stack = new Set(this.map.counters.at(hex).filter((piece) => piece.side === store.viewer).map((piece) => piece.id));
    const first = store.scene?.under_way.find((one) => stack.has(one)) ?? id; // who is under way goes on before others begin
    const reach = stack.size > 1 && this.canAct(first) ? await store.findReach(first, [...stack].filter((other) => other !== first)) : null;
    const [lead] = reach?.units ?? [];
    if (reach && lead && Object.keys(reach.hexes).length) {
      const { units = [], stays = [] } = reach;
      store.select({ unit: lead, hex: hex ?? undefined, ...(units.length > 1 ? { units, stays } : { act: true }) });
      return;
    }
    const main = store.scene?.main;
    const busy = main && !store.answers({ unit: id }).length && this.canAct(id);
    if (busy && main.final) { this._askMain(); return; }
    if (busy && !(await store.do(main.line))) return;
    const start = store.answers({ unit: id }).filter((answer) => !needs(answer).length);
    if (start.length !== 1 && !store.scene?.under_way.includes(id)) { this.pressUnit(id); return; }
    if (start.length === 1 && !store.scene?.under_way.includes(id) && !(await store.do(start[0].line))) return;
    for (let k = 0; k < stack.size; k += 1) {
      const join = store.answers().find((answer) => answer.unit && answer.unit !== id && stack.has(answer.unit) && !needs(answer).length);
      if (!join || !(await store.do(join.line))) break;
    }
  }

  // --- hovering ----------------------------------------------------------------------------------------------------------
  /** @param {any | null} at */
  hover(at) {
    const { store, map } = this;
    this.pointed = at;
    const answers = !store.mine || !at ? [] : at.hexside ? this.deeds.at(at.hexside) : at.hex ? this._answersAt(at.hex) : [];
    const way = at?.hex && !at.hexside && this._mayEnter(at.hex) ? /** @type {any} */ (store.reach).hexes[at.hex] : null;
    map.root.classList.toggle("pointing", Boolean(way || answers.length || (at?.unit && map.can.has(at.unit))));
    map.show("hover", way ? [{ mark: "route", hexes: way.path }] : []);
    if (way) { this.deeds.tell(null, []); this.choices.tip(at.hex, way); } else this.deeds.tell(at?.hexside ?? at?.hex ?? null, at?.keys && !answers.length ? this.deeds.around(at.hex) : answers);
    store.hover(way ? way.line : answers.length === 1 ? answers[0].line : null);
  }

  /** A panel points at an answer: show its place. */
  hovered() {
    const { store, map } = this;
    if (this.pointed?.hex) return;
    const answer = store.hovered ? store.answers().find((one) => one.line === store.hovered) : null;
    const hex = answer?.hex ?? (answer?.unit ? store.piece(answer.unit)?.hex : undefined);
    map.show("hover", hex ? [{ mark: "choice", hex, strong: true }] : []);
  }
}
