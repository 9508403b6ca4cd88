// The camera: pan, zoom about a point, fit. One CSS transform on the wrapper of all layers; nothing is redrawn while it moves.

/** @typedef {{top: number, left: number, right: number, bottom: number}} Margins */

const MAX = 3.2; // CSS pixels a unit: a hex is then 320 high
const LEAST = 0.4; // pixels a unit, so that a hex is 40 high: under it nobody can read a counter, and the first view rather leaves some out
const SMALLEST = 0.3; // of a first view, if the counters and what is asked for need more room than there is
const WORTH = 1.08; // how much larger the part must be shown than the whole
const CLOSE = 0.66; // on a phone's map, which may be smaller than the sheet: a counter there shows all its factors and is hit
const NEARER = [CLOSE, 0.55, 0.44]; // and the zooms of its first view, until both sides are in it
const OVERVIEW = { whole: 0.25, part: 0.33 }; // of what a phone fits: a sheet that would be smaller than the first is shown in part, where a counter has a value
const NEARLY = 0.8; // of the least zoom of a first view: from there on the whole sheet is shown
const FOOT = 118; // pixels kept free at the foot of a phone's map for a prompt of two rows, so that its growing covers nothing
const CLOSEST = 1.4; // of a part that is fitted: a few hexes need not fill the screen
const CLEAR = 12; // pixels round a sheet that is fitted
const SETTLE = 140; // ms without a change after which the layers are made crisp again

export class Camera {
  /**
   * @param {HTMLElement} view the window on the map
   * @param {HTMLElement} world the wrapper that is moved
   * @param {[number, number, number, number]} box the sheet
   */
  constructor(view, world, box) {
    this.view = view;
    this.world = world;
    this.box = box;
    this.x = 0; // of the sheet's corner in the view
    this.y = 0;
    this.zoom = 1;
    /** @type {Margins} part of the view that lies under something: on a phone its prompt and sheets, else nothing */
    this.free = { top: 0, left: 0, right: 0, bottom: 0 };
    this.fitted = true; // nobody has moved it since the last fit: keep fitting when the window changes
    /** @type {[[number, number, number, number], [number, number, number, number]] | null} the part shown first, and what of it must be, fitted again with each change of the room until the player presses something */
    this.home = null;
    /** @type {(width: number, height: number) => {box: [number, number, number, number], met: boolean, all: boolean} | null} the place of that size with most of the front in it; are both sides in it, and all units? */
    this.front = () => null;
    this.needed = () => {}; // brings into the first view what the question asks for
    /** @type {[number, number, number, number] | null} the part it was fitted to last, as long as nobody has moved it */
    this.part = null;
    this.floor = 0; // the zoom it was fitted with at least
    /** @type {(column: boolean) => {x: number, y: number}[]} what must stay in view when a column opens beside the map, or the prompt below it grows: what matters most comes first */
    this.subject = () => [];
    /** @type {() => {x: number, y: number}[]} of that, what a fitted map rather becomes smaller for than loses it */
    this.own = () => [];
    this.lent = () => 0; // pixels beside the map that a column has taken for a while: the fit does not count with its staying
    this._tight = false; // fitted beside that column, until it opens or folds
    this.moved = new Set(); // called on each change
    this.settled = new Set(); // called when it rests
    this._timer = 0;
    this._flight = 0;
    this._frame = 0;
    this._middle = [0, 0]; // the point of the sheet in the middle of the free part of the view
    this._base = 0; // the zoom at which the layers are laid out; in between they are stretched
    this._size = this._measure(); // kept, as asking for it makes the browser lay out the page
    this._window = `${innerWidth} ${innerHeight}`;
    new ResizeObserver(() => this._resized()).observe(view);
    const begun = () => { this.home = null; }; // from now on only the player moves the map
    for (const event of ["pointerdown", "keydown", "wheel"]) document.addEventListener(event, begun, { capture: true, once: true, passive: true });
  }

  _measure() {
    const { left, top, width, height } = this.view.getBoundingClientRect();
    return { left, top, width, height };
  }

  /** The view has another size: the window has changed, or a panel beside it. */
  _resized() {
    const old = this._size;
    this._size = this._measure();
    const now = `${innerWidth} ${innerHeight}`;
    if (now !== this._window || this.home) { this._window = now; this.resize(true); } else this._beside(this._size.left - old.left, this._size.top - old.top, this._size.width !== old.width);
  }

