// The table's page: load the game, hang map, guide, keyboard, list and panels, and say clearly when something is missing.

import { announce, h } from "../dom.js";
import { icon } from "../icons.js";
import "../meant.js";
import { onLanguage, ready, t } from "../texts.js";
import { advice } from "./advice.js";
import { animation } from "./anim.js";
import { Guide } from "./guide.js";
import { keyboard } from "./keys.js";
import { render as renderList } from "./list.js";
import { MapView } from "./map.js";
import { Store } from "./store.js";
import { whyNot } from "./why.js";

const root = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

async function start() {
  const game = decodeURIComponent(location.pathname.split("/").filter(Boolean)[1] ?? "");
  const query = new URLSearchParams(location.search);
  const words = ready;
  const store = new Store(game, query.get("side"));
  globalThis.echelon = store; // for the console and the tests
  words.catch(() => {});
  store.on("info", (info) => { document.title = `${info.title} · Echelon`; });

  /** @type {MapView | null} */
  let map = null;
  /** @type {Guide | null} */
  let guide = null;
  store.on("board", () => {
    map = new MapView(store, root("map"));
    zoomButtons(map);
    whyNot(store, map); // before the guide: Escape closes the card first, whatever the guide would do with it
    guide = new Guide(store, map);
    map.camera.needed = () => {
      const hex = store.selection?.hex;
      if (hex) map.camera.show(map.hexes.at(hex).x, map.hexes.at(hex).y);
      guide.showPlaces();
    };
    keyboard(store, map, guide);
    animation(store, map);
    advice(store, map);
    renderList(store, root("list"));
    store.on("free", (free) => { map.camera.cover(free); map.showTarget(); });
    store.on("scene", () => map.showTarget());
    store.on("laid", ({ first, hex }) => { // the coach's card lies on the foot of a phone's map: what it speaks of comes above it
      if (first) map.camera.resize();
      if (hex && map.hexes.has(hex)) map.camera.show(map.hexes.at(hex).x, map.hexes.at(hex).y);
    });
    store.on("fit", () => map.overview());
    store.on("nudge", (dy) => map.camera.pan(0, dy));
    store.on("notice", ({ say }) => announce(say));
    store.on("side", (side) => {
      const url = new URL(location.href);
      if (side) url.searchParams.set("side", side); else url.searchParams.delete("side");
      history.replaceState(null, "", url);
    });
    optional("./panels/index.js", (panels) => { panels.mount(store); if (store.scene) map.begin(guide.places()); });
    if (query.get("lesson")) optional("./coach.js", (coach) => coach.start(store, query.get("lesson"), root("coach")));
    store.on("clause", (id) => optional("../drawer.js", (drawer) => drawer.openClause(id ?? undefined, store.info.system)));
    map.dress();
    onLanguage(() => store.speak());
    store.on("language", () => { nameZoom(); map.relabel(); map.dress(); });
  });

  try {
    await store.load(words);
    map?.begin(guide.places());
  } catch (error) {
    failed(error);
  }
}

/** A part of the page that others hang in: without it the map still plays. */
async function optional(path, use) {
  try { await use(await import(path)); } catch (error) { console.error(path, error); }
}

function zoomButtons(map) {
  const button = (sign, fn) => h("button", { type: "button", onclick: fn }, sign);
  document.body.append(h("div", { id: "zoom", role: "region" },
    button(icon("plus"), () => map.camera.zoomBy(1.3)), button(icon("minus"), () => map.camera.zoomBy(1 / 1.3)), button(icon("fit"), () => map.camera.fit(undefined, true))));
  nameZoom();
}

/** What the buttons are called, in the language that is spoken now. */
function nameZoom() {
  const box = root("zoom");
  box.setAttribute("aria-label", t("map.zoom.title"));
  ["in", "out", "fit"].forEach((key, i) => {
    const node = /** @type {HTMLElement} */ (box.children[i]);
    node.title = t(`map.zoom.${key}`);
    node.setAttribute("aria-label", node.title);
  });
}

function failed(error) {
  const gone = error.status === 404;
  document.body.append(h("div", { class: "table-failed", role: "alert" },
    h("h1", null, t(gone ? "map.gone" : "map.failed")), h("p", null, error.message),
    h("p", null, h("a", { href: "/" }, t("map.home")), " ", gone ? "" : h("button", { type: "button", onclick: () => location.reload() }, t("map.again")))));
}

start().catch(failed);
