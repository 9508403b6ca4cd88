// The why-not card: what was refused, the facts, the clauses, and what would make it legal. Beside the hex, never over it; on a
// phone held upright, where nothing lies beside a hex, a sheet at the foot in place of the prompt.

import { clause, h } from "../dom.js";
import { closable } from "../opened.js";
import { t } from "../texts.js";
import { joinedAt, leave, since } from "./leaving.js";
import { brief, shortOf } from "./panels/parts.js";

/** @typedef {{clause: string, say: string, remedy: string[]}} Ruling */

/**
 * @param {import("./store.js").Store} store
 * @param {import("./map.js").MapView} map
 */
export function whyNot(store, map) {
  const card = h("div", { class: "why", role: "alertdialog", "aria-labelledby": "why-head", hidden: true, id: "why" });
  map.float.append(card);
  /** @type {string | null} */
  let hex = null;

  const low = () => document.body.dataset.layout === "phone" && document.body.dataset.held === "upright";

  /** The hexes it speaks of, or those of who asked. */
  const about = () => [hex, ...avoid()].filter((label) => label && map.hexes.has(label)).map((label) => map.hexes.at(/** @type {string} */ (label)));

  /** @type {string[]} hexes that its words name */
  let named = [];

  const place = () => {
    const home = low() ? document.body : map.float;
    if (card.parentElement !== home) home.append(card);
    card.classList.toggle("low", low());
    document.body.toggleAttribute("data-why", low() && !card.hidden);
    if (card.hidden || low()) return;
    if (!hex) { map.centre(card, true); return; }
    const open = avoid();
    map.beside(card, hex, { avoid: open, prefer: ["right", "left", "below", "above"] });
    if (map.covers(card, [hex, ...open])) map.clear(card, hex, open);
  };
  /** Neither over the unit that asked, nor what is attacked, nor a hex or a unit that it names. */
  const avoid = () => {
    const targets = (store.scene?.marks ?? []).flatMap((row) => (row.mark === "target" ? [row.hex] : []));
    const asking = [store.selection?.hex, store.selection?.unit ? store.piece(store.selection.unit)?.hex : null];
    return [...new Set([...asking, ...targets, ...named])].filter((label) => label && label !== hex);
  };
  /** Hexes that words name, by their numbers or by who stands there. @param {string} words */
  const spokenOf = (words) => [
    ...words.split(/[^\p{L}\p{N}]+/u).filter((word) => map.hexes.has(word)),
    ...(store.scene?.pieces ?? []).flatMap((piece) => (piece.hex && words.includes(piece.name) ? [piece.hex] : [])),
  ];

  function close() {
    if (card.hidden) return false;
    const held = card.contains(document.activeElement);
    card.hidden = true;
    hex = null;
    place();
    store.emit("whyCard", false);
    map.show("why", []);
    if (held) map.root.focus({ preventScroll: true });
    return true;
  }

  store.on("why", ({ query, answer }) => {
    hex = query.hex && map.hexes.has(query.hex) ? query.hex : query.unit ? store.piece(query.unit)?.hex ?? null : null;
    const rulings = /** @type {Ruling[]} */ (answer.rulings ?? []);
    if (answer.legal && !rulings.length) { if (answer.say) store.emit("notice", { say: answer.say, tone: "ok", passing: true }); return; }
    named = spokenOf([answer.say, ...rulings.flatMap((ruling) => [ruling.say, ...(ruling.remedy ?? [])])].join(" "));
    card.replaceChildren(
      h("div", { class: "card-head" },
        h("span", { class: "cross", "aria-hidden": "true" }, "✕"),
        h("h3", { id: "why-head" }, answer.say),
        h("button", { type: "button", class: "close", "aria-label": t("map.close"), onclick: close }, "×")),
      h("div", { class: "why-facts" },
        merged(rulings).map((ruling) => h("p", null, ruling.say, " ", ruling.clauses.map((id) => clause(id)))),
        remedies(rulings)),
      answer.far && map.hexes.has(answer.far) && answer.far !== (query.unit ? store.piece(query.unit)?.hex : null)
        ? h("button", { type: "button", class: "far", data: { hex: answer.far }, onclick: () => { close(); store.focusHex(answer.far); } }, t("map.why.far", { hex: answer.far }))
        : "",
      leaving(query.unit),
    );
    card.hidden = false;
    place();
    store.emit("whyCard", true);
    if (low()) map.camera.showWhole(about());
    map.show("why", hex ? [{ mark: "refused", hex }] : []);
    map.say([answer.say, ...rulings.map((ruling) => ruling.say)].join(" "));
  });

  /** The way out for who has joined already: undo, and what else it takes back. @param {string | undefined} id */
  function leaving(id) {
    if (!id || joinedAt(store, id) < 0) return "";
    const others = since(store, id).map((move) => brief(store, move.say).replace(/[.]$/u, ""));
    return h("div", { class: "why-facts" },
      h("button", { type: "button", class: "button", data: { leave: id }, onclick: () => { close(); leave(store, id); } }, t("map.why.leave", { unit: shortOf(store, id) })),
      others.length ? h("p", null, t("map.why.leave.others", { what: others.join("; ") })) : "");
  }

  // A clause chip anywhere on the map opens the book; the drawer listens to data-clause too, so tell it once only.
  card.addEventListener("click", (event) => {
    const chip = /** @type {HTMLElement} */ (event.target).closest("[data-clause]");
    if (!chip) return;
    event.stopPropagation();
    store.openClause(/** @type {HTMLElement} */ (chip).dataset.clause);
  });
  map.camera.moved.add(place);
  store.on("scene", close);
  store.on("pressed", close);
  store.on("at", close);
  store.on("lesson", close); // the next step speaks of something else
  store.on("sheet", (name) => { if (name && low()) close(); });
  closable("card", close);
  return { close, get open() { return !card.hidden; } };
}

/** Rulings with the same sentence under one heading. @param {Ruling[]} rulings */
function merged(rulings) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const ruling of rulings) found.set(ruling.say, [...(found.get(ruling.say) ?? []), ruling.clause].filter(Boolean));
  return [...found].map(([say, clauses]) => ({ say, clauses: [...new Set(clauses)] }));
}

/** What would make it legal: one of the remedies of each clause. @param {Ruling[]} rulings */
function remedies(rulings) {
  const each = [...new Set(rulings.map((ruling) => (ruling.remedy ?? []).join(t("map.why.or"))))].filter(Boolean);
  if (!each.length) return "";
  return h("div", { class: "remedy" }, h("b", null, t("map.why.legal")), " ", each.length === 1 ? each[0] : h("ul", null, each.map((one) => h("li", null, one))));
}
