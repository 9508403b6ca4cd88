// Mouse, pen and touch on the map: pan, wheel and pinch, press, hover, dragging a counter. It knows gestures, not rules.

const SLOP = { mouse: 5, pen: 8, touch: 10 }; // pixels a press may wander
const REST = 120; // ms until a resting pointer counts as hover
const HOLD = 350; // ms until a finger that rests asks what lies there
const TWICE = { ms: 300, px: 28, zoom: 1.7 }; // two taps that are one

/**
 * @param {import("./map.js").MapView} map
 * @param {{press: (at: any, event: PointerEvent) => void, hold: (at: any) => void, open: (at: any) => boolean, hover: (at: any | null) => void, rest: (at: any | null) => void,
 *   canDrag: (at: any, event: PointerEvent) => boolean, dragStart: (at: any) => void, drag: (at: any) => void, drop: (at: any | null) => void}} tell
 */
export function gestures(map, tell) {
  const { root, camera } = map;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let start = null; // {x, y, at, event}
  let mode = ""; // "", press, hold, pan, drag, pinch
  let holding = 0;
  let tapped = { time: -Infinity, x: 0, y: 0 }; // the last tap on open ground
  let spread = 0;
  let timer = 0;
  let last = "";
  /** @type {{clientX: number, clientY: number} | null} where a mouse or pen is, over the map */ let here = null;
  let speed = { x: 0, y: 0, time: 0 };

  const mine = (event) => map.world.contains(event.target) || event.target === root;

  root.addEventListener("pointerdown", (event) => {
    if (!mine(event) || event.button > 1) return;
    camera.stop();
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    root.setPointerCapture(event.pointerId);
    if (down.size === 1) {
      start = { x: event.clientX, y: event.clientY, at: map.under(event.clientX, event.clientY), event };
      mode = event.button === 1 ? "pan" : "press";
      speed = { x: 0, y: 0, time: performance.now() };
      clearTimeout(holding);
      if (event.pointerType === "touch") holding = setTimeout(() => { if (mode === "press" && start) { mode = "hold"; tell.hold({ ...start.at, touch: true }); } }, HOLD);
    } else if (down.size === 2) {
      if (mode === "drag") tell.drop(null);
      mode = "pinch";
      spread = gap(down);
    }
  });

  root.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "touch") return;
      if (mine(event)) hover(event); else aside();
      return;
    }
    const dx = event.clientX - before.x;
    const dy = event.clientY - before.y;
    if ((mode === "press" || mode === "hold") && start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > (SLOP[event.pointerType] ?? 8)) {
      clearTimeout(timer);
      if (mode === "press" && tell.canDrag(start.at, start.event)) { mode = "drag"; tell.dragStart(start.at); } else mode = "pan";
      if (mode === "pan") { tell.rest(null); root.classList.add("panning"); }
    }
    if (mode === "press" || mode === "hold") return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (mode === "pan") {
      camera.pan(dx, dy);
      const now = performance.now();
      const passed = Math.max(1, now - speed.time);
      speed = { x: 0.7 * speed.x + (0.3 * dx) / passed, y: 0.7 * speed.y + (0.3 * dy) / passed, time: now };
    } else if (mode === "drag") tell.drag(map.under(event.clientX, event.clientY));
    else if (mode === "pinch" && down.size === 2) {
      const box = root.getBoundingClientRect();
      const [a, b] = [...down.values()];
      const wide = gap(down);
      camera.pan(dx / 2, dy / 2);
      if (spread > 0) camera.zoomBy(wide / spread, (a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top);
      spread = wide;
    }
  });

  const up = (event) => {
    if (!down.delete(event.pointerId)) return;
    root.classList.remove("panning");
    const was = mode;
    mode = down.size ? (down.size === 1 && was === "pinch" ? "pan" : was) : "";
    if (down.size) return;
    const gone = event.type === "pointercancel";
    if (was === "press" && start && !gone) tap(event);
    else if (was === "drag") tell.drop(gone ? null : map.under(event.clientX, event.clientY));
    else if (was === "pan" && event.pointerType === "touch" && performance.now() - speed.time < 60) glide(speed.x, speed.y);
    start = null;
  };
  root.addEventListener("pointerup", up);
  root.addEventListener("pointercancel", up);
  // A finger leaves with every tap: what it opened stays open.
  root.addEventListener("pointerleave", (event) => { aside(); tell.hover(null); if (event.pointerType !== "touch") tell.rest(null); });

  /** A press; of a finger the second quick one on open ground zooms in there. */
  function tap(event) {
    const { at, x, y } = /** @type {any} */ (start);
    const touch = event.pointerType === "touch";
    const now = performance.now();
    if (touch && now - tapped.time < TWICE.ms && Math.hypot(x - tapped.x, y - tapped.y) < TWICE.px) {
      tapped.time = -Infinity;
      const box = root.getBoundingClientRect();
      camera.zoomBy(TWICE.zoom, x - box.left, y - box.top);
      return;
    }
    tapped = { time: touch && tell.open(at) ? now : -Infinity, x, y };
    tell.press({ ...at, touch }, event);
  }

  function glide(vx, vy) {
    if (document.documentElement.dataset.motion === "reduced") return;
    let time = performance.now();
    const step = (now) => {
      if (down.size || Math.hypot(vx, vy) < 0.02) return;
      const passed = Math.min(40, now - time);
      time = now;
      camera.pan(vx * passed, vy * passed);
      vx *= 0.95 ** (passed / 16);
      vy *= 0.95 ** (passed / 16);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  function hover(event) {
    here = { clientX: event.clientX, clientY: event.clientY };
    const at = map.under(event.clientX, event.clientY);
    const key = `${at.hex} ${at.unit} ${at.hexside}`;
    if (key === last) return;
    last = key;
    tell.hover(at);
    clearTimeout(timer);
    timer = setTimeout(() => tell.rest(at), REST);
  }

  /** The pointer is on a card above the map, or gone: it rests on nothing that it passed on its way there. */
  function aside() {
    clearTimeout(timer);
    last = "";
    here = null;
  }

  root.addEventListener("wheel", (event) => {
    if (!mine(event)) return;
    event.preventDefault();
    const box = root.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    // A touchpad scrolls sideways and in small steps to pan only with the shift key; otherwise every wheel zooms about the pointer.
    if (event.shiftKey) { camera.pan(-(event.deltaX || event.deltaY) * lines, 0); return; }
    const delta = Math.max(-240, Math.min(240, event.deltaY * lines));
    camera.zoomBy(Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX - box.left, event.clientY - box.top);
  }, { passive: false });

  root.addEventListener("dblclick", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => { if (/** @type {PointerEvent} */ (event).pointerType === "touch") event.preventDefault(); }); // a finger that rests asks the map

  return {
    /** What lies under the pointer may have changed: look again at its next step. */
    forget() { last = ""; },
    /** Look again now, though it does not move. */
    again() { last = ""; if (here && !down.size) hover(here); },
  };
}

function gap(points) {
  const [a, b] = [...points.values()];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
