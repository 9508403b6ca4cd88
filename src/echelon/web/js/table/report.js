// The after-action report: a dialog with the curve of the chances, turning points, dice and missed attacks. Each leads to its moment.

import * as api from '../api.js';
import { openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { t } from '../texts.js';

/** @typedef {{title: string, say: string, change: number, at: number}} Finding */

const REST = 120; // ms between two questions how far it has come

/** Open the report; it is worked out while the dialog waits. @param {import("./store.js").Store} store */
export async function openReport(store) {
  const bar = h('progress', { max: 1, value: 0, 'aria-label': t('report.working') });
  const body = h('div', { class: 'report' }, h('p', { class: 'muted' }, t('report.working')), bar);
  const ended = new AbortController();
  const node = openDialog({ title: t('report.title'), body, width: 940, class: 'report-dialog', onclose: () => ended.abort() });
  const show = (at) => { node.close(); store.jump(at); };
  try {
    for (;;) {
      const part = await api.report(store.game, { side: store.viewer ?? undefined, signal: ended.signal });
      bar.max = part.of;
      bar.value = part.done;
      if (part.report) { body.replaceChildren(...content(part.report, show)); return; }
      await new Promise((done) => { setTimeout(done, REST); });
      if (ended.signal.aborted) return;
    }
  } catch (error) {
    if (error.name !== 'AbortError') body.replaceChildren(h('p', { class: 'bad', role: 'alert' }, error.message));
  }
}

/** @param {any} report @param {(at: number) => void} show */
function content(report, show) {
  const picture = h('div', { class: 'report-picture' });
  picture.innerHTML = report.chart; // made by the server from numbers and escaped names
  for (const point of picture.querySelectorAll('.r-point')) {
    const go = () => show(Number(/** @type {HTMLElement} */ (point).dataset.at));
    point.addEventListener('click', go);
    point.addEventListener('keydown', (event) => {
      if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return;
      event.preventDefault(); // the same press must not reach the button that gets the focus back
      go();
    });
  }
  const { headings } = report;
  return [
    h('div', { class: 'report-summary' }, report.summary.map((say) => h('p', {}, say))),
    h('figure', {}, h('figcaption', {}, headings.course), picture, h('small', { class: 'muted' }, headings.legend)),
    h('div', { class: 'report-lists' },
      part('points', headings.points, report.points, show, true),
      part('dice', headings.dice, report.dice, show, false),
      part('missed', headings.missed, report.missed, show, false)),
  ];
}

/** One list of findings; a press on one shows that moment. @param {string} name @param {string} title @param {Finding[]} rows */
function part(name, title, rows, show, numbered) {
  return h('section', { class: `report-part part-${name}` }, h('h3', {}, title),
    rows.length ? h('ol', { class: numbered ? 'numbered' : '' }, rows.map((row, i) => h('li', {}, h('button', {
      type: 'button', class: 'finding', title: t('report.show'), data: { at: row.at, key: `${name} ${i}` }, onclick: () => show(row.at),
    }, h('b', {}, row.title), h('span', {}, row.say))))) : h('p', { class: 'muted' }, t(`report.none.${name}`)));
}