  /** A panel has opened or closed, or the prompt has another height. A map that nobody has moved is fitted again; any other stays where it is on the screen, at its zoom, and moves only as far as its subject must to be seen. */
  _beside(dx, dy, column) {
    this.stop();
    this._set(this.x - dx, this.y - dy, this.zoom);
    if (column) this._tight = false;
    if (this.fitted || this.part) { this._follow(column); return; }
    const room = this._room();
    const whole = (start, length, space) => (length + 2 * CLEAR > space ? start : Math.min(Math.max(start, CLEAR), space - CLEAR - length));
    const to = { x: whole(this.x, this.box[2] * this.zoom, room.width), y: whole(this.y, this.box[3] * this.zoom, room.height), zoom: this.zoom };
    const [mx, my] = this._covering(this._missing(this.subject(column), 24 + 58 * this.zoom, to), to);
    if (to.x + mx !== this.x || to.y + my !== this.y) this.fly({ x: to.x + mx, y: to.y + my, zoom: this.zoom });
  }

  /** Fit again, as if the column that is open for a while were not there: it opens without a change of zoom, over what is not spoken of. */
  _follow(column) {
    const lent = this._tight ? 0 : this.lent();
    const [x, y, width, height] = this.part ?? this.box;
    const room = this._room();
    const zoom = this._zoomFor(width, height, lent, this.floor);
    const span = width * zoom;
    const fit = () => { const tight = this._tight; this.fit(this.part ?? undefined, true, this.floor); this._tight = tight; };
    const fits = span + 2 * CLEAR <= room.width + 1;
    if (fits && !this.part) { fit(); return; }
    const k = zoom / this.zoom;
    const middle = room.x + room.width / 2;
    const left = (x - this.box[0]) * zoom;
    const at = fits ? middle - left - span / 2 : Math.min(room.x + CLEAR - left, Math.max(room.x + room.width - CLEAR - left - span, middle - (middle - this.x) * k));
    const to = { x: at, y: room.y + room.height / 2 - (y - this.box[1] + height / 2) * zoom, zoom };
    const margin = 24 + 58 * zoom;
    const [mx, my] = this._covering(this._missing(this.subject(column), margin, to), to);
    to.x += mx;
    to.y += my;
    const [lost] = this._missing(this.own(), 58 * zoom, to);
    if (lost) { fit(); return; }
    this.fly(to);
  }

  /** How far the map has to move until these points are in the free view, the first of them above all. @param {{x: number, y: number}[]} points @param {number} margin @param {{x: number, y: number, zoom: number}} [from] @returns {[number, number]} */
  _missing(points, margin, from = this) {
    const { zoom } = from;
    const room = this._room();
    const m = Math.min(margin, room.width / 3, room.height / 3);
    const need = (at, start, space) => Math.max(start + m - at, 0) + Math.min(start + space - m - at, 0);
    let [dx, dy] = [0, 0];
    for (const { x, y } of [...points].reverse()) {
      dx += need(from.x + dx + (x - this.box[0]) * zoom, room.x, room.width);
      dy += need(from.y + dy + (y - this.box[1]) * zoom, room.y, room.height);
    }
    return [dx, dy];
  }

  /** The least zoom: the whole sheet in view, and a little more. */
  get least() { return Math.min(this._whole(), 0.5) * 0.8; }

  _room() {
    const { top, left, right, bottom } = this.free;
    const foot = bottom && Math.max(bottom, Math.min(FOOT, 0.14 * this._size.height));
    return { x: left, y: top, width: Math.max(80, this._size.width - left - right), height: Math.max(80, this._size.height - top - foot) };
  }

  /** Panels cover other parts of the view now. A bar at the foot that only grows or shrinks leaves the map where it is, unless it leaves nothing but desk. @param {Margins} free */
  cover(free) {
    const same = Boolean(this.free.bottom && free.bottom) && ["top", "left", "right"].every((edge) => this.free[edge] === free[edge]);
    const less = free.bottom < this.free.bottom;
    this.free = free;
    if (this._window !== `${innerWidth} ${innerHeight}`) this._resized(); // a phone that was turned: its panels are told before the map
    else if (!same) this.resize();
    else if (less) this._fill();
  }

