// The printed sheet as bitmaps. Its SVG is a megabyte of paths, too slow to paint again at each step of a zoom: it is painted once
// at three sizes, strip by strip while nothing else is to be done, and from then on only moved and stretched. The smallest has no
// names on it: there they could not be read, and the map writes its own.

import { h } from "../dom.js";
import { FAR } from "./names.js";

const STRIP = 64; // rows of pixels painted at a time
const LATER = 5000; // ms after which the large bitmap is painted though nobody has come so close yet
const REST = 500; // ms without input before the next strip of the large bitmap is painted
const BARE = 0; // the key of the bitmap without names
const MOST = 16e6; // pixels of the largest bitmap
const LEVELS = [0.5, 1, 1.6]; // pixels a unit, times the density of the screen

export class Sheet {
  /** @param {HTMLElement} root where the bitmaps lie @param {[number, number, number, number]} box */
  constructor(root, box) {
    this.root = root;
    this.width = box[2];
    this.height = box[3];
    /** @type {Map<number, HTMLCanvasElement>} finished bitmaps by their scale */
    this.done = new Map();
    this.zoom = 1;
    this._run = 0;
    this._url = "";
    /** @type {(() => void) | null} paints the large bitmap, as soon as it is wanted */
    this._fine = null;
  }

  /** Paint this sheet; the old one stays until the first bitmap of the new one is there, and that is when the promise is kept. @param {string} url */
  async load(url) {
    if (url === this._url) return;
    this._url = url;
    const run = (this._run += 1);
    const [picture, bare] = [new Image(), new Image()];
    picture.decoding = bare.decoding = "async";
    picture.src = url;
    bare.src = `${url}#far`;
    try { await Promise.all([picture.decode(), bare.decode()]); } catch (error) { if (run === this._run) this._url = ""; throw error; }
    const density = Math.min(2, globalThis.devicePixelRatio || 1);
    const most = Math.sqrt(MOST / (this.width * this.height));
    const [half, one, two] = LEVELS.map((scale) => Math.min(scale * density, most));
    // What is looked at comes first, the other as soon as it is there.
    const sizes = [() => this._paint(picture, one, run, false), () => this._paint(bare, half, run, false)];
    const near = this.zoom >= FAR;
    const first = await sizes[near ? 0 : 1]();
    if (run !== this._run) return;
    this._forget();
    this._take(near ? one : BARE, first);
    const second = await sizes[near ? 1 : 0]();
    if (run !== this._run) return;
    this._take(near ? BARE : one, second);
    if (two <= one) return;
    const fine = () => {
      this._fine = null;
      this._paint(picture, two, run, true).then((canvas) => { if (run === this._run) this._take(two, canvas); });
    };
    this._fine = fine;
    setTimeout(() => { if (this._fine === fine) fine(); }, LATER);
    this.show(this.zoom);
  }

  /** @param {HTMLImageElement} picture @param {number} scale @param {number} run @param {boolean} idle wait for quiet moments */
  async _paint(picture, scale, run, idle) {
    const canvas = h("canvas", { class: "sheet", width: Math.round(this.width * scale), height: Math.round(this.height * scale) });
    const context = canvas.getContext("2d", { alpha: false });
    for (let y = 0; y < canvas.height; y += STRIP) {
      if (idle) await quiet();
      else if (y % (STRIP * 4) === 0) await new Promise((done) => { setTimeout(done); });
      if (run !== this._run) break;
      context.save();
      context.beginPath();
      context.rect(0, y, canvas.width, STRIP);
      context.clip();
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      context.restore();
    }
    return canvas;
  }

  _take(scale, canvas) {
    this.done.set(scale, canvas);
    this.root.append(canvas);
    this.show(this.zoom);
  }

  _forget() {
    for (const canvas of this.done.values()) canvas.remove();
    this.done.clear();
  }

  /** Show the bitmap that suits a zoom: the one without names, or the smallest that need not be enlarged. */
  show(zoom) {
    this.zoom = zoom;
    const wanted = zoom * Math.min(2, globalThis.devicePixelRatio || 1) * 0.87;
    const scales = [...this.done.keys()].filter((scale) => scale !== BARE).sort((a, b) => a - b);
    const best = this.done.has(BARE) && (zoom < FAR || !scales.length) ? BARE : scales.find((scale) => scale >= wanted) ?? scales.at(-1);
    if (zoom >= FAR && best < wanted) this._fine?.();
    for (const [scale, canvas] of this.done) canvas.hidden = scale !== best;
  }
}

let touched = 0;
for (const name of ["pointermove", "pointerdown", "wheel", "keydown"]) addEventListener(name, () => { touched = performance.now(); }, { capture: true, passive: true });

/** A moment in which the page has nothing else to do and nobody is in the middle of a gesture. */
const quiet = () => new Promise((done) => {
  const look = () => {
    const left = touched + REST - performance.now();
    if (left > 0) setTimeout(look, left);
    else if ("requestIdleCallback" in globalThis) requestIdleCallback(() => done(null));
    else setTimeout(done, 30);
  };
  look();
});
