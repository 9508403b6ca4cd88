// Meant: a press is meant for what lay under it when it began. A finger's tap is told as a click only once it is over, and by then a
// menu or a sheet may have come up under it: that click would answer a question nobody has read.

const PRESSED = 'button, a[href], [role="menuitem"], summary';

/** @param {EventTarget | null} target */
const pressable = (target) => (target instanceof Element ? target.closest(PRESSED) : null);

/** What a thing that can be pressed is: drawn again, it is the same. @param {Element | null} node */
const called = (node) => (node instanceof HTMLElement ? [node.dataset.key, node.dataset.line, node.textContent].join('\n') : '');

/** @type {Element | null | undefined} what the last press began on; nothing known before the first */
let begun;
let as = ''; // and what that was called

addEventListener('pointerdown', ({ target }) => {
  begun = pressable(target);
  as = called(begun);
}, true);

addEventListener('click', (event) => {
  const node = pressable(event.target);
  if (!event.detail || begun === undefined || !node || node === begun || called(node) === as) return; // of the keyboard, or what was meant
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