  /** The map comes down into the desk below it, as long as more of it lies above the view. */
  _fill() {
    const room = this._room();
    const dy = Math.min(room.y + room.height - CLEAR - this.y - this.box[3] * this.zoom, room.y + CLEAR - this.y);
    if (dy > 1) this.fly({ x: this.x, y: this.y + dy, zoom: this.zoom });
  }

  _whole() {
    const room = this._room();
    return Math.min(room.width / this.box[2], room.height / this.box[3]);
  }

  /** The whole sheet in the free part of the view, or a part of it. @param {[number, number, number, number]} [part] */
  fit(part, smooth = false, least = 0) {
    const [x, y, width, height] = part ?? this.box;
    this.part = part ?? null;
    const room = this._room();
    const zoom = this._zoomFor(width, height, 0, least);
    const to = {
      x: room.x + room.width / 2 - (x - this.box[0] + width / 2) * zoom,
      y: room.y + room.height / 2 - (y - this.box[1] + height / 2) * zoom,
      zoom,
    };
    if (smooth) this.fly(to); else { this.stop(); this._set(to.x, to.y, to.zoom); }
    this.fitted = !part;
    this.floor = least;
    this._tight = true;
  }

  /** The zoom at which so much of the sheet fills the free view, or the view as it is without the column that is open. */
  _zoomFor(width, height, lent, least) {
    const room = this._room();
    const zoom = Math.min((room.width + lent - 2 * CLEAR) / width, (room.height - 2 * CLEAR) / height, this.part ? CLOSEST : Infinity);
    return this._limit(Math.max(zoom, least));
  }

  /** The first view: the whole sheet, or this part of it where hexes would become too small, or what cannot be left out of that where they still would. @param {[number, number, number, number]} wide @param {[number, number, number, number]} [close] */
  begin(wide, close = wide) {
    const whole = Math.min((this._room().width - 2 * CLEAR) / this.box[2], (this._room().height - 2 * CLEAR) / this.box[3]);
    const least = this.free.bottom ? CLOSE : LEAST; // only a phone's map lies under something
    const phone = Boolean(this.free.bottom);
    const part = phone || this._zoomFor(wide[2], wide[3], 0, 0) >= least ? wide : close;
    const near = whole >= least * (phone ? NEARLY : 1) || !phone && this._zoomFor(part[2], part[3], 0, SMALLEST) < whole * WORTH; // there, a little smaller is better than a part cut off
    if (near || !phone || !this._begun(part)) this.fit(near ? undefined : part, false, near ? 0 : phone ? least : SMALLEST);
    this.home = [wide, close];
    this.needed();
  }

  /** On a phone, where all counters have no room: the front, as near as both sides are in view. @param {[number, number, number, number]} part */
  _begun([, , width, height]) {
    const room = this._room();
    const [w, h] = [room.width - 2 * CLEAR, room.height - 2 * CLEAR];
    if (Math.min(w / width, h / height) >= CLOSE) return false;
    const views = NEARER.map((zoom) => ({ zoom, front: this.front(w / zoom, h / zoom) }));
    const { zoom, front } = views.slice(0, 2).find((one) => one.front?.all) ?? views.find((one) => one.front?.met) ?? views[0];
    if (front) this.fit(front.box, false, zoom);
    return Boolean(front);
  }

  /** What the button of the whole map shows: all of it, but on a phone nothing too small to read. @param {[number, number, number, number]} part where the counters are */
  overview(part) {
    const small = Boolean(this.free.bottom) && this._whole() < OVERVIEW.whole;
    this.fit(small ? part : undefined, true, small ? OVERVIEW.part : 0);
  }

  /** Fit again after a change of the room, unless the player has chosen his own view: of that the middle is kept if the window
   * itself has changed, and the place if only panels have. */
  resize(window = false) {
    if (this.home) this.begin(...this.home);
    else if (this.fitted || this.part) this.fit(this.part ?? undefined, false, this.floor);
    else if (!window) this._set(this.x, this.y, this._limit(this.zoom));
    else {
      const [x, y] = this._middle;
      const room = this._room();
      const zoom = this._limit(this.zoom);
      this._set(room.x + room.width / 2 - x * zoom, room.y + room.height / 2 - y * zoom, zoom);
    }
  }

