// Every legal answer as a plain button, grouped by what it does and for whom, with a filter: the whole game without the map.

import { h } from "../dom.js";
import { closable } from "../opened.js";
import { t } from "../texts.js";
import { prefix } from "./choices.js";

/**
 * @param {import("./store.js").Store} store
 * @param {HTMLElement} root
 */
export function render(store, root) {
  let filter = "";
  const input = h("input", { type: "search", id: "list-filter", oninput: () => { filter = input.value; draw(); } });
  const body = h("div", { class: "list-body" });
  const state = h("p", { class: "list-state", role: "status" });
  root.replaceChildren(
    h("div", { class: "card-head" }, h("h2", { id: "list-head" }), h("button", { type: "button", class: "close", onclick: () => store.list(false) }, "×")),
    state, input, body,
  );
  const words = () => {
    root.querySelector("#list-head").textContent = t("map.list.title");
    root.querySelector(".close").setAttribute("aria-label", t("map.close"));
    input.setAttribute("aria-label", t("map.list.filter"));
    input.placeholder = t("map.list.filter");
  };
  store.on("language", words);
  words();
  root.setAttribute("role", "region");
  root.setAttribute("aria-labelledby", "list-head");

  function draw() {
    root.hidden = !store.listing;
    document.body.classList.toggle("listing", store.listing);
    if (root.hidden) return;
    const answers = store.answers();
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = answers.filter((answer) => {
      const text = `${answer.say} ${answer.line} ${answer.beside ?? ""} ${names(store, answer)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    state.textContent = !store.mine ? store.scene?.waiting ?? store.scene?.prompt ?? "" : t("map.list.count", { count: fitting.length, all: answers.length });
    body.replaceChildren(...groups(store, fitting).map(([title, list]) => h("section", null,
      title ? h("h3", null, title) : "",
      h("ul", { "aria-label": title || null }, list.map((answer) => h("li", null, h("button", {
        type: "button", data: { line: answer.line, unit: answer.unit, hex: answer.hex, key: answer.line }, disabled: store.busy,
        onclick: () => store.do(answer.line), onfocus: () => store.hover(answer.line), onblur: () => store.hover(null),
        onpointerenter: () => store.hover(answer.line), onpointerleave: () => store.hover(null),
      }, answer.say, answer.final ? h("small", null, ` ${t("lead.die")}`) : "", (answer.warnings ?? []).map((one) => h("small", { class: "warn" }, ` ${one.say}`)), answer.beside ? h("small", null, ` ${answer.beside}`) : "")))))));
  }

  function again() {
    const line = document.activeElement instanceof HTMLElement && root.contains(document.activeElement) ? document.activeElement.dataset.line : undefined;
    draw();
    if (line === undefined) return;
    const same = [...body.querySelectorAll("button")].find((node) => node.dataset.line === line) ?? body.querySelector("button");
    same?.focus({ preventScroll: true });
  }

  store.on("scene", again);
  store.on("playing", again);
  store.on("at", again);
  store.on("listing", (on) => { draw(); if (on) input.focus({ preventScroll: true }); });
  closable("list", () => { const open = store.listing; if (open) store.list(false); return open; });
  draw();
}

function names(store, answer) {
  return [answer.unit, answer.group, answer.other].filter(Boolean).map((id) => store.piece(id)?.name ?? store.board.units?.[id]?.name ?? id).join(" ");
}

/** By what they have in common: the unit where several answers speak of one, else the verb. @returns {[string, import("./store.js").Answer[]][]} */
function groups(store, answers) {
  const count = new Map();
  for (const { verb, unit } of answers) count.set(`${verb} ${unit}`, (count.get(`${verb} ${unit}`) ?? 0) + 1);
  /** @type {Map<string, import("./store.js").Answer[]>} */
  const found = new Map();
  for (const answer of answers) {
    const own = answer.unit && (count.get(`${answer.verb} ${answer.unit}`) ?? 0) > 2;
    const key = own ? `${answer.verb} ${answer.unit}` : answer.verb;
    found.set(key, [...(found.get(key) ?? []), answer]);
  }
  const several = [...found.values()].filter((list) => list.length > 1);
  const single = [...found.values()].filter((list) => list.length === 1).flat();
  /** @type {[string, import("./store.js").Answer[]][]} */
  const out = several.map((list) => [heading(list), list]);
  return single.length ? [[out.length ? t("map.list.also") : "", single], ...out] : out;
}

/** The words a group of sentences begins with name it in the language of the game. */
function heading(list) {
  const shared = prefix(list.map((answer) => answer.say), 1);
  return shared ? `${shared.replace(/[,:]$/, "")} …` : "";
}
