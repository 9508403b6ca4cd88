// Pulling a sheet by its grip: up makes it higher, down lower, and away from there. The sheet follows the finger on its way.

const FAR = 36; // px after which a pull means something
const DEAD = 6; // px within which it is a press

/**
 * @param {HTMLElement} grip
 * @param {HTMLElement} sheet
 * @param {{up: () => void, down: () => void}} tell
 */
export function pull(grip, sheet, tell) {
  let from = null;
  let moved = 0;
  grip.addEventListener('pointerdown', (event) => {
    from = event.clientY;
    moved = 0;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener('pointermove', (event) => {
    if (from === null) return;
    moved = event.clientY - from;
    sheet.style.transform = Math.abs(moved) > DEAD ? `translateY(${Math.max(-24, moved)}px)` : '';
  });
  const end = (event) => {
    if (from === null) return;
    from = null;
    sheet.style.transform = '';
    if (event.type === 'pointercancel' || Math.abs(moved) < FAR) return;
    if (moved < 0) tell.up(); else tell.down();
  };
  grip.addEventListener('pointerup', end);
  grip.addEventListener('pointercancel', end);
  // a pull is no press
  grip.addEventListener('click', (event) => { if (Math.abs(moved) > DEAD) event.stopImmediatePropagation(); moved = 0; }, true);
}