  _limit(zoom) { return Math.min(MAX, Math.max(this.least, zoom)); }

  /** Move by pixels. */
  pan(dx, dy) {
    this.fitted = false;
    this.home = this.part = null;
    this.stop();
    this._set(this.x + dx, this.y + dy, this.zoom);
  }

  /** Zoom by a factor about a point of the view (its middle if none). */
  zoomBy(factor, px, py) {
    const room = this._room();
    const cx = px ?? room.x + room.width / 2;
    const cy = py ?? room.y + room.height / 2;
    const zoom = this._limit(this.zoom * factor);
    const real = zoom / this.zoom;
    this.fitted = false;
    this.home = this.part = null;
    this.stop();
    this._set(cx - (cx - this.x) * real, cy - (cy - this.y) * real, zoom);
  }

  _set(x, y, zoom) {
    // The sheet's middle half never leaves the view: nobody gets lost.
    const w = this.box[2] * zoom;
    const h = this.box[3] * zoom;
    const room = this._room();
    const slackX = Math.max(0, room.width * 0.5);
    const slackY = Math.max(0, room.height * 0.5);
    this.x = Math.min(room.x + room.width - Math.min(slackX, w / 2), Math.max(room.x + Math.min(slackX, w / 2) - w, x));
    this.y = Math.min(room.y + room.height - Math.min(slackY, h / 2), Math.max(room.y + Math.min(slackY, h / 2) - h, y));
    this.zoom = zoom;
    this._middle = [(room.x + room.width / 2 - this.x) / zoom, (room.y + room.height / 2 - this.y) / zoom];
    if (!this._frame) this._frame = requestAnimationFrame(() => this._draw());
  }

  _draw() {
    this._frame = 0;
    if (!this._base) this._lay();
    // Whole pixels while only the place changes: tiles are then copied, not filtered.
    this.world.style.transform = this.zoom === this._base
      ? `translate(${Math.round(this.x)}px, ${Math.round(this.y)}px)`
      : `translate(${this.x.toFixed(2)}px, ${this.y.toFixed(2)}px) scale(${(this.zoom / this._base).toFixed(5)})`;
    for (const fn of this.moved) fn(this);
    clearTimeout(this._timer);
    this._timer = setTimeout(() => {
      if (this._base !== this.zoom) this._lay();
      this.x = Math.round(this.x);
      this.y = Math.round(this.y);
      this.world.style.transform = `translate(${this.x}px, ${this.y}px)`;
      for (const fn of this.settled) fn(this);
    }, SETTLE);
  }

  /** Lay the layers out at the present zoom, so that they are painted sharp. */
  _lay() {
    this._base = this.zoom;
    this.world.style.width = `${(this.box[2] * this.zoom).toFixed(2)}px`;
    this.world.style.height = `${(this.box[3] * this.zoom).toFixed(2)}px`;
  }

  /** Glide to a place; in the first view be there at once. @param {{x: number, y: number, zoom: number}} to */
  fly(to, ms = 300) {
    this.stop();
    if (this.home || document.documentElement.dataset.motion === "reduced") { this._set(to.x, to.y, to.zoom); return; }
    const from = { x: this.x, y: this.y, zoom: this.zoom };
    const start = performance.now();
    const step = (now) => {
      const k = Math.min(1, (now - start) / ms);
      const e = k < 0.5 ? 2 * k * k : 1 - (2 - 2 * k) ** 2 / 2;
      this._set(from.x + (to.x - from.x) * e, from.y + (to.y - from.y) * e, from.zoom * (to.zoom / from.zoom) ** e);
      this._flight = k < 1 ? requestAnimationFrame(step) : 0;
    };
    this._flight = requestAnimationFrame(step);
  }

  /** End a glide where it is. */
  stop() {
    if (this._flight) cancelAnimationFrame(this._flight);
    this._flight = 0;
  }

  /** How far the map may go without uncovering more of the desk beside it. On a phone what lies at the edges comes out from under buttons. @param {[number, number]} way @param {{x: number, y: number, zoom: number}} [from] @returns {[number, number]} */
  _covering([dx, dy], from = this) {
    if (this.free.bottom) return [dx, dy];
    const room = this._room();
    const part = (d, start, length, from, space) => (d > 0 ? Math.min(d, Math.max(0, from + CLEAR - start)) : Math.max(d, Math.min(0, from + space - CLEAR - start - length)));
    return [part(dx, from.x, this.box[2] * from.zoom, room.x, room.width), part(dy, from.y, this.box[3] * from.zoom, room.y, room.height)];
  }

  /** The map moves for what is to be seen. On a wide screen a view that was fitted remains one: the player has not moved it. */
  _leave() {
    if (!this.free.bottom) return;
    this.fitted = false;
    this.part = null;
  }

  /** Bring a point of the sheet into the free part of the view, only if it is outside of it. */
  show(x, y, margin = 70) {
    const [dx, dy] = this._covering(this._missing([{ x, y }], margin));
    if (!dx && !dy) return;
    this._leave();
    this.fly({ x: this.x + dx, y: this.y + dy, zoom: this.zoom });
  }

  /** Bring all of these points into view if the zoom has room for them, by the shortest way. @param {{x: number, y: number}[]} points */
  showWhole(points, margin = 62) {
    const room = this._room();
    const span = (values) => (Math.max(...values) - Math.min(...values) + 2 * margin) * this.zoom;
    if (span(points.map(({ x }) => x)) <= room.width && span(points.map(({ y }) => y)) <= room.height) this.showAll(points, margin);
  }

  /** Bring a hex-sized place round each of these points into view, if none of them is. @param {{x: number, y: number}[]} points */
  showAny(points, margin = 70) {
    const room = this._room();
    const seen = ({ x, y }) => x > room.x && x < room.x + room.width && y > room.y && y < room.y + room.height;
    if (!points.length || points.some((point) => seen(this.toView(point.x, point.y)))) return;
    const [left, top] = [Math.min(...points.map((p) => p.x)) - margin, Math.min(...points.map((p) => p.y)) - margin];
    const [right, bottom] = [Math.max(...points.map((p) => p.x)) + margin, Math.max(...points.map((p) => p.y)) + margin];
    this.fit([left, top, right - left, bottom - top], true, this.free.bottom ? Math.min(CLOSE, this.zoom) : 0);
  }

  /** Bring a hex-sized place round all of these points into view: by the shortest way, smaller only if they have no room. False if that cannot be; then some of them, unless the view is to `stay`. @param {{x: number, y: number}[]} points */
  showAll(points, margin = 62, stay = false) {
    if (!points.length) return true;
    const [left, top] = [Math.min(...points.map((p) => p.x)) - margin, Math.min(...points.map((p) => p.y)) - margin];
    const [right, bottom] = [Math.max(...points.map((p) => p.x)) + margin, Math.max(...points.map((p) => p.y)) + margin];
    const room = this._room();
    if ((right - left) * this.zoom > room.width || (bottom - top) * this.zoom > room.height) {
      const zoom = Math.min((room.width - 2 * CLEAR) / (right - left), (room.height - 2 * CLEAR) / (bottom - top));
      const close = Boolean(this.free.bottom) && zoom < CLOSE; // on a phone's map they would be in view, and no counter read
      if (close && !stay) this.showAny(points);
      if (!close) this.fit([left, top, right - left, bottom - top], true);
      return !close;
    }
    const [from, to] = [this.toView(left, top), this.toView(right, bottom)];
    const dx = Math.max(room.x - from.x, 0) + Math.min(room.x + room.width - to.x, 0);
    const dy = Math.max(room.y - from.y, 0) + Math.min(room.y + room.height - to.y, 0);
    if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return true;
    this._leave();
    this.fly({ x: this.x + dx, y: this.y + dy, zoom: this.zoom });
    return true;
  }

  /** A point of the sheet in pixels of the view. */
  toView(x, y) { return { x: this.x + (x - this.box[0]) * this.zoom, y: this.y + (y - this.box[1]) * this.zoom }; }

  /** A point of the view (pixels) in units of the sheet. */
  toSheet(px, py) { return { x: this.box[0] + (px - this.x) / this.zoom, y: this.box[1] + (py - this.y) / this.zoom }; }
}
